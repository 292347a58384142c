"""The store on threads: one that writes, one that reads."""

from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock
from typing import Any

from twisted.internet.defer import Deferred

from game_server.clock import Threads
from game_server.store.database_thread import DatabaseThread, reading
from game_server.store.group_commit import CommitJob, commit, waiting
from game_server.store.ports import StoreClosed, T
from game_server.store.transaction import Connection, Transaction

Fence = Callable[[Transaction], None]
"""Lets a commit pass, or raises why not."""


class WriterThread:
    """A Store whose connection belongs to one thread, which takes all that is pending at once.

    While one commit is on its way to the disk the next fills up: the busier, the more share a
    commit. Deferreds fire in the reactor's thread. Reading has a connection and a thread of its
    own, so that a long look delays no commit; a database in memory has but the one.
    """

    def __init__(self, conn: Connection, reactor: Threads, fence: Fence | None = None) -> None:
        """`fence` is called just before each commit, which fails by what it raises."""
        reader = reading(conn, reactor)
        self._lock = Lock()
        self._open = True
        self._writer = DatabaseThread("store-writer", conn, partial(_commit, fence), reactor)
        self._reader = reader or self._writer

    def write(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        """Do the work in the next commit."""
        job, done = waiting(work)
        self._take(self._writer, job)
        return done

    def post(
        self,
        work: Callable[[Transaction], T],
        done: Callable[[T], object],
        failed: Callable[[BaseException], object],
        alone: bool = False,
    ) -> None:
        """The same without a Deferred."""
        self._take(self._writer, CommitJob(work, done, failed, alone))

    def read(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        """Do work that only reads, beside the commits."""
        job, done = waiting(work)
        self._take(self._reader, job)
        return done

    def glance(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        """The same: nothing is read in the loop while another thread has the connection."""
        return self.read(work)

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

    def _take(self, lane: "DatabaseThread", job: CommitJob[Any]) -> None:
        # Under the lock nothing is put behind the end of the queue, where it would wait for ever.
        with self._lock:
            if self._open:
                lane.queue.put(job)
                return
        job.failed(StoreClosed("The store is closed; it takes no more work."))


def _commit(fence: Fence | None, conn: Connection, jobs: Sequence[CommitJob[Any]]) -> None:
    if fence is None:
        commit(conn, jobs)
    else:
        commit(conn, jobs, before=partial(fence, conn))
