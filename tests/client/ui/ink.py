"""What is painted where: texts, cards and grounds in the order in which they cover each other.

It is read from the canvases of the widgets. No frame is drawn and no pixel looked at, so that a
screen costs milliseconds. Texts and cards are told from other pictures by their textures, which
are made while `kept` is open; all pictures but texts are blank meanwhile.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final, Literal
from unittest import mock

from kivy.graphics import Color, Ellipse, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from mobile_client.ui import plates
from mobile_client.ui.look import text_px
from mobile_client.ui.widgets import cards, drawn, felt
from mobile_client.ui.widgets.faces import HIGH, MARGIN, WIDE, Face
from mobile_client.ui.widgets.words import Words

Box = tuple[float, float, float, float]
"""Left, low, right, top in window pixels."""
Kind = Literal["text", "card", "ground"]
FAINT: Final = 0.3
"""What is less opaque than this covers nothing and is not meant to be read."""
AIR: Final = 0.2
"""The part of the height of a line, above and below, in which letters have no ink."""
ROUND: Final = 0.15
"""The part of the side of a disc, on each side, in which its corners have none."""
INDEX: Final = (0.25, 0.32)
"""The upper left corner of a card, by which it is told, as parts of width and height."""


@dataclass(frozen=True, slots=True)
class Ink:
    """Something painted: of which widget, what it says, at what part of its size it is written."""

    of: Widget
    kind: Kind
    box: Box
    text: str = ""
    part: float = 1.0
    cut: bool = False
    scrolled: bool = False
    """The edge of a list hides some of it; that is how lists are."""


@dataclass(frozen=True, slots=True)
class _Text:
    texture: Any
    text: str
    part: float
    cut: bool


class Kept:
    """The textures by which texts and cards are known again."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, str, float, float], _Text] = {}
        self.texts: dict[int, _Text] = {}
        self.faces: dict[int, tuple[Any, Face]] = {}
        self.plates: OrderedDict[Any, Any] = OrderedDict()


_kept: list[Kept] = []


@contextmanager
def kept(here: Kept) -> Iterator[None]:
    """Everything that is painted meanwhile can be read. Tests share what is kept: textures that
    each made for itself were a third of all memory and made every later test slower."""
    glyphs, plate = drawn.glyphs, plates.plate

    def written(text: str, kind: str, widest: float = 0) -> Any:
        key = (text, kind, widest, text_px(kind))
        found = here.made.get(key)
        if found is None:
            texture = glyphs(text, kind, widest)
            part = drawn.fitting(text, kind, widest) / text_px(kind)
            found = _Text(texture, text, part, bool(widest) and texture.width > widest + 1)
            here.made[key] = here.texts[id(texture)] = found
        return found.texture

    def faced(key: Any, *how: Any, **more: Any) -> Any:
        texture = plate(key, *how, **more)
        here.faces[id(texture)] = (texture, key)
        return texture

    def blank(*_: Any) -> Texture:
        return Texture.create(size=(1, 1))

    _kept.append(here)
    with ExitStack() as stack:
        stack.callback(_kept.remove, here)
        for where, name, instead in (
            (drawn, "glyphs", written),
            (cards, "plate", faced),
            (felt, "baked", blank),
            (plates, "_painted", blank),
            (plates, "_plates", here.plates),
        ):
            stack.enter_context(mock.patch.object(where, name, instead))
        yield


def painted(root: Widget) -> list[Ink]:
    """All ink of a widget and of those on it, what lies below first."""
    return list(_of(root, None))


def _of(one: Widget, clip: Box | None) -> Iterator[Ink]:
    if one.opacity < FAINT or one.width <= 0 or one.height <= 0:
        return
    for ink in _own(one):
        yield from _clipped(ink, clip)
    if isinstance(one, ScrollView):
        clip = box_of(one) if clip is None else cross(box_of(one), clip)
    for child in reversed(one.children):
        yield from _of(child, clip)


def _clipped(ink: Ink, clip: Box | None) -> Iterator[Ink]:
    if clip is None:
        yield ink
        return
    seen = cross(ink.box, clip)
    if seen[2] > seen[0] and seen[3] > seen[1]:
        yield Ink(ink.of, ink.kind, seen, ink.text, ink.part, ink.cut, seen != ink.box)


def _own(one: Widget) -> Iterator[Ink]:
    alpha, at = 1.0, one.to_window(0, 0)
    for step in one.canvas.before.children if isinstance(one, drawn.Drawn) else ():
        if isinstance(step, Color):
            alpha = step.a
        elif alpha >= FAINT and isinstance(step, Rectangle | RoundedRectangle | Ellipse):
            yield from _shape(one, step, at)
    if isinstance(one, Words) and one.text:
        yield _paragraph(one, at)


def _paragraph(one: Words, at: tuple[float, float]) -> Ink:
    """The lines of a text as far as they reach."""
    (room, high), (before, _, after, _) = one.texture_size, one.padding
    lines = one._label._cached_lines
    wide = max((line.w for line in lines), default=room)
    spare = max(0, room - before - after - wide)
    left = one.center_x - room / 2 + before
    left += {"left": 0, "center": spare / 2, "right": spare}[one.halign]
    box = (left, one.center_y - high / 2, left + wide, one.center_y + high / 2)
    part = one.font_size / text_px(one.kind)
    return Ink(one, "text", _aired(_in_window(at, box), high / max(1, len(lines))), one.text, part)


def _shape(one: Widget, step: Any, at: tuple[float, float]) -> Iterator[Ink]:
    (x, y), (wide, high) = step.pos, step.size
    box = _in_window(at, (x, y, x + wide, y + high))
    key = id(step.texture)
    here = _kept[-1] if _kept else Kept()
    if key in here.texts:
        said = here.texts[key]
        yield Ink(one, "text", _aired(box, high), said.text, said.part, said.cut)
    elif key in here.faces:
        yield Ink(one, "card" if here.faces[key][1].card is not None else "ground",
                  _bare(box))  # fmt: skip
    else:
        yield Ink(one, "ground", _rounded(box) if isinstance(step, Ellipse) else box)


def index_of(card: Box) -> Box:
    """The corner by which a card is told."""
    left, low, right, top = card
    return left, top - (top - low) * INDEX[1], left + (right - left) * INDEX[0], top


def _bare(box: Box) -> Box:
    """A card without its shadow."""
    left, low, right, top = box
    x = (right - left) * MARGIN / (WIDE + 2 * MARGIN)
    y = (top - low) * MARGIN / (HIGH + 2 * MARGIN)
    return left + x, low + y, right - x, top - y


def _aired(box: Box, line: float) -> Box:
    left, low, right, top = box
    return left, low + line * AIR, right, top - line * AIR


def _rounded(box: Box) -> Box:
    left, low, right, top = box
    x, y = (right - left) * ROUND, (top - low) * ROUND
    return left + x, low + y, right - x, top - y


def _in_window(at: tuple[float, float], box: Box) -> Box:
    # What a widget paints is in the coordinates of its parent, which begin there.
    x, y = at
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def everything(root: Widget) -> Iterator[Widget]:
    """A widget and all on it, in the order of `walk`, which hands each up through all above it."""
    below = [root]
    while below:
        one = below.pop()
        yield one
        below.extend(one.children)


def box_of(one: Widget) -> Box:
    """Where a widget is."""
    left, low = one.to_window(one.x, one.y)
    return left, low, left + one.width, low + one.height


def cross(one: Box, other: Box) -> Box:
    """What two boxes have in common; turned inside out where that is nothing."""
    return (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )
