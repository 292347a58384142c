"""What can be wrong with the looks of any screen: texts that are cut, squeezed or covered,
controls that overlap, are too small for a thumb, or leave what may be used of the window.
`faults(stage)` names each."""

from collections.abc import Iterator
from typing import Final

from kivy.core.text import Label as Glyphs
from kivy.uix.button import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from mobile_client.ui.felts.doudizhu_panels import Panel
from mobile_client.ui.felts.hand import Hand
from mobile_client.ui.felts.plate import SeatPlate
from mobile_client.ui.felts.roulette_board import Board
from mobile_client.ui.felts.wheel import WheelView
from mobile_client.ui.look import look, px
from mobile_client.ui.screens.table_bar import ActBar
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import BIG_TEXT, TOUCH
from mobile_client.ui.toasts import ToastColumn
from mobile_client.ui.widgets.controls import Segments, StepSlider
from mobile_client.ui.widgets.emotes import Bubble, Emote
from mobile_client.ui.widgets.overlays import Overlay
from tests.client.ui.ink import Box, Ink, box_of, cross, everything, index_of, painted

CONTROLS: Final = (ButtonBehavior, Segments, StepSlider, TextInput)
OVER: Final = (Overlay, ToastColumn, Bubble, Emote, WheelView, Panel)
"""What comes over other things for a while, and may."""
LEAST: Final = 0.7
"""No text may be set smaller than this part of its size to fit; a large text not smaller than a
usual one."""
HAIR: Final = 1.5
TOUCHING: Final = 2.0
"""In dp: what is painted may touch by so much."""


def faults(stage: Stage) -> list[str]:
    """Everything that is wrong with what the stage shows now."""
    root = _topmost(stage)
    inks = painted(root)
    seen = list(_visible(root))
    controls = [(one, box) for one, box in seen if isinstance(one, CONTROLS)]
    left, top, right, bottom = stage.insets
    edge = box_of(stage)
    safe = (edge[0] + left, edge[1] + bottom, edge[2] - right, edge[3] - top)
    found = [fault for one, _ in seen for fault in _cut(one)]
    found += _texts(inks, safe)
    found += _covered(inks)
    found += _controls(controls, safe)
    found += _seats(root, safe)
    found += _hands(root, controls)
    return list(dict.fromkeys(found))


# -- texts and cards --------------------------------------------------------------------------


def _texts(inks: list[Ink], safe: Box) -> Iterator[str]:
    least = LEAST / BIG_TEXT if look.big_text else LEAST
    for ink in inks:
        if ink.kind != "text":
            continue
        if ink.cut:
            yield f"{_who(ink)} is cut"
        if ink.part < least:
            yield f"{_who(ink)} is set at {ink.part:.0%} of its size"
        if not ink.scrolled and not _inside(ink.box, safe):
            yield f"{_who(ink)} leaves the window: {_whole(ink.box)} of {_whole(safe)}"


def _covered(inks: list[Ink]) -> Iterator[str]:
    """Texts, and corners of cards, on which something else was painted later; the numbers of the
    board at roulette are there to lay chips on."""
    for at, ink in enumerate(inks):
        if ink.kind == "ground" or ink.scrolled or isinstance(ink.of, Board):
            continue
        box = ink.box if ink.kind == "text" else index_of(ink.box)
        left, low, right, top = box
        for over in inks[at + 1 :]:
            # Most lie elsewhere: that is seen at once.
            its = over.box
            if its[2] <= left or its[0] >= right or its[3] <= low or its[1] >= top:
                continue
            if not _crossing(box, its, px(TOUCHING)) or _comes_over(over, ink):
                continue
            if ink.kind == "card" and over.kind == "text":
                continue  # Its ground was named.
            what = "the corner of a card" if ink.kind == "card" else _who(ink)
            by = _who(over) if over.kind == "text" else f"a {over.kind} of {type(over.of).__name__}"
            yield f"{what} {_whole(box)} is covered by {by} {_whole(over.box)}"
            break


def _comes_over(over: Ink, ink: Ink) -> bool:
    """Whether one lies over the other only for a while."""
    for one in (over.of, *_above(over.of)):
        if isinstance(one, OVER) or _opened(one):
            return one is not ink.of and one not in _above(ink.of)
    return False


