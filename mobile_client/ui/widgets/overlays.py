"""Overlays that come over a screen and go again: drawers, dialogs, toasts."""

from collections.abc import Callable, Sequence
from typing import Final

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import motion, px
from mobile_client.ui.theme import RADIUS, SPACE, TOUCH, faded
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.controls import Touch
from mobile_client.ui.widgets.drawn import Drawn, block, border, glyphs, picture, write
from mobile_client.ui.widgets.words import Words

LOW: Final = 420
"""In a window that is lower than this, in dp, a sheet is set closer."""
WIDEST: Final = 420
"""A sheet is never wider than this, in dp."""
SIDE: Final = 0.86
"""The most of a window's width that a sheet at a side takes."""


class Sheet(Drawn, BoxLayout):
    """A raised surface for what lies on it."""

    side = OptionProperty("all", options=["all", "right", "left", "bottom"])
    lasts = StringProperty("")
    WATCHED = ("side", "lasts")

    def __init__(self, **words: object) -> None:
        padding = px(SPACE["loose"])
        super().__init__(
            **(
                {"orientation": "vertical", "padding": padding, "spacing": px(SPACE["wide"])}
                | words
            )
        )

    def paint(self) -> None:
        r = px(RADIUS["sheet"])
        x, y, w, h = self.box
        if self.side == "bottom":
            y, h = y - r, h + r
        elif self.side == "right":
            w += r
        elif self.side == "left":
            x, w = x - r, w + r
        block(x, y, w, h, theme.SURFACE, r)
        border(x, y, w, h, theme.EDGE, 1, r)
        if self.lasts:
            self._clock()

    def _clock(self) -> None:
        wide, high = glyphs(self.lasts, "strong").width + px(12), px(30)
        left, y = self.right - self.padding[2] - wide, self.top - self.padding[1] - px(13)
        if self.side in ("right", "left"):
            # Between the title and the signs of the line at the head.
            left, y = self.center_x - wide / 2, self.top - self.padding[1] - px(TOUCH / 2)
        block(left, y - high / 2, wide, high, theme.SUNKEN, high / 2)
        border(left, y - high / 2, wide, high, theme.GOLD, 1.4, high / 2)
        write(self.lasts, "strong", theme.GOLD, left + wide / 2, y)


class Overlay(Drawn, FloatLayout):
    """Darkens what is behind; a tap beside the sheet closes it, if it may be closed so."""

    share = NumericProperty(0)
    """0 is gone, 1 is there."""
    lasts = StringProperty("")
    """What is left of a turn that goes on meanwhile: it stands in the head of the sheet."""
    WATCHED = ("share",)

    stays = BooleanProperty(False)
    """A tap beside the sheet leaves it open."""

    follows = BooleanProperty(False)
    """It stays open over the next screen when the core decides where the player is."""

    told = NumericProperty(0)
    """How much of it, in pixels, a toast below its head covers."""

    def __init__(self, **words: object) -> None:
        self.register_event_type("on_closed")
        super().__init__(**({"pos_hint": {"x": 0, "y": 0}} | words))
        self.sheet = Sheet(size_hint=(None, None))
        self.add_widget(self.sheet)
        self.fbind("lasts", self.sheet.setter("lasts"))
        for name in ("pos", "size", "share"):
            self.fbind(name, self.place)
        self.sheet.fbind("minimum_height", self.place)

    def place(self, *_: object) -> None:
        """Puts the sheet where it belongs at this moment."""
        raise TypeError(f"{type(self).__name__} has no place for its sheet; say where it goes.")

    @property
    def floor(self) -> float:
        """So many pixels above the lower edge come toasts; 0: below its head."""
        return 0

    def free_beside(self, width: float) -> tuple[float, float]:
        """What a window of this width has free beside the sheet: from where, and how wide."""
        return 0, 0

    def on_closed(self) -> None:
        """It is gone from the screen."""

    def open(self, above: Widget) -> None:
        if self.parent is None:
            self.size, self.pos = above.size, above.pos
            above.add_widget(self)
        self._go(1)

    def close(self) -> None:
        self._go(0)

    def _go(self, share: float) -> None:
        Animation.cancel_all(self, "share")
        if not motion().normal:
            self.share = share
            self._arrived()
            return
        going = Animation(share=share, duration=motion().normal, t="out_cubic")
        going.bind(on_complete=self._arrived)
        going.start(self)

    def _arrived(self, *_: object) -> None:
        if self.share == 0 and self.parent is not None:
            self.parent.remove_widget(self)
            self.dispatch("on_closed")

    def on_touch_down(self, touch: Touch) -> bool:
        if not self.sheet.collide_point(*touch.pos):
            if not self.stays:
                self.close()
            return True
        super().on_touch_down(touch)
        return True

    def paint(self) -> None:
        block(*self.box, faded(theme.BLACK, 0.6 * self.share))


