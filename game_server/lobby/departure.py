"""The departure of a table: between two rounds it stops here, and another node goes on with it."""

from collections.abc import Callable
from typing import Final

from game_server.clock import Clock
from game_server.lobby.table_runner import TableRunner

LATEST_S: Final = 60.0
"""So long a round may go on; then the table goes in the middle of it, and the same round goes on
elsewhere."""


class TableDeparture:
    """Hands a table over as soon as no round is in play, and calls `gone` when it writes nothing
    more."""

    def __init__(self, runner: TableRunner, clock: Clock, gone: Callable[[], object]) -> None:
        self._runner, self._clock, self._gone = runner, clock, gone
        self._over = self._asked = False
        runner.lookers.append(self._look)
        clock.callLater(LATEST_S, self._go)
        self._look()

    def _look(self) -> None:
        # In a step of its own: the table is in the middle of telling what has happened.
        if not (self._asked or self._over):
            self._asked = True
            self._clock.callLater(0, self._try)

    def _try(self) -> None:
        self._asked = False
        runner = self._runner
        if runner.closed or runner.quarantined or runner.between_rounds:
            self._go()

    def _go(self) -> None:
        if self._over:
            return
        self._over = True
        if self._look in self._runner.lookers:
            self._runner.lookers.remove(self._look)
        if not self._runner.closed:
            self._runner.hand_over()
        self._gone()
