"""Hold'em: five places for the board, blinds at the seats, the best five raised at the showdown."""

from dataclasses import replace

from mobile_client.core.client import HandView, HoldemFacts, SeatView, TableView
from mobile_client.ui.felts.felt import TableFelt


class HoldemFelt(TableFelt):
    """The felt of hold'em."""

    slots = 5

    def show_middle(self, view: TableView) -> None:
        facts = view.facts
        shown = facts.raised_board if isinstance(facts, HoldemFacts) and view.over else ()
        showdown = bool(shown) or (view.over and any(seat.won for seat in view.seats) and bool(
            isinstance(facts, HoldemFacts) and facts.ranked))  # fmt: skip
        places = range(len(view.board))
        dim = set(places) - set(shown) if showdown else set()
        self.board.show(view.board, shown, dim, self.flying("board", len(view.board)))
        self.show_pot(view)

    def beaten(self, view: TableView, seat: SeatView) -> bool:
        """At a showdown only the cards of winners are bright: they are looked for first."""
        facts = view.facts
        showdown = isinstance(facts, HoldemFacts) and view.over and facts.ranked
        return bool(showdown and seat.hands and not seat.won)

    def hands_of(self, view: TableView, seat: SeatView) -> tuple[HandView, ...]:
        hands = super().hands_of(view, seat)
        if self.beaten(view, seat):
            return tuple(replace(hand, raised=()) for hand in hands)
        return hands

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        facts = view.facts
        ranked = facts.ranked if isinstance(facts, HoldemFacts) else {}
        # Where cards lie open there is one line, and it says what the seat has now.
        if seat.me and self.beaten(view, seat) and seat.seat in ranked:
            return self.say(f"hand.kind.{ranked[seat.seat].category}"), "fold"
        return super().word_of(view, seat)

    def mark_of(self, view: TableView, seat: SeatView) -> str:
        """The blinds, as long as they are what is being answered."""
        facts = view.facts
        if not isinstance(facts, HoldemFacts) or not view.live or facts.street != "before_flop":
            return ""
        posted = facts.blinds.get(seat.seat, "")
        return self.say(f"table.{posted}") if posted and not seat.button else ""
