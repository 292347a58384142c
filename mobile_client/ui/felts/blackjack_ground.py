"""Places on the felt of blackjack: dealer, shoe, my hands, my chips, the print."""

from typing import ClassVar, Final

from mobile_client.ui.felts.blackjack_cloth import CIRCLE, BlackjackCloth, TrayGround
from mobile_client.ui.felts.blackjack_tags import HandTag
from mobile_client.ui.felts.deck import Box, free_spot
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.ground import CORNERED, TIGHT, Point
from mobile_client.ui.felts.plate import SeatPlate, plate_height, plate_size
from mobile_client.ui.felts.rows import CardRow
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.felts.tray import TRAY, TrayChip
from mobile_client.ui.look import px, table_px
from mobile_client.ui.theme import TOUCH
from mobile_client.ui.widgets.cards import measure
from mobile_client.ui.widgets.drawn import glyphs
from mobile_client.ui.widgets.felt import Felt
from protocol.words import HOUSE, Seat

SHOE: Final = (1.7, 1.4, 1.15, 1.0, 0.8)
"""How large the shoe may be: the first that there is room for."""
BESIDE, NEAR = 30, 100
"""The shoe is no higher or lower than the dealer's cards than this, in dp, if it can be smaller for
that; else no more than this."""
PRINTED, CLOSE = 0.64, 0.46
"""How wide the print on the cloth is, in parts of the felt."""
APART: Final = 40
"""In dp: what a hand counts and a bet beside it are so far from each other."""


