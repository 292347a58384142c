"""The ledger is checked while the house runs, a few entries at a time, as it grows; and once a day
all of it is looked through again."""

from collections.abc import Callable
from typing import Final

from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.clock import Clock
from game_server.store import ledger_check
from game_server.store.ledger_check import CheckStep
from game_server.store.ports import Store

ONWARD_S: Final = 0.1
"""Between two steps through entries that were never checked."""
AGAIN_S: Final = 0.5
"""Between two steps through what was checked: 8 million entries a day."""
REST_S: Final = 10.0
"""When all is checked, and after a step that could not be written."""
WRONG_S: Final = 60 * 60.0
"""After entries that are not right, which are not checked past: somebody has to look."""


class LedgerWatch:
    """Takes the steps of the check, one after the other, and logs what is wrong as an alarm."""

    def __init__(self, store: Store, clock: Clock, now: Callable[[], int]) -> None:
        self._store, self._clock, self._now = store, clock, now
        self._log = Logger()
        self._running = False

    def start(self) -> None:
        """Begin, and go on until `stop`."""
        self._running = True
        self._next(0.0)

    def stop(self) -> None:
        """Take no more steps."""
        self._running = False

    def _next(self, delay: float) -> None:
        self._clock.callLater(delay, self._step)

    def _step(self) -> None:
        if self._running:
            at = self._now()
            looking = self._store.read(lambda conn: ledger_check.step(conn, at))
            looking.addCallback(self._found).addErrback(self._later)

    def _found(self, step: CheckStep | None) -> None:
        if step is None:
            self._next(REST_S)
            return
        for text in step.faults:
            self._log.critical("The ledger is not right: {text}", text=text, alarm="ledger")
        if step.after == step.before:
            self._next(WRONG_S if step.faults else REST_S)
            return
        writing = self._store.write(lambda conn: ledger_check.take(conn, step))
        writing.addCallback(lambda _: self._next(self._pause(step))).addErrback(self._later)

    def _pause(self, step: CheckStep) -> float:
        if not step.more:
            return REST_S
        return ONWARD_S if step.sums else AGAIN_S

    def _later(self, failure: Failure) -> None:
        # A disk that takes nothing, or a store that is closed, is said elsewhere.
        if self._running:
            self._next(REST_S)
