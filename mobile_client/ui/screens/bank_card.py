"""The picture of a bank card."""

from typing import Final

from kivy.properties import BooleanProperty, OptionProperty, StringProperty

from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.theme import RADIUS, faded
from mobile_client.ui.widgets.drawn import Drawn, block, border, picture, write

GROUP: Final = 4
LOWEST: Final = 116
HIGHEST: Final = 180
"""How high the picture of a card is in a narrow column, and in a wide one, in dp."""
NARROW: Final = 300
"""How wide it is at least, in dp, if the number has room in the size of a heading."""
FLAT: Final = 36
"""How high a line is that says the same, in dp."""
SHAPE: Final = 2.7
"""How much wider than high it is between the two."""


def grouped(digits: str) -> str:
    """`4000 1234 ...`: as it stands on a card."""
    return " ".join(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))


class BankCard(Drawn):
    """The picture of a card with what is known of it."""

    kind = OptionProperty("debit", options=["debit", "credit"])
    text = StringProperty("")
    number = StringProperty("")
    flat = BooleanProperty(False)
    """A line with the same, where there is no room for a picture."""
    WATCHED = ("kind", "text", "number", "flat")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(LOWEST)} | words))
        for name in ("width", "flat"):
            self.fbind(name, self._shape)

    def _shape(self, *_: object) -> None:
        self.height = (
            px(FLAT) if self.flat else max(px(LOWEST), min(px(HIGHEST), round(self.width / SHAPE)))
        )

    def paint(self) -> None:
        if self.flat:
            self._line()
            return
        ground = theme.FELTS["midnight" if self.kind == "debit" else "graphite"]
        x, y, w, h = self.box
        r = px(RADIUS["large"])
        block(x, y - px(3), w, h, faded(theme.BLACK, 0.4), r)
        block(x, y, w, h, theme.mixed(ground.middle, ground.rim, 0.35), r)
        border(x, y, w, h, theme.mixed(ground.middle, theme.WHITE, 0.2), 1, r)
        block(x + px(18), y + h - px(48), px(36), px(26), theme.GOLD, px(5))
        block(x + px(18), y + h - px(36), px(36), px(2), faded(theme.ON_GOLD, 0.35))
        side = round(px(26))
        picture(icon("card", side), x + w - px(18) - side, y + h - px(48), side, side, theme.TEXT)
        room = w - px(36)
        kind = "heading" if w >= px(NARROW) else "body"
        write(self.number, kind, theme.TEXT, x + px(18), y + px(46), "left", room)
        write(self.text, "small", theme.TEXT, x + px(18), y + px(20), "left", room)

    def _line(self) -> None:
        side = round(px(22))
        y, left = self.center_y, self.x + side + px(12)
        picture(icon("card", side), self.x, y - side / 2, side, side, theme.GOLD)
        taken = write(self.number, "body", theme.TEXT, self.right, y, "right", self.width * 0.5)
        write(self.text, "body", theme.TEXT, left, y, "left", self.right - taken - left - px(8))