class BlackjackGround(TableFelt):
    """The parts in their places."""

    covered: ClassVar[type[Felt]] = BlackjackCloth
    deals = "shoe"

    def __init__(self, *about: object) -> None:
        self.rows: list[CardRow] = []
        self.tags: list[HandTag] = []
        self.tray: list[TrayChip] = []
        self.tray_ground = TrayGround(size_hint=(None, None), opacity=0)
        self.house_tag = Tag()
        self.insurance = Tag(kind="seat")
        self.kept = 0.0
        """How wide the bet was for which room is kept beside my seat."""
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are
        self.add_widget(self.house_tag, index=len(self.children) - 3)
        self.add_widget(self.insurance, index=self.children.index(self.flights) + 1)
        self.add_widget(self.tray_ground, index=self.children.index(self.flights) + 1)

    def lay_tray(self) -> None:
        self.tray_ground.opacity = 1 if self.tray else 0
        if not self.tray or not self.plates:
            return
        left = self.plates[0].right + table_px(6)
        if self.low and self.bets:
            left = max(left, self.bet_spot(0)[1][0] + self.pill_wide(0) / 2 + table_px(6))
        beside = [one.x for one in self.others
                  if one.x > left and one.y < self.y + table_px(TRAY + 8)]  # fmt: skip
        room = min(beside, default=self.right) - table_px(4) - left
        each = min(table_px(TRAY + 4), room / len(self.tray))
        for nth, one in enumerate(self.tray):
            side = max(min(table_px(TRAY), each), px(TOUCH))
            one.size = (side, side)
            one.center = (left + (nth + 0.5) * each, self.y + table_px(8) + table_px(TRAY) / 2)
        self.tray_ground.pos = (left - table_px(2), self.y + table_px(6))
        self.tray_ground.size = (each * len(self.tray) + table_px(4), table_px(TRAY + 4))

    def print_cloth(self, words: tuple[str, ...]) -> None:
        """What is printed, and where there is room for it."""
        cloth = self.cloth
        if not isinstance(cloth, BlackjackCloth) or not self.plates:
            return
        cloth.low = self.low
        _, high = measure(self.board_scale())
        x, y = self.center_x, self.middle()
        if self.low:
            left = self.x + plate_size()[0] + table_px(54)
            cloth.room = round(max(0.0, x - table_px(66) - left))
            cloth.middle = [round(left + cloth.room / 2), round(y + table_px(6))]
        else:
            close = self.count > CORNERED and self.height < table_px(TIGHT)
            if close:
                # Between bets that lie so near there is room for one line.
                words = words[:1]
            cloth.room = round(min(self.width * (CLOSE if close else PRINTED), table_px(440)))
            cloth.middle = [round(x), round(y)]
            cloth.above = round(high / 2 + table_px(54))
            cloth.below = round(high / 2 + table_px(20))
        self._lay_insurance(cloth, len(words) - 1)
        cloth.words = list(words)
        cloth.circles = [self._circle(place) for place in (0, *self.shown)]

    def _lay_insurance(self, cloth: BlackjackCloth, lines: int) -> None:
        """On the last line that is printed below the dealer's cards, or, where there is no room
        for that, at their foot, between what lies before the seats."""
        row = self.dealer_hand
        if self.low:
            wide, spot = 112, (self.center_x + table_px(26), row.y - table_px(3))
        elif lines < 1:
            wide, spot = 92, (self.center_x, row.y - table_px(3))
        else:
            x, y = cloth.middle
            wide, spot = 150, (x, y - cloth.below - table_px(19) * (lines - 1))
        self.insurance.width, self.insurance.center = table_px(wide), spot

    def _circle(self, place: int) -> Point:
        """Where the chips of a bet lie, whose amount stands beside or below them."""
        caption, (x, y) = self.bet_spot(place)
        wide = table_px(CIRCLE[0])
        if caption == "below":
            return round(x), round(y + table_px(12))
        if caption == "right":
            return round(x - wide + table_px(4)), round(y)
        return round(x), round(y)

    def mine_at(self, hand: int, place: int) -> tuple[str, Point]:
        if not self.rows:
            return super().mine_at(hand, place)
        row = self.rows[min(hand, len(self.rows) - 1)]
        return row.scale, row.spot(place)

    def row_scale(self, hands: int) -> str:
        if hands < 2:
            return self.hand_scale(2)
        return "medium" if hands < 3 and not self.low else "small"

    def lay_rows(self) -> None:
        """My hands share what is right of my seat."""
        if not self.rows:
            return
        count = len(self.rows)
        plate = self.plates[0]
        left = plate.right + table_px(8)
        if self.low and self.bets:
            # My bet lies beside my face.
            left = max(left, self.bet_spot(0)[1][0] + self.pill_wide(0) / 2 + table_px(4))
        wide, high = measure(self.row_scale(count))
        most = table_px(190) if count < 2 else count * 2.6 * wide
        beside = [one.x for one in self.others if one.x > left and one.y < self.y + high]
        room = min(min(beside, default=self.right) - table_px(8) - left, most)
        each = (room - table_px(6) * (count - 1)) / count
        for nth, (row, tag) in enumerate(zip(self.rows, self.tags, strict=True)):
            row.size = (each, high)
            row.pos = (left + nth * (each + table_px(6)), self.y + table_px(6))
            tag.width = each
            # Its words may be wider than the cards, and reach to who sits beside them.
            y = row.y + row.height + table_px(15)
            near = [one.x for one in self.others if one.x > left and one.y < y + table_px(12)]
            half = tag.wide / 2 if tag.text else 0.0
            x = min(row.x + each / 2, min(near, default=self.right) - half)
            if any(
                abs(one.center_y - y) < table_px(30)
                and row.x < one.center_x < x + half + table_px(APART)
                for one in self.bets[1:]
                if one.text
            ):
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

    def lay_mine(self) -> None:
        super().lay_mine()
        if self.low and self.count > CORNERED:
            # Who sits beside me has a bet between us.
            beside = (
                self.x + table_px(6) + plate_size()[0] + self._before(1) + self.pill_wide(1) / 2
            )
            self.plates[0].x = max(self.plates[0].x, beside + table_px(6))
        self.lay_rows()

    def pill_wide(self, place: int) -> float:
        """How wide the amount before a seat is; at least as one of two figures."""
        texts = (self.bets[place].text, "00")
        return float(max(glyphs(text, "money").width for text in texts) + table_px(16))

    def _before(self, place: int) -> float:
        """How far the middle of a bet is from the seat that it lies before."""
        return max(table_px(24), self.pill_wide(place) / 2 + table_px(3))

    def lay_middle(self) -> None:
        super().lay_middle()
        scale = self.board_scale()
        _, high = measure(scale)
        self.dealer_hand.scale = scale
        self.dealer_hand.size = (
            min(self.width - 2 * plate_size()[0] - table_px(16), table_px(260)),
            high,
        )
        self.dealer_hand.center = (self.center_x, self.middle())
        self.house_tag.width = table_px(190)
        self.house_tag.center = (self.center_x, self.middle() + high / 2 + table_px(15))

    def lay_deck(self) -> None:
        """The shoe stands at the dealer's side, as large as there is room for it; with many cards
        of the dealer some of it is covered where the felt is low."""
        row, (_, high) = self.dealer_hand, measure(self.board_scale())
        half = min(row.width / 2, table_px(104))
        room = (
            self.center_x,
            self.y + table_px(6),
            self.right - table_px(10),
            self.top - table_px(16),
        )
        for reach, far in (
            (half, BESIDE),
            (half, NEAR),
            *(((table_px(62), NEAR),) if self.low else ()),
        ):
            taken = [*self.taken(), *self._dealers(reach, row.y, row.y + high)]
            near = self.center_x + reach + table_px(44), row.y + high / 2
            for zoom in SHOE:
                self.deck.measure(zoom)
                spot = free_spot(room, taken, self.deck.size, near)
                if spot is not None and abs(spot[1] + self.deck.height / 2 - near[1]) < table_px(
                    far
                ):
                    self.deck.opacity, self.deck.pos = 1, spot
                    return
        self.deck.opacity, self.deck.pos = 0, (self.center_x + half, row.y)

    def _dealers(self, reach: float, low: float, top: float) -> list[Box]:
        """What is the dealer's: cards, and above and below them where the felt is not low what is
        said and printed."""
        x, wide = self.center_x, self.width * PRINTED / 2
        cards = (x - reach, low, x + reach, top)
        if self.low:
            return [cards]
        said = (x - table_px(90), top, x + table_px(90), top + table_px(30))
        above = (x - wide, top + table_px(26), x + wide, top + table_px(50))
        below = (x - table_px(100), low - table_px(58), x + table_px(100), low)
        return [cards, said, above, below]

    def taken(self) -> list[Box]:
        """My hands as well, which share what is right of my seat."""
        wide, high = measure(self.hand_scale(2))
        left = self.plates[0].right
        most = max(2.6 * wide, sum(row.width for row in self.rows))
        return [*super().taken(), (left, self.y, left + most, self.y + high + table_px(34))]

    def bet_lead(self, place: int) -> float:
        """Bets lie in circles, all about the middle."""
        return 0

    def bet_spot(self, place: int) -> tuple[str, Point]:
        plate = self.plates[place]
        x, y = plate.face
        if place == 0 and self.low:
            # Beside my face, where my cards do not begin yet: above it are the dealer's.
            beside = x + table_px(plate.side / 2 + 4) + self.pill_wide(0) / 2
            return "below", (beside, plate.y + plate_height() + table_px(20))
        if place == 0:
            return "right", (max(x, self.x + table_px(56)), y + table_px(36 if self.wide else 42))
        if self.low and abs(plate.center_x - self.center_x) > self.width * 0.2:
            # All at the inner side: between two seats nobody would know whose it is.
            aside = plate.width / 2 + self._before(place)
            return "below", (plate.center_x + plate.inner * aside, plate.y + table_px(30))
        if self.low:
            return "right", (plate.center_x, plate.y - table_px(14))
        return super().bet_spot(place)

    def spot(self, place: Seat) -> Point:
        return self.dealer_hand.center if place == HOUSE else super().spot(place)
