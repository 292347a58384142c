"""Recovery of a table that failed: its rows are read back after growing pauses, or no more."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.lobby.failures import Failures, Position
from game_server.lobby.ports import Means
from game_server.lobby.recovery import read_back
from game_server.store.ports import CommitFailed, StoreClosed
from game_server.table.journal import Row

DISK: Final = "disk"
SAID_EVERY_S: Final = 600.0


class RecoveryLoop:
    """Reads the rows of a table and hands them to `up` with their epoch; `hopeless` hears why that
    is no use any more. It keeps count of failures, and of the `position` of the table, as it is
    written, at each."""

    _log: ClassVar[Logger] = Logger()

    def __init__(
        self,
        table: str,
        means: Means,
        position: Callable[[], Position],
        up: Callable[[int, Sequence[Row]], object],
        hopeless: Callable[[str], object],
    ) -> None:
        self._table, self._means = table, means
        self._position, self._up, self._hopeless = position, up, hopeless
        self._failures = Failures()
        self._stood = False
        """Whether the table has been up: only then it stands somewhere."""
        self._reading = 0
        """Counts what was begun: a pause or a read of before means nothing any more."""

    @property
    def one_by_one(self) -> bool:
        """Whether inputs are to be answered alone, so that who fails is known."""
        return bool(self._failures.tries)

    @property
    def void_why(self) -> str:
        """Why the round in play is void; empty while it may be tried again."""
        return self._failures.void_why

    def refuses(self, who: str) -> bool:
        """Whether what this player asks has failed so often that it is tried no more."""
        return self._failures.refuses(who)

    def start(self) -> None:
        """Read the rows for the first time."""
        self._after(0)

    def stop(self) -> None:
        """Whatever is being waited for or read means nothing any more."""
        self._reading += 1

    def forget(self) -> None:
        """The table is over: let go of it, for it holds this loop."""
        del self._position, self._up, self._hopeless

    def try_again(self, who: str | None) -> None:
        """The table has failed, `who` as `Failures.failed` has it: read what is written after a
        pause; or, when that has not helped so often, never."""
        wait = self._failures.failed(self._position() if self._stood else None, who)
        hopeless = self._failures.hopeless
        if hopeless:
            self._hopeless(hopeless)
        else:
            self._after(wait)

    def committed(self, rows: Sequence[Row]) -> None:
        """These rows are on disk."""
        self._stood, failures = True, self._failures
        if failures.any:
            failures.written(self._position())
        failures.committed(rows)

    def stands(self) -> bool:
        """The table stands as it is written; whether there is hope that it goes on."""
        self._stood = True
        hopeless = self._failures.hopeless
        if hopeless:
            self._hopeless(hopeless)
        return not hopeless

    def _after(self, wait: float) -> None:
        self._reading += 1
        self._means.clock.callLater(wait, self._read, self._reading)

    def _read(self, reading: int) -> None:
        if reading != self._reading:
            return

        def read(found: tuple[int, list[Row]]) -> None:
            if reading == self._reading:
                self._up(*found)

        def failed(failure: Failure) -> None:
            if reading != self._reading or failure.check(StoreClosed):
                return
            if failure.check(CommitFailed):
                self._cannot_write(str(failure.value))
                self.try_again(None)
                return
            self._log.error("Table {table} stays paused.", table=self._table)
            self._log.failure("Table {table} has a fault.", failure, table=self._table)
            self.try_again("")

        read_back(self._means.store, self._table).addCallback(read).addErrback(failed)

    def _cannot_write(self, why: str) -> None:
        """That is no fault of the table: one alarm for all of them, raised again while it lasts."""
        self._log.error("Table {table} stays paused: {why}", table=self._table, why=why)
        if self._means.counts.may_say(DISK, self._means.time(), SAID_EVERY_S):
            text = "The disk takes nothing, and tables that are played at are paused: {why}"
            self._log.critical(text, why=why, alarm=DISK)
