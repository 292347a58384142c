"""The chips to lay with, beside my seat."""

from typing import Final

from kivy.properties import NumericProperty, StringProperty

from mobile_client.ui import theme
from mobile_client.ui.look import table_px
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.chips import HIGH, WIDE, chip
from mobile_client.ui.widgets.drawn import block, border, disc, picture, write

TRAY: Final = 52
DIM: Final = 0.4
"""How much is seen of a chip that cannot be laid now."""


class TrayChip(Pressed):
    """A chip to lay with; the one in the hand stands out."""

    wide = 46
    colour = StringProperty("white")
    text = StringProperty("")
    lit = NumericProperty(0)
    WATCHED = ("state", "colour", "text", "lit")

    def __init__(self, **words: object) -> None:
        super().__init__(
            **({"size_hint": (None, None), "size": (table_px(TRAY), table_px(TRAY))} | words)
        )

    def paint(self) -> None:
        wide = table_px(self.wide)
        high = wide * HIGH / WIDE
        x, y = self.center_x - wide / 2, self.center_y - high / 2
        if self.lit:
            r = table_px(24)
            disc(self.center_x, self.center_y, r, theme.faded(theme.GOLD, 0.28))
            border(self.center_x - r, self.center_y - r, 2 * r, 2 * r, theme.GOLD, 1.6, r)
        picture(chip(self.colour, wide), x, y, wide, high)
        block(
            self.center_x - table_px(17),
            y - table_px(3),
            table_px(34),
            table_px(18),
            theme.faded(theme.SUNKEN, 0.9),
            table_px(9),
        )
        write(self.text, "seat", theme.TEXT, self.center_x, y + table_px(6), widest=table_px(30))
