"""The state of a round of blackjack."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from game_server.rules.blackjack.options import Options
from protocol.cards import PACK, shoe
from protocol.words import Cards, Seat


class Phase(Enum):
    """The order of a round; each goes on to the next, or straight to OVER."""

    BETS = "bets"
    DEAL = "deal"
    INSURANCE = "insurance"
    PEEK = "peek"
    NATURALS = "naturals"
    PLAY = "play"
    DEALER = "dealer"
    OVER = "over"


class Stage(Enum):
    """The stage of a hand: OPEN may still act, STOOD waits for the dealer, DONE is settled and its
    cards are away."""

    OPEN = "open"
    STOOD = "stood"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand `number` of a seat. `last`: it gets no card beyond those owed to it."""

    seat: Seat
    number: int
    bet: int
    cards: Cards = ()
    hits: int = 0
    stage: Stage = Stage.OPEN
    from_split: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The state of a round of blackjack. `owed` are the places (seat and hand number) that the next
    cards go to."""

    round: int
    shoe: int
    shuffles: int
    left: Cards
    marker: int
    """So many cards stay unused at the end of the shoe; -1: it is still to be placed."""
    stacks: Mapping[Seat, int]
    bets: Mapping[Seat, int]
    insured: Mapping[Seat, int]
    phase: Phase = Phase.BETS
    deciding: frozenset[Seat] = frozenset()
    hands: tuple[Hand, ...] = ()
    dealer: Cards = ()
    shown: bool = False
    peeked: bool = False
    turn: int = -1
    owed: tuple[tuple[Seat, int], ...] = ()
    gone: frozenset[Seat] = frozenset()

    def with_hand(self, place: int, hand: Hand) -> "State":
        return replace(self, hands=(*self.hands[:place], hand, *self.hands[place + 1 :]))

    def place(self, seat: Seat, number: int) -> int:
        """Where in `hands` this hand is."""
        return next(
            place
            for place, hand in enumerate(self.hands)
            if (hand.seat, hand.number) == (seat, number)
        )

    def not_in_play(self, decks: int) -> Cards:
        """Every card of the shoe but those on the table, in the fixed order."""
        held = Counter(self.dealer)
        for hand in self.hands:
            if hand.stage is not Stage.DONE:
                held.update(hand.cards)
        rest = []
        for card in shoe(decks):
            if held[card]:
                held[card] -= 1
            else:
                rest.append(card)
        return tuple(rest)


@dataclass(frozen=True, slots=True)
class Carry:
    """What the next round inherits: the shoe as it is. A fresh pack each round leaves it empty."""

    round: int
    shoe: int = 0
    left: Cards = ()
    marker: int = 0


def in_the_shoe(options: Options, carry: Carry | None) -> dict[str, int]:
    """How many cards are in the shoe when a round begins, and how many of them lie behind the
    marker once it has a place: everybody sees the shoe."""
    if options.fresh_pack or carry is None:
        return {"shoe": options.decks * len(PACK)}
    known = {"marker": carry.marker} if carry.marker >= 0 else {}
    return {"shoe": len(carry.left), **known}
