"""Cards as signs: `K♠ 10♦`."""

from collections.abc import Iterable
from typing import Final

from protocol.cards import BIG_JOKER, LABELS, SMALL_JOKER, Card

_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SHAPES: Final = {"c": "●", "s": "■", "t": "▲"}
DOWN: Final = "▮"


def name_of(card: Card | None) -> str:
    """One card; one that lies face down is `▮`."""
    if card is None:
        return DOWN
    label = LABELS[card]
    if card == SMALL_JOKER:
        return "小王"
    if card == BIG_JOKER:
        return "大王"
    if card < SMALL_JOKER:
        return ("10" if label[0] == "T" else label[0]) + _SUITS[label[1]]
    return label[:-1] + _SHAPES[label[-1]] if label[-1] in _SHAPES else label


def names_of(cards: Iterable[Card | None]) -> str:
    """Several, with gaps between them."""
    return " ".join(name_of(card) for card in cards)
