"""The felt of hold'em: five places for the board, blinds at the seats, the best five raised at the
showdown."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from client_core.client import Acts, HandView, HoldemFacts, Motion, SeatView, TableView
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
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.reckoner import Reckoner
from mobile_client.ui.look import motion, table_px
from mobile_client.ui.theme import CARD_RAISE
from protocol.games.holdem import HighCard
from protocol.words import CHANCE, Seat

SUSPENSE: Final = 2.4
"""A card that decides an all-in takes so many times as long to the board."""

PILL: Final = 28
"""The room that the pot takes over a ribbon, in dp."""


class HoldemFelt(TableFelt):
    """The felt of hold'em."""

    slots = 5

    def __init__(self, *about: object) -> None:
        self.reckoner = Reckoner(self._counted)
        self.chances: Mapping[Seat, int] = {}
        """The odds that are told, in percent."""
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are

    def show(self, view: TableView, acts: Acts) -> None:
        # Of an all-in with open hands one wants to know how it stands; a calm table tells nothing.
        self.reckoner.watch(self.client.tables.race(self.table) if motion().deal else None)
        if self.reckoner.race is not None:
            self.suspense = SUSPENSE
        elif not view.live:
            self.suspense = 1.0
        self._tell_odds()
        super().show(view, acts)
        self._name_winner(view)
        self._lay_pot(view)

    def _tell_odds(self) -> None:
        """What a card of the board changes is told when it lies there, not while it comes."""
        if not any(kind == "board" for kind, _ in self.flights.cards()):
            self.chances = percents(self.reckoner.odds)

    def _counted(self) -> None:
        self._tell_odds()
        if self.view is not None:
            self.show_seats(self.view)

    def rest(self) -> None:
        super().rest()
        self.reckoner.stop()

    def _name_winner(self, view: TableView) -> None:
        """The winning hand by its name, and whose it is."""
        self.verdict.show(*verdict(self.client, view))

    def show_middle(self, view: TableView) -> None:
        up = raised(view)
        dim = set(range(len(view.board))) - up if told_first(view) else set()
        self.board.show(view.board, up, dim, self.flying("board", len(view.board)))
        self.show_pot(view)

    def lay_middle(self) -> None:
        super().lay_middle()
        if self.view is not None:
            self._lay_pot(self.view)

    def _lay_pot(self, view: TableView) -> None:
        """Above the cards that stand out, and above the ribbon over them; where there is no room
        for both, the ribbon is read first."""
        row, ribbon = self.board, self.verdict
        self.pot.y = row.top + table_px(5) + (row.height * CARD_RAISE if raised(view) else 0)
        over = bool(ribbon.text) and ribbon.y > row.center_y
        room = ribbon.top + table_px(PILL) < self.between()[1]
        if over and room:
            self.pot.y = ribbon.top + table_px(2)
        self.pot.opacity = 0 if over and not room else 1

    def show_pot(self, view: TableView) -> None:
        """Between two players it is told in full how much is in play, from nothing on."""
        super().show_pot(view)
        self.pot.text = in_play(self.client, view) or self.pot.text

    def status(self, view: TableView, acts: Acts) -> str:
        return asked_line(self.client, view, acts)

    def animate(self, motions: tuple[Motion, ...]) -> None:
        """Cards that are drawn for the button come from the pack as any others."""
        super().animate(tuple(_drawn(one) for one in motions))

    def beaten(self, view: TableView, seat: SeatView) -> bool:
        """At a showdown only the cards of winners are bright: they are looked for first."""
        return beaten(view, seat)

    def hands_of(self, view: TableView, seat: SeatView) -> tuple[HandView, ...]:
        hands = super().hands_of(view, seat)
        best = told_first(view)
        if best is None or alike(view, seat, best):
            return hands
        return tuple(replace(hand, raised=()) for hand in hands)

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        facts = view.facts
        ranked = facts.ranked if isinstance(facts, HoldemFacts) else {}
        if seat.seat in self.chances and not view.over:
            return self.say("table.chance", percent=self.chances[seat.seat]), "odds"
        # Where cards lie open there is one line, and it says what the seat has now.
        if seat.me and self.beaten(view, seat) and seat.seat in ranked:
            return self.say(f"hand.kind.{ranked[seat.seat].category}"), "out"
        return super().word_of(view, seat)

    def mark_of(self, view: TableView, seat: SeatView) -> str:
        return blind_of(self.client, view, seat)


def _drawn(one: Motion) -> Motion:
    event = one.event
    if not isinstance(event, HighCard):
        return one
    return replace(one, kind="deal", src=CHANCE, dst=event.seat, cards=event.cards)
