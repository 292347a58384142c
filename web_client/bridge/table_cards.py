"""Cards and chips as the page draws them, and as they are read aloud."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Protocol

from client_core.client import Client, rank_name
from protocol.cards import BIG_JOKER, LABELS, SMALL_JOKER, SUITS, Card, rank, suit
from protocol.chips import EPS, Chip, stack
from web_client.bridge.table_shapes import CardsView, CardView, HeapView, Tag
from web_client.bridge.table_sight import Sight

BACK: Final = "back"
NO_TAG: Final = Tag()
Faces = Sequence[Card | None]
HIGHEST: Final = 6
"""So many chips at most are drawn one upon the other."""
SIGNS: Final = {"c": "circle", "s": "square", "t": "triangle"}


class Told(Protocol):
    """Whatever has a client to say things by."""

    @property
    def client(self) -> Client: ...


def card_label(client: Client, card: Card | None) -> str:
    """`king of spades`; `黑桃K`"""
    if card is None:
        return client.say("card.back")
    if card in (SMALL_JOKER, BIG_JOKER):
        return client.say(f"rank.{13 if card == SMALL_JOKER else 14}")
    if card < SMALL_JOKER:
        return client.say(
            "card.of",
            rank=client.say(f"rank.{rank(card)}"),
            suit=client.say(f"suit.{SUITS[suit(card)]}"),
        )
    label = LABELS[card].replace("-", "−")
    sign = SIGNS.get(label[-1], "")
    if not sign:
        return label
    return client.say("card.of_sabacc", value=label[:-1], sign=client.say(f"sign.{sign}"))


def cards_label(client: Client, cards: Faces) -> str:
    """All of them, one after another; those that lie face down are counted."""
    seen = [card_label(client, card) for card in cards if card is not None]
    hidden = sum(card is None for card in cards)
    if hidden:
        seen.append(client.say("card.backs", count=hidden))
    return client.say("list.comma").join(seen)


def card_name(card: Card | None) -> str:
    """The name of its drawing."""
    return BACK if card is None else LABELS[card]


def cards_view(
    at: Told,
    cards: Faces,
    raised: Collection[int] = (),
    dim: Collection[int] = (),
    marks: Mapping[Card, str] | None = None,
    tag: Tag = NO_TAG,
    active: bool = False,
    bet: str = "",
    name: str = "",
) -> CardsView:
    """Cards that lie together; `name` says whose or what they are."""
    marks = marks or {}
    made = tuple(
        CardView(
            card_name(card),
            card_label(at.client, card),
            "raised" if place in raised else "dim" if place in dim else "",
            marks.get(card, "") if card is not None else "",
        )
        for place, card in enumerate(cards)
    )
    said = cards_label(at.client, cards)
    parts = (name, said, tag.text)
    label = at.client.say("list.comma").join(one for one in parts if one)
    return CardsView(label if made else "", made, tag, active, bet)


def mark_of(text: str) -> str:
    """The drawing of a mark on a wild card: that it is wild, or the rank that it stands for."""
    return "wild" if text == "*" else {"10": "T"}.get(text, text)


def marks_of(marks: Mapping[Card, str]) -> dict[Card, str]:
    """Marks on cards by their drawings."""
    return {card: mark_of(text) for card, text in marks.items()}


def chips_of(at: Sight) -> tuple[Chip, ...]:
    """The denominations of this game."""
    found = (card.chips for card in at.client.opening.games if card.game == at.view.game)
    return next(found, EPS)


def heap(at: Sight, amount: int, text: str = "") -> HeapView | None:
    """Chips that lie together; None where there are none."""
    if not amount:
        return None
    return HeapView(text or at.money(amount, short=True), colours(at, amount))


def colours(at: Sight, amount: int) -> tuple[str, ...]:
    """The chips that an amount is laid of, the largest at the bottom."""
    piles = stack(amount, chips_of(at)).chips
    found = [chip.colour for chip, count in piles for _ in range(count)]
    return tuple(found[:HIGHEST]) or ((chips_of(at)[0].colour,) if amount else ())


__all__ = ["card_label", "cards_label", "cards_view", "colours", "heap", "rank_name"]
