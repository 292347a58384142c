"""Group commit: many pieces of work in one commit, as both stores do it.

## How it works

Whoever writes hands over a piece of work, a function over a transaction, with two functions of
which one is told how it went (`CommitJob`). A store collects what comes while the last commit is on
its way and does all of it in the next:

1. The pieces run one after another in one transaction, without savepoints, as nearly all succeed.
   Where the database is on a server they do not wait for it between their statements.
2. If one raises, all is rolled back and done once more, each piece in a savepoint of its own: the
   one that raises is undone alone, and the others are committed. So work may run twice and keeps
   no notes.
3. COMMIT waits for the disk. Only then is anybody told, in the order in which they asked.
4. What is wrong with the database and not with a piece (disk full, I/O error, busy) fails the whole
   commit: each piece is told `CommitFailed`, and must read again before it relies on anything.
5. Where several nodes write to one database, rows of single tables come first, for nobody else
   writes those. Before the first piece with anything else the transaction takes the lock of the
   house: so money, accounts and chains are written by one node after the other, and each reads
   what the one before has written. A transaction that another one was in the way of (a deadlock) is
   done once more, whole.

`direct.py` does this in the loop of the reactor, for disks that sync fast, and `writer.py` on a
thread (`store/opening.py` measures which it is).
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, cast

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from game_server.store.ports import CannotRead, CommitFailed, T
from game_server.store.transaction import Connection, Transaction, whole


@dataclass(eq=False, slots=True)
class CommitJob(Generic[T]):
    """Work that somebody waits for, who is told by one of the two, and what came of it."""

    work: Callable[[Transaction], T]
    done: Callable[[T], object]
    failed: Callable[[BaseException], object]
    alone: bool = False
    result: T | None = None
    wrong: BaseException | None = None

    def run(self, conn: Transaction) -> None:
        """Do it and keep what came of it; raise only what ends the whole commit."""
        try:
            self.wrong = None
            with whole(conn):
                self.result = self.work(conn)
        except BaseException as wrong:
            if conn.engine.ends_commit(wrong) or not conn.in_transaction:
                raise
            self.wrong = wrong

    def look(self, conn: Transaction) -> None:
        """Do work that only reads."""
        try:
            self.result = self.work(conn)
        except BaseException as wrong:
            self.wrong = wrong
            if conn.engine.is_away(wrong):
                self.wrong = CannotRead(f"This cannot be read now: {wrong}. Try again.")

    def fire(self) -> None:
        """Tell whoever waits."""
        try:
            if self.wrong is not None:
                self.failed(self.wrong)
            else:
                self.done(cast(T, self.result))
        except Exception:
            # One who fails at what he is told keeps it from nobody else.
            Logger().failure("Who waited for the disk failed.")


def waiting(work: Callable[[Transaction], T]) -> tuple[CommitJob[T], Deferred[T]]:
    """Work that a Deferred waits for."""
    done: Deferred[T] = Deferred()
    return CommitJob(work, done.callback, done.errback), done


class SimulatedCrash(BaseException):
    """The machine stops here: for the simulation, which looks at what is left on disk."""


TRIES: Final = 5
"""So often a transaction is done when others are in its way."""


def commit(
    conn: Connection,
    jobs: Sequence[CommitJob[Any]],
    before: Callable[[], None] = lambda: None,
    after: Callable[[], None] = lambda: None,
    enough: Callable[[], bool] = lambda: False,
) -> Sequence[CommitJob[Any]]:
    """Do the jobs in one commit, at least one and the next as long as it is not `enough`, and
    leave in each what came of it; which they were.

    `before` is called just before the commit and `after` just after it; what they raise is a
    commit that failed, or a Crash, which goes on to the caller.
    """
    if conn.many:
        jobs = sorted(jobs, key=lambda job: not job.alone)
    tries = TRIES
    while True:
        tries -= 1
        try:
            return _commit(conn, jobs, before, after, enough)
        except SimulatedCrash:
            conn.rollback()
            raise
        except BaseException as wrong:
            with suppress(Exception):
                conn.rollback()
            if tries and conn.engine.collides(wrong):
                continue
            text = f"This does not count as written: {wrong}. Read again, then try again."
            for job in jobs:
                job.wrong = CommitFailed(text)
            return jobs


def _commit(
    conn: Connection,
    jobs: Sequence[CommitJob[Any]],
    before: Callable[[], None],
    after: Callable[[], None],
    enough: Callable[[], bool],
) -> Sequence[CommitJob[Any]]:
    conn.rollback()
    conn.begin(ahead=True)
    done = _all_well(conn, jobs, enough)
    jobs = jobs[:done] or jobs
    if not done:
        # Once more, so that what fails is undone alone: this is rare, and savepoints cost.
        conn.rollback()
        conn.begin()
        for job in jobs:
            if not job.alone:
                # Outside of the savepoint of the work, which may be undone.
                conn.lock_house()
            job.run(conn)
    before()
    conn.commit()
    after()
    return jobs


def _all_well(conn: Connection, jobs: Sequence[CommitJob[Any]], enough: Callable[[], bool]) -> int:
    """Do the jobs one after the other, until it is enough; how many were done, which is none,
    with some of it done, when one fails."""
    done = 0
    try:
        for job in jobs:
            if not job.alone:
                conn.lock_house()
            job.result, job.wrong = job.work(conn), None
            done += 1
            if enough():
                break
        if conn.ahead:
            conn.settle()
    except BaseException as wrong:
        if conn.engine.ends_commit(wrong) or not conn.in_transaction:
            raise
        return 0
    return done
