"""Motions of cards: what has moved flies to where it lies now."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from client_core.client import Motion, TableView
from mobile_client.ui.felts.seats import Seated
from mobile_client.ui.look import motion
from mobile_client.ui.widgets.cards import measure, shown
from protocol.cards import Card
from protocol.words import BOARD, HOUSE, Seat

MOST_MOVING: Final = 60
"""More motions than this are history: how things stand is shown at once."""
HOLE: Final = 1
"""The place of the hole card in the dealer's hand."""
DRAWN: Final = 2.2
"""What the dealer draws comes card by card: from one to the next, in the time that a card flies."""
PAYS: Final = ("bet", "collect", "win", "back", "pay")
Landed = Callable[[], None]


def fly(felt: Seated, view: TableView, motions: tuple[Motion, ...], landed: Landed) -> bool:
    """Sets it all flying; False where how things stand is to be shown at once."""
    if view.syncing or not motion().deal or len(motions) > MOST_MOVING:
        return False
    dealt: Counter[tuple[Seat, int]] = Counter()
    for one in motions:
        if one.kind == "deal":
            dealt[one.dst, one.hand] += len(one.cards)
    for one in motions:
        if one.kind == "deal":
            _deal(felt, view, one, dealt, landed)
        elif one.kind in PAYS and one.amount:
            _pay(felt, view, one, landed)
    return True


def _deal(
    felt: Seated,
    view: TableView,
    one: Motion,
    dealt: Counter[tuple[Seat, int]],
    landed: Landed,
) -> None:
    lies = _lying(view, one.dst, one.hand)
    for card in one.cards:
        place = lies - dealt[one.dst, one.hand]
        dealt[one.dst, one.hand] -= 1
        if place >= 0:
            _card(felt, view, one.dst, one.hand, place, card, landed)


def _lying(view: TableView, to: Seat, hand: int) -> int:
    """How many cards lie there, those that are under way among them."""
    if to == BOARD:
        return len(view.board)
    if to == HOUSE:
        return len(view.house.cards) if view.house else 0
    seat = view.at(to)
    found = next((one for one in seat.hands if one.number == hand), None) if seat else None
    return len(found.cards) if found else 0


def _card(
    felt: Seated,
    view: TableView,
    to: Seat,
    hand: int,
    place: int,
    card: Card | None,
    landed: Landed,
) -> None:
    key: tuple[object, ...] = ("card", to, hand, place)
    zoom = 1.0
    if to == BOARD:
        key, scale, spot = ("board", place), felt.board.scale, felt.board.spot(place)
        zoom = felt.board.zoom
    elif to == HOUSE:
        key, scale = ("house", place), felt.dealer_hand.scale
        spot = felt.dealer_hand.spot(place)
    elif to == view.me:
        scale, spot = felt.mine_at(hand, place)
        own = view.at(view.me)
        held = next((one for one in own.hands if one.number == hand), None) if own else None
        mine = held.cards if held else felt.my_hand(view).cards
        card = mine[place] if place < len(mine) else card
    else:
        seat = view.at(to)
        if seat is None:
            return
        scale, spot = "small", felt.plates[seat.place].card_spot(hand, place)
    many = _lying(view, to, hand) > 5
    size = measure(scale, zoom)
    small = 1.0 if felt.deals == "none" else min(1.0, felt.deck.card[0] / size[0])
    felt.flights.card(
        key, felt.deck_spot(), spot, shown(card, scale), shown(None, scale), size,
        landed, overlap=DRAWN if to == HOUSE and place > 1 else 0.12 if many else 0.3, small=small,
        slow=felt.suspense if to == BOARD else 1.0,
        # Before the first that the dealer draws the hole card is turned over.
        after=motion().slow if to == HOUSE and place == HOLE + 1 else 0.0,
    )  # fmt: skip


def _pay(felt: Seated, view: TableView, one: Motion, landed: Landed) -> None:
    src, dst = felt.spot(one.src), felt.spot(one.dst)
    key: tuple[object, ...] = ("chips", one.seq)
    if one.kind == "bet":
        seat = view.at(one.src)
        if seat is None:
            return
        dst = felt.bets[seat.place].center
        if seat.bet:
            key = ("bet", one.src)
    elif one.kind in ("collect", "back"):
        seat = view.at(one.src if one.kind == "collect" else one.dst)
        if seat is not None:
            src = felt.bets[seat.place].center
    felt.flights.chips(
        key, src, dst, one.amount, felt.chips, landed,
        together=one.kind in ("collect", "bet"), pushed=one.kind == "win",
    )  # fmt: skip
