"""The status line of a table: how things stand."""

from typing import Final

from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from client_core.felts.choices import AND
from mobile_client.ui import theme
from mobile_client.ui.lines import middle
from mobile_client.ui.look import px, text_px
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.drawn import Drawn, block, glyphs, write

INKS: Final = theme.Worn(
    lambda: {"text": theme.TEXT, "soft": theme.SOFT, "gold": theme.GOLD, "warm": theme.WARM}
)
KIND: Final = "tag"
SMALLER: Final = 1.2
"""A thing that is said is rather set so much smaller than parted."""
SMALLEST: Final = 1.4
LEAST: Final = 440
"""So wide a line on a felt may be at least, in dp."""
GROUND: Final = 20
"""How much wider than its text the ground of a line on a felt is, in dp."""
STEP: Final = 0.8
"""From one line to the next, in heights of a line that stands alone."""


def line_height() -> float:
    """How high one line is, with the air about it."""
    return text_px(KIND) * 1.6


class Status(Drawn):
    """One line; more where it is high enough and the text is long."""

    text = StringProperty("")
    ink = StringProperty("soft")
    bare = BooleanProperty(False)
    """It lies on the felt: a ground of its own keeps it legible."""
    stands = OptionProperty("middle", options=["middle", "low"])
    """In the middle of its height, or right above what lies below it."""
    ends = NumericProperty(0)
    """How far to the right the felt goes that it lies on; 0 is not known."""
    WATCHED = ("text", "ink", "bare", "stands", "ends")

    def paint(self) -> None:
        x, y = self.center
        widest = self.width - px(12)
        if self.bare:
            # What does not fit over a narrow button goes on to the right, as far as the felt does.
            right = self.ends - self.x if self.ends else px(LEAST)
            widest = max(self.width - px(GROUND), min(px(LEAST), right - px(GROUND)))
        lines = self._lines(widest)
        if self.bare and self.text:
            wide = min(glyphs(self.text, KIND, widest).width, widest) + px(GROUND)
            x = max(x, self.x + wide / 2)
            high = min(line_height() * len(lines), self.height)
            # One line stands where it would with buttons below it.
            y = self.y + self.height - high / 2
            block(x - wide / 2, y - high / 2, wide, high, faded(theme.SUNKEN, 0.72), high / 2)
        step = line_height() * STEP
        if self.stands == "low" and not self.bare:
            y = self.y + line_height() * 0.5 + step * (len(lines) - 1)
        else:
            y += step * 0.5 * (len(lines) - 1)
        for line in lines:
            write(line, KIND, INKS[self.ink], x, y, widest=widest)
            y -= step

    def _lines(self, widest: float) -> list[str]:
        """A line ends where one thing is said; else in the middle of the text."""
        fits = not self.text or glyphs(self.text, KIND).width <= widest
        most = int(self.height / line_height() / STEP + 0.01)
        if fits or most < 2:
            return [self.text]
        apart: list[str] = self.text.split(AND)
        if len(apart) <= most and max(glyphs(one, KIND).width for one in apart) <= widest * SMALLER:
            return apart
        for by in (1.0, SMALLER, SMALLEST):
            lines = self._packed(widest, by)
            if len(lines) <= most:
                return lines
        return _parted(self.text)

    def _packed(self, widest: float, by: float) -> list[str]:
        """As much in each line as is no wider than that, set so much smaller."""
        said = []
        for one in self.text.split(AND):
            wide = glyphs(one, KIND).width > widest * max(by, SMALLER)
            said.append(_parted(one) if wide else [one])
        lines: list[str] = []
        for first, *more in said:
            joined = f"{lines[-1]}{AND}{first}" if lines else first
            if lines and glyphs(joined, KIND).width <= widest * by:
                lines[-1] = joined
            else:
                lines.append(first)
            lines += more
        return lines


def _parted(text: str) -> list[str]:
    """In two, after a colon or else in the middle."""
    at = text.find(": ") + 1 or middle(text)
    return [text[:at].strip(), text[at:].strip()]
