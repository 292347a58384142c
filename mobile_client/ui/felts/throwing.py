"""Motions of sabacc: cards fly to the pile of discards, and from it to a hand."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from client_core.client import Motion, TableView
from mobile_client.ui.felts.ground import Point
from mobile_client.ui.felts.moving import MOST_MOVING
from mobile_client.ui.look import motion
from mobile_client.ui.widgets.cards import measure, shown
from protocol.cards import Card
from protocol.words import DISCARD, Seat

if TYPE_CHECKING:
    from mobile_client.ui.felts.sabacc import SabaccFelt

Landed = Callable[[], None]


def throw(felt: "SabaccFelt", view: TableView, motions: tuple[Motion, ...], landed: Landed) -> None:
    """Sets it all flying, in the order in which it happened."""
    if not motion().deal or len(motions) > MOST_MOVING:
        return
    coming = sum(len(one.cards) for one in motions if one.dst == DISCARD)
    place = len(view.discards) - coming
    for one in motions:
        if one.dst == DISCARD and one.kind in ("lay", "deal"):
            for nth, card in enumerate(one.cards):
                if card is not None and place >= 0:
                    src = (
                        felt.deck_spot() if one.kind == "deal" else _held(felt, view, one.src, nth)
                    )
                    _to_pile(felt, view, one, card, place, src, landed)
                place += 1
        elif one.kind == "lay" and one.src == DISCARD:
            for card in one.cards:
                if card is not None:
                    _to_hand(felt, view, one.dst, card, landed)


def _held(felt: "SabaccFelt", view: TableView, seat: Seat, nth: int) -> Point:
    """Where the card of a hand lay, as far as that is known."""
    if seat == view.me:
        return felt.hand.spot(nth) if felt.hand.views else felt.spot(seat)
    found = view.at(seat)
    return felt.plates[found.place].card_spot(0, min(nth, 2)) if found else felt.spot(seat)


def _to_pile(
    felt: "SabaccFelt",
    view: TableView,
    one: Motion,
    card: Card,
    place: int,
    src: Point,
    landed: Landed,
) -> None:
    scale = felt.pile.scale
    face = shown(card, scale)
    size = measure(scale, felt.pile.zoom)
    mine = one.kind == "lay" and one.src == view.me
    felt.flights.card(
        ("discard", place), src, felt.pile.spot(place), face,
        face if mine else shown(None, scale), size, landed, overlap=0.3,
    )  # fmt: skip


def _to_hand(felt: "SabaccFelt", view: TableView, seat: Seat, card: Card, landed: Landed) -> None:
    found = view.at(seat)
    cards = found.hands[0].cards if found and found.hands else ()
    if found is None or card not in cards:
        return
    at = len(cards) - 1 - cards[::-1].index(card)
    mine = seat == view.me
    scale = felt.hand.scale if mine else "small"
    dst = felt.hand.spot(at) if mine else felt.plates[found.place].card_spot(0, at)
    face = shown(card, scale)
    # It lay on top, where now another lies.
    top = felt.pile.spot(len(view.discards) - 1)
    felt.flights.card(("card", seat, 0, at), top, dst, face, face, measure(scale), landed,
                      overlap=0.3)  # fmt: skip
