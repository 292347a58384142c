"""Looks to choose from, each shown as it is: a small picture of it, with its name below."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from mobile_client.ui import theme
from mobile_client.ui.look import look, px
from mobile_client.ui.own_pictures import pictures
from mobile_client.ui.pen import covering
from mobile_client.ui.theme import FELTS, OWN, RADIUS, SCHEMES, SPACE
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.cards import paint_card
from mobile_client.ui.widgets.drawn import block, border, part_of, write
from mobile_client.ui.widgets.faces import HIGH, WIDE, Face
from protocol.cards import parse

LEAST: Final = 76
"""How narrow a swatch may be, in dp."""
HEIGHT: Final = 88
PICTURE: Final = 56
ACE: Final = parse("As")[0]
QUEEN: Final = parse("Qh")[0]
Draw = Callable[[float, float, float, float, str], None]
"""Draws the look of a name into a box: left, low, width, height."""


class Shown(NamedTuple):
    """A look that can be chosen: the setting's word for it, the theme's, and its name."""

    key: str
    name: str
    text: str


class Swatch(Pressed):
    """One look."""

    text = StringProperty("")
    chosen = BooleanProperty(False)
    WATCHED = ("state", "text", "chosen", "disabled")

    def __init__(self, shown: Shown, draw: Draw, **words: object) -> None:
        self.shown, self.draw = shown, draw
        super().__init__(
            **({"size_hint_y": None, "height": px(HEIGHT), "text": shown.text} | words)
        )

    def paint(self) -> None:
        x, y, w, h = self.box
        r = px(RADIUS["normal"])
        if self.chosen or self.down:
            block(x, y, w, h, theme.RAISED, r)
        if self.chosen:
            border(x, y, w, h, theme.GOLD, 2, r)
        pad = px(6)
        high = px(PICTURE)
        self.draw(x + pad, y + h - pad - high, w - 2 * pad, high, self.shown.name)
        ink = theme.GOLD if self.chosen else theme.TEXT
        write(self.text, "small", ink, x + w / 2, y + px(14), widest=w - px(6))


class Swatches(GridLayout):
    """One of several looks; `chosen` is the setting's word for it."""

    chosen = StringProperty("")

    def __init__(self, shown: Sequence[Shown], draw: Draw, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "spacing": px(SPACE["tight"])} | words))
        self.bind(minimum_height=self.setter("height"))
        self.swatches = [Swatch(one, draw) for one in shown]
        for one in self.swatches:
            one.bind(on_release=self._pressed)
            self.add_widget(one)
        self.fbind("width", self._fit)
        self.fbind("chosen", self._mark)
        self._mark()
        self.cols = 4

    def _pressed(self, one: Swatch) -> None:
        self.chosen = one.shown.key

    def _fit(self, *_: object) -> None:
        gap = px(SPACE["tight"])
        fit = max(1, int((self.width + gap) // (px(LEAST) + gap)))
        count = max(1, len(self.swatches))
        # No line of one alone below a full one, where that can be.
        self.cols = min(fit, -(-count // -(-count // fit)))

    def _mark(self, *_: object) -> None:
        for one in self.swatches:
            one.chosen = one.shown.key == self.chosen


def room(x: float, y: float, w: float, h: float, name: str) -> None:
    """A page in small: its ground, a surface on it, a button."""
    scheme, r = SCHEMES[name], px(RADIUS["small"])
    block(x, y, w, h, scheme.night, r)
    block(x + px(5), y + px(5), w - px(10), h - px(10), scheme.surface, r)
    border(x, y, w, h, scheme.edge, 1, r)
    left, high = x + px(11), px(5)
    block(left, y + h - px(19), w * 0.5, high, theme.TEXT, high / 2)
    block(left, y + h - px(28), w * 0.36, high, scheme.soft, high / 2)
    block(left, y + px(10), w - px(22), px(13), scheme.gold, px(5))


def table(x: float, y: float, w: float, h: float, name: str) -> None:
    """A table in small."""
    felt, r = FELTS.get(name, FELTS["graphite"]), h / 2.2
    block(x, y, w, h, felt.rail, r)
    border(x + px(1), y + px(1), w - px(2), h - px(2), felt.rail_light, 1.2, r)
    rim = px(5)
    own = pictures.table if name == OWN else None
    box = (x + rim, y + rim, w - 2 * rim, h - 2 * rim)
    if own is not None:
        part_of(own, *box, covering(own, box[2] / box[3]), r - rim)
        return
    block(*box, felt.rim, r - rim)
    block(x + 3 * rim, y + 2.4 * rim, w - 6 * rim, h - 4.8 * rim, felt.middle, r - 2 * rim)


def back(x: float, y: float, w: float, h: float, name: str) -> None:
    """A card face down."""
    _card(Face(None, "medium", back=name), x + w / 2, y, h)


def front(x: float, y: float, w: float, h: float, name: str) -> None:
    """Two cards that lie open."""
    four = look.four_colours
    for card, side in ((ACE, -1), (QUEEN, 1)):
        face = Face(card, "medium", four_colours=four, front=name)
        _card(face, x + w / 2 + side * h * 0.26, y, h)


def _card(face: Face, x: float, y: float, high: float) -> None:
    wide = high * WIDE / HIGH
    paint_card(face, x - wide / 2, y, wide, high)


LOOKS: Final[dict[str, Draw]] = {
    "room_colours": room,
    "table_colour": table,
    "card_back": back,
    "card_front": front,
}
"""How each setting of looks is drawn."""
