"""Bots think beside the reactor, in processes of their own, and answer when their time has come."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import ClassVar, Final

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.lobby.child import end_with_the_house
from game_server.lobby.ports import Means
from game_server.store.ports import Clock, Threads
from game_server.table.orders import Choose
from protocol.events import Event
from protocol.words import Act, Ask

LATE_S: Final = 3.0
"""So long beyond its time a bot may think; then it does what silence means."""
Choice = Callable[[str, str, Sequence[Event], Ask, int], Act]
"""What chooses, in whatever process: the game, the bot, what it was told, what it is asked, a
seed."""


class Thought:
    """One answer of a bot: it begins to think at once, and is heard when its time has come."""

    _log: ClassVar[Logger] = Logger()

    def __init__(
        self, order: Choose, game: str, means: Means, heard: Callable[["Thought"], None]
    ) -> None:
        self.act = order.ask.default
        self._heard: Callable[[Thought], None] | None = heard
        self._ready = self._due = False
        wait = max(0.0, order.not_before - means.time())
        thinking = means.thinkers.choose(
            game, order.bot, order.told, order.ask, means.chance.below(2**62)
        )
        thinking.addCallbacks(self._chose, self._failed)
        means.clock.callLater(wait, self._is_due)
        means.clock.callLater(wait + LATE_S, self._is_late)

    def _chose(self, act: Act) -> None:
        if self._heard is not None:
            self.act, self._ready = act, True
            self._say()

    def _failed(self, failure: Failure) -> None:
        self._log.failure("A bot failed to choose.", failure)
        self._ready = True
        self._say()

    def _is_due(self) -> None:
        self._due = True
        self._say()

    def _is_late(self) -> None:
        self._ready = True
        self._say()

    def _say(self) -> None:
        heard = self._heard
        if heard is not None and self._ready and self._due:
            self._heard = None
            heard(self)


class ProcessThinkers:
    """Bots in a few processes that are started when the first bot thinks."""

    def __init__(
        self,
        reactor: Threads,
        choice: Choice,
        names: Callable[[str], Sequence[str]],
        processes: int = 1,
    ) -> None:
        self._reactor = reactor
        self._choice, self._names = choice, names
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def names(self, game: str) -> Sequence[str]:
        return self._names(game)

    def choose(
        self, game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int
    ) -> Deferred[Act]:
        done: Deferred[Act] = Deferred()
        try:
            future = self._open().submit(self._choice, game, bot, tuple(told), ask, seed)
        except (BrokenProcessPool, RuntimeError):
            self._pool = None
            done.errback(Failure())
            return done
        future.add_done_callback(lambda _: self._reactor.callFromThread(self._over, future, done))
        return done

    def close(self) -> None:
        """Let the processes end; what they think of is of no use any more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not a fork: this process has threads, whose locks a copy would keep for ever.
            self._pool = ProcessPoolExecutor(
                self._processes, get_context("spawn"), end_with_the_house
            )
        return self._pool

    def _over(self, future: "Future[Act]", done: Deferred[Act]) -> None:
        try:
            act = future.result()
        except Exception as wrong:
            if isinstance(wrong, BrokenProcessPool):
                self._pool = None
            done.errback(Failure())
        else:
            done.callback(act)


class DirectThinkers:
    """Bots that choose in the next turn of the clock: for the simulation."""

    def __init__(self, clock: Clock, choice: Choice, names: Callable[[str], Sequence[str]]) -> None:
        self._clock, self._choice, self._names = clock, choice, names

    def names(self, game: str) -> Sequence[str]:
        return self._names(game)

    def choose(
        self, game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int
    ) -> Deferred[Act]:
        done: Deferred[Act] = Deferred()
        self._clock.callLater(0, self._answer, done, game, bot, tuple(told), ask, seed)
        return done

    def _answer(
        self, done: Deferred[Act], game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int
    ) -> None:
        try:
            act = self._choice(game, bot, told, ask, seed)
        except Exception:
            done.errback(Failure())
        else:
            done.callback(act)
