"""Chips in stacks, with their amount beside, and the button of the dealer."""

import math
from collections.abc import Sequence

from kivy.graphics.texture import Texture
from kivy.properties import (
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from mobile_client.ui import theme
from mobile_client.ui.look import table_px
from mobile_client.ui.pen import Pen
from mobile_client.ui.plates import plate
from mobile_client.ui.theme import CHIPS, faded, mixed
from mobile_client.ui.widgets.drawn import Drawn, block, border, disc, glyphs, picture, write
from protocol.chips import EPS, Chip, stack

WIDE = 100
HIGH = 66
"""A chip seen from the side: its top is an ellipse 50 units high, its rim 14 below."""
RIM = 14
TOP = 25
MOST_HIGH = 6
MOST_PILES = 3


def paint_chip(pen: Pen, colour: str) -> None:
    look = CHIPS[colour]
    pen.oval(50, HIGH - TOP, 49, TOP, faded(theme.BLACK, 0.35))
    pen.oval(50, TOP + RIM - 1, 48.5, TOP, look.edge)
    pen.rect(1.5, TOP, 97, RIM - 1, look.edge)
    for x, w in ((13, 10), (44, 12), (77, 10)):
        drop = TOP * (1 - ((x + w / 2 - 50) / 49) ** 2) ** 0.5
        pen.rect(x, TOP + drop - 1, w, RIM, mixed(look.spots, look.edge, 0.2))
    pen.oval(50, TOP, 48.5, TOP, mixed(look.body, theme.WHITE, 0.12))
    pen.oval(50, TOP, 46.5, TOP - 1.2, look.body)
    for turn in range(6):
        _spot(pen, turn * 60 + 15, look.spots)
    pen.oval(50, TOP, 31, TOP * 0.63, mixed(look.body, theme.BLACK, 0.16))
    pen.oval(50, TOP - 0.4, 29, TOP * 0.59, look.body)
    pen.oval(50, TOP - 0.4, 24, TOP * 0.48, mixed(look.body, look.spots, 0.16))


def _spot(pen: Pen, degrees: float, colour: theme.Colour) -> None:
    """A bright field of the rim, foreshortened like it."""
    corners = []
    for at, reach in ((-11, 46.5), (0, 46.5), (11, 46.5), (11, 34), (0, 34), (-11, 34)):
        angle = math.radians(degrees + at)
        corners.append((50 + reach * math.cos(angle), TOP + reach * math.sin(angle) * 0.5))
    pen.fill([tuple(corners)], colour)


def chip(colour: str, wide: float) -> Texture:
    return plate(
        ("chip", colour),
        (wide, wide * HIGH / WIDE),
        HIGH,
        lambda pen: paint_chip(pen, colour),
        edge=CHIPS[colour].edge,
    )


def piles(amount: int, denominations: Sequence[Chip]) -> tuple[tuple[str, ...], ...]:
    """The chips to draw from the bottom up: the largest denominations, none higher than fits.

    What is less than the least chip lies there as one of them: a bet is seen from afar."""
    counted = stack(amount, denominations).chips
    if amount > 0 and not counted:
        return ((min(denominations, key=lambda one: one.value).colour,),)
    return tuple((one.colour,) * min(count, MOST_HIGH) for one, count in counted[:MOST_PILES])


class ChipStack(Drawn):
    """An amount as chips in their colours, and as a text that is handed in."""

    amount = NumericProperty(0)
    text = StringProperty("")
    denominations = ObjectProperty(EPS)
    chip_width = NumericProperty(26)
    """In dp."""
    caption = OptionProperty("right", options=["right", "below", "left", "none"])

    lead = NumericProperty(0)
    """In dp: so far left of the middle the first chip lies; 0: all lie about the middle."""

    WATCHED = ("amount", "text", "denominations", "chip_width", "caption", "lead")

    @property
    def lies(self) -> tuple[float, float, float, float] | None:
        """Where the chips and their text lie: left, lower edge, width and height; None where there
        are none."""
        if not self.amount and not self.text:
            return None
        heaps = piles(int(self.amount), self.denominations)
        span, label = self._spans(len(heaps))
        beside = self.caption in ("right", "left")
        wide = span + label + table_px(4) * bool(span and label) if beside else max(span, label)
        half = table_px(11 if beside else 23)
        return self._left(wide), self.center_y - half, wide, 2 * half

    def _left(self, wide: float) -> float:
        return float(self.center_x) - (table_px(self.lead) if self.lead else wide / 2)

    def _spans(self, heaps: int) -> tuple[float, float]:
        """How wide the heaps are side by side, and the text."""
        wide = table_px(self.chip_width)
        label = glyphs(self.text, "money").width + table_px(16) if self.text else 0.0
        return wide * 0.92 * max(heaps - 1, 0) + wide * bool(heaps), label

    def paint(self) -> None:
        heaps = piles(int(self.amount), self.denominations)
        wide = table_px(self.chip_width)
        high, step = wide * HIGH / WIDE, wide * 0.15
        apart = wide * 0.92
        span, label = self._spans(len(heaps))
        beside = label if self.caption in ("right", "left") else 0.0
        left = self._left(span + beside + table_px(4) * bool(beside and span))
        start = left + (label + table_px(4) if self.caption == "left" else 0)
        floor = self.center_y - high / 2 + (table_px(11) if self.caption == "below" else 0)
        for place, heap in enumerate(heaps):
            texture = chip(heap[0], wide)
            for level in range(len(heap)):
                picture(texture, start + place * apart, floor + level * step, wide, high)
        if not label or self.caption == "none":
            return
        x = {
            "right": start + span + table_px(4) * bool(span),
            "left": left,
            "below": self.center_x - label / 2,
        }[self.caption]
        y = self.center_y if self.caption != "below" else floor - table_px(12)
        pill(self.text, x, y, label)


def pill(text: str, x: float, y: float, wide: float) -> None:
    """An amount on a dark ground that is read on every felt."""
    high = table_px(22)
    block(x, y - high / 2, wide, high, faded(theme.SUNKEN, 0.82), high / 2)
    write(text, "money", theme.TEXT, x + wide / 2, y)


class DealerButton(Drawn):
    """The white button before the dealer's seat."""

    text = StringProperty("D")
    WATCHED = ("text",)

    def paint(self) -> None:
        r = min(self.size) / 2
        disc(self.center_x, self.center_y - table_px(1.2), r, faded(theme.BLACK, 0.45))
        disc(self.center_x, self.center_y, r, theme.CHIPS["white"].edge)
        disc(self.center_x, self.center_y + table_px(0.4), r * 0.94, theme.CHIPS["white"].body)
        border(
            self.center_x - r * 0.74,
            self.center_y - r * 0.74,
            r * 1.48,
            r * 1.48,
            faded(theme.GOLD, 0.9),
            1,
            r,
        )
        write(
            self.text,
            "tag",
            theme.CHIPS["white"].text,
            self.center_x,
            self.center_y,
            widest=r * 1.3,
        )