def _cut(one: Widget) -> Iterator[str]:
    """What of a text that lies in lines cannot be read."""
    if isinstance(one, TextInput):
        hint = Glyphs(text=one.hint_text, font_size=one.font_size, font_name=one.font_name)
        hint.refresh()
        room = one.width - one.padding[0] - one.padding[2]
        if one.hint_text and hint.texture.width > room + HAIR:
            yield f"the hint {one.hint_text!r} is wider than its line"
        return
    if not isinstance(one, Label) or not one.text.strip():
        return
    wide, high = one.texture_size
    if wide > one.width + HAIR or high > one.height + HAIR:
        yield f"{one.text!r} is cut: {wide}x{high} in {one.width:.0f}x{one.height:.0f}"
    if one.is_shortened:
        yield f"{one.text!r} is shortened"
    longest = max(one.text.split(), key=len)
    if longest.isascii():
        word = Glyphs(text=longest, font_size=one.font_size, font_name=one.font_name)
        if word.get_extents(longest)[0] > one.width + HAIR:
            yield f"the word {longest!r} is broken over lines"


# -- controls, seats, hands -------------------------------------------------------------------


def _controls(controls: list[tuple[Widget, Box]], safe: Box) -> Iterator[str]:
    for at, (one, box) in enumerate(controls):
        if not _inside(box, safe):
            yield f"{_name(one)} leaves the window: {_whole(box)} of {_whole(safe)}"
        if min(one.width, one.height) < px(TOUCH) - HAIR:
            yield f"{_name(one)} is too small for a thumb: {one.width:.0f}x{one.height:.0f}"
        for other, its in controls[at + 1 :]:
            if not _crossing(box, its):
                continue
            related = other in _above(one) or one in _above(other)
            if not related and not _bar_between(one, other):
                yield f"{_name(one)} and {_name(other)} overlap: {_whole(box)} {_whole(its)}"


def _opened(one: Widget) -> bool:
    """The bar of a table, open over the felt: nothing below it is pressed meanwhile."""
    return isinstance(one, ActBar) and one.over


def _bar_between(one: Widget, other: Widget) -> bool:
    return any(map(_opened, _above(one))) != any(map(_opened, _above(other)))


def _seats(root: Widget, safe: Box) -> Iterator[str]:
    plates = [one for one in everything(root) if isinstance(one, SeatPlate)]
    for at, one in enumerate(plates):
        if not _inside(box_of(one), safe):
            yield f"the seat {one.look.name!r} leaves the window: {_whole(box_of(one))}"
        for other in plates[at + 1 :]:
            if _crossing(box_of(one), box_of(other)):
                yield f"the seats {one.look.name!r} and {other.look.name!r} overlap"


def _hands(root: Widget, controls: list[tuple[Widget, Box]]) -> Iterator[str]:
    """No control lies where a card of mine is to be touched."""
    cards = [view for one in everything(root) if isinstance(one, Hand) and one.most
             for view in one.views]  # fmt: skip
    for one, box in controls:
        if not any(map(_opened, _above(one))) and any(
            _crossing(box, box_of(card)) for card in cards
        ):
            yield f"{_name(one)} lies on my cards"


# -- what is in sight -------------------------------------------------------------------------


def _topmost(stage: Stage) -> Widget:
    """Of what lies under a dialog nothing is read or pressed."""
    overlays = [one for one in everything(stage) if isinstance(one, Overlay) and one.share > 0]
    return overlays[-1] if overlays else stage


def _visible(root: Widget) -> Iterator[tuple[Widget, Box]]:
    """Every widget that is in sight, with the part of it that is."""
    yield from _within(root, box_of(root), False)


def _within(one: Widget, clip: Box, scrolls: bool) -> Iterator[tuple[Widget, Box]]:
    if one.opacity == 0 or one.width <= 0 or one.height <= 0:
        return
    box = box_of(one)
    part = cross(box, clip) if scrolls else box
    if part[2] - part[0] > HAIR and part[3] - part[1] > HAIR:
        yield one, part
    if isinstance(one, ScrollView):
        clip, scrolls = cross(box, clip), True
    for child in one.children:
        yield from _within(child, clip, scrolls)


def _above(one: Widget) -> Iterator[Widget]:
    while isinstance(one.parent, Widget) and one.parent is not one:
        one = one.parent
        yield one


def _name(one: Widget) -> str:
    text = getattr(one, "text", "") or getattr(one, "icon", "")
    return f"{type(one).__name__} {text!r}"


def _who(ink: Ink) -> str:
    return f"{type(ink.of).__name__} {ink.text!r}"


def _crossing(one: Box, other: Box, by: float = HAIR) -> bool:
    left, low, right, top = cross(one, other)
    return right - left > by and top - low > by


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
