"""Processes in which bots think, and the questions that wait for one that is free.

They are started when the first bot thinks. One that ends, or thinks for too long, is replaced; the
question it had fails, and no other.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Final, Protocol, cast

from twisted.internet.defer import Deferred
from twisted.internet.error import ProcessExitedAlready
from twisted.internet.protocol import ProcessProtocol
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.clock import Clock
from game_server.lobby.child import HEAD, framed
from game_server.lobby.thinking import (
    ALARM,
    SAID_EVERY_S,
    AllThink,
    BotFailed,
    Choice,
    QuickChoice,
)
from game_server.table.asking import Malformed, ToChoose, asked_bytes, chosen_of
from protocol.events import Event
from protocol.words import Act, Ask

ROOT: Final = Path(__file__).resolve().parents[2]
MOST_WAITING: Final = 128
"""Questions of one kind that wait; what comes on top is not asked at all."""
STUCK_S: Final = 10.0
"""So long a bot may think of one question before its process is ended."""
PAUSES_S: Final = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Until the next process begins where one after the other ended without an answer."""
CHILD: Final = "game_server.lobby.child"
LONGEST: Final = 2**16
"""An answer is one act, or a few lines of a traceback."""


def cores() -> int:
    """How many processors this house may use: so many bots can think at once."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


class Spawns(Protocol):
    """The part of a reactor that begins processes."""

    def spawnProcess(
        self,
        processProtocol: ProcessProtocol,
        executable: str,
        args: Sequence[str],
        env: Mapping[str, str],
        *,
        childFDs: Mapping[int, str | int],
    ) -> object:
        """Begin it."""


class Process(Protocol):
    """A process that was begun, as far as it is used here."""

    def write(self, data: bytes) -> object:
        """To its input."""

    def signalProcess(self, signalID: str) -> object:
        """Send it a signal; ProcessExitedAlready if it has ended."""


@dataclass(eq=False)
class Pending:
    """A question on its way, and who waits for the answer."""

    asked: ToChoose
    done: Deferred[Act] = field(repr=False)

    def fail(self, wrong: Exception) -> bool:
        """There will be no answer; whether somebody waited for one."""
        waited = not self.done.called
        if waited:
            self.done.errback(Failure(wrong))
        return waited


class ProcessThinkers:
    """Bots in a few processes. Questions of the first kind go before all others."""

    _log: ClassVar[Logger] = Logger()

    def __init__(
        self,
        reactor: Spawns,
        clock: Clock,
        choice: Choice,
        names: Callable[[str], Sequence[str]],
        quick: QuickChoice,
        processes: int = 1,
    ) -> None:
        self._reactor, self._clock = reactor, clock
        self._choice = f"{choice.__module__}:{choice.__qualname__}"
        self._names, self.quick = names, quick
        self._processes = processes
        self._waiting: tuple[deque[Pending], deque[Pending]] = (deque(), deque())
        self.minds: list[Mind] = []
        self._ended = 0
        """Processes that ended since the last answer."""
        self._not_before = 0.0
        self._quiet_until = 0.0
        self._closed = False

    def names(self, game: str) -> Sequence[str]:
        return self._names(game)

    def choose(
        self, game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int, first: bool
    ) -> Deferred[Act]:
        queue = self._waiting[0 if first else 1]

        def cancel(_: Deferred[Act]) -> None:
            if question in queue:
                queue.remove(question)

        done: Deferred[Act] = Deferred(cancel)
        question = Pending(ToChoose(game, bot, tuple(told), ask, seed), done)
        if self._closed or len(queue) >= MOST_WAITING:
            question.fail(AllThink("Too many bots think."))
        elif self._clock.seconds() < self._not_before:
            question.fail(BotFailed("The process of the bots has ended again and again."))
        else:
            queue.append(question)
            self._pump()
        return done

    def close(self) -> None:
        """Let the processes end; what they think of is of no use any more."""
        self._closed = True
        for queue in self._waiting:
            queue.clear()
        for mind in self.minds:
            mind.end()

    def _pump(self) -> None:
        """Give what waits to whoever is free."""
        while any(self._waiting) and not self._closed:
            mind = next((one for one in self.minds if one.free), None)
            if mind is None and len(self.minds) < self._processes:
                mind = self._begin()
            if mind is None:
                return
            question = (self._waiting[0] or self._waiting[1]).popleft()
            mind.think(question)

    def _begin(self) -> "Mind | None":
        if self._clock.seconds() < self._not_before:
            return None
        mind = Mind(self, self._clock)
        args = [sys.executable, "-m", CHILD, self._choice]
        # Wherever it was started: this very program, and not another one that is installed.
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        env = {**os.environ, "PYTHONPATH": path}
        try:
            self._reactor.spawnProcess(
                mind, sys.executable, args, env, childFDs={0: "w", 1: "r", 2: 2}
            )
        except OSError as wrong:
            self._failed_to_begin(wrong)
            return None
        self.minds.append(mind)
        return mind

    def _failed_to_begin(self, wrong: OSError) -> None:
        self._pause(f"No process can begin: {wrong}")

    def unheard(self, wrong: str) -> None:
        """Something went wrong of which nobody else hears: who asked waits no more, or nobody
        asked."""
        now = self._clock.seconds()
        if not self._closed and now >= self._quiet_until:
            self._quiet_until = now + SAID_EVERY_S
            self._log.critical("{wrong}", wrong=wrong, alarm=ALARM)

    def answered(self) -> None:
        """A process is free again."""
        self._ended = 0
        self._pump()

    def over(self, mind: "Mind", answered: bool) -> None:
        """A process has ended, which had answered before or never did."""
        self.minds.remove(mind)
        if self._closed:
            return
        if not answered:
            self._pause("The process of the bots ends again and again.")
        wait = self._not_before - self._clock.seconds()
        if wait > 0:
            self._clock.callLater(wait, self._pump)
        else:
            self._pump()

    def _pause(self, why: str) -> None:
        """Begin the next one a little later each time; who waits for it would wait too long."""
        wait = PAUSES_S[min(self._ended, len(PAUSES_S) - 1)]
        self._ended += 1
        self._not_before = self._clock.seconds() + wait
        for queue in self._waiting:
            while wait and queue:
                queue.popleft().fail(BotFailed(why))


class Mind(ProcessProtocol):
    """One process, which thinks of one question at a time."""

    def __init__(self, thinkers: ProcessThinkers, clock: Clock) -> None:
        self._thinkers, self._clock = thinkers, clock
        self._question: Pending | None = None
        self._heard = bytearray()
        self._asked = 0
        self._has_answered = False
        self._ends = False

    @property
    def free(self) -> bool:
        """Whether it has nothing to think of."""
        return self._question is None and not self._ends

    @property
    def process(self) -> "Process":
        return cast(Process, self.transport)

    def think(self, question: Pending) -> None:
        """Take this question on."""
        self._question = question
        self._asked += 1
        try:
            data = asked_bytes(question.asked)
        except Exception as wrong:
            self._question = None
            question.fail(wrong)
            return
        self.process.write(framed(data))
        self._clock.callLater(STUCK_S, self._look, self._asked)

    def end(self) -> None:
        """End it, whatever it thinks of."""
        self._ends = True
        with suppress(ProcessExitedAlready):
            self.process.signalProcess("KILL")

    def _look(self, asked: int) -> None:
        if self._question is not None and self._asked == asked:
            self.end()

    def outReceived(self, data: bytes) -> None:
        self._heard += data
        size = HEAD + int.from_bytes(self._heard[:HEAD], "big")
        if size > LONGEST or len(self._heard) > size or self._question is None:
            # That is no answer to anything.
            self.end()
        elif len(self._heard) >= max(HEAD, size):
            said = bytes(self._heard[HEAD:])
            self._heard.clear()
            question, self._question = self._question, None
            self._take(question, said)
            self._has_answered = True
            self._thinkers.answered()

    def _take(self, question: Pending, said: bytes) -> None:
        try:
            chosen = chosen_of(said)
        except Malformed as wrong:
            self._failed(question, f"The bot's answer {wrong}.")
            return
        if chosen.act is None:
            self._failed(question, chosen.wrong)
        elif not question.done.called:
            question.done.callback(chosen.act)

    def _failed(self, question: Pending | None, wrong: str) -> None:
        if question is None or not question.fail(BotFailed(wrong)):
            self._thinkers.unheard(wrong)

    def processEnded(self, reason: Failure) -> None:
        question, self._question = self._question, None
        self._thinkers.over(self, self._has_answered)
        how = "was ended: it took too long" if self._ends else f"has ended: {reason.value}"
        self._failed(question, f"The process of the bots {how}")
