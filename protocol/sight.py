"""What lies on a table, of whatever game it is, as somebody sees it who was told these events.

Who may look at all cards is told every secret open, all others as one who only watches. What only
one game has on its table that game adds with a `SIGHT` in `protocol/games/<game>.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from protocol.cards import Card
from protocol.events import FOR_ALL, Acted, Dealt, Event, Laid, Moved, RoundBegan, Shown
from protocol.words import BOARD, DISCARD, HOUSE, POT, Cards, Hidden, Seat

T = TypeVar("T")
Told = Sequence[Event]
"""The events of one round, its RoundBegan first."""
Options = Mapping[str, int | str | bool]

PLACES: Final[Mapping[Seat, str]] = {BOARD: "board", HOUSE: "dealer", DISCARD: "discard pile"}
"""Where cards lie that are nobody's."""


def lying(told: Told) -> dict[Seat, dict[int, Cards]]:
    """The cards that lie at every seat and party, by the number of the hand."""
    hands: dict[Seat, dict[int, list[Card]]] = {}
    for one in told:
        match one:
            case Dealt(to=to, cards=tuple() as cards, hand=number):
                hands.setdefault(to, {}).setdefault(number, []).extend(cards)
            case Shown(seat=to, cards=cards, hand=number):
                # Who saw them dealt has them already.
                held = hands.setdefault(to, {}).setdefault(number, [])
                held.extend(card for card in cards if card not in held)
            case Laid(src=src, dst=dst, cards=cards):
                _take_from(hands.get(src, {}), cards)
                hands.setdefault(dst, {}).setdefault(0, []).extend(cards)
    return {
        seat: {number: tuple(held) for number, held in sorted(mine.items()) if held}
        for seat, mine in hands.items()
    }


def _take_from(hands: Mapping[int, list[Card]], cards: Cards) -> None:
    for card in cards:
        for held in hands.values():
            if card in held:
                held.remove(card)
                break


def face_down(told: Told) -> dict[Seat, int]:
    """How many cards lie at every seat and party that were not told."""
    down: dict[Seat, int] = {}
    known: dict[Seat, list[Card]] = {}
    for one in told:
        match one:
            case Dealt(to=to, cards=Hidden(count=count)):
                down[to] = down.get(to, 0) + count
            case Dealt(to=to, cards=tuple() as cards):
                known.setdefault(to, []).extend(cards)
            case Shown(seat=to, cards=cards):
                fresh = [card for card in cards if card not in known.get(to, ())]
                known.setdefault(to, []).extend(fresh)
                down[to] = down.get(to, 0) - len(fresh)
            case Laid(src=src, dst=dst, cards=cards):
                for card in cards:
                    if card in known.get(src, ()):
                        known[src].remove(card)
                    else:
                        down[src] = down.get(src, 0) - 1
                known.setdefault(dst, []).extend(cards)
    return {party: count for party, count in down.items() if count > 0}


def places_of(told: Told) -> dict[str, Cards]:
    """The cards that are nobody's, by the name of the place."""
    found = lying(told)
    cards = {name: found.get(party, {}).get(0, ()) for party, name in PLACES.items()}
    return {name: lie for name, lie in cards.items() if lie}


def paid_in(told: Told) -> dict[Seat, int]:
    """What every seat has in the pot: what it paid, less what came back."""
    paid: dict[Seat, int] = {}
    for one in told:
        match one:
            case Moved(src=src, dst=dst, amount=amount) if dst == POT and src >= 0:
                paid[src] = paid.get(src, 0) + amount
            case Moved(src=src, dst=dst, amount=amount) if src == POT and dst in paid:
                paid[dst] = max(0, paid[dst] - amount)
    return paid


def dead_in(told: Told) -> dict[Seat, int]:
    """What every seat has paid into the pot for all: nobody's bet, and the best hand's whole."""
    dead: dict[Seat, int] = {}
    for one in told:
        match one:
            case Moved(src=src, dst=dst, amount=amount, why=why) if dst == POT and why == FOR_ALL:
                dead[src] = dead.get(src, 0) + amount
    return dead


def each(of: Callable[[Seat, Told], T]) -> Callable[[Told], dict[Seat, T]]:
    """For all who play what is reckoned seat by seat."""

    def reckon(told: Told) -> dict[Seat, T]:
        first = began(told)
        return {seat: of(seat, told) for seat in (first.stacks if first else ())}

    return reckon


@dataclass(frozen=True)
class Sight:
    """The sight of a game: how it lies on the table. What it leaves out is as in most games."""

    hands: Callable[[Told], Mapping[Seat, Mapping[int, Cards]]] = lying
    """The hands of all seats, by number."""
    down: Callable[[Told], Mapping[Seat, int]] = face_down
    """How many cards of each seat lie face down."""
    places: Callable[[Told], Mapping[str, Cards]] = places_of
    """The cards that are nobody's, by what people call the place, the most telling first."""
    bets: Callable[[Told], Mapping[Seat, int]] = paid_in
    """What lies before each seat."""
    marks: Callable[[Told], Mapping[Seat, Sequence[str]]] = lambda _: {}
    """What is to say of a seat, in a few words each: what it is, what its hand is worth."""
    facts: Callable[[Told], Mapping[str, str]] = lambda _: {}
    """What is to say of the table, by a name."""
    side_pots: Callable[[Options], bool] = lambda _: False
    """Whether the seats play for one pot, which splits where one of them is all-in."""
    gives_up: frozenset[str] = frozenset()
    """Verbs after which a seat has no more to do with the round."""


PLAIN: Final = Sight()


def began(told: Told) -> RoundBegan | None:
    """The beginning of the round, if it was told."""
    first = told[0] if told else None
    return first if isinstance(first, RoundBegan) else None


def last_acts(told: Told) -> dict[Seat, Acted]:
    """What each seat did last in this round."""
    return {one.seat: one for one in told if isinstance(one, Acted)}
