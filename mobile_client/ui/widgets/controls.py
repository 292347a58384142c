"""Controls for a thumb: a slider with steps, a switch, one of several."""

from collections.abc import Collection
from typing import Protocol

from kivy.animation import Animation
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import motion, px
from mobile_client.ui.theme import RADIUS, TOUCH, faded, mixed
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.drawn import Drawn, block, border, clipped, disc, picture, write

MOST_TICKS = 12
READ = 0.7
"""How small the text of a switch may be set before it is cut."""


class Touch(Protocol):
    """A touch of Kivy, as far as this module needs it."""

    x: float
    y: float
    pos: tuple[float, float]
    profile: Collection[str]
    grab_current: object

    def grab(self, by: object) -> None: ...

    def ungrab(self, by: object) -> None: ...


class StepSlider(Drawn):
    """A number from `low` to `high` in steps; the end is reached even where no step leads to it."""

    low = NumericProperty(0)
    high = NumericProperty(100)
    step = NumericProperty(1)
    value = NumericProperty(0)
    held = BooleanProperty(False)

    WATCHED = ("low", "high", "step", "value", "held")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(TOUCH)} | words))
        for name in ("low", "high", "step", "value"):
            self.fbind(name, self._keep_within)
        self._keep_within()

    def _keep_within(self, *_: object) -> None:
        self.value = self.nearest(self.value)

    def nearest(self, value: float) -> int:
        """The step next to a value, or an end."""
        if value >= self.high or self.high <= self.low:
            return int(max(self.low, self.high))
        steps = round((max(value, self.low) - self.low) / max(self.step, 1))
        return int(min(self.low + steps * max(self.step, 1), self.high))

    def less(self) -> None:
        at = (self.value - self.low) / max(self.step, 1)
        self.value = self.low + max(0, (-(-at // 1)) - 1) * self.step

    def more(self) -> None:
        self.value = min(self.high, self.value + self.step)

    @property
    def _rail(self) -> tuple[float, float]:
        inset = px(16)
        return self.x + inset, max(self.width - 2 * inset, 1)

    def _pull(self, x: float) -> None:
        left, wide = self._rail
        share = min(1.0, max(0.0, (x - left) / wide))
        self.value = self.nearest(self.low + share * (self.high - self.low))

    def on_touch_down(self, touch: Touch) -> bool:
        if self.disabled or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self.held = True
        self._pull(touch.x)
        return True

    def on_touch_move(self, touch: Touch) -> bool:
        if touch.grab_current is self:
            self._pull(touch.x)
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Touch) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            self.held = False
            return True
        return bool(super().on_touch_up(touch))

    def paint(self) -> None:
        left, wide = self._rail
        y, thick = self.center_y, px(8)
        span = self.high - self.low
        share = (self.value - self.low) / span if span > 0 else 1.0
        gold = faded(theme.SOFT, 0.4) if self.disabled else theme.GOLD
        block(left, y - thick / 2, wide, thick, theme.SUNKEN, thick / 2)
        border(left, y - thick / 2, wide, thick, theme.EDGE, 1, thick / 2)
        if share * wide > thick:
            block(left, y - thick / 2, wide * share, thick, gold, thick / 2)
        steps = int(span // max(self.step, 1))
        if 1 < steps <= MOST_TICKS:
            for tick in range(1, steps):
                at = tick * self.step / span
                disc(
                    left + wide * at,
                    y,
                    px(1.6),
                    theme.ON_GOLD if at < share else faded(theme.SOFT, 0.8),
                )
        x = left + wide * share
        disc(x, y - px(1.5), px(15), faded(theme.BLACK, 0.4))
        disc(x, y, px(16 if self.held else 14), gold)
        disc(x, y, px(10 if self.held else 9), mixed(gold, theme.WHITE, 0.45))


class Toggle(Pressed):
    """A switch with its text on the left: the whole row is the switch. One that cannot be used
    stands there in grey; its note says why."""

    text = StringProperty("")
    note = StringProperty("")
    active = BooleanProperty(False)
    held = BooleanProperty(False)
    """It is on, whatever was chosen."""
    slide = NumericProperty(0)

    WATCHED = ("state", "text", "note", "active", "held", "slide")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(56)} | words))
        self.slide = float(self.active)

    def on_release(self) -> None:
        self.active = not self.active

    def on_active(self, *_: object) -> None:
        Animation.cancel_all(self, "slide")
        if motion().quick:
            Animation(slide=float(self.active), duration=motion().quick).start(self)
        else:
            self.slide = float(self.active)

    def paint(self) -> None:
        wide, high = px(52), px(30)
        x, y = self.right - wide, self.center_y - high / 2
        on, off = theme.GOLD, theme.SOFT
        if self.disabled:
            on, off = mixed(theme.SUNKEN, theme.SOFT, 0.45), mixed(theme.SUNKEN, theme.SOFT, 0.6)
        dot = theme.SUNKEN if self.disabled else theme.ON_GOLD
        slide = 1.0 if self.held else self.slide
        block(x, y, wide, high, mixed(theme.SUNKEN, on, slide), high / 2)
        border(x, y, wide, high, mixed(off, on, slide), 1, high / 2)
        knob = x + high / 2 + (wide - high) * slide
        disc(knob, self.center_y, high / 2 - px(4), mixed(off, dot, slide))
        widest = self.width - wide - px(12)
        upper = self.center_y + (px(10) if self.note else 0)
        ink = faded(theme.SOFT, 0.6) if self.disabled else theme.TEXT
        # It may be what somebody is called.
        text = clipped(self.text, "body", widest, READ)
        write(text, "body", ink, self.x, upper, "left", widest)
        write(self.note, "small", theme.SOFT, self.x, self.center_y - px(12), "left", widest)


