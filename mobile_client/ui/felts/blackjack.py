"""Blackjack: the dealer in the middle, points at every hand, mine side by side after a split."""

from dataclasses import replace
from typing import Final

from client_core.client import Acts, BlackjackFacts, HandView, SeatView, TableView
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.ground import CORNERED, Point
from mobile_client.ui.felts.plate import SeatPlate, plate_height, plate_size
from mobile_client.ui.felts.rows import CardRow
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.look import table_px as px
from mobile_client.ui.widgets.cards import measure
from mobile_client.ui.widgets.drawn import glyphs
from protocol.words import HOUSE, Seat

MOST: Final = 21
APART: Final = 40
"""In dp: what a hand counts and a bet beside it are so far from each other."""
GOOD: Final = frozenset({"win", "natural", "five_hits"})
LAYING: Final = frozenset({"bet", "take", "deal"})
BAD: Final = frozenset({"bust", "lose", "swept", "surrender"})


class BlackjackFelt(TableFelt):
    """The felt of blackjack."""

    deals = "shoe"

    def __init__(self, *about: object) -> None:
        self.rows: list[CardRow] = []
        self.tags: list[Tag] = []
        self.house_tag = Tag()
        self._kept = 0.0
        """How wide the bet was for which room is kept beside my seat."""
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are
        self.add_widget(self.house_tag, index=len(self.children) - 3)

    def show_pot(self, view: TableView) -> None:
        """There is none: everybody plays against the house."""

    def show_middle(self, view: TableView) -> None:
        super().show_middle(view)
        house, facts = view.house, view.facts
        text = self.say("table.dealer_name")
        points = house.points if house else None
        if isinstance(facts, BlackjackFacts) and facts.natural:
            text = f"{text} · {self.say('result.natural')}"
        elif points is not None:
            text = f"{text} · {self.client.number(points)}"
            if points > MOST:
                text = f"{text} · {self.say('result.bust')}"
        self.house_tag.text = text
        self.house_tag.ground = "bad" if points is not None and points > MOST else "dark"

    def status(self, view: TableView, acts: Acts) -> str:
        verbs = {button.verb for button in acts.buttons}
        if "bet" not in verbs or acts.sent:
            return ""
        return self.say("table.bet_more" if "deal" in verbs else "table.place_bet")

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        if seat.me and view.live:
            # My bet lies there, and what I have just done I know.
            return "", ""
        results = [hand.result for hand in seat.hands if hand.result]
        if results:
            word = self.say(f"result.{results[-1]}")
            if seat.results:
                word = self.client.money(view.worth(seat.results), short=True, sign=True)
            good = any(result in GOOD for result in results)
            return word, "won" if good else "fold" if results[-1] in BAD else "check"
        if seat.act is not None and seat.act.verb in LAYING:
            # What lies before the seat says it.
            return "", ""
        return super().word_of(view, seat)

    def hands_of(self, view: TableView, seat: SeatView) -> tuple[HandView, ...]:
        """The hand that is played is marked only as long as its seat has the turn."""
        return tuple(replace(hand, active=hand.active and seat.turn) for hand in seat.hands)

    # -- my hands ----------------------------------------------------------------------------

    def mine(self, view: TableView) -> tuple[HandView, ...]:
        seat = view.at(view.me) if view.me is not None else None
        return seat.hands if seat else ()

    def show_hand(self, view: TableView) -> None:
        hands = self.mine(view)
        while len(self.rows) > len(hands):
            self.remove_widget(self.rows.pop())
            self.remove_widget(self.tags.pop())
        while len(self.rows) < len(hands):
            self.rows.append(CardRow(self.hand_scale(2), gap=2))
            self.tags.append(Tag(size=(px(96), px(23))))
            at = self.children.index(self.flights) + 1
            self.add_widget(self.rows[-1], index=at)
            self.add_widget(self.tags[-1], index=at)
        self._lay_rows()
        for row, tag, hand in zip(self.rows, self.tags, hands, strict=True):
            hidden = {place for place in range(len(hand.cards))
                      if self.flights.hides(("card", view.me, hand.number, place))}  # fmt: skip
            idle = len(hands) > 1 and not hand.active and view.live
            row.show(hand.cards, (), set(range(len(hand.cards))) if idle else (), hidden,
                     self.row_scale(len(hands)))  # fmt: skip
            # What they count is said when they lie there.
            tag.text = "" if hidden or self.counted(view) else self._said(hand)
            tag.ground = ("good" if hand.result in GOOD else "bad" if hand.result in BAD
                          else "gold" if hand.active else "dark")  # fmt: skip
        self._lay_rows()

    def counted(self, view: TableView) -> tuple[HandView, ...]:
        """Above one hand of large cards lie the dealer's, where the felt is low."""
        hands = self.mine(view)
        if not self.low or len(hands) != 1 or self.flights.busy:
            return ()
        return self.hands_of(view, replace(SeatView(Seat(0), 0), hands=hands))

    def _said(self, hand: HandView) -> str:
        points = self.client.number(hand.points) if hand.points is not None else ""
        if hand.result:
            return " · ".join(one for one in (points, self.say(f"result.{hand.result}")) if one)
        return points

    def row_scale(self, hands: int) -> str:
        if hands < 2:
            return self.hand_scale(2)
        return "medium" if hands < 3 and not self.low else "small"

    def _lay_rows(self) -> None:
        """My hands share what is right of my seat."""
        if not self.rows:
            return
        count = len(self.rows)
        plate = self.plates[0]
        left = plate.right + px(8)
        if self.low and self.bets:
            # My bet lies beside my face.
            left = max(left, self.bet_spot(0)[1][0] + self._pill(0) / 2 + px(4))
        wide, high = measure(self.row_scale(count))
        most = px(190) if count < 2 else count * 2.6 * wide
        beside = [one.x for one in self.plates[1:] if one.x > left and one.y < self.y + high]
        room = min(min(beside, default=self.right) - px(8) - left, most)
        each = (room - px(6) * (count - 1)) / count
        for nth, (row, tag) in enumerate(zip(self.rows, self.tags, strict=True)):
            row.size = (each, high)
            row.pos = (left + nth * (each + px(6)), self.y + px(6))
            tag.width = each
            # Its words may be wider than the cards, and reach to who sits beside them.
            y = row.y + row.height + px(15)
            near = [one.x for one in self.plates[1:] if one.x > left and one.y < y + px(12)]
            half = glyphs(tag.text, tag.kind, each).width / 2 + px(10) if tag.text else 0.0
            x = min(row.x + each / 2, min(near, default=self.right) - half)
            if any(abs(one.center_y - y) < px(30) and row.x < one.center_x < x + half + px(APART)
                   for one in self.bets[1:] if one.text):  # fmt: skip
                # Beside somebody's bet the two would be read as one number.
                x = row.x + max(half, wide / 2)
            tag.center = (x, y)

    @property
    def tight(self) -> bool:
        """My hands take what is right of my seat; the others stay above them."""
        return False

    @property
    def right_free(self) -> bool:
        return self.low

    def about_middle(self) -> list[SeatPlate]:
        """On a wide felt the dealer's cards are far from who sits at the sides."""
        near = self.width * 0.3 if self.wide else self.width
        return [one for one in super().about_middle() if abs(one.center_x - self.center_x) < near]

    def placed(self) -> None:
        super().placed()
        if self.view is not None:
            self.show_middle(self.view)

    def lay_mine(self) -> None:
        super().lay_mine()
        if self.low and self.count > CORNERED:
            # Who sits beside me has a bet between us.
            beside = self.x + px(6) + plate_size()[0] + self._before(1) + self._pill(1) / 2
            self.plates[0].x = max(self.plates[0].x, beside + px(6))
        self._lay_rows()

    def show_seats(self, view: TableView) -> None:
        super().show_seats(view)
        if self.low and self.count > CORNERED and self._pill(1) != self._kept:
            self._kept = self._pill(1)
            self.lay()

    def _pill(self, place: int) -> float:
        """How wide the amount before a seat is; at least as one of two figures."""
        texts = (self.bets[place].text, "00")
        return float(max(glyphs(text, "money").width for text in texts) + px(16))

    def _before(self, place: int) -> float:
        """How far the middle of a bet is from the seat that it lies before."""
        return max(px(24), self._pill(place) / 2 + px(3))

    def lay_middle(self) -> None:
        super().lay_middle()
        scale = self.board_scale()
        _, high = measure(scale)
        self.dealer_hand.scale = scale
        self.dealer_hand.size = (min(self.width - 2 * plate_size()[0] - px(16), px(260)), high)
        self.dealer_hand.center = (self.center_x, self.middle())
        self.house_tag.width = px(190)
        self.house_tag.center = (self.center_x, self.middle() + high / 2 + px(15))

    def bet_spot(self, place: int) -> tuple[str, Point]:
        plate = self.plates[place]
        x, y = plate.face
        if place == 0 and self.low:
            # Beside my face, where my cards do not begin yet: above it are the dealer's.
            beside = x + px(plate.side / 2 + 4) + self._pill(0) / 2
            return "below", (beside, plate.y + plate_height() + px(20))
        if place == 0:
            return "right", (max(x, self.x + px(56)), y + px(36 if self.wide else 42))
        if self.low and abs(plate.center_x - self.center_x) > self.width * 0.2:
            # All at the inner side: between two seats nobody would know whose it is.
            aside = plate.width / 2 + self._before(place)
            return "below", (plate.center_x + plate.inner * aside, plate.y + px(30))
        if self.low:
            return "right", (plate.center_x, plate.y - px(14))
        return super().bet_spot(place)

    def spot(self, place: Seat) -> Point:
        return self.dealer_hand.center if place == HOUSE else super().spot(place)
