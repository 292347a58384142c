"""What is painted in the window, read from its canvases: every text and every card, where it lies.

What widgets believe they show does not count here. `remember()` comes before the first painting.
"""

from collections.abc import Callable, Iterator
from typing import Final
from weakref import WeakKeyDictionary

from kivy.graphics import Canvas, CanvasBase, Instruction, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.label import Label
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from mobile_client.ui import plates
from mobile_client.ui.widgets import drawn
from mobile_client.ui.widgets.faces import HIGH, MARGIN, WIDE, Face
from tests.e2e.sight import Box, Lying, Painted, Text

FAINT: Final = 0.02
THIN: Final = 0.1
"""A card narrower than this part of its height is being turned over."""
_written: Final[WeakKeyDictionary[Texture, str]] = WeakKeyDictionary()


def remember() -> None:
    """From now on whatever a drawn widget writes can be read."""
    plain: Callable[[str, str, float], Texture] = drawn.glyphs

    def glyphs(text: str, kind: str, widest: float = 0) -> Texture:
        texture = plain(text, kind, widest)
        _written[texture] = text
        return texture

    drawn.glyphs = glyphs


def painted(root: Widget) -> Painted:
    """All of `root` that is in sight."""
    faces = {
        id(texture): key[0]
        for key, texture in plates._plates.items()
        if isinstance(key, tuple) and isinstance(key[0], Face)
    }
    texts: list[Text] = []
    cards: list[Lying] = []
    for widget in _seen(root, 1.0):
        if isinstance(widget, Label | TextInput) and widget.text:
            texts.append(Text(widget.text, _at(widget, *widget.pos, *widget.size)))
        for one in _rectangles(widget):
            box = _at(widget, *one.pos, *one.size)
            if (face := faces.get(id(one.texture))) is not None:
                if box[2] > THIN * box[3]:
                    cards.append(Lying(face.card, _without_shadow(box)))
            elif text := _written.get(one.texture, ""):
                texts.append(Text(text, box))
    return Painted(tuple(texts), tuple(cards))


def _seen(one: Widget, opacity: float) -> Iterator[Widget]:
    """In the order of painting."""
    opacity *= one.opacity
    if opacity < FAINT:
        return
    yield one
    for child in reversed(one.children):
        yield from _seen(child, opacity)


def _rectangles(widget: Widget) -> Iterator[Rectangle]:
    canvas: Canvas = widget.canvas
    for group in (canvas.before, canvas, canvas.after):
        yield from _within(group)


def _within(group: InstructionGroup) -> Iterator[Rectangle]:
    for one in group.children:
        if isinstance(one, Rectangle) and one.texture is not None:
            yield one
        # Canvases are those of the widget's children, or stand for themselves.
        elif _is_group(one):
            yield from _within(one)


def _is_group(one: Instruction) -> bool:
    return isinstance(one, InstructionGroup) and not isinstance(one, CanvasBase)


def _at(widget: Widget, x: float, y: float, wide: float, high: float) -> Box:
    left, low = widget.to_window(x, y)
    return float(left), float(low), float(wide), float(high)


def _without_shadow(box: Box) -> Box:
    left, low, wide, high = box
    across, up = MARGIN / (WIDE + 2 * MARGIN) * wide, MARGIN / (HIGH + 2 * MARGIN) * high
    return left + across, low + up, wide - 2 * across, high - 2 * up