class Segments(Drawn):
    """One of a few choices side by side: `choices` are pairs of a key and its text."""

    choices = ListProperty([])
    chosen = ObjectProperty("")

    WATCHED = ("choices", "chosen")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(TOUCH)} | words))

    def on_touch_down(self, touch: Touch) -> bool:
        if self.disabled or not self.choices or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        place = int((touch.x - self.x) / (self.width / len(self.choices)))
        self.chosen = self.choices[min(place, len(self.choices) - 1)][0]
        return True

    def turn(self, by: int) -> None:
        """The next of them, or the one before."""
        keys = [key for key, _ in self.choices]
        if keys:
            at = keys.index(self.chosen) if self.chosen in keys else -by
            self.chosen = keys[(at + by) % len(keys)]

    def paint(self) -> None:
        r = px(RADIUS["normal"])
        block(*self.box, theme.SUNKEN, r)
        border(*self.box, theme.EDGE, 1, r)
        wide = self.width / max(len(self.choices), 1)
        for place, (key, text) in enumerate(self.choices):
            x = self.x + place * wide
            here = key == self.chosen
            if here:
                inset = px(3)
                block(
                    x + inset,
                    self.y + inset,
                    wide - 2 * inset,
                    self.height - 2 * inset,
                    theme.GOLD,
                    r - inset,
                )
            write(
                text,
                "label",
                theme.ON_GOLD if here else theme.SOFT,
                x + wide / 2,
                self.center_y,
                widest=wide - px(10),
            )


class Row(Pressed):
    """A line of a list: an icon, a text, a value on the right, and where it leads."""

    text = StringProperty("")
    value = StringProperty("")
    icon = StringProperty("")
    leads = BooleanProperty(True)
    here = BooleanProperty(False)
    """It leads to where one is: it has a check mark instead of the arrow."""
    ends = BooleanProperty(False)
    """The last of its list: no line parts it from another."""

    WATCHED = ("state", "text", "value", "icon", "leads", "here", "ends")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(56)} | words))

    def paint(self) -> None:
        if self.down:
            block(*self.box, theme.RAISED, px(RADIUS["small"]))
        side = round(px(22))
        left, right = self.x, self.right
        sign, ink = theme.GOLD, theme.TEXT
        if self.disabled:
            sign = ink = faded(theme.SOFT, 0.55)
        if self.icon:
            picture(icon(self.icon, side), left, self.center_y - side / 2, side, side, sign)
            left += side + px(12)
        if self.leads:
            picture(
                icon("check" if self.here else "forward", side),
                right - side,
                self.center_y - side / 2,
                side,
                side,
                theme.GOLD if self.here else theme.SOFT,
            )
            right -= side + px(4)
        taken = write(
            self.value, "label", theme.SOFT, right, self.center_y, "right", (right - left) * 0.5
        )
        write(self.text, "body", ink, left, self.center_y, "left", right - left - taken - px(8))
        if not self.ends:
            block(self.x, self.y, self.width, px(1), faded(theme.EDGE, 0.5))
