"""The felt of hold'em: five places for the board, blinds at the seats, the winning hand by name."""

from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakKeyDictionary

from client_core.client import Counting, HandView, Odds, Race, SeatView
from client_core.felts.holdem import (
    alike,
    asked_line,
    beaten,
    blind_of,
    in_play,
    percents,
    raised,
    told_first,
    verdict,
)
from client_core.felts.seats import word_of
from protocol.words import Seat
from web_client.bridge.felts.felt import Felt, tagged
from web_client.bridge.felts.middles import Middle
from web_client.bridge.table_cards import cards_view
from web_client.bridge.table_shapes import CardsView, Tag
from web_client.bridge.table_sight import Sight
from web_client.bridge.visit import Visit

SLOTS: Final = 5
AT_ONCE: Final = 6
"""So many parts of the odds are counted before something else has its turn."""
AGAIN_S: Final = 0.005


@dataclass(slots=True)
class Count:
    """The odds of a race, while they are counted."""

    race: Race
    work: Counting
    odds: Odds | None = None


def _count(at: Sight, count: Count) -> None:
    """A part of it, and another one soon."""
    try:
        for _ in range(AT_ONCE):
            next(count.work)
    except StopIteration as done:
        count.odds = done.value
        at.change(again_at=0.0)
    else:
        at.change(again_at=at.client.now() + AGAIN_S)


class HoldemFelt(Felt):
    """The felt of hold'em."""

    game = "holdem"

    def __init__(self) -> None:
        self._counts: WeakKeyDictionary[Visit, Count] = WeakKeyDictionary()

    def settles(self, at: Sight) -> None:
        """Of an all-in with open hands one wants to know how it stands; a calm table tells
        nothing."""
        calm = at.client.settings.animation == "off"
        race = None if calm else at.client.tables.race(at.table)
        count = self._counts.get(at.visit)
        if race is None:
            self._counts.pop(at.visit, None)
            if at.local.odds or at.local.again_at:
                at.change(odds={}, again_at=0.0)
            return
        if count is None or count.race != race:
            if count is None or count.race.hands != race.hands:
                at.change(odds={})
            count = self._counts[at.visit] = Count(race, race.counting())
        if count.odds is None:
            _count(at, count)
        if count.odds is not None and not at.client.pace.unseen(at.table):
            # A card is seen before what it changes.
            at.change(odds=dict(count.odds))

    def middle(self, at: Sight) -> Middle:
        up = raised(at.view)
        dim = set(range(len(at.view.board))) - up if told_first(at.view) else set()
        board = cards_view(at, at.view.board, up, dim)
        pot = in_play(at.client, at.view)
        return self.plain(at, board, SLOTS, None, pot, verdict(at.client, at.view))

    def status(self, at: Sight) -> str:
        return asked_line(at.client, at.view, at.acts)

    def beaten(self, at: Sight, seat: SeatView) -> bool:
        return beaten(at.view, seat)

    def hand(self, at: Sight, seat: SeatView, hand: HandView) -> CardsView:
        best = told_first(at.view)
        if best is not None and not alike(at.view, seat, best):
            hand = replace(hand, raised=())
        return super().hand(at, seat, hand)

    def word(self, at: Sight, seat: SeatView) -> Tag:
        if seat.seat in at.local.odds and at.view.live:
            chances = percents({Seat(one): odds for one, odds in at.local.odds.items()})
            return Tag(at.client.say("table.chance", percent=chances[seat.seat]), "good")
        return tagged(*word_of(at.client, at.view, seat))

    def mark(self, at: Sight, seat: SeatView) -> str:
        return blind_of(at.client, at.view, seat)
