"""The name of the winning hand, on a ribbon over the board, for as long as it lies there."""

from typing import Final

from kivy.animation import Animation
from kivy.properties import NumericProperty, StringProperty

from mobile_client.ui import theme
from mobile_client.ui.look import motion, table_px
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.drawn import Drawn, block, border, clipped, glyphs, write

RIBBON_HIGH: Final = 38
"""The height of the ribbon, in dp."""
SMALLEST: Final = 0.6
"""How small the name of a hand may be set before it is cut."""


class Verdict(Drawn):
    """A hand and whose it is; nothing without a text, and nothing without motion."""

    text = StringProperty("")
    note = StringProperty("")
    share = NumericProperty(1)
    """How far it has unrolled."""
    WATCHED = ("text", "note", "share")

    def __init__(self, **words: object) -> None:
        super().__init__(
            **({"size_hint": (None, None), "size": (table_px(240), table_px(RIBBON_HIGH))} | words)
        )

    def show(self, text: str, note: str = "") -> None:
        """Unrolls once for each hand."""
        if not motion().slow:
            text = note = ""
        if (text, note) == (self.text, self.note):
            return
        self.text, self.note = text, note
        Animation.cancel_all(self, "share")
        self.share = 0 if text else 1
        if text:
            Animation(share=1, duration=motion().slow * 1.4, t="out_back").start(self)

    def end(self) -> None:
        """It stands there as it is."""
        Animation.cancel_all(self, "share")
        self.share = 1

    def paint(self) -> None:
        if not self.text or self.share <= 0.05:
            return
        widest = self.width - table_px(20)
        text = clipped(self.text, "lead", widest, SMALLEST)
        wide = min(max(glyphs(text, "lead", widest).width,
                       glyphs(self.note or " ", "seat", widest).width), widest)  # fmt: skip
        whole = (wide + table_px(20)) * min(1.04, self.share)
        x, y, high = self.center_x - whole / 2, self.y, self.height
        block(x, y - table_px(2), whole, high, faded(theme.BLACK, 0.4), table_px(10))
        block(x, y, whole, high, theme.mixed(theme.SUNKEN, theme.GOLD, 0.14), table_px(10))
        border(x, y, whole, high, theme.GOLD, 1.4, table_px(10))
        if self.share < 0.95:
            return
        middle = y + high / 2
        upper = middle + (table_px(7) if self.note else 0)
        write(text, "lead", theme.GOLD, self.center_x, upper, widest=widest)
        if self.note:
            write(
                self.note, "seat", theme.TEXT, self.center_x, middle - table_px(10), widest=widest
            )
