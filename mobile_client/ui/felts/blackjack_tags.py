"""Tags at a hand of blackjack: its count, and the bet on it where there are several."""

from typing import Final

from kivy.properties import StringProperty

from mobile_client.ui.felts.tags import GROUNDS, LINE, Tag
from mobile_client.ui.look import table_px, text_px
from mobile_client.ui.widgets.chips import HIGH, WIDE, chip
from mobile_client.ui.widgets.drawn import block, glyphs, picture, write

CHIP: Final = 13
"""How wide the chip of a bet is, in dp."""


class HandTag(Tag):
    """A text, and a bet beside it with its chip, so that the two are never read as one number."""

    bet = StringProperty("")
    chip = StringProperty("white")
    WATCHED = (*Tag.WATCHED, "bet", "chip")

    @property
    def wide(self) -> float:
        """How wide it is painted."""
        text = float(glyphs(self.text, self.kind).width) if self.text else 0.0
        if self.bet:
            text += table_px(6) + table_px(CHIP) + table_px(2) + glyphs(self.bet, "seat").width
        return max(text + table_px(16), text_px(self.kind) * LINE)

    def paint(self) -> None:
        if not self.bet or not self.text:
            super().paint()
            return
        ground, ink = GROUNDS[self.ground]
        high, wide = text_px(self.kind) * LINE, self.wide
        x, y = self.center
        left = x - wide / 2
        block(left, y - high / 2, wide, high, ground, high / 2)
        left += table_px(8)
        left += write(self.text, self.kind, ink, left, y, "left") + table_px(6)
        side = table_px(CHIP)
        low = y - side * HIGH / WIDE / 2
        picture(chip(self.chip, side), left, low, side, side * HIGH / WIDE)
        write(self.bet, "seat", ink, left + side + table_px(2), y, "left")
