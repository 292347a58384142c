"""The rules of high card: an ante, a card each, double or fold, and the highest card wins."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from game_server.rules.choices import Choice, declared
from game_server.rules.core import Game, Step, check_rules, check_seats
from protocol.cards import PACK, rank
from protocol.events import Acted, Dealt, Event, LeftGame, Moved, Shown
from protocol.pots import share
from protocol.words import CHANCE, POT, Act, Ask, Cards, Option, Seat, Secret, draw, drawn_from

MOST_SEATS: Final = 4
OFFERS: Final = (Option("double"), Option("fold"))


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one table; amounts in cents."""

    unit: int = 100
    least: int = 2
    most: int = MOST_SEATS
    ante: int = 1_000

    def __post_init__(self) -> None:
        most = f"seats go from 2 to {MOST_SEATS}"
        check_rules([(2 <= self.least <= self.most <= MOST_SEATS, most)])
        check_rules([(min(self.unit, self.ante) >= 1, "an amount is at least a cent")])


@dataclass(frozen=True, slots=True)
class State:
    """`live` can still win; `asked` are those of them who have not chosen yet, in turn."""

    round: int
    stacks: Mapping[Seat, int]
    live: tuple[Seat, ...]
    asked: tuple[Seat, ...] = ()
    pot: int = 0
    hands: Mapping[Seat, Cards] = field(default_factory=dict)
    gone: frozenset[Seat] = frozenset()
    over: bool = False


@dataclass(frozen=True, slots=True)
class Carry:
    """How many rounds were played: who is asked first goes round."""

    round: int


class HighCard:
    """High card under one set of options."""

    def __init__(self, options: Options) -> None:
        self.options = options

    def open(self, stacks: Mapping[Seat, int], carry: Carry | None) -> Step[State]:
        check_seats(self.options, stacks, entry(self.options))
        number = carry.round + 1 if carry else 1
        seats = sorted(stacks)
        first = number % len(seats)
        order = tuple(seats[first:] + seats[:first])
        return self._paid(State(number, dict(stacks), order, order), order, "ante", ())

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.over:
            return ()
        if not state.hands:
            return (draw(f"round:{state.round}", PACK, len(state.live)),)
        return (Ask(state.asked[0], OFFERS, Act("fold")),)

    def apply(self, state: State, seat: Seat, act: Act) -> Step[State]:
        if seat == CHANCE:
            cards, _ = drawn_from(PACK, act.drawn)
            hands = {one: (card,) for one, card in zip(state.live, cards, strict=True)}
            dealt = tuple(Dealt(one, Secret(one, hand)) for one, hand in hands.items())
            return self._go_on(replace(state, hands=hands), dealt)
        state = replace(state, asked=state.asked[1:])
        said = (Acted(seat, act.verb),)
        if act.verb == "fold":
            return self._go_on(_out(state, seat), said)
        return self._go_on(*self._paid(state, (seat,), "double", said))

    def leave(self, state: State, seat: Seat) -> Step[State]:
        """As if folded; who has doubled already stays to the end."""
        if seat in state.gone or seat not in state.stacks:
            return Step(state, ())
        chosen = seat in state.live and seat not in state.asked
        after = replace(state, gone=state.gone | {seat})
        # Before the deal everybody stays in it: the cards come in the order of the seats.
        if state.over or chosen or not state.hands:
            return Step(after, (LeftGame(seat),))
        return self._go_on(_out(after, seat), (LeftGame(seat),))

    def carry(self, state: State) -> Carry:
        return Carry(state.round)

    def announced(self, state: State, viewer: Seat | None) -> Hashable:
        """Nothing: what decides is shown."""
        return ()

    def _paid(
        self, state: State, seats: tuple[Seat, ...], why: str, said: tuple[Event, ...]
    ) -> Step[State]:
        """With an ante more of each of these seats in the pot."""
        ante = self.options.ante
        stacks = {seat: held - ante * (seat in seats) for seat, held in state.stacks.items()}
        moves = tuple(Moved(seat, POT, ante, why) for seat in seats)
        return Step(replace(state, stacks=stacks, pot=state.pot + ante * len(seats)), said + moves)

    def _go_on(self, state: State, said: tuple[Event, ...]) -> Step[State]:
        """Up to the next question, or the end; who has left folds when the turn comes."""
        while len(state.live) > 1 and state.asked and state.asked[0] in state.gone:
            state = _out(state, state.asked[0])
        if len(state.live) > 1 and state.asked:
            return Step(state, said)
        if len(state.live) > 1:
            said += tuple(Shown(seat, state.hands[seat]) for seat in state.live)
        best = max(rank(*state.hands[seat]) for seat in state.live)
        winners = [seat for seat in state.live if rank(*state.hands[seat]) == best]
        won = share(state.pot, winners, self.options.unit)
        stacks = {seat: held + won.get(seat, 0) for seat, held in state.stacks.items()}
        said += tuple(Moved(POT, seat, amount, "pot") for seat, amount in won.items() if amount)
        return Step(replace(state, stacks=stacks, pot=0, asked=(), over=True), said)


def _out(state: State, seat: Seat) -> State:
    """Without a seat that can win nothing any more."""
    live, asked = [
        tuple(one for one in seats if one != seat) for seats in (state.live, state.asked)
    ]
    return replace(state, live=live, asked=asked)


def entry(options: Options) -> int:
    """Everybody who is dealt in can double."""
    return 2 * options.ante


GAME: Final[Game[Options, State, Carry]] = Game(
    "high_card", HighCard, {"standard": Options()}, Carry,
    declared(Options, Choice("most", "table", "How many seats the table has.", 2, MOST_SEATS)),
    {"unit": "it follows the stake", "least": "two play", "ante": "it is the room's stake"},
    entry=entry, depth=2,
    manners={"standard": {"pause": 0.5}},
)  # fmt: skip
