"""Cards: small integers in one space, so that a hand is a tuple of bytes on the wire.

    0..51     the standard pack, rank by rank from the deuces: 0 is 2c, 51 is As
    52, 53    the black-and-white joker and the coloured one
    64..124   the Sabacc pack: three suits of -10..-1 and 1..10, and the zero

Equal cards are equal numbers: a shoe of six decks holds six of each, and the two zeros of
Sabacc are the same number twice.
"""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
"""Clubs, diamonds, hearts, spades: rising alphabetically, as the draw for the button ranks them."""

PACK: Final[tuple[Card, ...]] = tuple(Card(n) for n in range(52))
SMALL_JOKER: Final = Card(52)
BIG_JOKER: Final = Card(53)
PACK_WITH_JOKERS: Final[tuple[Card, ...]] = (*PACK, SMALL_JOKER, BIG_JOKER)

SABACC_SUITS: Final = "cst"
"""Circle, square, triangle."""
SABACC_ZERO: Final = Card(124)
SABACC_PACK: Final[tuple[Card, ...]] = (
    *(Card(n) for n in range(64, 124)),
    SABACC_ZERO,
    SABACC_ZERO,
)


def rank(card: Card) -> int:
    """0 for a deuce to 12 for an ace; cards of the standard pack only."""
    return card >> 2


def suit(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; cards of the standard pack only."""
    return card & 3


def sabacc_value(card: Card) -> int:
    """-10 to 10: what a card of the Sabacc pack counts."""
    if card == SABACC_ZERO:
        return 0
    place = (card - 64) % 20
    return place - 10 if place < 10 else place - 9


def shoe(decks: int) -> tuple[Card, ...]:
    """So many standard packs as one, in a fixed order."""
    return tuple(card for card in PACK for _ in range(decks))


def _label(card: Card) -> str:
    if card < 52:
        return RANKS[rank(card)] + SUITS[suit(card)]
    if card < 64:
        return "Xb" if card == SMALL_JOKER else "Xc"
    if card == SABACC_ZERO:
        return "0"
    return f"{sabacc_value(card):+d}{SABACC_SUITS[(card - 64) // 20]}"


LABELS: Final[dict[Card, str]] = {
    card: _label(card) for card in (*PACK_WITH_JOKERS, *dict.fromkeys(SABACC_PACK))
}
"""Every card with the name that a person types: As, Td, Xb and Xc (the jokers), +7c, 0."""
_CARDS: Final[dict[str, Card]] = {name.casefold(): card for card, name in LABELS.items()}


def label(card: Card) -> str:
    return LABELS[card]


def labels(cards: Iterable[Card]) -> str:
    """`Ks 7d 2c`"""
    return " ".join(LABELS[card] for card in cards)


def parse(text: str) -> tuple[Card, ...]:
    """The cards of `As Kd 10h`; a ValueError names the first word that is no card."""
    found = []
    for word in text.split():
        name = word.casefold()
        if name.startswith("10") and len(name) == 3:
            name = "t" + name[2]
        if name not in _CARDS:
            raise ValueError(f"{word!r} is no card; write As, Td, Xb or Xc (jokers), +7c or 0.")
        found.append(_CARDS[name])
    return tuple(found)
