"""Bots think beside the reactor and answer when their time has come; who is late moves quickly."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.clock import Clock
from game_server.lobby.ports import Means
from game_server.table.asking import MOST_SEED
from game_server.table.orders import Choose
from game_server.table.pace import LATE_S
from protocol.events import Event
from protocol.words import Act, Ask

SAID_EVERY_S: Final = 600.0
"""Bots fail as often as they are asked: that is one alarm, raised again after so long if they
still do."""
ALARM: Final = "bots"
Choice = Callable[[str, str, Sequence[Event], Ask, int], Act]
"""What chooses, in whatever process: the game, the bot, what it was told, what it is asked, a
seed."""
QuickChoice = Callable[[str, Sequence[Event], Ask, int], Act]
"""What chooses at once, in the loop."""


class AllThink(Exception):
    """A bot is not asked at all, because too many think already."""


class BotFailed(Exception):
    """A bot has raised something, or its process has ended; the text says where."""


class BotThought:
    """One answer of a bot: it begins to think at once, and is heard when its time has come.

    `first`: it goes before the thoughts of rooms that players opened.
    """

    _log: ClassVar[Logger] = Logger()

    def __init__(
        self,
        order: Choose,
        game: str,
        means: Means,
        heard: Callable[["BotThought"], None],
        first: bool = True,
    ) -> None:
        self.order = order
        self.act = order.ask.default
        self._game, self._means = game, means
        self._heard: Callable[[BotThought], None] | None = heard
        self._ready = self._due = False
        self._instead = ""
        """Why it plays a quick move instead of what it would have thought of."""
        seed = means.chance.below(MOST_SEED)
        wait = max(0.0, order.not_before - means.time())
        thinkers = means.thinkers
        self._thinking = thinkers.choose(game, order.bot, order.told, order.ask, seed, first)
        self._thinking.addCallbacks(self._chose, self._failed)
        means.clock.callLater(wait, self._is_due)
        means.clock.callLater(wait + LATE_S, self._is_late)

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        self._heard = None
        self._thinking.cancel()

    def _chose(self, act: Act) -> None:
        if self._heard is not None:
            self.act, self._ready = act, True
            self._say()

    def _failed(self, failure: Failure) -> None:
        if self._heard is None or failure.check(CancelledError):
            return
        if failure.check(AllThink):
            self._instead = "busy"
        else:
            self._instead = "failed"
            self._complain("A bot of {game} failed to choose: {why}", failure)
        self._ready = True
        self._say()

    def _is_due(self) -> None:
        self._due = True
        self._say()

    def _is_late(self) -> None:
        if self._heard is not None and not self._ready:
            self._instead = "late"
            self._ready = True
            self._thinking.cancel()
            self._say()

    def _say(self) -> None:
        heard = self._heard
        if heard is not None and self._ready and self._due:
            self._heard = None
            if self._instead:
                self._move_quickly()
            self._means.counts.bot_answered(self._game, self._instead or "thought")
            heard(self)

    def _move_quickly(self) -> None:
        order, means = self.order, self._means
        try:
            seed = means.chance.below(MOST_SEED)
            self.act = means.thinkers.quick(self._game, order.told, order.ask, seed)
        except Exception:
            # Silence is the last resort, and never a quiet one.
            self._instead = "silent"
            self._complain("A bot of {game} has no quick move: {why}", Failure())

    def _complain(self, text: str, failure: Failure) -> None:
        if self._means.counts.may_say(ALARM, self._means.time(), SAID_EVERY_S):
            why = failure.value if failure.check(BotFailed) else failure.getTraceback()
            self._log.critical(text, game=self._game, why=str(why), alarm=ALARM)


class DirectThinkers:
    """Bots that choose in the next turn of the clock: for the simulation."""

    def __init__(
        self,
        clock: Clock,
        choice: Choice,
        names: Callable[[str], Sequence[str]],
        quick: QuickChoice,
    ) -> None:
        self._clock, self._choice, self._names = clock, choice, names
        self.quick = quick

    def names(self, game: str) -> Sequence[str]:
        return self._names(game)

    def choose(
        self, game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int, first: bool
    ) -> Deferred[Act]:
        done: Deferred[Act] = Deferred()
        self._clock.callLater(0, self._answer, done, game, bot, tuple(told), ask, seed)
        return done

    def _answer(
        self, done: Deferred[Act], game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int
    ) -> None:
        if done.called:
            return
        try:
            act = self._choice(game, bot, told, ask, seed)
        except Exception:
            done.errback(Failure())
        else:
            done.callback(act)
