"""What can be wrong with the looks of any screen: texts that are cut or squeezed, controls that
overlap, are too small for a thumb, or leave the window. `faults(root)` names each."""

from collections.abc import Iterator
from typing import Final
from unittest import mock

from kivy.core.text import Label as Glyphs
from kivy.uix.button import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from mobile_client.ui.look import px
from mobile_client.ui.theme import TOUCH
from mobile_client.ui.widgets import drawn
from mobile_client.ui.widgets.controls import Segments, StepSlider
from mobile_client.ui.widgets.drawn import Drawn
from mobile_client.ui.widgets.overlays import Overlay

Box = tuple[float, float, float, float]
"""Left, low, right, top in window pixels."""
CONTROLS: Final = (ButtonBehavior, Segments, StepSlider, TextInput)
LEAST_SQUEEZE: Final = 0.72
"""No text may be set smaller than this part of its size to fit."""
HAIR: Final = 1.5


def squeezed(root: Widget) -> list[str]:
    """The texts of drawn widgets that are set much smaller than they should be."""
    found: set[str] = set()
    plain = drawn.glyphs
    at: list[Widget] = []

    def glyphs(text: str, kind: str, widest: float = 0) -> object:
        wide = plain(text, kind).width if widest and text else 0
        if wide and widest / wide < LEAST_SQUEEZE:
            who = type(at[-1]).__name__
            found.add(f"{who} writes {text!r} at {widest / wide:.0%} of its size")
        return plain(text, kind, widest)

    with mock.patch.object(drawn, "glyphs", glyphs):
        for one, _ in _visible(root):
            if isinstance(one, Drawn):
                at.append(one)
                one._paint()
    return sorted(found)


def faults(root: Widget) -> list[str]:
    """Everything that is wrong with what `root` shows now."""
    seen = list(_visible(root))
    controls = [(one, box) for one, box in seen if isinstance(one, CONTROLS)]
    found = [*squeezed(root), *(fault for one, box in seen for fault in _cut(one, box))]
    edge = _box(root)
    for one, box in controls:
        if not _inside(box, edge):
            found.append(f"{_name(one)} leaves the window: {_whole(box)} of {_whole(edge)}")
        full = _box(one)
        if min(full[2] - full[0], full[3] - full[1]) < px(TOUCH) - HAIR:
            found.append(f"{_name(one)} is too small for a thumb: {_whole(full)}")
    for at, (one, box) in enumerate(controls):
        for other, its in controls[at + 1 :]:
            if _crossing(box, its) and other not in one.walk() and one not in other.walk():
                found.append(
                    f"{_name(one)} and {_name(other)} overlap: {_whole(box)} {_whole(its)}"
                )
    return found


def _visible(root: Widget) -> Iterator[tuple[Widget, Box]]:
    """Every widget that is in sight, with the part of it that is; of what lies under a dialog
    nothing can be pressed, and so it does not count."""
    overlays = [one for one in root.walk() if isinstance(one, Overlay) and one.share > 0]
    start = overlays[-1] if overlays else root
    yield from _within(start, _box(root))


def _within(one: Widget, clip: Box) -> Iterator[tuple[Widget, Box]]:
    if one.opacity == 0 or one.width <= 0 or one.height <= 0:
        return
    box = _box(one)
    shown = _cross(box, clip) if isinstance(one, ScrollView) else clip
    part = _cross(box, shown) if _scrolls(one) else box
    if part[2] - part[0] > HAIR and part[3] - part[1] > HAIR:
        yield one, part
    for child in one.children:
        yield from _within(child, shown)


def _scrolls(one: Widget) -> bool:
    return any(isinstance(above, ScrollView) for above in _above(one))


def _above(one: Widget) -> Iterator[Widget]:
    while isinstance(one.parent, Widget) and one.parent is not one:
        one = one.parent
        yield one


def _cut(one: Widget, box: Box) -> Iterator[str]:
    """What of a text cannot be read."""
    if isinstance(one, TextInput):
        hint = Glyphs(text=one.hint_text, font_size=one.font_size, font_name=one.font_name)
        hint.refresh()
        room = one.width - one.padding[0] - one.padding[2]
        if one.hint_text and hint.texture.width > room + HAIR:
            yield f"the hint {one.hint_text!r} is wider than its line"
        return
    if not isinstance(one, Label) or not one.text:
        return
    wide, high = one.texture_size
    if wide > one.width + HAIR or high > one.height + HAIR:
        yield f"{one.text!r} is cut: {wide}x{high} in {one.width:.0f}x{one.height:.0f}"
    if one.is_shortened:
        yield f"{one.text!r} is shortened"
    longest = max(one.text.split(), key=len)
    if longest.isascii():
        word = Glyphs(text=longest, font_size=one.font_size, font_name=one.font_name)
        word.refresh()
        if word.texture.width > one.width + HAIR:
            yield f"the word {longest!r} is broken over lines"


def _name(one: Widget) -> str:
    text = getattr(one, "text", "") or getattr(one, "icon", "")
    return f"{type(one).__name__} {text!r}"


def _box(one: Widget) -> Box:
    left, low = one.to_window(one.x, one.y)
    return left, low, left + one.width, low + one.height


def _cross(one: Box, other: Box) -> Box:
    return (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )


def _crossing(one: Box, other: Box) -> bool:
    left, low, right, top = _cross(one, other)
    return right - left > HAIR and top - low > HAIR


def _inside(box: Box, edge: Box) -> bool:
    left, low, right, top = edge
    return (
        box[0] >= left - HAIR
        and box[1] >= low - HAIR
        and box[2] <= right + HAIR
        and box[3] <= top + HAIR
    )


def _whole(box: Box) -> str:
    return " ".join(f"{side:.0f}" for side in box)
