"""The large tiles of the lobby, and a tag."""

from kivy.properties import ListProperty, OptionProperty, StringProperty

from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.theme import FELTS, RADIUS, Colour, faded, mixed
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.drawn import block, border, glyphs, picture, write


class Tile(Pressed):
    """A game with an emblem, what goes on in it, and a felt for its ground."""

    title = StringProperty("")
    text = StringProperty("")
    notes = ListProperty([])
    """Short words along the bottom, such as players and stakes."""
    emblem = StringProperty("spade")
    felt = OptionProperty("emerald", options=list(FELTS))

    WATCHED = ("state", "title", "text", "notes", "emblem", "felt")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(132)} | words))

    def paint(self) -> None:
        felt = FELTS[self.felt]
        x, y, w, h = self.box
        r = px(RADIUS["large"])
        ground = mixed(felt.middle, felt.rim, 0.62 if self.down else 0.35)
        block(x, y - px(3), w, h, faded(theme.BLACK, 0.4), r)
        block(x, y, w, h, ground, r)
        border(x, y, w, h, mixed(felt.middle, theme.WHITE, 0.2), 1, r)
        side = round(h * 0.78)
        picture(
            icon(self.emblem, side),
            x + w - side * 0.98,
            y + h * 0.16,
            side,
            side,
            faded(theme.WHITE, 0.13),
        )
        pad = px(16)
        write(self.title, "title", theme.TEXT, x + pad, y + h - px(30), "left", w - side - pad)
        write(self.text, "body", theme.TEXT, x + pad, y + h - px(60), "left", w - side - pad)
        at = x + pad
        for note in self.notes:
            at += tag(note, at, y + px(24), x + w - pad - at) + px(6)


def tag(text: str, x: float, y: float, widest: float, ground: Colour | None = None) -> float:
    """A short text on a dark pill that begins at x; returns how wide it is."""
    wide = min(float(glyphs(text, "small").width) + px(18), widest)
    if wide < px(24):
        return 0
    block(x, y - px(13), wide, px(26), faded(ground or theme.SUNKEN, 0.6), px(13))
    write(text, "small", theme.TEXT, x + wide / 2, y, widest=wide - px(12))
    return wide
