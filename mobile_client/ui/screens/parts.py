"""Parts that screens are put together from: header, surfaces, columns that follow the window."""

from collections.abc import Callable
from functools import partial
from typing import Final

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.theme import RADIUS, SPACE, faded
from mobile_client.ui.widgets.buttons import IconButton, PushButton
from mobile_client.ui.widgets.controls import Touch
from mobile_client.ui.widgets.drawn import Drawn, block, border, picture
from mobile_client.ui.widgets.words import Words

Act = Callable[[], object]

COLUMN: Final = 560
"""A column of text and buttons is never wider than this, in dp."""
TWO: Final = 616
"""From this width on, in dp, surfaces stand side by side."""
BOTH: Final = 1_056
"""Two columns together are never wider than this, in dp: they stand in the middle of a tablet."""
MARGIN: Final = SPACE["wide"]
BAR: Final = 3
LITTLE: Final = 16
"""What is hidden of a column when it is less than this, in dp, is air: no bar tells of it."""
SETTLED_S: Final = 0.2
"""So long after the last change of a layout its scroll bar rests."""


def push(text: str, act: Act, kind: str = "primary", **words: object) -> PushButton:
    """A button and what it does."""
    button = PushButton(text=text, kind=kind, **words)
    button.bind(on_release=lambda _: act())
    return button


def sign(name: str, act: Act, **words: object) -> IconButton:
    """An icon and what it does."""
    button = IconButton(icon=name, **words)
    button.bind(on_release=lambda _: act())
    return button


def then(act: Callable[[], object]) -> Callable[[object], None]:
    """What a widget calls that is not to be told of the widget."""

    def done(_: object) -> None:
        act()

    return done


def row(*children: Widget, height: float = 52, gap: str = "small") -> BoxLayout:
    box = BoxLayout(spacing=px(SPACE[gap]), size_hint_y=None, height=px(height))
    for child in children:
        box.add_widget(child)
    return box


def alike(*beside: Widget) -> None:
    """What stands in a row has its texts in one size, and icons all or none."""
    for one in beside:
        one.beside = [other.text for other in beside if other is not one]


def stack(*children: Widget, gap: str = "normal") -> BoxLayout:
    """Under each other, as high as they are together."""
    # An empty one is told of no change: it begins with no height.
    box = BoxLayout(orientation="vertical", size_hint_y=None, height=0, spacing=px(SPACE[gap]))
    box.bind(minimum_height=box.setter("height"))
    for child in children:
        box.add_widget(child)
    return box


CORNER: Final = 8
"""Beside the icon of a button the connection in the corner of every screen has room, in dp."""
BESIDE_CORNER: Final = 24
"""The same beside what fills its whole height."""


class Header(BoxLayout):
    """The name of a page, the way back, and what can be done from everywhere on it."""

    title = StringProperty("")

    def __init__(self, title: str, back: Act | None, *actions: Widget) -> None:
        gap = px(SPACE["tight"])
        super().__init__(size_hint_y=None, height=px(56), padding=(gap, px(4)), spacing=gap)
        if back is None:
            self.padding = (px(MARGIN), px(4), gap, px(4))
        else:
            self.add_widget(sign("back", back))
        self.words = Words(kind="title" if back is None else "heading", size_hint_y=1)
        self.words.shorten = True
        self.words.shorten_from = "right"
        self.words.fbind("size", self._one_line)
        self.fbind("title", self.words.setter("text"))
        self.title = title
        self.add_widget(self.words)
        for action in actions:
            self.add_widget(action)
        self.corner = Widget(size_hint_x=None, width=px(CORNER))
        self.add_widget(self.corner)

    def _one_line(self, *_: object) -> None:
        self.words.text_size = self.words.size


class Surface(Drawn, BoxLayout):
    """A card of the page: what belongs together, with a heading if it needs one."""

    def __init__(self, *children: Widget, heading: str = "", **words: object) -> None:
        super().__init__(
            **(
                {
                    "orientation": "vertical",
                    "size_hint_y": None,
                    "padding": px(SPACE["wide"]),
                    "spacing": px(SPACE["normal"]),
                }
                | words
            )
        )
        self.bind(minimum_height=self.setter("height"))
        if heading:
            self.add_widget(Words(text=heading, kind="label", ink="gold"))
        for child in children:
            self.add_widget(child)

    def paint(self) -> None:
        r = px(RADIUS["large"])
        block(*self.box, theme.SURFACE, r)
        border(*self.box, faded(theme.EDGE, 0.7), 1, r)


