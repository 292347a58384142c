"""The name of the winning hand, on a ribbon over the board, for as long as it lies there."""

from typing import Final

from kivy.animation import Animation
from kivy.properties import NumericProperty, StringProperty

from client_core.felts.choices import AND
from mobile_client.ui import theme
from mobile_client.ui.look import look, motion, table_px
from mobile_client.ui.theme import BIG_TEXT, faded
from mobile_client.ui.widgets.drawn import Drawn, block, border, clipped, glyphs, write

RIBBON_HIGH: Final = 38
"""The height of the ribbon, in dp, where text is of its usual size."""
NAME_UP: Final = 0.18
NOTE_DOWN: Final = 0.26
"""How far the middle of its two lines is from its own, as parts of its height."""
SMALLEST: Final = 0.6
"""How small the name of a hand may be set before it is cut."""


def ribbon_height() -> float:
    """As high as its two lines want it."""
    return table_px(RIBBON_HIGH * (BIG_TEXT if look.big_text else 1))


ONE_LINE: Final = 0.62
"""The part of that which one line takes."""
MUCH: Final = 0.9
"""A ribbon that is lower than this part has one line."""


class Verdict(Drawn):
    """A hand and whose it is; nothing without a text, and nothing without motion."""

    text = StringProperty("")
    note = StringProperty("")
    share = NumericProperty(1)
    """How far it has unrolled."""
    WATCHED = ("text", "note", "share")

    def __init__(self, **words: object) -> None:
        super().__init__(
            **({"size_hint": (None, None), "size": (table_px(240), ribbon_height())} | words)
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
        low_one = self.height < ribbon_height() * MUCH
        note = "" if low_one else self.note
        text = self._in_one(widest) if low_one else clipped(self.text, "lead", widest, SMALLEST)
        wide = min(max(glyphs(text, "lead", widest).width,
                       glyphs(note or " ", "seat", widest).width), widest)  # fmt: skip
        whole = (wide + table_px(20)) * min(1.04, self.share)
        x, y, high = self.center_x - whole / 2, self.y, self.height
        block(x, y - table_px(2), whole, high, faded(theme.BLACK, 0.4), table_px(10))
        block(x, y, whole, high, theme.mixed(theme.SUNKEN, theme.GOLD, 0.14), table_px(10))
        border(x, y, whole, high, theme.GOLD, 1.4, table_px(10))
        if self.share < 0.95:
            return
        middle = y + high / 2
        upper = middle + (high * NAME_UP if note else 0)
        write(text, "lead", theme.GOLD, self.center_x, upper, widest=widest)
        if note:
            low = middle - high * NOTE_DOWN
            write(note, "seat", theme.TEXT, self.center_x, low, widest=widest)

    def _in_one(self, widest: float) -> str:
        """Hand and holder in one line: where both lack room the hand is cut, as its cards stand
        out beside it, and a holder takes half at most."""
        if not self.note:
            return clipped(self.text, "lead", widest, SMALLEST)
        whose = AND + clipped(self.note, "lead", widest / 2, SMALLEST)
        taken = glyphs(whose, "lead").width * SMALLEST
        return clipped(self.text, "lead", widest - taken, SMALLEST) + whose
