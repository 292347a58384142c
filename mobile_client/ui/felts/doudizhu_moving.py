"""Motions of Dou Dizhu: cards dealt one by one to three, plays laid down, bombs that flash."""

from typing import TYPE_CHECKING, Final

from client_core.client import Motion, SeatView, TableView
from mobile_client.ui.felts.doudizhu_parts import BADGE
from mobile_client.ui.felts.ground import Point
from mobile_client.ui.felts.moving import MOST_MOVING
from mobile_client.ui.look import motion, table_px
from mobile_client.ui.widgets.cards import measure, shown
from protocol.games.doudizhu import Doubled, Played
from protocol.words import BOARD

if TYPE_CHECKING:
    from mobile_client.ui.felts.doudizhu import DoudizhuFelt

Motions = tuple[Motion, ...]
GREAT: Final = 2
"""So many hands dealt at once are the deal of a game."""
BEAT: Final = 0.3
"""How much of a card's flight goes by before the next three leave."""
FLASHES: Final = {
    "bomb": "bomb",
    "soft_bomb": "bomb",
    "wild_bomb": "bomb",
    "rocket": "rocket",
    "airplane": "airplane",
    "airplane_solos": "airplane",
    "airplane_pairs": "airplane",
}


def _still(view: TableView, motions: Motions) -> bool:
    """Whether how things stand is to be shown at once."""
    return view.syncing or not motion().deal or len(motions) > MOST_MOVING


def deal(felt: "DoudizhuFelt", view: TableView, motions: Motions) -> Motions:
    """Sets the cards of three hands flying in turn, one to each; what it has taken care of."""
    hands = tuple(one for one in motions if one.kind == "deal" and one.dst >= 0)
    if len(hands) < GREAT or _still(view, motions):
        return ()
    most = max(len(one.cards) for one in hands)
    for place in range(most):
        for nth, one in enumerate(hands):
            _card(felt, view, one, place, BEAT if nth == len(hands) - 1 else 0.0)
    return hands


def _card(felt: "DoudizhuFelt", view: TableView, one: Motion, place: int, overlap: float) -> None:
    seat = view.at(one.dst)
    if seat is None or place >= len(one.cards):
        return
    place = _at(seat, one, place)
    card, scale, size = None, "small", (table_px(BADGE[0]), table_px(BADGE[1]))
    spot: Point = felt.badges[seat.place].center
    if seat.me:
        held = felt.my_hand(view).cards
        card = held[place] if place < len(held) else None
        size = measure("fan", felt.hand.zoom)
        scale, spot = "fan", felt.hand.spot(place)
    felt.flights.card(
        ("card", one.dst, 0, place), felt.deck_spot(), spot, shown(card, scale),
        shown(None, scale), size, felt.landed, overlap=overlap,
    )  # fmt: skip


def _at(seat: SeatView, one: Motion, nth: int) -> int:
    """Where the nth of these cards lies in the hand, which may have had some before."""
    held = next((hand.cards for hand in seat.hands), ())
    found = [at for at, card in enumerate(held) if card is not None and card in one.cards]
    return found[nth] if nth < len(found) else len(held) - len(one.cards) + nth


def lay(felt: "DoudizhuFelt", view: TableView, motions: Motions) -> Motions:
    """Sets a play flying from its seat to where it lies; what it has taken care of."""
    laid = tuple(one for one in motions if one.kind == "lay" and one.dst == BOARD)
    if not laid or _still(view, motions):
        return laid
    last = laid[-1]
    seat = view.at(last.src)
    if seat is None or felt.plays[seat.place].cards == ():
        return laid
    src: Point = felt.plates[seat.place].face
    if seat.me:
        src = (felt.hand.center_x, felt.hand.center_y)
    for one in felt.plays[seat.place].views:
        face = shown(one.card, one.scale)
        felt.flights.card(("laid", last.src), src, one.center, face, face, one.size,
                          felt.landed, overlap=0.0)  # fmt: skip
    felt.landed()
    return laid


def flash(felt: "DoudizhuFelt", view: TableView, motions: Motions) -> None:
    """Bombs, the rocket, airplanes and springs are seen for a moment."""
    if _still(view, motions):
        return
    for one in motions:
        match one.event:
            case Played(seat=who, category=category) if category in FLASHES:
                seat = view.at(who)
                if seat is not None:
                    play = felt.plays[seat.place]
                    felt.effects.play(FLASHES[category], _middle(play.center))
            case Doubled(why=why) if why not in FLASHES:
                key = "doudizhu.spring" if why == "spring" else "doudizhu.anti_spring"
                felt.effects.play("stamp", (felt.center_x, felt.center_y), felt.say(key))


def _middle(center: tuple[float, float]) -> Point:
    return float(center[0]), float(center[1])