class Scroll(ScrollView):
    """A column that scrolls when it is higher than the window; `middle` centres it when not."""

    def __init__(self, middle: bool = False, widest: float = COLUMN, **words: object) -> None:
        super().__init__(
            **(
                {
                    "do_scroll_x": False,
                    "bar_width": px(BAR),
                    "bar_color": theme.EDGE,
                    "bar_inactive_color": theme.EDGE,
                    "scroll_distance": px(12),
                }
                | words
            )
        )
        self._middle, self.widest = middle, widest
        self._laying = True
        self.depth = 0.0
        """How far below its upper end the column is looked at, in pixels."""
        self.column = BoxLayout(
            orientation="vertical", size_hint_y=None, spacing=px(SPACE["normal"])
        )
        self._soon = Clock.create_trigger(self._pad, -1)
        self._still = Clock.create_trigger(self._settled, SETTLED_S)
        self.column.bind(minimum_height=self._changed)
        self.fbind("size", self._changed)
        self.fbind("scroll_y", self._moved)
        self.add_widget(self.column)
        self._pad()

    @property
    def over(self) -> float:
        """How much higher the column is than the window, in pixels."""
        return max(0.0, float(self.column.height - self.height))

    def _changed(self, *_: object) -> None:
        self._laying = True
        self._still.cancel()
        self._soon()

    def _settled(self, *_: object) -> None:
        """Now it is the player who moves it."""
        self._still.cancel()
        self._laying = False

    def on_touch_down(self, touch: Touch) -> bool:
        self._settled()
        return bool(super().on_touch_down(touch))

    def _moved(self, *_: object) -> None:
        # While it is laid out Kivy keeps the share, and there may be little to scroll for a moment.
        if self.over and not self._laying:
            self.depth = (1 - min(1.0, max(0.0, float(self.scroll_y)))) * self.over

    def reach(self, child: Widget) -> None:
        """What lies in the column comes into sight, with some air about it."""
        air, top = px(MARGIN), float(self.column.top)
        first, last = top - child.top - air, top - child.y + air
        self.depth = max(min(self.depth, first), last - self.height)
        self.depth = min(max(0.0, self.depth), self.over)
        self._stay()

    def _stay(self) -> None:
        """What was in sight stays in sight when the column or the window becomes another height."""
        # A column that is lower than its window stands at its upper end, and not where it was.
        self.scroll_y = 1 - min(1.0, self.depth / self.over) if self.over else 1
        # What was pulled too far by the change would swing back otherwise.
        self.effect_y.reset((self.height - self.column.height) * self.scroll_y)
        self._still()

    def _pad(self, *_: object) -> None:
        _, top, _, low = self.column.padding
        natural = self.column.minimum_height - top - low
        side = max(px(MARGIN), (self.width - px(self.widest)) / 2)
        spare = (self.height - natural) / 2 if self._middle else 0
        above = max(px(SPACE["small"]), spare)
        below = max(px(SPACE["loose"]), spare)
        self.bar_width = px(BAR) if natural + above + below - self.height > px(LITTLE) else 0
        if self.column.padding != [side, above, side, below]:
            self.column.padding = (side, above, side, below)
        self.column.height = natural + above + below
        self._stay()


class Columns(FloatLayout):
    """Surfaces in one column, or in two where there is room: each goes where there is most."""

    def __init__(self, *children: Widget) -> None:
        super().__init__(size_hint_y=None)
        self._soon = Clock.create_trigger(self._lay, -1)
        self._order: list[Widget] = []
        self.fbind("size", self._soon)
        self.fbind("pos", self._soon)
        for child in children:
            self.put(child)

    def put(self, child: Widget) -> None:
        child.size_hint_x = None
        child.fbind("height", self._soon)
        self._order.append(child)
        self.add_widget(child)

    def _lay(self, *_: object) -> None:
        gap = px(SPACE["normal"])
        count = 2 if self.width >= px(TWO - 2 * MARGIN) else 1
        wide = (self.width - gap * (count - 1)) / count
        depths = [0.0] * count
        for child in self._order:
            at = depths.index(min(depths))
            child.width = wide
            child.pos = (self.x + at * (wide + gap), self.top - depths[at] - child.height)
            depths[at] += child.height + gap
        self.height = max(depths) - gap if self._order else 0


