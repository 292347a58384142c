"""What moves on the felt: cards from the deck and from hands, chips to the pot and back."""

from collections.abc import Callable
from typing import Final

from client_core.client import Motion
from protocol.words import BOARD, CHANCE, DISCARD, HOUSE, JACKPOT, POT, Seat
from web_client.bridge.table_cards import card_name
from web_client.bridge.table_shapes import FlightView
from web_client.bridge.table_sight import Sight

PLACES: Final = {
    BOARD: "board",
    CHANCE: "deck",
    DISCARD: "discard",
    HOUSE: "house",
    JACKPOT: "jackpot",
    POT: "pot",
}
CARDS: Final = ("deal", "lay")
CHIPS: Final = {
    "bet": ("seat", "bet"),
    "collect": ("bet", "pot"),
    "win": ("", "seat"),
    "back": ("", "seat"),
    "pay": ("", ""),
}
LATE_MS: Final = 70
"""So long after one card the next leaves the deck."""
LAST_MS: Final = 900
KEPT: Final = 24
"""So many of the last flights are told with each view."""


def flights_view(at: Sight) -> tuple[FlightView, ...]:
    """The flights of the last change; the page shows each number once."""
    return at.local.flights


def flights(
    moved: tuple[Motion, ...], first: int, laid_at: Callable[[Motion], str]
) -> tuple[FlightView, ...]:
    """What has moved, from where to where. A play that is `laid_at` a place of its own goes there
    as one packet, its first card on top."""
    found: list[FlightView] = []
    late = 0
    for one in moved:
        if place := laid_at(one):
            number, name = first + len(found), card_name(one.cards[0])
            found.append(FlightView(number, "card", place_of(one.src), place, name))
        elif one.kind in CARDS:
            for card in one.cards:
                number = first + len(found)
                name = card_name(card)
                start, end = place_of(one.src), place_of(one.dst)
                found.append(FlightView(number, "card", start, end, name, late))
                late = min(LAST_MS, late + LATE_MS)
        elif one.kind in CHIPS and one.amount:
            start, end = CHIPS[one.kind]
            number = first + len(found)
            found.append(
                FlightView(number, "chips", place_of(one.src, start), place_of(one.dst, end))
            )
    return tuple(found[-KEPT:])


def place_of(seat: Seat, what: str = "seat") -> str:
    """The name of a place on the felt."""
    return PLACES.get(seat) or f"{what or 'seat'}{seat}"
