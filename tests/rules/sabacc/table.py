"""A sabacc table for tests: cards are named, chance is told what to say, all is remembered."""

from collections.abc import Callable

from game_server.rules.core import play
from game_server.rules.sabacc import GAME
from game_server.rules.sabacc.engine import Sabacc
from game_server.rules.sabacc.state import Carry, State
from protocol.cards import labels, parse
from protocol.events import Event, Moved
from protocol.words import CHANCE, Act, Ask, Cards, Seat

RULES = Sabacc(GAME.presets["house"])
A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)
SEATS = (A, B, C, D)


def answer(ask: Ask, wanted: Cards) -> Act:
    """The numbers by which chance draws just these cards."""
    rest, drawn = list(ask.left), []
    for card in wanted:
        drawn.append(rest.index(card))
        rest.pop(drawn[-1])
    return Act("draw", drawn=tuple(drawn))


class Table:
    """One game; `stacks` in chips after the ante, which every seat has besides."""

    def __init__(self, *stacks: int, hands: str = "", top: str = "+5c", jackpot: int = 0) -> None:
        self.begun = {seat: (chips + 50) * 100 for seat, chips in zip(SEATS, stacks, strict=False)}
        self.state, said = RULES.open(self.begun, Carry(6, jackpot * 100))
        self.said: list[Event] = list(said)
        if hands:
            self.draw(f"{hands} {top}")

    def do(self, seat: Seat, verb: str, amount: int = 0, cards: str = "") -> tuple[Event, ...]:
        act = Act(verb, amount * 100, cards=parse(cards))
        return self.went(lambda: play(RULES, self.state, seat, act))

    def draw(self, cards: str) -> tuple[Event, ...]:
        act = answer(self.ask, parse(cards))
        return self.went(lambda: play(RULES, self.state, CHANCE, act))

    def draw_first(self) -> tuple[Event, ...]:
        """Whatever is asked of chance: always the first of the cards left."""
        act = Act("draw", drawn=(0,) * len(self.ask.options[0].bounds))
        return self.went(lambda: play(RULES, self.state, CHANCE, act))

    def dice(self, first: int, second: int) -> tuple[Event, ...]:
        act = Act("draw", drawn=(first - 1, second - 1))
        return self.went(lambda: play(RULES, self.state, CHANCE, act))

    def leave(self, seat: Seat) -> tuple[Event, ...]:
        return self.went(lambda: RULES.leave(self.state, seat))

    def went(self, step: Callable[[], tuple[State, tuple[Event, ...]]]) -> tuple[Event, ...]:
        self.state, said = step()
        self.said += said
        return said

    def all_do(self, *verbs: str) -> tuple[Event, ...]:
        """Each seat that is asked does the next of these."""
        said: tuple[Event, ...] = ()
        for verb in verbs:
            option = self.ask.option(verb)
            assert option, f"{verb} is not offered to seat {self.ask.who}"
            said += self.do(self.ask.who, verb, option.low // 100)
        return said

    def lap(self, first: int = 1, second: int = 2) -> tuple[Event, ...]:
        """A round in which all stand and check; then the dice."""
        while self.ask.who != CHANCE:
            self.do(self.ask.who, "stand" if self.ask.option("stand") else "check")
        return self.dice(first, second)

    def to_showdown(self) -> tuple[Event, ...]:
        """All stand and check, without a shift; what the last dice led to."""
        said: tuple[Event, ...] = ()
        while not self.over:
            said = self.lap()
        return said

    @property
    def asks(self) -> tuple[Ask, ...]:
        return RULES.asks(self.state)

    @property
    def ask(self) -> Ask:
        (one,) = self.asks
        return one

    @property
    def over(self) -> bool:
        return self.asks == ()

    @property
    def verbs(self) -> list[str]:
        return [option.verb for option in self.ask.options]

    def hand(self, seat: Seat) -> str:
        return labels(self.state.hands[seat])

    @property
    def top(self) -> str:
        return labels(self.state.discards[-1:])

    @property
    def chips(self) -> list[int]:
        return [cents // 100 for cents in self.state.stacks.values()]

    def won(self, why: str) -> dict[Seat, int]:
        """Chips that came to the seats for this reason."""
        found: dict[Seat, int] = {}
        for one in self.said:
            if isinstance(one, Moved) and one.why == why:
                found[one.dst] = found.get(one.dst, 0) + one.amount // 100
        return found
