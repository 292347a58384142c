"""The store that commits in the loop: where it is called from, once in a turn of the clock that it
is handed.

On a reactor it is the store for disks that sync fast; on a fake clock it is the store of the
simulation, which can make the next commit fail or the machine stop.
"""

from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from typing import Any, Final

from twisted.internet.defer import Deferred, fail

from game_server.clock import Clock
from game_server.store.database_thread import DatabaseThread
from game_server.store.group_commit import CommitJob, SimulatedCrash, commit, waiting
from game_server.store.ports import StoreClosed, T
from game_server.store.sqlite import SqliteConnection
from game_server.store.transaction import Transaction


class CommitFault(Enum):
    """A fault of the next commit, for the simulation."""

    FAILS = auto()
    """It does not happen, and everybody is told so."""
    LOST = auto()
    """It happens, and everybody is told that it failed."""
    CRASH_BEFORE = auto()
    """The machine stops before it: nothing is written, nobody is told."""
    CRASH_AFTER = auto()
    """The machine stops after it: all is written, nobody is told."""


AT_ONCE: Final = 24
"""So much work shares a commit: more would hold up the clock."""
STEP_S: Final = 0.0015
"""When a commit has taken so long, no more work is begun in it, and it is told of in a step of its
own; nobody else is told in the same step when that has taken so long."""
CHECKPOINT: Final = 1_000
"""After so many commits the log is copied into the file."""
NEAR: Final = 8
"""What so many commits have left to be copied, the loop copies itself."""
PASSES: Final = 4
"""So often the lane goes after commits that it has not copied, before it leaves that for later."""
GAP_S: Final = 0.003
"""A commit begins so long after the last one at the earliest: what comes meanwhile shares it, and
whoever comes to a store at rest waits for nothing."""
BEFORE = frozenset({CommitFault.FAILS, CommitFault.CRASH_BEFORE})
CRASHES = frozenset({CommitFault.CRASH_BEFORE, CommitFault.CRASH_AFTER})


class DirectStore:
    """A Store over one connection; a lane for reading keeps long looks out of the clock's turns.
    Commits begin at least `gap` seconds apart.

    A Crash leaves `clock.advance`; the store is dead then, and another one over the same
    connection is the machine that starts again.
    """

    def __init__(
        self,
        conn: SqliteConnection,
        clock: Clock,
        reader: DatabaseThread | None = None,
        gap: float = 0.0,
    ) -> None:
        self.fault: CommitFault | None = None
        self.commits = 0
        self._conn = conn
        self._clock = clock
        self._reader = reader
        self._gap = gap
        self._next_at = 0.0
        if reader is not None:
            # A turn of the clock is no time to copy a long log into the file: the lane does it.
            conn.execute("PRAGMA wal_autocheckpoint = 0")
        self._pending: list[CommitJob[Any]] = []
        self._done: deque[CommitJob[Any]] = deque()
        self._called = self._telling = False
        self._copy_at = CHECKPOINT
        self._open = True

    def write(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        """Do the work in the next commit."""
        job, done = waiting(work)
        self._take(job)
        return done

    def post(
        self,
        work: Callable[[Transaction], T],
        done: Callable[[T], object],
        failed: Callable[[BaseException], object],
        alone: bool = False,
    ) -> None:
        """The same without a Deferred."""
        self._take(CommitJob(work, done, failed, alone))

    def read(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        """Do work that only reads, beside the commits or in the next turn of the clock."""
        if self._reader is None or not self._open:
            return self.glance(work)
        job, done = waiting(work)
        self._reader.queue.put(job)
        return done

    def glance(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        """Do work that only reads, in the next turn of the clock."""
        if not self._open:
            return fail(StoreClosed("The store is closed; it takes no more work."))
        job, done = waiting(work)
        self._clock.callLater(0, self._look, job)
        return done

    def close(self) -> None:
        """Commit what is pending, and take no more."""
        if not self._open:
            return
        while self._pending:
            self._commit()
        while self._done:
            self._done.popleft().fire()
        self._open = False
        if self._reader is not None:
            self._reader.queue.put(None)
            self._reader.join()
            self._conn.close()

    def _take(self, job: CommitJob[Any]) -> None:
        if not self._open:
            job.failed(StoreClosed("The store is closed; it takes no more work."))
            return
        self._pending.append(job)
        if not (self._called or self._telling):
            self._soon()

    def _soon(self) -> None:
        self._called = True
        wait = max(0.0, self._next_at - self._clock.seconds()) if self._gap else 0.0
        self._clock.callLater(wait, self._commit)

    def _commit(self) -> None:
        self._called = False
        if not self._open:
            return
        now = self._clock.seconds()
        until, self._next_at = now + STEP_S, now + self._gap
        jobs, self._pending = self._pending[:AT_ONCE], self._pending[AT_ONCE:]
        try:
            done = commit(
                self._conn,
                jobs,
                lambda: self._strike(True),
                lambda: self._strike(False),
                lambda: self._clock.seconds() >= until,
            )
        except SimulatedCrash:
            self._open = False
            raise
        finally:
            self.fault = None
        self._pending[:0] = jobs[len(done) :]
        self.commits += 1
        if self.commits >= self._copy_at:
            self._copy(PASSES)
        self._done.extend(done)
        if self._telling:
            return
        if self._clock.seconds() < until:
            self._tell()
        else:
            # That was a step already.
            self._telling = True
            self._clock.callLater(0, self._tell)

    def _copy(self, passes: int) -> None:
        """Copy the log into the file, and then what was committed meanwhile.

        Only a log that is copied to its end begins again at its front. One that grows instead
        costs more at every commit: the disk must write down how long it is.
        """
        self._copy_at = self.commits + CHECKPOINT
        if self._reader is None:
            return
        begun = self.commits

        def copied(told: object) -> None:
            if not self._open:
                return
            if self.commits - begun <= NEAR:
                CommitJob(checkpoint, _nobody, _nobody).look(self._conn)
            elif passes > 1:
                self._copy(passes - 1)

        self._reader.queue.put(CommitJob(checkpoint, copied, copied))

    def _tell(self) -> None:
        """Tell those whose work is on disk, in its order; the rest later if it takes long. More is
        written when all are told: else a crowd would wait written, behind whoever comes."""
        until = self._clock.seconds() + STEP_S
        self._telling = True
        while self._done:
            self._done.popleft().fire()
            if self._done and self._clock.seconds() >= until:
                self._clock.callLater(0, self._tell)
                return
        self._telling = False
        if self._pending and not self._called:
            self._soon()

    def _look(self, job: CommitJob[Any]) -> None:
        if self._open:
            job.look(self._conn)
            job.fire()

    def _strike(self, before: bool) -> None:
        fault = self.fault
        if fault is not None and (fault in BEFORE) == before:
            raise (
                SimulatedCrash(fault.name)
                if fault in CRASHES
                else OSError(f"simulated, {fault.name}")
            )


def checkpoint(conn: Transaction) -> None:
    """Copy what is in the log into the file, as far as nobody still reads the old."""
    conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _nobody(told: object) -> None:
    """Waits for it."""
