"""The ground of every widget that draws itself: painted again only when something changed."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal
from weakref import WeakSet

from kivy.clock import Clock
from kivy.core.text import Label as Glyphs
from kivy.graphics import (
    Color,
    Rectangle,
    RoundedRectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from mobile_client.ui.letters import having
from mobile_client.ui.lines import parts
from mobile_client.ui.look import look, px, role, text_px
from mobile_client.ui.pen import BOLD, SANS, WIDE
from mobile_client.ui.theme import WHITE, Colour

Anchor = Literal["left", "middle", "right"]
LEAST_FRAME: Final = 6
"""Pixels below which a frame is not drawn."""
LEAST: Final = 0.5
"""How small a text may become to fit, as a part of its size."""


class Drawn(Widget):
    """A widget whose `paint` is called before the next frame after a change."""

    WATCHED: ClassVar[tuple[str, ...]] = ()
    """The properties that change the picture, besides place and size."""

    def __init__(self, **words: object) -> None:
        self._soon = Clock.create_trigger(self._paint, -1)
        super().__init__(**words)
        for name in ("pos", "size", "disabled", *self.WATCHED):
            self.fbind(name, self.stale)
        _alive.add(self)
        self._soon()

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, lower edge, width and height."""
        return self.x, self.y, self.width, self.height

    def stale(self, *_: object) -> None:
        """The picture is no longer true."""
        self._soon()

    def dressed(self) -> None:
        """The player has chosen other looks."""
        self.stale()

    def _paint(self, *_: object) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            self.paint()

    def paint(self) -> None:
        """Draws the widget with what this module offers, in window pixels."""
        raise TypeError(f"{type(self).__name__} has no paint; a drawn widget says how it looks.")


def put(whole: Widget, part: Widget, there: bool) -> None:
    """Let a part be in the whole, or not; nothing where it is so already."""
    if there and part.parent is None:
        whole.add_widget(part)
    elif not there and part.parent is not None:
        whole.remove_widget(part)


def dress_together(alive: "WeakSet[Any]", names: Iterable[str]) -> None:
    """Let one observer dress all widgets that are alive when the looks of these names change."""

    def dress(*_: object) -> None:
        for one in list(alive):
            one.dressed()

    for name in names:
        look.fbind(name, dress)


# Kivy keeps the place of every observer that is gone, and looks at all of them for each new one:
# a widget that watched for itself would make the next one slower to build, all evening long.
_alive: Final[WeakSet[Drawn]] = WeakSet()


dress_together(_alive, look.WATCHED)


def block(x: float, y: float, w: float, h: float, colour: Colour, r: float = 0) -> None:
    """A filled rectangle, round at the corners."""
    if w <= 0 or h <= 0:
        return
    Color(*colour)
    if r:
        SmoothRoundedRectangle(pos=(x, y), size=(w, h), radius=[min(r, w / 2, h / 2)])
    else:
        Rectangle(pos=(x, y), size=(w, h))


def border(
    x: float, y: float, w: float, h: float, colour: Colour, width: float = 1, r: float = 0
) -> None:
    # Kivy writes past the end of its memory for a frame that folds into itself.
    if min(w, h) < LEAST_FRAME:
        return
    Color(*colour)
    r = max(1.0, min(r, w / 2 - 1, h / 2 - 1))
    SmoothLine(rounded_rectangle=(x, y, w, h, r), width=px(width) / 2 + 0.3)


def disc(x: float, y: float, r: float, colour: Colour) -> None:
    Color(*colour)
    SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))


def picture(
    texture: Texture, x: float, y: float, w: float, h: float, colour: Colour = WHITE
) -> None:
    """A plate, its colours multiplied with `colour`."""
    Color(*colour)
    Rectangle(texture=texture, pos=(x, y), size=(w, h))


