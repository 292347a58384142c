"""The felt of hold'em: five places for the board, blinds at the seats, the best five raised at the
showdown."""

from dataclasses import replace
from typing import Final

from client_core.client import Acts, HandName, HandView, HoldemFacts, Motion, SeatView, TableView
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.reckoner import Reckoner
from mobile_client.ui.look import motion, table_px
from mobile_client.ui.screens.table_status import AND
from mobile_client.ui.theme import CARD_RAISE
from protocol.cards import SUITS, rank, suit
from protocol.games.holdem import HighCard
from protocol.words import CHANCE

SUSPENSE: Final = 2.4
"""A card that decides an all-in takes so many times as long to the board."""

PILL: Final = 28
"""The room that the pot takes over a ribbon, in dp."""


class HoldemFelt(TableFelt):
    """The felt of hold'em."""

    slots = 5

    def __init__(self, *about: object) -> None:
        self.reckoner = Reckoner(self._counted)
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are

    def show(self, view: TableView, acts: Acts) -> None:
        # Of an all-in with open hands one wants to know how it stands; a calm table tells nothing.
        self.reckoner.watch(self.client.tables.race(self.table) if motion().deal else None)
        if self.reckoner.race is not None:
            self.suspense = SUSPENSE
        elif not view.live:
            self.suspense = 1.0
        super().show(view, acts)
        self._name_winner(view)
        self._lay_pot(view)

    def _counted(self) -> None:
        if self.view is not None:
            self.show_seats(self.view)

    def rest(self) -> None:
        super().rest()
        self.reckoner.stop()

    def _name_winner(self, view: TableView) -> None:
        """The winning hand by its name, and whose it is."""
        best = _told_first(view)
        if best is None or view.syncing:
            self.verdict.show("")
            return
        name = self.client.texts.hand_name(best)
        alike = [one for one in _ahead(view) if _alike(view, one, best)]
        names = tuple(self.say("room.you") if one.me else one.name for one in alike)
        whose = self.client.texts.listed(names)
        self.verdict.show(name[:1].upper() + name[1:], whose[:1].upper() + whose[1:])

    def show_middle(self, view: TableView) -> None:
        raised = _raised(view)
        dim = set(range(len(view.board))) - raised if _told_first(view) else set()
        self.board.show(view.board, raised, dim, self.flying("board", len(view.board)))
        self.show_pot(view)

    def lay_middle(self) -> None:
        super().lay_middle()
        if self.view is not None:
            self._lay_pot(self.view)

    def _lay_pot(self, view: TableView) -> None:
        """Above the cards that stand out, and above the ribbon over them; where there is no room
        for both, the ribbon is read first."""
        row, ribbon = self.board, self.verdict
        self.pot.y = row.top + table_px(5) + (row.height * CARD_RAISE if _raised(view) else 0)
        over = bool(ribbon.text) and ribbon.y > row.center_y
        room = ribbon.top + table_px(PILL) < self.between()[1]
        if over and room:
            self.pot.y = ribbon.top + table_px(2)
        self.pot.opacity = 0 if over and not room else 1

    def show_pot(self, view: TableView) -> None:
        """Between two players it is told in full how much is in play, from nothing on."""
        super().show_pot(view)
        if len(view.seats) == 2 and (view.live or view.over):
            cards = self.say("table.cards_in_play", cards=len(view.board))
            money = self.say("table.money_in_play", amount=view.worth(view.total))
            self.pot.text = cards + AND + money

    def status(self, view: TableView, acts: Acts) -> str:
        """Who has drawn the first button, and why."""
        facts = view.facts
        if not isinstance(facts, HoldemFacts) or not facts.drawing or not view.live:
            return ""
        dealer = next((seat for seat in view.seats if seat.button), None)
        if dealer is None or dealer.seat not in facts.high_cards:
            return ""
        whose = "mine" if dealer.me else "other"
        (best,) = facts.high_cards[dealer.seat]
        others = [card for seat, (card,) in facts.high_cards.items() if seat != dealer.seat]
        equal = max((card for card in others if rank(card) == rank(best)), default=None)
        if equal is None:
            return self.say(f"draw.{whose}", name=dealer.name)
        higher, lower = (self.say(f"suit.{SUITS[suit(card)]}") for card in (best, equal))
        tie = self.say("draw.equal", higher=higher, lower=lower)
        return tie + AND + self.say(f"draw.equal_{whose}", name=dealer.name)

    def animate(self, motions: tuple[Motion, ...]) -> None:
        """Cards that are drawn for the button come from the pack as any others."""
        super().animate(tuple(_drawn(one) for one in motions))

    def beaten(self, view: TableView, seat: SeatView) -> bool:
        """At a showdown only the cards of winners are bright: they are looked for first."""
        facts = view.facts
        showdown = isinstance(facts, HoldemFacts) and view.over and facts.ranked
        return bool(showdown and seat.hands and seat not in _ahead(view))

    def hands_of(self, view: TableView, seat: SeatView) -> tuple[HandView, ...]:
        hands = super().hands_of(view, seat)
        best = _told_first(view)
        if best is None or _alike(view, seat, best):
            return hands
        return tuple(replace(hand, raised=()) for hand in hands)

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        facts = view.facts
        ranked = facts.ranked if isinstance(facts, HoldemFacts) else {}
        if seat.seat in self.reckoner.odds and not view.over:
            return self.say("table.chance", percent=percent(self.reckoner.odds[seat.seat])), "odds"
        # Where cards lie open there is one line, and it says what the seat has now.
        if seat.me and self.beaten(view, seat) and seat.seat in ranked:
            return self.say(f"hand.kind.{ranked[seat.seat].category}"), "out"
        return super().word_of(view, seat)

    def mark_of(self, view: TableView, seat: SeatView) -> str:
        """The blinds, as long as they are what is being answered."""
        facts = view.facts
        if not isinstance(facts, HoldemFacts) or not view.live or facts.street != "before_flop":
            return ""
        posted = facts.blinds.get(seat.seat, "")
        return self.say(f"table.{posted}") if posted and not seat.button else ""


def _raised(view: TableView) -> set[int]:
    """The places of the board whose cards are of the best hand."""
    best = _told_first(view)
    return {place for place, card in enumerate(view.board) if best and card in best.cards}


def _drawn(one: Motion) -> Motion:
    event = one.event
    if not isinstance(event, HighCard):
        return one
    return replace(one, kind="deal", src=CHANCE, dst=event.seat, cards=event.cards)


def _ahead(view: TableView) -> tuple[SeatView, ...]:
    """Who has won; where there was nothing to win, who has shown the best hand."""
    facts = view.facts
    if view.won_by or not isinstance(facts, HoldemFacts):
        return view.won_by
    return tuple(seat for seat in view.seats if seat.seat in facts.best)


def _told_first(view: TableView) -> HandName | None:
    """The hand of the winner who is told first: its cards stand out, and no others."""
    facts, ahead = view.facts, _ahead(view)
    if not isinstance(facts, HoldemFacts) or not view.over or not ahead:
        return None
    return facts.ranked.get(ahead[0].seat)


def _alike(view: TableView, seat: SeatView, best: HandName) -> bool:
    """Whether a seat has shown the same hand, be it of other cards."""
    facts = view.facts
    own = facts.ranked.get(seat.seat) if isinstance(facts, HoldemFacts) else None
    return own is not None and (own.category, own.ranks) == (best.category, best.ranks)


def percent(permille: int) -> int:
    """As it is said: what can still happen is neither certain nor out of the question."""
    if 0 < permille < 1000:
        return max(1, min(99, (permille + 5) // 10))
    return permille // 10
