"""Parts of the seats of Dou Dizhu: hats, how many cards are left, the last play of each."""

from collections.abc import Mapping
from typing import Final

from kivy.animation import Animation
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.felts.rows import Faces, Point
from mobile_client.ui.look import motion, table_px
from mobile_client.ui.pen import Pen
from mobile_client.ui.plates import plate
from mobile_client.ui.theme import faded, rgb
from mobile_client.ui.widgets.cards import CardView, fan, measure, shown, texture
from mobile_client.ui.widgets.drawn import Drawn, block, border, picture, write
from mobile_client.ui.widgets.faces import FAN_INDEX
from mobile_client.ui.widgets.hats import HAT_HIGH, HATS
from protocol.cards import Card

HAT: Final = (50, 34)
BADGE: Final = (28, 39)
"""Sizes in dp."""
HAT_ABOVE: Final = 20
"""How far a hat stands out above a seat, in dp."""
ALARM: Final = 2
"""So few cards are an alarm."""
ROW: Final = 0.6
"""How much is seen of a row of a play that has another before it."""
MOST_ROWS: Final = 3
PLAYED_STEP: Final = 0.46
"""The most that is seen of a card under the next of its play."""
TAGGED: Final = 0.45
"""So much of the height of a card lies below its index."""
GAIN: Final = 1.25
"""A play lies in one row more only if its cards are so much larger then."""


def hat(kind: str) -> Texture:
    """The hat of the landlord or of a peasant."""
    size = table_px(HAT[0]), table_px(HAT[1])
    return plate(("hat", kind), size, HAT_HIGH, HATS[kind])


def _siren(pen: Pen) -> None:
    pen.line("M50,4 L50,18 M14,16 L24,28 M86,16 L76,28", theme.GOLD, 8)
    pen.fill("M22,80 L22,58 C22,34 78,34 78,58 L78,80 Z", theme.DANGER)
    pen.line("M36,74 L36,58 C36,52 42,48 48,48", faded(theme.WHITE, 0.6), 6)
    pen.rect(12, 78, 76, 16, rgb("2B2F3B"), 6)


class Hat(Drawn):
    """A hat over a face; "" is none."""

    kind = OptionProperty("", options=["", "landlord", "peasant"])
    WATCHED = ("kind",)

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None), size=(table_px(1), table_px(1)))

    def paint(self) -> None:
        if self.kind:
            wide, high = table_px(HAT[0]), table_px(HAT[1])
            picture(hat(self.kind), self.center_x - wide / 2, self.center_y, wide, high)


class CountBadge(Drawn):
    """The count of cards that a seat holds, on the back of one; few of them are an alarm."""

    count = NumericProperty(0)
    beat = NumericProperty(0)
    """From 0 to 1: how far it stands out."""
    alarming = BooleanProperty(False)
    WATCHED = ("count", "beat", "alarming")

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None), size=(table_px(BADGE[0]), table_px(BADGE[1])))

    @property
    def alarm(self) -> bool:
        return bool(0 < self.count <= ALARM)

    def show(self, count: int, live: bool) -> None:
        self.count = count
        before, self.alarming = self.alarming, live and self.alarm
        if self.alarming and not before and motion().slow:
            beats = Animation(beat=1, duration=motion().slow / 2) + Animation(
                beat=0, duration=motion().slow / 2
            )
            (beats + beats + beats).start(self)

    def paint(self) -> None:
        if not self.count:
            return
        grown = 1 + 0.3 * self.beat
        wide, high = table_px(BADGE[0] * grown), table_px(BADGE[1] * grown)
        x, y = self.center_x - wide / 2, self.center_y - high / 2
        picture(texture(shown(None, "small")), x, y, wide, high)
        ground = theme.DANGER if self.alarming else theme.SUNKEN
        side = table_px(24 * grown)
        low = self.center_y - side / 2
        block(self.center_x - side / 2, low, side, side, faded(ground, 0.94), side / 3)
        ink = theme.ON_DANGER if self.alarming else theme.TEXT
        write(str(int(self.count)), "money", ink, self.center_x, self.center_y, widest=side)
        if self.alarming:
            border(x, y, wide, high, theme.DANGER, 2, table_px(4))
            horn = table_px(22 * grown)
            lamp = plate("siren", (table_px(22), table_px(22)), 100, _siren)
            picture(lamp, self.center_x - horn / 2, y + high - horn * 0.35, horn, horn)


