"""Dou Dizhu: twenty cards in a hand, what each has played, the kitty, who is the landlord."""

from typing import Final

from mobile_client.core.client import (
    Acts,
    Button,
    DoudizhuFacts,
    HandView,
    Play,
    SeatView,
    TableView,
)
from mobile_client.ui.felts.felt import Choices, TableFelt
from mobile_client.ui.felts.ground import Point
from mobile_client.ui.felts.hand import TIGHT
from mobile_client.ui.felts.plate import plate_size
from mobile_client.ui.felts.rows import CardRow, Faces
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.look import table_px as px
from mobile_client.ui.screens.table_bar import Choice
from mobile_client.ui.widgets.cards import measure
from protocol.games.doudizhu import Pattern, classify, in_order
from protocol.words import Cards

LYING: Final = 14
"""On a phone on its side all cards lie in one row, however little of each is seen."""


class DoudizhuFelt(TableFelt):
    """The felt of Dou Dizhu."""

    def __init__(self, *about: object) -> None:
        self.plays = [CardRow("small", gap=-17) for _ in range(3)]
        self.passes = [Tag(ground="soft") for _ in range(3)]
        self.kitty = CardRow("small", gap=3)
        self.worth = Tag(ground="dark")
        self.hints: tuple[Cards, ...] = ()
        self.hinted = -1
        self._hints_of = -1
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are
        for part in (*self.plays, *self.passes, self.kitty, self.worth):
            self.add_widget(part, index=self.children.index(self.hand) + 1)

    # -- what lies there ---------------------------------------------------------------------

    def hands_of(self, view: TableView, seat: SeatView) -> tuple[HandView, ...]:
        """Cards that are shown at the end lie where plays lie; while they are held, a number."""
        return () if view.over else tuple(hand for hand in seat.hands if hand.cards)

    def mark_of(self, view: TableView, seat: SeatView) -> str:
        facts = view.facts
        lord = isinstance(facts, DoudizhuFacts) and facts.landlord == seat.seat
        return self.say("table.landlord") if lord else ""

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        if view.over and seat.results:
            word = self.client.money(seat.results, short=True, sign=True)
            return word, "won" if seat.results > 0 else "fold"
        facts = view.facts
        if isinstance(facts, DoudizhuFacts) and facts.landlord is None:
            return super().word_of(view, seat)
        return "", ""

    def show_pot(self, view: TableView) -> None:
        """There is none: losers pay winners."""

    def show_middle(self, view: TableView) -> None:
        facts = view.facts
        if not isinstance(facts, DoudizhuFacts):
            return
        backs: tuple[None, ...] = (None,) * (3 if view.live and facts.landlord is None else 0)
        self.kitty.show(facts.kitty or backs, scale="small")
        times = self.say("table.times", times=facts.multiplier) if facts.multiplier > 1 else ""
        each = self.say("table.each", amount=facts.each) if facts.each else ""
        self.worth.text = " · ".join(one for one in (each, times) if one)
        for seat in view.seats:
            self._show_play(view, facts, seat)
        for place, row in enumerate(self.plays):
            self._lay_play(place, len(row.cards))

    def _show_play(self, view: TableView, facts: DoudizhuFacts, seat: SeatView) -> None:
        row, tag = self.plays[seat.place], self.passes[seat.place]
        play = facts.plays.get(seat.seat)
        rest = self._rest(view, seat)
        cards: Faces = rest or (in_order(play.cards) if play else ())
        top = facts.trick is not None and facts.trick[0] == seat.seat
        dim = set(range(len(cards))) if not rest and not top and view.live else set()
        row.show(cards, (), dim)
        tag.text = self._said(facts, play) if not rest else ""
        tag.ground = "gold" if top and play and play.cards else "soft"

    def _rest(self, view: TableView, seat: SeatView) -> Faces:
        """What the others still hold when the game is over and it is shown."""
        if not view.over or seat.me:
            return ()
        hand = next(iter(seat.hands), None)
        return hand.cards if hand and all(card is not None for card in hand.cards) else ()

    def _said(self, facts: DoudizhuFacts, play: Play | None) -> str:
        if play is None or facts.landlord is None:
            return ""
        if not play.cards:
            return self.say("act.pass")
        if self.low:
            return ""
        return self.client.pattern_name(play.pattern) if play.pattern else ""

    # -- my hand -----------------------------------------------------------------------------

    def hand_scale(self, count: int) -> str:
        return "fan"

    def hand_height(self) -> float:
        self.hand.tight = LYING if self.low else TIGHT
        count = len(self.hand.cards) or 17
        most = max(count, 12)
        return self.hand.height_for(most, self.hand_scale(count), self.hand_width())

    def hand_width(self) -> float:
        return float(self.width) - px(12)

    def more_choices(self, choices: Choices) -> Choices:
        """A hint between the other buttons."""
        play = self._playing()
        if play is None or not any(one.key == "act.play" for one in choices):
            return choices
        said = Choice("felt.hint", self.say("table.hint"))
        at = next(nth for nth, one in enumerate(choices) if one.key == "act.play")
        return (*choices[:at], said, *choices[at:])

    def _playing(self) -> Button | None:
        return next((one for one in self.acts.buttons if one.verb == "play"), None)

    def take(self, key: str) -> None:
        """The next of the plays that are possible, the cheapest first."""
        button = self._playing()
        if button is None:
            return
        if self._hints_of != button.turn:
            self._hints_of, self.hinted = button.turn, -1
            found = self.client.choices(self.table, button)
            self.hints = tuple(sorted(found, key=_dear))
        if self.hints:
            self.hinted = (self.hinted + 1) % len(self.hints)
            self.hand.choose(self.hints[self.hinted])
        self.tapped()

    def status(self, view: TableView, acts: Acts) -> str:
        button = self._playing()
        if button is None or acts.sent:
            return ""
        if self.hand.picked:
            found = classify(self.hand.picked)
            if isinstance(found, Pattern):
                return self.client.pattern_name(found)
            return self.say("table.no_play")
        if self._hints_of == button.turn and not self.hints:
            return self.say("table.beats_nothing")
        return ""

    # -- where it lies -----------------------------------------------------------------------

    def lay_mine(self) -> None:
        """My cards over the whole width, my seat above them at the left."""
        self.hand.size = (self.hand_width(), self.hand_height())
        self.hand.pos = (self.x + px(6), self.y + px(4))
        self.plates[0].pos = (self.x + px(4), self.hand.top + px(4))

    def show_hand(self, view: TableView) -> None:
        before = self.hand.height
        super().show_hand(view)
        if abs(before - self.hand_height()) > 1:
            self.lay_mine()
            self.lay_middle()

    def chair_box(self) -> tuple[float, float, float, float]:
        wide, high = plate_size()
        edge = wide / 2 + px(3)
        top = self.top - high / 2 - px(8)
        return self.x + edge, top - px(1), self.right - edge, top

    def lay_middle(self) -> None:
        _, small = measure("small")
        self.kitty.size = (px(140), small)
        self.kitty.center = (self.center_x, self.top - small / 2 - px(8))
        self.worth.width = px(150)
        self.worth.center = (self.center_x, self.kitty.y - px(16))
        if self.low:
            self.worth.center = (self.right - px(70), self.hand.top + px(14))
        for place in range(3):
            self._lay_play(place, len(self.plays[place].cards))
        self.board.size = (0, 0)

    def _lay_play(self, place: int, count: int) -> None:
        """Plays lie before who made them, towards the middle."""
        wide, high = measure("small")
        row, tag, plate = self.plays[place], self.passes[place], self.plates[place]
        room = self.width * 0.5 - px(10)
        step = wide - px(17)
        width = min(wide + step * max(count - 1, 0), room)
        if place == 0:
            width = min(wide + step * max(count - 1, 0), self.width - plate.width - px(24))
            x = max(self.center_x - width / 2, plate.right + px(8))
            y = plate.y + px(6)
        else:
            left = plate.inner > 0
            if self.low:
                width = min(width, self._share(place, step))
                x = plate.right + px(6) if left else plate.x - px(6) - width
                y = plate.y - px(44)
            else:
                x = self.x + px(6) if left else self.right - px(6) - width
                y = plate.y - px(12) - high
        row.size, row.pos = (width, high), (x, y)
        tag.width = max(px(96), min(room, px(170)))
        middle = x + width / 2
        edge = self.x + px(4) + tag.width / 2
        if count:
            middle = max(edge, min(self.right - px(4) - tag.width / 2, middle))
        elif place:
            middle = max(self.x + px(52), min(self.right - px(52), middle))
        over = high / 2 if not count else high + px(14) if place == 0 else -px(15)
        tag.center = (middle, y + over)

    def _share(self, place: int, step: float) -> float:
        """Of the room between the others what the other one of them leaves."""
        wide, _ = measure("small")
        room = self.width - 2 * plate_size()[0] - px(24)
        count = len(self.plays[3 - place].cards)
        other = wide + step * (count - 1) + px(8) if count else 0.0
        return float(room - min(other, room / 2))

    def deck_spot(self) -> Point:
        return self.center_x, self.center_y

    def bet_spot(self, place: int) -> tuple[str, Point]:
        return "right", self.plates[place].center


def _dear(cards: Cards) -> tuple[bool, int, int]:
    """Bombs last, then few cards before low ranks: what one gives away most easily."""
    found = classify(cards)
    if not isinstance(found, Pattern):
        return True, 0, 0
    return found.category in ("bomb", "rocket"), -len(cards), found.low
