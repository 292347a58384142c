"""Long reads: looks at what is on disk, on a thread and a connection of their own; no table
waits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from twisted.internet.defer import Deferred

from game_server.clock import Threads
from game_server.store.database_thread import DatabaseThread, look
from game_server.store.group_commit import waiting
from game_server.store.ports import T
from game_server.store.transaction import Database, Transaction


class LongRead:
    """A long read that is open. `at` does work on its thread; what this returns fires in the
    reactor's."""

    def __init__(self, lane: DatabaseThread, reactor: Threads) -> None:
        self._lane, self._reactor = lane, reactor

    def at(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        """What the work returned, which changes nothing."""
        job, done = waiting(work)
        self._lane.queue.put(job)
        return done

    def tell(self, told: Callable[[], None]) -> None:
        """From within work: call this in the reactor's thread."""
        self._reactor.callFromThread(told)


class LongReads:
    """Opens looks at that database."""

    def __init__(self, database: Database, reactor: Threads) -> None:
        self._database, self._reactor = database, reactor

    @contextmanager
    def look(self) -> Iterator[LongRead]:
        """A look until the end of a `with`; what is under way then goes on unheard."""
        lane = DatabaseThread("store-aside", self._database.look(), look, self._reactor)
        try:
            yield LongRead(lane, self._reactor)
        finally:
            lane.queue.put(None)
