"""Signs at a seat of Dou Dizhu besides its cards: who plays there, and how openly."""

from client_core.client import Client, DoudizhuFacts, SeatView, TableView
from protocol.cards import Card

Faces = tuple[Card | None, ...]


def stands_in(client: Client, view: TableView, seat: SeatView) -> str:
    """That a bot plays at this seat, and why; "" while its player does."""
    if not seat.stand_in or view.over:
        return ""
    key = "left_bot" if seat.gone else "stand_in" if seat.here else "away_bot"
    return client.say(f"doudizhu.{key}")


def is_marked(view: TableView, seat: SeatView) -> bool:
    """Whether it is seen before the seat that its player is ready."""
    return not view.live and seat.ready and seat.here and not seat.gone


def opened(client: Client, view: TableView, seat: SeatView) -> str:
    """That all see the cards of this seat: of my own hand nothing else tells it."""
    facts = view.facts
    shown = view.live and isinstance(facts, DoudizhuFacts) and seat.seat in facts.openers
    return client.say("doudizhu.open_hand") if shown else ""


def seen_of(view: TableView, seat: SeatView) -> Faces:
    """The hand of another that all see: one that was opened, and what is left at the end."""
    hand = next(iter(seat.hands), None)
    if seat.me or hand is None or None in hand.cards:
        return ()
    return hand.cards if view.over or (view.live and hand.open) else ()
