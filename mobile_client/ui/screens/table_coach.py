"""A tip for newcomers, in the place of the name of a table; the way back and the menu stay where
they are."""

from collections.abc import Callable
from typing import Final

from kivy.uix.boxlayout import BoxLayout

from client_core.client import Client, Tip
from mobile_client.ui import theme
from mobile_client.ui.look import look, px
from mobile_client.ui.screens.parts import sign
from mobile_client.ui.theme import SPACE, TOUCH, mixed
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.controls import Touch
from mobile_client.ui.widgets.drawn import Drawn, block
from mobile_client.ui.widgets.words import Words

BUTTON: Final = 132
DOT: Final = 20
"""Where the connection is shown nothing else is, in dp."""
NARROW: Final = 720
LOW: Final = 480
"""In a window narrower or lower than this, in dp, the buttons are signs."""


class CoachStrip(Drawn, BoxLayout):
    """`resized()` is called when it comes, goes, or needs another height; `home()` and `menu()` by
    the signs that stand for those of the bar whose place this takes."""

    def __init__(
        self,
        client: Client,
        table: str,
        home: Callable[[], object],
        menu: Callable[[], object],
        resized: Callable[[], None],
    ) -> None:
        super().__init__(size_hint=(None, None), padding=(0, 0, px(DOT), 0))
        self.client, self.table, self._resized = client, table, resized
        self.tip: Tip | None = None
        self.least = 0.0
        """It is never lower than the bar whose place it takes."""
        self.low = False
        """The window is low: each line of text is a line less for the table."""
        self._high = self._tallest = 0.0
        self._measured: tuple[object, ...] = ()
        self.text = Words(kind="body", size_hint_y=None)
        say = client.say
        self.signs = (
            sign("close", self._skip, says=say("coach.skip")),
            sign("check", self._next, says=say("coach.next")),
        )
        self.buttons = (
            PushButton(text=say("coach.skip"), kind="plain", height=px(TOUCH)),
            PushButton(kind="quiet", height=px(TOUCH)),
        )
        for button, does in zip(self.buttons, (self._skip, self._next), strict=True):
            button.size_hint, button.width = (None, None), px(BUTTON)
            button.bind(on_release=lambda _, does=does: does())
        self.home, self.menu = sign("back", home, grows=True), sign("menu", menu, grows=True)
        self.choices = BoxLayout(size_hint=(None, None))
        for one in (self.home, self.text, self.choices, self.menu):
            one.pos_hint = {"center_y": 0.5}
            self.add_widget(one)
        self.text.fbind("height", lambda *_: self._fit())
        self.fbind("width", lambda *_: self._fit())

    def show(self, tip: Tip | None) -> None:
        """This one, in the player's language; None: there is nothing to say."""
        # The menu leads to both.
        unread = self.client.chat.view(self.table).unread
        self.menu.marks = len(self.client.notices.missed) + unread
        if tip == self.tip:
            return
        self.tip = tip
        if tip is not None:
            say = self.client.say
            self.text.text = say(tip.say)
            self.buttons[1].text = f"{say('coach.next')} · {tip.number}/{tip.of}"
        self._fit()
        self._resized()

    def fit(self, width: float, least: float, low: bool, keeps: bool = True) -> float:
        """How high it is in a window so wide, and how high the bar whose place it takes: as the
        longest of the tips that may come, where room is kept for them."""
        self.width, self.low = width, low
        self.least = self._tallest_of(least) if keeps else least
        self._fit()
        return self.least

    def _tallest_of(self, least: float) -> float:
        texts = tuple(self.client.say(one) for one in self.client.coach.tips(self.table))
        # Large text leaves seats no room that is kept for what may come.
        if not texts or look.big_text:
            return least
        self._arrange()
        wide = self.width - px(DOT) - 3 * self.spacing
        wide -= sum(one.width for one in (self.home, self.choices, self.menu))
        key = (texts, round(wide), self.text.kind, look.big_text, look.room)
        if key != self._measured:
            self._measured, self._tallest = key, max(_high(text, self.text.kind, wide)
                                                     for text in texts)  # fmt: skip
        return max(self._over(self._tallest), least)

    def on_touch_down(self, touch: Touch) -> bool:
        """A tap on the words is none on what may lie under them."""
        return bool(super().on_touch_down(touch)) or self.collide_point(*touch.pos)

    def _next(self) -> None:
        if self.tip is not None:
            self.client.coach.put_away(self.table, self.tip)

    def _skip(self) -> None:
        self.client.coach.skip_tips(self.table)

    def _arrange(self) -> None:
        """The buttons as there is room for them."""
        narrow = self.low or self.width < px(NARROW)
        self.text.kind = "small" if narrow else "body"
        self.spacing = 0 if narrow else px(SPACE["small"])
        shown = self.signs if narrow else self.buttons
        if shown[0].parent is None:
            self.choices.clear_widgets()
            for one in shown:
                self.choices.add_widget(one)
        wide, high = [one.width for one in shown], [one.height for one in shown]
        if narrow and look.big_text and not self.low:
            # Large text takes so many lines that there is room for them above each other.
            self.choices.orientation = "vertical"
            self.choices.size = max(wide), sum(high)
        else:
            self.choices.orientation, self.choices.spacing = "horizontal", self.spacing
            self.choices.size = sum(wide) + self.spacing, max(high)

    def _over(self, text: float) -> float:
        """How high it is at least with a text so high."""
        return max(text + px(4), float(self.choices.height))

    def _fit(self) -> None:
        self._arrange()
        tall = max(self._over(float(self.text.height)), self.least)
        if tall != self._high:
            self.height = self._high = tall
            if self.parent is not None:
                self._resized()

    def paint(self) -> None:
        block(*self.box, mixed(theme.SURFACE, theme.GOLD, 0.08))


def _high(text: str, kind: str, wide: float) -> float:
    """How high a text is that is so wide."""
    words = Words(kind=kind, text=text, size_hint=(None, None), width=wide)
    words.texture_update()
    return float(words.texture_size[1])
