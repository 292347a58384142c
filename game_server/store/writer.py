"""The store on threads of its own: one that writes, one that reads."""

import sqlite3
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from twisted.internet.defer import Deferred, fail

from game_server.store.database import open_reader
from game_server.store.group import Job, commit
from game_server.store.ports import StoreClosed, T, Threads


class WriterThread:
    """A Store whose connection belongs to one thread, which takes all that is pending at once.

    While one commit is on its way to the disk the next fills up: the busier, the more share a
    commit. Deferreds fire in the reactor's thread. Reading has a connection and a thread of its
    own, so that a long look delays no commit; a database in memory has but the one.
    """

    def __init__(self, conn: sqlite3.Connection, reactor: Threads) -> None:
        reader = open_reader(conn)
        self._lock = Lock()
        self._open = True
        self._writer = _Lane("store-writer", conn, _commit, reactor)
        self._reader = _Lane("store-reader", reader, _look, reactor) if reader else self._writer

    def write(self, work: Callable[[sqlite3.Connection], T]) -> Deferred[T]:
        """Do the work in the next commit."""
        return self._take(self._writer, work)

    def read(self, work: Callable[[sqlite3.Connection], T]) -> Deferred[T]:
        """Do work that only reads, beside the commits."""
        return self._take(self._reader, work)

    def close(self) -> None:
        """Take no more work, and return when all that was taken is on disk.

        What is told of it reaches the reactor if that still runs.
        """
        with self._lock:
            if not self._open:
                return
            self._open = False
            lanes = {self._writer, self._reader}
            for lane in lanes:
                lane.queue.put(None)
        for lane in lanes:
            lane.join()

    def _take(self, lane: "_Lane", work: Callable[[sqlite3.Connection], T]) -> Deferred[T]:
        job = Job(work)
        # Under the lock nothing is put behind the end of the queue, where it would wait for ever.
        with self._lock:
            if not self._open:
                return fail(StoreClosed("The store is closed; it takes no more work."))
            lane.queue.put(job)
        return job.done


class _Lane(Thread):
    """A thread with its connection and its queue, which None ends."""

    def __init__(
        self,
        name: str,
        conn: sqlite3.Connection,
        perform: Callable[[sqlite3.Connection, Sequence[Job[Any]]], None],
        reactor: Threads,
    ) -> None:
        # A daemon: a process that dies is not held up, and loses nothing that it told.
        super().__init__(name=name, daemon=True)
        self.queue: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._conn = conn
        self._perform = perform
        self._reactor = reactor
        self.start()

    def run(self) -> None:
        last = False
        while not last:
            taken = self._pending()
            jobs = [job for job in taken if job is not None]
            last = len(jobs) < len(taken)
            if jobs:
                self._perform(self._conn, jobs)
                self._reactor.callFromThread(_fire, jobs)
        self._conn.close()

    def _pending(self) -> list[Job[Any] | None]:
        """Wait for one; then everything that is there."""
        taken = [self.queue.get()]
        try:
            while True:
                taken.append(self.queue.get_nowait())
        except Empty:
            return taken


def _commit(conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
    commit(conn, jobs)


def _look(conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
    for job in jobs:
        job.look(conn)


def _fire(jobs: Sequence[Job[Any]]) -> None:
    for job in jobs:
        job.fire()
