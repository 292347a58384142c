"""Small words on a felt: a text on a dark ground."""

from typing import ClassVar, Final

from kivy.properties import OptionProperty, StringProperty

from mobile_client.ui import theme
from mobile_client.ui.look import table_px, text_px
from mobile_client.ui.theme import Colour, faded
from mobile_client.ui.widgets.drawn import Drawn, block, glyphs, write

GROUNDS: Final[theme.Worn[tuple[Colour, Colour]]] = theme.Worn(
    lambda: {
        "dark": (faded(theme.SUNKEN, 0.94), theme.TEXT),
        "soft": (faded(theme.SUNKEN, 0.5), theme.SOFT),
        "gold": (theme.GOLD, theme.ON_GOLD),
        "good": (theme.GOOD, theme.ON_GOOD),
        "bad": (theme.DANGER, theme.ON_DANGER),
        "red": (theme.rgb("B3202E"), theme.WHITE),
        "black": (theme.rgb("14161C"), theme.WHITE),
        "green": (theme.rgb("0F6B3C"), theme.WHITE),
    }
)
LINE: Final = 1.7
"""How high a tag is, in heights of its text."""


class Tag(Drawn):
    """A text about the middle of the widget; nothing at all without one."""

    text = StringProperty("")
    ground = OptionProperty("dark", options=list(GROUNDS))
    kind = OptionProperty("tag", options=list(theme.TYPE))
    WATCHED: ClassVar[tuple[str, ...]] = ("text", "ground", "kind")

    def __init__(self, **words: object) -> None:
        super().__init__(
            **({"size_hint": (None, None), "size": (table_px(120), table_px(24))} | words)
        )

    def within(self, middle: float, left: float, right: float) -> float:
        """Where its middle is, as near to that as all of it lies between left and right."""
        wide = float(glyphs(self.text or " ", self.kind).width) + table_px(16)
        half = min(wide, float(self.width)) / 2 + table_px(2)
        return max(left + half, min(middle, right - half))

    def paint(self) -> None:
        if not self.text:
            return
        ground, ink = GROUNDS[self.ground]
        widest = max(self.width, table_px(24))
        high = text_px(self.kind) * LINE
        wide = min(glyphs(self.text, self.kind).width + table_px(16), widest)
        wide = max(wide, high)
        x, y = self.center
        block(x - wide / 2, y - high / 2, wide, high, ground, high / 2)
        write(self.text, self.kind, ink, x, y, widest=wide - table_px(8))
