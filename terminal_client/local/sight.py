"""The sight of a table for whoever looks at it: made of the events that were told, and no more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.cards import LABELS
from protocol.events import Acted, Dealt, Event, Moved, RoundBegan, Shown, stacks_of
from protocol.games.blackjack import (
    Busted,
    Count,
    Lost,
    Natural,
    count,
    dealer_count,
    dealer_shows,
    hands_of,
    playing_hand,
)
from protocol.words import HOUSE, POT, Cards, Hidden, Seat

BACK: Final = "??"
"""A card that lies face down."""
NOTHING: Final = Count(0, False)


@dataclass(frozen=True)
class HandSeen:
    """A hand as it lies there."""

    cards: Cards
    count: Count
    playing: bool = False


@dataclass(frozen=True)
class SeatSeen:
    """A player at the table as somebody sees it. `gained` is what the hand has brought; None while
    it is open."""

    name: str
    balance: int
    bet: int = 0
    hands: tuple[HandSeen, ...] = ()
    gained: int | None = None
    natural: bool = False
    busted: bool = False
    out: bool = False
    """Has quit or has no money."""


@dataclass(frozen=True)
class TableSeen:
    """The whole table as somebody sees it. `dealer` are the labels of the dealer's cards."""

    number: int = 0
    seats: Mapping[Seat, SeatSeen] = field(default_factory=dict)
    dealer: tuple[str, ...] = ()
    shows: Cards = ()
    points: Count = NOTHING
    """What the dealer's open cards count."""
    asked: Seat | None = None


def dealer_points(said: Sequence[Event]) -> Count:
    """What the dealer's open cards count, by the rules of the round."""
    began = next((event for event in said if isinstance(event, RoundBegan)), None)
    hardens = began is not None and bool(began.options.get("ace_hardens"))
    return dealer_count(dealer_shows(said), hardens)


def seen(said: Sequence[Event], asked: Seat | None = None) -> TableSeen:
    """The table after these events of a round; `asked` is whose turn it is to say something."""
    began = next((event for event in said if isinstance(event, RoundBegan)), None)
    if began is None:
        return TableSeen()
    stacks, bets = stacks_of(said), _bets(said)
    seats = {}
    for seat, name in began.names.items():
        hands = hands_of(seat, said)
        turn = playing_hand(seat, said) if len(hands) > 1 else 0
        seats[seat] = SeatSeen(
            name,
            stacks[seat],
            bets.get(seat, 0),
            tuple(
                HandSeen(cards, count(cards), seat == asked and number == turn)
                for number, cards in sorted(hands.items())
            ),
            stacks[seat] - began.stacks[seat] if hands and not bets.get(seat) else None,
            any(isinstance(one, Natural) and one.seat == seat for one in said),
            any(isinstance(one, Busted) and one.seat == seat for one in said),
        )
    return TableSeen(
        began.round, seats, _dealer(said), dealer_shows(said), dealer_points(said), asked
    )


def _bets(said: Sequence[Event]) -> dict[Seat, int]:
    """What each seat has on the table. Chips that go to the house are not those of a seat by
    themselves: what is said before tells whose they were."""
    bets: dict[Seat, int] = {}
    gives_up: Seat | None = None
    for one in said:
        match one:
            case Moved(src=src, dst=dst, amount=amount) if dst == POT:
                bets[src] = bets.get(src, 0) + amount
            case Moved(src=src, dst=dst, amount=amount) if src == POT and dst != HOUSE:
                bets[dst] -= amount
            case Lost(seat=seat, amount=amount):
                bets[seat] -= amount
            case Acted(seat=seat, verb="surrender"):
                gives_up = seat
            case Moved(amount=amount, why="surrender") if gives_up is not None:
                bets[gives_up] -= amount
    return bets


def _dealer(said: Sequence[Event]) -> tuple[str, ...]:
    cards: list[str] = []
    for one in said:
        match one:
            case Dealt(to=to, cards=Hidden(count=number)) if to == HOUSE:
                cards += [BACK] * number
            case Dealt(to=to, cards=tuple() as dealt) if to == HOUSE:
                cards += [LABELS[card] for card in dealt]
            case Shown(seat=to, cards=shown) if to == HOUSE:
                for card in shown:
                    cards[cards.index(BACK)] = LABELS[card]
    return tuple(cards)
