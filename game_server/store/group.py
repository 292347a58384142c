"""Many pieces of work in one commit: what both stores do, each in its own time."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Generic, cast

from twisted.internet.defer import Deferred

from game_server.store.database import whole
from game_server.store.ports import CommitFailed, T

OF_THE_FILE: Final = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOTADB,
    }
)
"""What is wrong with the file and not with the work that met it: the whole commit fails."""


@dataclass(eq=False)
class Job(Generic[T]):
    """Work that somebody waits for, and what came of it."""

    work: Callable[[sqlite3.Connection], T]
    done: "Deferred[T]" = field(default_factory=Deferred)
    result: T | None = None
    wrong: BaseException | None = None

    def run(self, conn: sqlite3.Connection) -> None:
        """Do it and keep what came of it; raise only what ends the whole commit."""
        try:
            with whole(conn):
                self.result = self.work(conn)
        except BaseException as wrong:
            if _of_the_file(wrong) or not conn.in_transaction:
                raise
            self.wrong = wrong

    def look(self, conn: sqlite3.Connection) -> None:
        """Do work that only reads."""
        try:
            self.result = self.work(conn)
        except BaseException as wrong:
            self.wrong = wrong

    def fire(self) -> None:
        """Tell whoever waits."""
        if self.wrong is not None:
            self.done.errback(self.wrong)
        else:
            self.done.callback(cast(T, self.result))


class Crash(BaseException):
    """The machine stops here: for the simulation, which looks at what is left on disk."""


def commit(
    conn: sqlite3.Connection,
    jobs: Iterable[Job[object]],
    before: Callable[[], None] = lambda: None,
    after: Callable[[], None] = lambda: None,
) -> None:
    """Do the jobs in one commit, and leave in each what came of it.

    `before` is called just before the commit and `after` just after it; what they raise is a
    commit that failed, or a Crash, which goes on to the caller.
    """
    jobs = tuple(jobs)
    try:
        _roll_back(conn)
        conn.execute("BEGIN IMMEDIATE")
        if not _all_well(conn, jobs):
            # Once more, so that what fails is undone alone: this is rare, and savepoints cost.
            _roll_back(conn)
            conn.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.run(conn)
        before()
        conn.execute("COMMIT")
        after()
    except Crash:
        _roll_back(conn)
        raise
    except BaseException as wrong:
        with suppress(sqlite3.Error):
            _roll_back(conn)
        text = f"This does not count as written: {wrong}. Read again, then try again."
        for job in jobs:
            job.wrong = CommitFailed(text)


def _all_well(conn: sqlite3.Connection, jobs: Sequence[Job[object]]) -> bool:
    """Do the jobs one after the other; False, with some of it done, when one fails."""
    try:
        for job in jobs:
            job.result = job.work(conn)
    except BaseException as wrong:
        if _of_the_file(wrong) or not conn.in_transaction:
            raise
        return False
    return True


def _roll_back(conn: sqlite3.Connection) -> None:
    if conn.in_transaction:
        conn.execute("ROLLBACK")


def _of_the_file(wrong: BaseException) -> bool:
    # Extended codes carry the primary one in their low byte.
    code = getattr(wrong, "sqlite_errorcode", None)
    return isinstance(wrong, sqlite3.Error) and code is not None and code & 0xFF in OF_THE_FILE