class Split(BoxLayout):
    """Two columns: under each other in portrait, side by side in landscape."""

    share = NumericProperty(0.44)
    """Of the width, for the left one."""

    def __init__(
        self,
        left: Widget,
        right: Widget,
        middle: bool = False,
        widest: float = COLUMN,
        both: float = BOTH,
    ) -> None:
        super().__init__()
        self.parts = (left, right)
        self._one = Scroll(middle, widest)
        self._two = (Scroll(middle, widest=both), Scroll(middle, widest=both))
        self._both, self._single = both, widest
        self._now: bool | None = None
        self.fbind("width", self._centre)

    def _centre(self, *_: object) -> None:
        side = max(0, (self.width - px(self._both)) / 2) if self._now else 0
        self.padding = (side, 0)

    @property
    def widest(self) -> float:
        """How wide all columns of now are at most, in dp."""
        return self._both if self._now else self._single

    def left_of(self, width: float) -> float:
        """How much of such a width lies left of the right one of two columns; 0 where there is
        one."""
        side = max(0, (width - px(self._both)) / 2)
        return side + (width - 2 * side) * self.share if self._now else 0

    def reach(self, child: Widget) -> None:
        """What lies in the only column, or in the right one of two, comes into sight."""
        (self._two[1] if self._now else self._one).reach(child)

    def arrange(self, wide: bool) -> None:
        if wide is self._now:
            return
        self._now = wide
        self._centre()
        for part in self.parts:
            if part.parent is not None:
                part.parent.remove_widget(part)
        self.clear_widgets()
        if not wide:
            for part in self.parts:
                self._one.column.add_widget(part)
            self.add_widget(self._one)
            return
        for scroll, part, share in zip(
            self._two, self.parts, (self.share, 1 - self.share), strict=True
        ):
            scroll.column.add_widget(part)
            scroll.size_hint_x = share
            self.add_widget(scroll)


class Empty(Drawn, BoxLayout):
    """A placeholder where there is nothing yet: a sign and a sentence."""

    icon = StringProperty("info")
    WATCHED = ("icon",)

    def __init__(self, text: str, **words: object) -> None:
        super().__init__(
            **(
                {
                    "orientation": "vertical",
                    "size_hint_y": None,
                    "padding": (px(24), px(72), px(24), px(24)),
                }
                | words
            )
        )
        self.bind(minimum_height=self.setter("height"))
        self.words = Words(text=text, ink="soft", halign="center")
        self.add_widget(self.words)

    def paint(self) -> None:
        side = round(px(36))
        x, y = self.center_x - side / 2, self.top - px(24) - side
        picture(icon(self.icon, side), x, y, side, side, theme.EDGE)


class Stepper(BoxLayout):
    """Less, the value in words, more."""

    text = StringProperty("")

    def __init__(self, less: Act, more: Act, text: str = "") -> None:
        super().__init__(size_hint_y=None, height=px(52), spacing=px(SPACE["small"]))
        self.less = sign("minus", less, filled=True)
        self.more = sign("plus", more, filled=True)
        self.words = Words(kind="heading", halign="center", size_hint_y=1)
        self.fbind("text", self.words.setter("text"))
        self.text = text
        for part in (self.less, self.words, self.more):
            self.add_widget(part)


class Pills(GridLayout):
    """One of several, as buttons in rows: `choices` are pairs of a key and its text. `bare`: where
    there is one only, it is told and not offered."""

    choices = ListProperty([])
    chosen = ObjectProperty("")
    least_dp = NumericProperty(100)
    """How narrow a button may become before there are fewer in a row."""
    bare = BooleanProperty(False)

    def __init__(self, **words: object) -> None:
        super().__init__(size_hint_y=None, spacing=px(SPACE["small"]), cols=3)
        self.bind(minimum_height=self.setter("height"))
        self.fbind("choices", self._make)
        self.fbind("chosen", self._mark)
        self.fbind("width", self._fit)
        for name, value in words.items():
            setattr(self, name, value)

    def _fit(self, *_: object) -> None:
        gap = px(SPACE["small"])
        able = max(1, int((self.width + gap) // (px(self.least_dp) + gap)))
        count = max(1, len(self.choices))
        # As many rows as it takes, and these as even as they can be.
        self.cols = -(-count // -(-count // able))

    def _make(self, *_: object) -> None:
        self.clear_widgets()
        if self.bare and len(self.choices) == 1:
            self.add_widget(Words(text=self.choices[0][1], kind="strong"))
            self._fit()
            return
        for key, text in self.choices:
            self.add_widget(push(text, partial(setattr, self, "chosen", key), height=px(48)))
        for button in self.children:
            button.size_hint_y = None
        self._fit()
        self._mark()

    def _mark(self, *_: object) -> None:
        for (key, _text), button in zip(self.choices, reversed(self.children), strict=False):
            if not isinstance(button, PushButton):
                continue
            # Gold is the button that ends the choosing.
            button.kind = "chosen" if key == self.chosen else "quiet"
