"""The keyboard of a desktop: every screen can be used without a mouse.

Tab and the arrows lead from one thing that can be pressed to the next, Enter presses it. A screen
takes keys of its own first, such as the letters of the acts at a table. Nothing of this happens
while somebody types into a line.
"""

from collections.abc import Iterator
from typing import Final

from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from mobile_client.ui.keyboard import typing
from mobile_client.ui.look import px
from mobile_client.ui.screens.keys import KeysSheet
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.controls import Segments, StepSlider
from mobile_client.ui.widgets.entry import TextLine
from mobile_client.ui.widgets.ring import Ring

NAMES: Final = {
    9: "tab", 13: "enter", 271: "enter", 32: "space", 8: "erase", 282: "help",
    273: "up", 274: "down", 275: "right", 276: "left", 280: "page_up", 281: "page_down",
}  # fmt: skip
"""The keys that are no signs, as Kivy counts them."""
STEPS: Final = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}
HELD: Final = frozenset({"ctrl", "alt", "meta"})
"""With one of these a key is the system's."""
ASIDE: Final = 3
"""Something so far off the straight way counts as this much farther away."""
LINE: Final = 24
"""What is no more than so many dp higher or lower stands in the same line."""


class Keys:
    """The keyboard of a desktop, heard from its making until `close`."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._ring = Ring()
        self._question = 0
        """What was asked when the keyboard was put where it is."""
        Window.bind(on_key_down=self._down, on_touch_down=self._touched)

    def close(self) -> None:
        Window.unbind(on_key_down=self._down, on_touch_down=self._touched)
        self._ring.leave()

    @property
    def focus(self) -> Widget | None:
        """What Enter would press."""
        if self._question != self._stage.screen.question and not self._stage.overlays:
            # A button that stays in its place is another one now.
            self._ring.leave()
        found = self._ring.around
        return found if found in tuple(targets(self._stage)) else None

    def _down(
        self, _: object, key: int, scan: int, sign: str | None, held: list[str], *__: object
    ) -> bool:
        """Whether the key did something."""
        if typing.line is not None or HELD & set(held):
            return False
        name = NAMES.get(key) or named(key, sign, "shift" in held)
        if name == "help" or name == "?":
            self._help()
            return True
        over = self._stage.overlays
        if self.focus is not None and self._on_focus(name):
            return True
        if not over and name and self._stage.screen.key(name):
            return True
        if name == "tab":
            self._next(-1 if "shift" in held else 1)
        elif name in STEPS:
            self._towards(*STEPS[name])
        elif name == "enter" and self.focus is None:
            self._next(1)
        else:
            return False
        return True

    def _help(self) -> None:
        for one in self._stage.overlays:
            if isinstance(one, KeysSheet):
                one.close()
                return
        self._stage.open(KeysSheet(self._stage.client, self._stage.screen))

    def _touched(self, *_: object) -> None:
        self._ring.leave()

    # -- what the keyboard is at ---------------------------------------------------------------

    def _on_focus(self, name: str) -> bool:
        """What a key does to the thing that it is at."""
        at = self.focus
        if isinstance(at, StepSlider) and name in ("left", "right"):
            (at.less if name == "left" else at.more)()
        elif isinstance(at, Segments) and name in ("left", "right", "enter", "space"):
            at.turn(-1 if name == "left" else 1)
        elif name not in ("enter", "space"):
            return False
        elif isinstance(at, TextLine):
            at.focus = True
        elif isinstance(at, ButtonBehavior):
            at.trigger_action(0)
        return True

    def _next(self, by: int) -> None:
        """The next in the order of reading, and from the last to the first."""
        there = list(targets(self._stage))
        if not there:
            return
        at = self.focus
        if at is None:
            begins = self._stage.screen.begins
            first = begins if begins in there else there[0]
            self._go(first if by > 0 else there[-1])
            return
        self._go(there[(there.index(at) + by) % len(there)])

    def _towards(self, right: int, up: int) -> None:
        """The nearest in this direction, if there is any."""
        at = self.focus
        if at is None:
            self._next(1)
            return
        x, y = at.to_window(*at.center)
        nearest: tuple[float, Widget] | None = None
        for one in targets(self._stage):
            left, low = one.to_window(*one.center)
            along = (left - x) * right + (low - y) * up
            aside = abs((left - x) * up) + abs((low - y) * right)
            far = along + ASIDE * aside
            if along > px(LINE) / 4 and (nearest is None or far < nearest[0]):
                nearest = far, one
        if nearest is not None:
            self._go(nearest[1])

    def _go(self, widget: Widget) -> None:
        self._ring.put(widget)
        self._question = self._stage.screen.question
        _into_sight(widget)


def targets(stage: Stage) -> Iterator[Widget]:
    """What the keyboard can be at now, in the order of reading: of the topmost drawer or dialog,
    else of the screen."""
    overlays = stage.overlays
    top = overlays[-1] if overlays else stage.screen
    yield from _read([one for one in top.walk(restrict=True) if _reached(one)], top)


def _read(found: list[Widget], within: Widget) -> Iterator[Widget]:
    """These in the order of reading. What scrolls is read as a whole, wherever it is scrolled to:
    else a button that stays in its place would change its place in the order."""
    blocks: dict[Widget, list[Widget]] = {}
    for one in found:
        blocks.setdefault(_scrolled(one, within) or one, []).append(one)
    left = sorted(((_place(one), one) for one in blocks), key=lambda one: -one[0][1])
    while left:
        high = left[0][0][1]
        line = [one for one in left if high - one[0][1] < px(LINE)]
        left = left[len(line) :]
        for _, one in sorted(line, key=lambda one: one[0][0]):
            if blocks[one] == [one]:
                yield one
            else:
                yield from _read(blocks[one], one)


def _scrolled(one: Widget, within: Widget) -> ScrollView | None:
    """The outermost part of the screen that scrolls, and this with it."""
    found, above = None, one.parent
    while isinstance(above, Widget) and above is not within and above is not above.parent:
        if isinstance(above, ScrollView):
            found = above
        above = above.parent
    return found


def _place(one: Widget) -> tuple[float, float]:
    """Where it is read in the window: what scrolls from its top."""
    high = one.top if isinstance(one, ScrollView) else one.center_y
    x, y = one.to_window(one.center_x, high)
    return float(x), float(y)


def named(key: int, sign: str | None, shift: bool) -> str:
    """A letter, a digit or another sign by what is written on its key."""
    if sign == "?" or (key == ord("/") and shift):
        return "?"
    return chr(key) if 32 < key < 127 else ""


def _reached(one: Widget) -> bool:
    if not isinstance(one, ButtonBehavior | StepSlider | Segments | TextLine) or one.disabled:
        return False
    above: Widget | None = one
    while isinstance(above, Widget) and above is not above.parent:
        if above.opacity == 0:
            return False
        above = above.parent
    return bool(min(one.size) > 1)


def _into_sight(widget: Widget) -> None:
    above = widget.parent
    while isinstance(above, Widget) and above is not above.parent:
        if isinstance(above, ScrollView):
            above.scroll_to(widget, padding=px(LINE), animate=False)
            return
        above = above.parent