class Drawer(Overlay):
    """Slides in from a side; what it holds is added to its `sheet`."""

    side = OptionProperty("right", options=["right", "left", "bottom"])

    def __init__(self, **words: object) -> None:
        super().__init__(**words)
        self.sheet.side = self.side
        self.place()

    def place(self, *_: object) -> None:
        sheet = self.sheet
        if self.side == "bottom":
            low = self.height < px(LOW)
            sheet.padding = px(SPACE["wide" if low else "loose"])
            sheet.spacing = px(SPACE["normal" if low else "wide"])
            sheet.size = (
                min(self.width, px(WIDEST + 200)),
                min(sheet.minimum_height, self.height * 0.9),
            )
            sheet.pos = (self.center_x - sheet.width / 2, self.y - sheet.height * (1 - self.share))
            return
        sheet.size = (_across(self.width), self.height)
        hidden = sheet.width * (1 - self.share)
        sheet.y = self.y
        sheet.x = self.right - sheet.width + hidden if self.side == "right" else self.x - hidden

    def free_beside(self, width: float) -> tuple[float, float]:
        if self.side == "bottom":
            return 0, 0
        across = _across(width)
        return (across if self.side == "left" else 0), width - across


def _across(width: float) -> float:
    """How wide a sheet at a side of this window is."""
    return float(min(width * SIDE, px(WIDEST)))


class Dialog(Overlay):
    """A question in the middle, with its answers as buttons: (text, kind, what to do)."""

    title = StringProperty("")
    text = StringProperty("")

    def __init__(
        self, answers: Sequence[tuple[str, str, Callable[[], object]]], **words: object
    ) -> None:
        super().__init__(**words)
        self.sheet.add_widget(Words(text=self.title, kind="heading"))
        words = Words(text=self.text, ink="soft")
        self.fbind("text", words.setter("text"))
        self.sheet.add_widget(words)
        row = BoxLayout(spacing=px(SPACE["normal"]), size_hint_y=None, height=px(52))
        if len(answers) > 2:
            row.orientation = "vertical"
            row.height = len(answers) * px(52 + SPACE["normal"])
        for text, kind, act in answers:
            button = PushButton(text=text, kind=kind)
            button.bind(on_release=self._answered(act))
            row.add_widget(button)
        self.sheet.add_widget(row)
        self.place()

    def _answered(self, act: Callable[[], object]) -> Callable[[object], None]:
        def answered(_: object) -> None:
            self.close()
            act()

        return answered

    def place(self, *_: object) -> None:
        sheet = self.sheet
        low = self.height < px(LOW)
        sheet.padding = px(SPACE["wide" if low else "loose"])
        sheet.spacing = px(SPACE["normal" if low else "wide"])
        sheet.size = (min(self.width - px(2 * SPACE["loose"]), px(WIDEST)), sheet.minimum_height)
        sheet.opacity = self.share
        sheet.center_x = self.center_x
        sheet.center_y = self.center_y - px(24) * (1 - self.share)


MARKS: Final = {
    "info": ("info", theme.INFO),
    "good": ("check", theme.GOOD),
    "bad": ("close", theme.WARM),
}


class ToastBox(Drawn, BoxLayout):
    """A line that comes in at an edge; whoever puts it there takes it away."""

    kind = OptionProperty("info", options=list(MARKS))
    WATCHED = ("kind",)

    def __init__(self, text: str, **words: object) -> None:
        pad = px(SPACE["normal"])
        super().__init__(
            **(
                {"size_hint": (None, None), "padding": (pad + px(34), pad, pad + px(4), pad)}
                | words
            )
        )
        self.words = Words(text=text, kind="body", written=True)
        self.add_widget(self.words)
        self.bind(minimum_height=self.setter("height"))

    def paint(self) -> None:
        name, colour = MARKS[self.kind]
        r = px(RADIUS["normal"])
        block(self.x, self.y - px(3), self.width, self.height, faded(theme.BLACK, 0.35), r)
        block(*self.box, theme.RAISED, r)
        border(*self.box, faded(colour, 0.7), 1, r)
        side = round(px(22))
        picture(icon(name, side), self.x + px(14), self.center_y - side / 2, side, side, colour)
