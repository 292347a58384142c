"""The slowest single call of any engine: nothing that blocks a table may take a millisecond.

Random rounds of every game and preset of the catalogue are played, with leaving. Each call is
timed as it comes; one that would be the slowest so far is made again, and its best time counts:
calls are pure, so what is left out is the machine's noise and what a process learns only once.
Each time the rules are new, so that nothing which they remember of the call makes it look quick.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Generic, TypeVar

from bench.measure import Clock, table
from game_server.bots.random_player import choose_among
from game_server.rules import core
from game_server.rules.catalogue import GAMES
from protocol.events import Event, RoundBegan, told
from protocol.words import CHANCE, Act, Ask, Seat

LIMIT = 1e-3
AGAIN = 7
LEAVING = 50
"""One of so many questions is answered by somebody's leaving."""
ROUNDS = 5
"""So many rounds of a table, one after another, before the next table."""
CALLS = ("open", "asks", "apply", "leave")
ENDINGS = ("fold", "junk", "surrender", "stand", "pass", "spin", "done", "deal")
ADVENTURES = ("split", "double", "insure", "all_in", "draw", "swap", "play")
STYLES: Sequence[tuple[Sequence[str], Sequence[str]]] = (
    ((), ()),
    (ENDINGS, ()),
    (ENDINGS, ADVENTURES),
)
"""Verbs that players seldom choose, and verbs that they mostly do."""

Q = TypeVar("Q")
R = TypeVar("R")
S = TypeVar("S")
C = TypeVar("C")
Opt = TypeVar("Opt", bound=core.Options)


@dataclass
class Slowest:
    """How often a call was made, and the longest that it took."""

    calls: int = 0
    seconds: float = 0.0
    what: str = ""


@dataclass
class Watch:
    """The slowest call of each kind that was made under it."""

    clock: Clock = process_time
    slowest: dict[str, Slowest] = field(default_factory=lambda: {call: Slowest() for call in CALLS})

    def time(self, kind: str, what: str, fresh: Callable[[], Q], call: Callable[[Q], R]) -> R:
        """What the call of a fresh one returned, timed; again while it would be the slowest."""
        worst = self.slowest[kind]
        worst.calls += 1
        seconds, result = self._timed(fresh(), call)
        for _ in range(AGAIN):
            if seconds <= worst.seconds:
                return result
            seconds = min(seconds, self._timed(fresh(), call)[0])
        if seconds > worst.seconds:
            worst.seconds, worst.what = seconds, what
        return result

    def _timed(self, made: Q, call: Callable[[Q], R]) -> tuple[float, R]:
        begun = self.clock()
        result = call(made)
        return self.clock() - begun, result


@dataclass
class Watched(Generic[Opt, S, C]):
    """A table of random players, every call of whose rules is timed."""

    game: core.Game[Opt, S, C]
    preset: str
    random: Random
    watch: Watch

    def __post_init__(self) -> None:
        self.options = self.game.presets[self.preset]
        self.avoid, self.seek = self.random.choice(STYLES)

    def play(self) -> None:
        """Some rounds; each has stacks of its own and the carry of the one before."""
        seats = range(self.random.randint(self.options.least, self.options.most))
        carry: C | None = None
        for _ in range(ROUNDS):
            stacks = self._stacks(seats)
            opened = self._open(stacks, carry)
            carry = self._rules().carry(self._to_the_end(opened, stacks))

    def _rules(self) -> core.Rules[S, C]:
        return self.game.rules(self.options)

    def _open(self, stacks: dict[Seat, int], carry: C | None) -> core.Step[S]:
        step: core.Step[S] = self.watch.time(
            "open", self.preset, self._rules, lambda rules: rules.open(stacks, carry)
        )
        return step

    def _asks(self, state: S) -> tuple[Ask, ...]:
        return self.watch.time("asks", self.preset, self._rules, lambda rules: rules.asks(state))

    def _leave(self, state: S, seat: Seat) -> core.Step[S]:
        step: core.Step[S] = self.watch.time(
            "leave", self.preset, self._rules, lambda rules: rules.leave(state, seat)
        )
        return step

    def _apply(self, state: S, ask: Ask, act: Act) -> core.Step[S]:
        """As `core.play` does, whose refusal is no part of the engine."""
        refused = ask.refusal(act)
        if refused is not None:
            raise refused
        what = f"{self.preset}, {act.verb}" + (f" {ask.source}" if ask.who == CHANCE else "")
        step: core.Step[S] = self.watch.time(
            "apply", what, self._rules, lambda rules: rules.apply(state, ask.who, act)
        )
        return step

    def _to_the_end(self, step: core.Step[S], stacks: dict[Seat, int]) -> S:
        shown = {name: getattr(self.options, name) for name in _fields(self.options)}
        names = {seat: f"Seat {seat}" for seat in stacks}
        began = RoundBegan(self.game.name, self.preset, 1, names, stacks, shown)
        heard: dict[Seat, list[Event]] = {seat: [began] for seat in stacks}
        while True:
            for seat, by_seat in heard.items():
                by_seat += [told(event, seat) for event in step.events]
            asks = self._asks(step.state)
            if not asks:
                return step.state
            ask = self.random.choice(asks)
            if ask.who == CHANCE:
                bounds = ask.options[0].bounds
                draw = Act("draw", drawn=tuple(self.random.randrange(bound) for bound in bounds))
                step = self._apply(step.state, ask, draw)
            elif self.random.randrange(LEAVING) == 0:
                step = self._leave(step.state, self.random.choice(list(stacks)))
            else:
                step = self._apply(step.state, ask, self._choose(heard[ask.who], ask))

    def _choose(self, heard: Sequence[Event], ask: Ask) -> Act:
        options = [option for option in ask.options if option.verb in self.seek]
        if not options or self.random.random() < 0.25:
            options = [option for option in ask.options if option.verb not in self.avoid]
        if not options or self.random.random() < 0.1:
            options = list(ask.options)
        return choose_among(options, heard, ask, self.random.randrange)

    def _stacks(self, seats: range) -> dict[Seat, int]:
        unit, most = self.options.unit, self.random.choice((10, 40, 400))
        least = max(self.game.entry(self.options), unit)
        more = range(0, most * max(unit, 100), unit)
        return {Seat(seat): least + self.random.choice(more) for seat in seats}


def _fields(options: core.Options) -> Sequence[str]:
    return tuple(getattr(options, "__dataclass_fields__", ()))


def watch(name: str, seconds: float) -> tuple[int, Watch]:
    """So many seconds of a game, its presets in turn, but a table of each; the rounds played."""
    game, random, seen, rounds = GAMES[name], Random(7), Watch(), 0
    begun = process_time()
    while True:
        for preset in game.presets:
            Watched(game, preset, random, seen).play()
            rounds += ROUNDS
        if process_time() - begun >= seconds:
            return rounds, seen


def main(seconds: float = 90.0) -> int:
    rows, worst = [], 0.0
    for name in GAMES:
        rounds, seen = watch(name, seconds / len(GAMES))
        for kind, slowest in seen.slowest.items():
            cells = (f"{slowest.calls:,}", f"{slowest.seconds * 1e6:,.0f} us", slowest.what)
            rows.append((f"{name}.{kind}", f"{rounds:,}", *cells))
            worst = max(worst, slowest.seconds)
    print(table(("call", "rounds", "calls", "slowest", "which"), rows))
    print(f"\nThe slowest takes {worst * 1e6:,.0f} us; the aim is below {LIMIT * 1e6:,.0f} us.")
    return 1 if worst > LIMIT else 0