def part_of(
    texture: Texture, x: float, y: float, w: float, h: float, part: tuple[float, ...], r: float
) -> None:
    """Part of a picture, by the coordinates of its corners, itself round at the corners."""
    Color(*WHITE)
    round_ = [min(r, w / 2, h / 2)]
    RoundedRectangle(texture=texture, pos=(x, y), size=(w, h), tex_coords=part, radius=round_)


def fitting(text: str, kind: str, widest: float) -> float:
    """The size in pixels at which a text is no wider than that, at best the size of its kind."""
    size, font = text_px(kind), face(kind, text)
    wide = wide_of(text, font, size)
    if not widest or wide <= widest:
        return size
    # Fonts come in whole pixels only, so the first guess may be one too large.
    least = size * LEAST
    size = max(least, float(int(size * widest / wide)))
    while size > least and wide_of(text, font, size) > widest:
        size -= 1
    return size


@lru_cache(8192)
def wide_of(text: str, font: str, size: float) -> float:
    """The width in pixels of a text of one line; tables are painted with the same few again."""
    return float(Glyphs(font_size=size, font_name=font).get_extents(text)[0])


def face(kind: str, text: str = "") -> str:
    """The font that a text of this kind is set in: another than the usual one only if that lacks
    a letter of it."""
    bold = role(kind).bold
    if text.isascii():
        return BOLD if bold else SANS
    return having(text, BOLD, SANS, WIDE) if bold else having(text, SANS, WIDE)


def glyphs(text: str, kind: str, widest: float = 0) -> Texture:
    """A text as a texture of one line, set smaller where it is wider than `widest`."""
    label = Glyphs(text=text, font_size=fitting(text, kind, widest), font_name=face(kind, text))
    label.refresh()
    return label.texture


def alike(text: str, beside: Iterable[str], kind: str, widest: float) -> float:
    """The room in which a text is set as small as the longest of those beside it has to be."""
    size = min(fitting(one, kind, widest) for one in (text, *beside))
    return min(widest, wide_of(text, face(kind, text), size) + 0.5)


def clipped(text: str, kind: str, widest: float, least: float = 0.8) -> str:
    """As much of a text as has room when it is set no smaller than that; the rest is `…`."""
    size, font = text_px(kind) * least, face(kind, text)

    def fits(one: str) -> bool:
        return wide_of(one, font, size) <= widest

    if not text or fits(text):
        return text
    short = text
    while len(short) > 1 and not fits(short.rstrip() + "…"):
        short = short[:-1]
    return short.rstrip() + "…"


def write_name(
    name: str, kind: str, colour: Colour, x: float, y: float, anchor: Anchor, widest: float
) -> float:
    """What somebody is called: the end of a long name is left out before it gets too small."""
    return write(clipped(name, kind, widest), kind, colour, x, y, anchor, widest)


def wrapped(text: str, kind: str, widest: float, most: int) -> list[str]:
    """A text in so many lines at most, ended between words; the last is clipped, and so is a word
    that is wider than a line."""
    size, font = text_px(kind), face(kind, text)
    lines: list[str] = [""]
    for part in parts(text.replace("\n", " ")):
        longer = lines[-1] + part
        if lines[-1].strip() and wide_of(longer.rstrip(), font, size) > widest:
            lines.append(part.lstrip())
        else:
            lines[-1] = longer
    lines = [one.strip() for one in lines if one.strip()]
    rest = " ".join(lines[most - 1 :])
    if len(lines) > most:
        lines = [*lines[: most - 1], clipped(rest, kind, widest, 1.0)]
    return [clipped(one, kind, widest) for one in lines]


def write(
    text: str,
    kind: str,
    colour: Colour,
    x: float,
    y: float,
    anchor: Anchor = "middle",
    widest: float = 0,
) -> float:
    """A text of one line with the middle of its height at y; returns how wide it is."""
    if not text:
        return 0
    texture = glyphs(text, kind, widest)
    wide, high = texture.size
    left = x - {"left": 0.0, "middle": 0.5, "right": 1.0}[anchor] * wide
    picture(texture, round(left), round(y - high / 2), wide, high, colour)
    return float(wide)
