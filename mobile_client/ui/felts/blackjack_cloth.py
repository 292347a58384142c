"""The cloth of blackjack: what it pays stands there in arches, and a circle for each bet."""

import math
from typing import ClassVar, Final

from kivy.graphics import Color, Line, PopMatrix, PushMatrix, Rotate
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ListProperty, NumericProperty

from mobile_client.ui import theme
from mobile_client.ui.look import felt, table_px
from mobile_client.ui.theme import faded, mixed
from mobile_client.ui.widgets.drawn import Drawn, block, border, glyphs, picture, write
from mobile_client.ui.widgets.felt import Felt

CIRCLE: Final = (25, 15)
"""Half the width and height of the circle of a bet in dp: it is looked at from the side."""
SPACED: Final = 1.12
"""From letter to letter on an arch, in their own widths."""
PRINT: Final = 0.62
"""How much of the print is seen on the cloth."""
LEAST: Final = 60
"""An arch of less than this in dp would be a ring."""
Point = tuple[float, float]


class BlackjackCloth(Felt):
    """`words` are printed in arches about `middle`, the first above and the others below; where
    the felt is `low`, beside it at the left."""

    words = ListProperty([])
    middle = ListProperty([0, 0])
    above = NumericProperty(0)
    below = NumericProperty(0)
    """How far the arches are from the middle."""
    room = NumericProperty(0)
    """How wide the print may be."""
    low = BooleanProperty(False)
    circles = ListProperty([])
    """Where bets are laid."""
    WATCHED: ClassVar[tuple[str, ...]] = (
        *Felt.WATCHED, "words", "middle", "above", "below", "room", "low", "circles",
    )  # fmt: skip

    def printed(self) -> tuple[object, ...]:
        return (*self.words, *self.middle, self.above, self.below, self.room, self.low,
                self.x, self.y, *self.circles)  # fmt: skip

    def draw(self) -> None:
        super().draw()
        for x, y in self.circles:
            self._circle(x - self.x, y - self.y)
        if not self.words or self.room < table_px(LEAST):
            return
        x, y = self.middle[0] - self.x, self.middle[1] - self.y
        if self.low:
            self._beside(x, y)
            return
        radius = max(self.room * 0.9, table_px(150))
        self._arch(str(self.words[0]), "heading", x, y + self.above, radius, 1)
        for nth, text in enumerate(self.words[1:]):
            down = self.below + nth * table_px(19)
            self._arch(str(text), "seat", x, y - down, radius, -1)

    @staticmethod
    def _circle(x: float, y: float) -> None:
        wide, high = (table_px(side) for side in CIRCLE)
        Color(*faded(felt().line, 0.55))
        Line(ellipse=(x - wide, y - high, 2 * wide, 2 * high, 0, 360, 72), width=table_px(0.9))

    def _beside(self, x: float, y: float) -> None:
        """Flat, one line below the other."""
        longest = max(glyphs(str(text), "seat").width for text in self.words)
        for nth, text in enumerate(self.words):
            line = y + (len(self.words) - 1 - 2 * nth) * table_px(9)
            # All are set as small as the longest has to be.
            widest = glyphs(str(text), "seat").width * min(1.0, self.room / longest)
            write(str(text), "seat", self._ink(), x, line, widest=widest)

    @staticmethod
    def _ink() -> theme.Colour:
        return faded(mixed(felt().line, theme.WHITE, 0.25), PRINT)

    def _arch(self, text: str, kind: str, x: float, y: float, radius: float, side: int) -> None:
        """Letters along a circle whose middle is below (1) or above (-1) of what is written."""
        letters = [glyphs(one, kind) if one != " " else None for one in text]
        space = glyphs("n", kind).width * 0.62
        wides = [(one.width if one is not None else space) * SPACED for one in letters]
        scale = min(1.0, self.room / sum(wides))
        at = -sum(wides) * scale / 2
        for letter, wide in zip(letters, wides, strict=True):
            if letter is not None:
                turn = (at + wide * scale / 2) / radius
                spot = (x + radius * math.sin(turn), y - side * radius * (1 - math.cos(turn)))
                self._letter(letter, spot, -side * math.degrees(turn), scale)
            at += wide * scale

    def _letter(self, letter: Texture, spot: Point, turn: float, scale: float) -> None:
        wide, high = (side * scale for side in letter.size)
        PushMatrix()
        Rotate(angle=turn, origin=spot)
        picture(letter, spot[0] - wide / 2, spot[1] - high / 2, wide, high, self._ink())
        PopMatrix()


class TrayGround(Drawn):
    """The rack that my chips lie in."""

    def paint(self) -> None:
        x, y, w, h = self.box
        r = table_px(14)
        block(x, y - table_px(1.5), w, h, faded(theme.BLACK, 0.4), r)
        block(x, y, w, h, faded(felt().rail, 0.92), r)
        border(x, y, w, h, faded(felt().rail_light, 0.9), 1.2, r)