class Laid(Widget):
    """A play before its seat: one row of cards, or two where there are many.

    `anchor` is where a narrow play lies in its box: 0 left, 0.5 in the middle, 1 right.
    """

    def __init__(self, anchor: float) -> None:
        super().__init__(size_hint=(None, None))
        self.anchor = anchor
        self.most = 1.0
        """The largest zoom that there is room for."""
        self.cards: Faces = ()
        self.marks: Mapping[Card, str] = {}
        """How cards are marked; see `Face`."""
        self.views: list[CardView] = []
        self.fbind("pos", self.lay)
        self.fbind("size", self.lay)

    def show(self, cards: Faces, dim: bool = False) -> None:
        again = cards != self.cards
        self.cards = cards
        while len(self.views) > len(cards):
            self.remove_widget(self.views.pop())
        while len(self.views) < len(cards):
            self.views.append(CardView(scale="fan"))
            self.add_widget(self.views[-1])
        for view, card in zip(self.views, cards, strict=True):
            view.card, view.dim = card, dim
            view.mark = self.marks.get(card, "") if card is not None else ""
            view.turn = 1.0 if card is not None else 0.0
        if again:
            self.lay()

    def _rows(self) -> tuple[int, float]:
        """In how many rows, and how large the cards are."""
        best = 1, self._fits(1)
        for rows in range(2, MOST_ROWS + 1):
            if (zoom := self._fits(rows)) > best[1] * GAIN:
                best = rows, zoom
        return best

    def _fits(self, rows: int) -> float:
        """How large the cards are in so many rows, when the index of each is seen."""
        if not self.height:
            return self.most
        wide, high = measure("fan")
        across = 1 + (-(-max(len(self.cards), 1) // rows) - 1) * FAN_INDEX
        room = self.width / (wide * across), self.height / (high * (1 + ROW * (rows - 1)))
        return float(min(self.most, *room))

    def _spots(self) -> list[Point]:
        rows, zoom = self._rows()
        _, high = measure("fan", zoom)
        count = len(self.cards)
        low = self.y + (self.height - high * (1 + ROW * (rows - 1))) / 2
        spots: list[Point] = []
        for row in range(rows):
            among = (count + row) // rows
            y = low + high * ROW * (rows - 1 - row)
            spots += [(x, y) for x in self._lefts(among, zoom)]
        return spots

    def _lefts(self, count: int, zoom: float) -> list[float]:
        if not count:
            return []
        wide, _ = measure("fan", zoom)
        lefts = fan(count, self.width, "fan", PLAYED_STEP, zoom)
        across = lefts[-1] - lefts[0] + wide
        shift = (self.anchor - 0.5) * (self.width - across)
        return [self.x + left + shift for left in lefts]

    def lay(self, *_: object) -> None:
        zoom = self._rows()[1]
        for view, spot in zip(self.views, self._spots(), strict=True):
            view.zoom, view.pos = zoom, spot

    @property
    def middle(self) -> Point:
        """Where the tag of this play stands: over the lower part of its cards."""
        if not self.views:
            inset = table_px(50)
            x = self.x + inset + (self.width - 2 * inset) * self.anchor
            return x, self.center_y
        left, right = min(one.x for one in self.views), max(one.right for one in self.views)
        # The suits end above that, also where the cards are small.
        high = min(table_px(14), self.views[0].height * TAGGED - table_px(12))
        return (left + right) / 2, min(one.y for one in self.views) + high
