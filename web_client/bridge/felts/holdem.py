"""The felt of hold'em: five places for the board, blinds at the seats, the winning hand by name."""

from dataclasses import replace

from client_core.client import HandView, SeatView
from client_core.felts.holdem import (
    alike,
    beaten,
    blind_of,
    drawn_for_the_button,
    in_play,
    percent,
    raised,
    told_first,
    verdict,
)
from client_core.felts.seats import word_of
from web_client.bridge.felts.felt import Felt, tagged
from web_client.bridge.felts.middles import Middle
from web_client.bridge.table_cards import cards_view
from web_client.bridge.table_shapes import CardsView, Tag
from web_client.bridge.table_sight import Sight

SLOTS = 5


class HoldemFelt(Felt):
    """The felt of hold'em."""

    game = "holdem"

    def middle(self, at: Sight) -> Middle:
        up = raised(at.view)
        dim = set(range(len(at.view.board))) - up if told_first(at.view) else set()
        board = cards_view(at, at.view.board, up, dim)
        pot = in_play(at.client, at.view)
        return self.plain(at, board, SLOTS, None, pot, verdict(at.client, at.view))

    def status(self, at: Sight) -> str:
        return drawn_for_the_button(at.client, at.view)

    def beaten(self, at: Sight, seat: SeatView) -> bool:
        return beaten(at.view, seat)

    def hand(self, at: Sight, seat: SeatView, hand: HandView) -> CardsView:
        best = told_first(at.view)
        if best is not None and not alike(at.view, seat, best):
            hand = replace(hand, raised=())
        return super().hand(at, seat, hand)

    def word(self, at: Sight, seat: SeatView) -> Tag:
        odds = at.local.odds.get(seat.seat)
        if odds is not None and at.view.live:
            return Tag(at.client.say("table.chance", percent=percent(odds)), "good")
        return tagged(*word_of(at.client, at.view, seat))

    def mark(self, at: Sight, seat: SeatView) -> str:
        return blind_of(at.client, at.view, seat)
