"""The state of a sabacc game, and the moves of cards that change it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from protocol.cards import SABACC_PACK
from protocol.events import Dealt, Event, Laid
from protocol.games.sabacc import Reshuffled
from protocol.pots import seats_after
from protocol.words import DISCARD, Cards, Seat, Secret

NOBODY: Final = Seat(-1)
"""No seat ends the order of play: it goes by their numbers."""
Phase = Literal["sabacc_pot", "deal", "play", "release", "bet", "dice", "rolled", "over"]


@dataclass(frozen=True, slots=True)
class Carry:
    """What the sabacc pot holds for the next game, in cents."""

    round: int
    jackpot: int


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game of sabacc.

    `hands` are those of the seats still in it. `discards` has its top card last. `owed` is how
    many cards are still to be dealt to whom; while anything is owed only chance is asked.
    `queue` are the seats that this lap has still to ask. `put` is what the seats bet in this
    lap, `paid` what they bet in all laps. `closing`: somebody raised, the others match.
    """

    round: int
    stacks: Mapping[Seat, int]
    jackpot: int
    hands: Mapping[Seat, Cards]
    phase: Phase = "sabacc_pot"
    lap: int = 0
    left: Cards = SABACC_PACK
    shuffles: int = 1
    discards: Cards = ()
    owed: tuple[tuple[Seat, int], ...] = ()
    queue: tuple[Seat, ...] = ()
    put: Mapping[Seat, int] = field(default_factory=dict)
    paid: Mapping[Seat, int] = field(default_factory=dict)
    closing: bool = False
    gone: frozenset[Seat] = frozenset()
    last: Seat = NOBODY

    @property
    def source(self) -> str:
        """The shuffle that cards are drawn from."""
        first = f"round:{self.round}"
        return first if self.shuffles == 1 else f"{first}.{self.shuffles}"

    @property
    def order(self) -> tuple[Seat, ...]:
        """Who is still in, in the playing order of every game: `last` ends it."""
        return seats_after(self.last, self.hands)

    @property
    def highest(self) -> int:
        """What has to be matched in this lap."""
        return max(self.put.values(), default=0)


def first_deal(state: State) -> State:
    """Two cards to everybody and one to the discard pile are to be dealt."""
    hands = tuple((seat, 2) for seat in state.order)
    return replace(state, phase="deal", owed=(*hands, (DISCARD, 1)))


def dealt(state: State, cards: Cards, left: Cards, said: list[Event]) -> State:
    """Cards drawn go to those they are owed to, in that order."""
    hands, discards, owed = dict(state.hands), state.discards, []
    for to, count in state.owed:
        mine, cards = cards[:count], cards[count:]
        if len(mine) < count:
            owed.append((to, count - len(mine)))
        if mine and to == DISCARD:
            discards += mine
            said.append(Dealt(DISCARD, mine))
        elif mine:
            hands[to] += mine
            said.append(Dealt(to, Secret(to, mine)))
    return replace(state, hands=hands, discards=discards, owed=tuple(owed), left=left)


def restocked(state: State, said: list[Event]) -> State:
    """If a card is owed and none is left, all discards but the top one are to be drawn from."""
    if state.left or not state.owed:
        return state
    left = tuple(sorted(state.discards[:-1]))
    said.append(Reshuffled(len(left)))
    return replace(state, left=left, discards=state.discards[-1:], shuffles=state.shuffles + 1)


def thrown_in(state: State, said: list[Event]) -> State:
    """The shift: all hands go to the discard pile, as many cards are to be dealt anew."""
    owed, discards = [], state.discards
    for seat in state.order:
        hand = state.hands[seat]
        said.append(Laid(seat, DISCARD, hand))
        discards += hand
        owed.append((seat, len(hand)))
    hands: dict[Seat, Cards] = dict.fromkeys(state.hands, ())
    return replace(state, hands=hands, discards=discards, owed=tuple(owed))


def out(state: State, seat: Seat, said: list[Event]) -> State:
    """A seat gives up: its hand goes face up to the discard pile, its stake stays."""
    hand = state.hands[seat]
    if hand:
        said.append(Laid(seat, DISCARD, hand))
    return replace(
        state,
        hands={other: cards for other, cards in state.hands.items() if other != seat},
        discards=state.discards + hand,
        owed=tuple(one for one in state.owed if one[0] != seat),
    )


def laid(state: State, seat: Seat, cards: Cards, said: list[Event]) -> State:
    """Cards of a hand go on top of the discard pile."""
    hand = list(state.hands[seat])
    for card in cards:
        hand.remove(card)
    said.append(Laid(seat, DISCARD, cards))
    hands = {**state.hands, seat: tuple(hand)}
    return replace(state, hands=hands, discards=state.discards + cards)


def taken(state: State, seat: Seat, said: list[Event]) -> State:
    """The top of the discard pile goes to a hand, where it stays face up."""
    top = state.discards[-1:]
    said.append(Laid(DISCARD, seat, top))
    hands = {**state.hands, seat: state.hands[seat] + top}
    return replace(state, hands=hands, discards=state.discards[:-1])
