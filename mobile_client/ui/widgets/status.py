"""The status that is always in sight: the connection, and a banner from the house."""

from types import MappingProxyType
from typing import Final

from kivy.properties import BooleanProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.theme import SPACE, faded
from mobile_client.ui.widgets.drawn import Drawn, block, glyphs, picture, write
from mobile_client.ui.widgets.words import INKS, Words

STATES: Final = theme.Worn(lambda: {"on": theme.GOOD, "coming": theme.GOLD, "off": theme.WARM})
BARS: Final = 3
LIT: Final = MappingProxyType({"on": BARS, "coming": BARS - 1, "off": 0})
"""How many bars are lit: none without a line, which a cross says besides."""


class ConnectionDot(Drawn):
    """Bars in the colour of the connection, and its word beside where there is room."""

    state = OptionProperty("off", options=list(STATES))
    text = StringProperty("")
    readable = BooleanProperty(False)
    """Others can read what is said on it: an open lock instead."""
    WATCHED = ("state", "text", "readable")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint": (None, None), "height": px(24)} | words))
        self.fbind("text", self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        text = glyphs(self.text, "small").width + px(10) if self.text else 0
        self.width = px(20) + text

    def paint(self) -> None:
        colour = STATES[self.state]
        x = self.x + px(10)
        write(self.text, "small", theme.SOFT, x + px(12), self.center_y, "left")
        if self.readable:
            side = round(px(16))
            low = self.center_y - side / 2
            picture(icon("unlocked", side), x - side / 2, low, side, side, theme.WARM)
            return
        # Bars as of a line: a dot in a corner would be the camera's.
        able = LIT[self.state]
        for nth in range(BARS):
            ink = colour if nth < able else faded(theme.SOFT, 0.35)
            left = round(x + px(5 * (nth - BARS / 2)))
            block(left, self.center_y - px(6.5), px(4), px(5 + 4 * nth), ink, px(1))
        if not able:
            # Where the lower bars leave room: the colour alone would not be seen by everybody.
            side = round(px(13))
            picture(icon("close", side), x - px(12), self.center_y - px(3), side, side, colour)


BANNERS: Final = theme.Worn(
    lambda: {
        "info": (theme.RAISED, "text", "info"),
        "warning": (theme.GOLD, "on_gold", "clock"),
        "bad": (theme.DANGER, "on_danger", "info"),
        "good": (theme.GOOD, "on_good", "check"),
    }
)
"""Ground, ink and sign of each kind of banner."""


class Banner(Drawn, BoxLayout):
    """A line across the top that stays until it is no longer true."""

    kind = OptionProperty("info", options=list(BANNERS))
    text = StringProperty("")
    WATCHED = ("kind", "text")

    def __init__(self, **words: object) -> None:
        pad = px(SPACE["small"])
        super().__init__(**({"size_hint_y": None, "padding": (px(48), pad, px(16), pad)} | words))
        self.words = Words(kind="strong")
        self.add_widget(self.words)
        self.bind(minimum_height=self._grow)
        for name in ("text", "kind"):
            self.fbind(name, self._say)
        self._say()

    def _grow(self, *_: object) -> None:
        self.height = max(px(44), self.minimum_height)

    def _say(self, *_: object) -> None:
        self.words.text = self.text
        self.words.ink = BANNERS[self.kind][1]

    def paint(self) -> None:
        ground, ink, name = BANNERS[self.kind]
        block(*self.box, ground)
        side = round(px(22))
        picture(icon(name, side), self.x + px(16), self.center_y - side / 2, side, side, INKS[ink])
