"""The line on how things stand."""

from typing import Final

from kivy.properties import BooleanProperty, StringProperty

from mobile_client.ui import theme
from mobile_client.ui.lines import middle
from mobile_client.ui.look import px, text_px
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.drawn import Drawn, block, glyphs, write

INKS: Final = {"text": theme.TEXT, "soft": theme.SOFT, "gold": theme.GOLD, "warm": theme.WARM}
KIND: Final = "tag"
AND: Final = " · "
"""Between two things that are said; it stands at no end of a line."""
SMALLER: Final = 1.2
"""A thing that is said is rather set so much smaller than parted."""


def line_height() -> float:
    """How high one line is, with the air about it."""
    return text_px(KIND) * 1.6


class Status(Drawn):
    """One line; two where it is high enough and the text is long."""

    text = StringProperty("")
    ink = StringProperty("soft")
    bare = BooleanProperty(False)
    """It lies on the felt: a ground of its own keeps it legible."""
    WATCHED = ("text", "ink", "bare")

    def paint(self) -> None:
        x, y = self.center
        widest = self.width - px(12)
        lines = self._lines(widest)
        if self.bare and self.text:
            wide = min(glyphs(self.text, KIND, widest).width, widest) + px(20)
            high = min(line_height() * len(lines), self.height)
            # One line stands where it would with buttons below it.
            y = self.y + self.height - high / 2
            block(x - wide / 2, y - high / 2, wide, high, faded(theme.SUNKEN, 0.72), high / 2)
        if self.bare:
            y += line_height() * 0.4 * (len(lines) - 1)
        else:
            # The first line has the same place whether another follows or not.
            y = self.y + self.height - line_height() * 0.5
        for line in lines:
            write(line, KIND, INKS[self.ink], x, y, widest=widest)
            y -= line_height() * 0.8

    def _lines(self, widest: float) -> list[str]:
        """A line ends where one thing is said; else in the middle of the text."""
        fits = not self.text or glyphs(self.text, KIND).width <= widest
        if fits or self.height < 1.6 * line_height():
            return [self.text]
        said, _, more = self.text.partition(AND)
        if more and max(glyphs(one, KIND).width for one in (said, more)) <= widest * SMALLER:
            return [said, more]
        at = middle(self.text)
        return [self.text[:at].strip(), self.text[at:].strip()]
