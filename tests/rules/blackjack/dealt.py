"""A table of blackjack for tests: the cards come as written, one after another."""

from collections.abc import Mapping
from dataclasses import asdict, replace

from game_server.rules.blackjack.engine import Blackjack
from game_server.rules.blackjack.options import PRESETS, Options
from game_server.rules.blackjack.state import Carry, State
from game_server.rules.core import Step, play
from protocol.cards import parse
from protocol.events import Event, Moved, RoundBegan, stacks_of
from protocol.words import CHANCE, POT, Act, Ask, Seat


def rules(preset: str, **changed: int | str | bool) -> Options:
    """A preset with some of its flags set otherwise."""
    return replace(PRESETS[preset], **changed)  # type: ignore[arg-type]  # flags of many types


class Table:
    """Plays one round; `cards` are what chance draws, in order, in the order of dealing.

    Without `bets` the window stays open; with them every seat of it bets and is ready. The
    shuffle marker is placed as near to the end as chance may.
    """

    def __init__(
        self,
        options: Options,
        cards: str = "",
        bets: Mapping[int, int] | None = None,
        stacks: Mapping[int, int] | None = None,
        carry: Carry | None = None,
    ) -> None:
        self.rules = Blackjack(options)
        self.cards: list[int] = list(parse(cards))
        have = stacks if stacks is not None else dict.fromkeys(bets or {0: 0}, 100_000)
        seats = {Seat(seat): sum for seat, sum in have.items()}
        began = RoundBegan("blackjack", "", 0, {}, seats, asdict(options))
        self.events: list[Event] = [began]
        self.asked_chance: list[Ask] = []
        self.state: State
        self._take(self.rules.open({Seat(seat): sum for seat, sum in have.items()}, carry))
        for seat, amount in (bets or {}).items():
            self.do(seat, "bet", amount)
            if self.verbs(seat) and "deal" in self.verbs(seat):
                self.do(seat, "deal")

    def do(self, seat: int, verb: str, amount: int | None = None) -> tuple[Event, ...]:
        """The act through the common gate, and everything told until the next question."""
        before = len(self.events)
        if amount is None:
            ask = self.ask(seat)
            option = ask.option(verb) if ask else None
            amount = option.low if option else 0
        self._take(play(self.rules, self.state, Seat(seat), Act(verb, amount)))
        return tuple(self.events[before:])

    def draw(self) -> None:
        """Chance draws the first of the cards left, once."""
        self._take(play(self.rules, self.state, CHANCE, Act("draw", drawn=(0,))))

    def leave(self, seat: int) -> tuple[Event, ...]:
        before = len(self.events)
        self._take(self.rules.leave(self.state, Seat(seat)))
        return tuple(self.events[before:])

    def ask(self, seat: int) -> Ask | None:
        asks = self.rules.asks(self.state)
        return next((ask for ask in asks if ask.who == seat), None)

    def verbs(self, seat: int) -> tuple[str, ...]:
        """What the seat may do; nothing when it is not asked."""
        ask = self.ask(seat)
        return tuple(dict.fromkeys(option.verb for option in ask.options)) if ask else ()

    @property
    def over(self) -> bool:
        return not self.rules.asks(self.state)

    @property
    def stacks(self) -> dict[int, int]:
        """What each seat has by what was told, and that nothing stayed in the pot of a round."""
        told = stacks_of(self.events)
        if self.over:
            assert told.get(POT, 0) == 0
        assert {seat: sum for seat, sum in told.items() if seat >= 0} == self.state.stacks
        return {seat: sum for seat, sum in told.items() if seat >= 0}

    def paid(self) -> list[tuple[str, int]]:
        """Every movement of money, by its reason."""
        return [(one.why, one.amount) for one in self.events if isinstance(one, Moved)]

    def said(self, kind: type[Event]) -> list[Event]:
        return [one for one in self.events if isinstance(one, kind)]

    def carry(self) -> Carry:
        return self.rules.carry(self.state)

    def _take(self, step: Step[State]) -> None:
        self._keep(step)
        while (ask := self.ask(CHANCE)) is not None and (self.cards or not ask.left):
            self.asked_chance.append(ask)
            drawn = self._drawn(ask) if ask.left else (0,)
            self._keep(play(self.rules, self.state, CHANCE, Act("draw", drawn=drawn)))

    def _keep(self, step: Step[State]) -> None:
        self.state = step.state
        self.events.extend(step.events)

    def _drawn(self, ask: Ask) -> tuple[int, ...]:
        assert ask.options[0].bounds, "chance is asked for nothing"
        left: list[int] = list(ask.left)
        drawn = []
        for _ in ask.options[0].bounds:
            drawn.append(left.index(self.cards.pop(0)))
            del left[drawn[-1]]
        return tuple(drawn)
