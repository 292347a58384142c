"""The names of the theme for what the player has chosen, and the drawings of cards."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from client_core.client import Settings
from protocol.cards import SMALL_JOKER, Card, label

CLOTHS: Final = {
    "green": "emerald",
    "blue": "midnight",
    "red": "burgundy",
    "grey": "graphite",
    "bronze": "bronze",
    "violet": "violet",
}
SMALL: Final = "cards/small"
BACKS: Final = {"blue": "royal", "red": "ruby", "black": "ebony", "green": "jade", "violet": "plum"}
FRONTS: Final = ("white", "ivory", "dark")


def front_of(chosen: Settings) -> str:
    """The paper of the cards."""
    return chosen.card_front if chosen.card_front in FRONTS else FRONTS[0]


def small_cards(chosen: Settings, cards: Iterable[Card | None]) -> tuple[str, ...]:
    """The paths of the drawings of small cards, as the player wants them; None is a back."""
    colours = 4 if chosen.four_colours else 2
    look = f"{front_of(chosen)}-{colours}"
    back = f"cards/back-{BACKS.get(chosen.card_back, BACKS['blue'])}.svg"
    return tuple(
        back if card is None else f"{SMALL}/{quote(label(card))}.svg#{_look(card, look)}"
        for card in cards
    )


def _look(card: Card, look: str) -> str:
    """Of four colours there are only cards with suits."""
    return look if card < SMALL_JOKER else f"{look[:-1]}2"
