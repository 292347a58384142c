"""Thread pools for what takes long: few threads, few who wait, and "busy" for all others."""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from twisted.internet.defer import Deferred, fail
from twisted.python.failure import Failure

from game_server.clock import Clock, Threads
from protocol.words import Refusal

T = TypeVar("T")
THREADS: Final = 2
WAITING: Final = 32
"""With two threads and 40 ms a password the last of them waits less than a second."""


class Busy(Refusal):
    """The pool is full: all threads have work and all places to wait are taken; nothing was
    done."""

    def __init__(self) -> None:
        text = "Too many people are logging in at this moment; try again in a few seconds."
        super().__init__("busy", text)


class Pool(Protocol):
    """A place where work is done beside the reactor."""

    def do(self, work: Callable[[], T]) -> Deferred[T]:
        """What the work returned or raised; Busy at once when too much waits. Cancelled before
        it began, it is never done and its place is free."""


class ThreadPool:
    """A Pool of threads. Deferreds fire in the reactor's thread."""

    def __init__(self, reactor: Threads, threads: int = THREADS, waiting: int = WAITING) -> None:
        self._reactor = reactor
        self._executor = ThreadPoolExecutor(threads, "players")
        self._most = threads + waiting
        self._open = True
        self.under_way = 0
        """How many are being done or wait."""

    def do(self, work: Callable[[], T]) -> Deferred[T]:
        if not self._open or self.under_way >= self._most:
            return fail(Busy())
        self.under_way += 1
        future = self._executor.submit(work)

        def drop(_: Deferred[T]) -> None:
            future.cancel()

        done: Deferred[T] = Deferred(drop)
        # In a cancelled future this runs in the reactor's thread, in others in the worker's.
        future.add_done_callback(lambda _: self._reactor.callFromThread(self._over, future, done))
        return done

    def close(self) -> None:
        """Take no more, drop what waits, and return when what was begun is done."""
        self._open = False
        self._executor.shutdown(cancel_futures=True)

    def _over(self, future: "Future[Any]", done: "Deferred[Any]") -> None:
        self.under_way -= 1
        if done.called:
            return
        try:
            result = future.result()
        except CancelledError:
            done.errback(Busy())
        except Exception:
            done.errback(Failure())
        else:
            done.callback(result)


class DirectPool:
    """A Pool without threads that works in the next turn of the clock: for the simulation."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def do(self, work: Callable[[], T]) -> Deferred[T]:
        done: Deferred[T] = Deferred()
        self._clock.callLater(0, self._work, work, done)
        return done

    def _work(self, work: Callable[[], Any], done: "Deferred[Any]") -> None:
        if done.called:
            return
        try:
            result = work()
        except Exception:
            done.errback(Failure())
        else:
            done.callback(result)
