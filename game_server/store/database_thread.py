"""A thread with a connection of its own, which does what is put into its queue."""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from game_server.clock import Threads
from game_server.store.group_commit import CommitJob
from game_server.store.transaction import Connection

AT_ONCE: Final = 12
"""So many are told in one turn of the loop: each may have a whole table to tell."""
MOST: Final = 100
"""So many share a commit at most. Of a crowd that comes in at once each is a few milliseconds of
work on a busy machine, and a commit that lasts longer than a lease comes too late for it."""


class DatabaseThread(Thread):
    """A thread with its connection and its queue, which None ends. Who waits is told in the order
    of the queue, by the reactor."""

    def __init__(
        self,
        name: str,
        conn: Connection,
        perform: Callable[[Connection, Sequence[CommitJob[Any]]], None],
        reactor: Threads,
    ) -> None:
        # A daemon: a process that dies is not held up, and loses nothing that it told.
        super().__init__(name=name, daemon=True)
        self.queue: SimpleQueue[CommitJob[Any] | None] = SimpleQueue()
        self._conn = conn
        self._perform = perform
        self._reactor = reactor
        self._done: deque[CommitJob[Any]] = deque()
        self.start()

    def run(self) -> None:
        """Do what is put into the queue until None comes."""
        last = False
        while not last:
            taken = self._pending()
            jobs = [job for job in taken if job is not None]
            last = len(jobs) < len(taken)
            if jobs:
                self._perform(self._conn, jobs)
                self._done.extend(jobs)
                self._reactor.callFromThread(self._tell)
        self._conn.close()

    def _tell(self) -> None:
        for _ in range(min(AT_ONCE, len(self._done))):
            self._done.popleft().fire()
        if self._done:
            self._reactor.callFromThread(self._tell)

    def _pending(self) -> list[CommitJob[Any] | None]:
        """Wait for one; then everything that is there, as far as it may share a commit."""
        taken = [self.queue.get()]
        with suppress(Empty):
            while len(taken) < MOST:
                taken.append(self.queue.get_nowait())
        return taken


def reading(conn: Connection, reactor: Threads) -> DatabaseThread | None:
    """A lane that looks at what the connection has committed; None for a database in memory."""
    reader = conn.reader()
    return DatabaseThread("store-reader", reader, look, reactor) if reader else None


def look(conn: Connection, jobs: Sequence[CommitJob[Any]]) -> None:
    """Do work that only reads."""
    for job in jobs:
        job.look(conn)
