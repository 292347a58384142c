"""The table that a runner has in memory, and what of it is on disk: its view and who is there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from game_server.lobby.ports import AnyTable, Means
from game_server.lobby.recovery import recover
from game_server.rules.catalogue import GAMES
from game_server.table.config import TableConfig
from game_server.table.journal import Row
from game_server.table.orders import Order
from game_server.table.seats import Attendee
from game_server.table.table import Table


class LiveTable:
    """A table in memory, which inputs lead on before their commit is on disk.

    `view` is of the last commit. `attendance`, what no row tells, is too: when the commit fails the
    table is dropped, and the next one is made of the rows and of that.
    """

    def __init__(
        self,
        config: TableConfig,
        means: Means,
        think: Callable[[float], float],
        came_or_went: Callable[[], object],
    ) -> None:
        self._config, self._means, self._think = config, means, think
        self._came_or_went = came_or_went
        self.table = self._made()
        self.view = self.table.view()
        self._attendance = self.table.attendance()
        self._stands = False
        """Whether the table stands as it is written, and has since it was made."""

    def expect(self, people: Mapping[str, Attendee], queue: Sequence[str]) -> None:
        """These were at the table at another node; they are away until their lines come."""
        self._attendance = replace(self._attendance, people=dict(people), order=tuple(queue))

    def before_inputs(self) -> None:
        """All that was done is on disk, and more is asked now."""
        if self._stands:
            self._attendance = self.table.attendance()

    def committed(self) -> None:
        """What was done is on disk."""
        before, self.view = self.view, self.table.view()
        if self.view.people is not before.people:
            self._came_or_went()

    def dropped(self) -> None:
        """What was done is not on disk, or nobody knows how far it came."""
        self._stands = False

    def suspend(self) -> None:
        """Whoever was there at the last commit is there, and nothing happens."""
        self.table.attend(self._attendance)
        self.view = self.view.suspended()

    def desert(self) -> None:
        """Nobody is there any more."""
        self.view = self.view.deserted()
        self._came_or_went()

    def forget(self) -> None:
        """The table is over: let go of its runner, which holds it."""
        self._came_or_went = _nobody

    def recover(self, rows: Sequence[Row], void_why: str, now: float) -> list[Order]:
        """Make a new table of the rows, with those who were at the one before."""
        table = self._made()
        orders = recover(table, self._attendance, rows, void_why, now)
        self.table = table
        return orders

    def recovered(self) -> None:
        """The table stands as it is written."""
        self._stands = True

    def _made(self) -> AnyTable:
        game = GAMES[self._config.game]
        table: AnyTable = Table(self._config, game, self._means.new_key, self._think)
        # Who heard lines before a restart knows their numbers: those of new lines are greater.
        table.number_lines_from(self._means.now())
        return table


def _nobody() -> None:
    """Waits for no news of a table that is over."""
