"""The upper edge of every screen: the connection, what the house has to say to all, and over a page
that lies on a table that my time there runs."""

from collections.abc import Callable
from typing import Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from client_core.client import Client
from client_core.felts.strip import WARNINGS, call_text, dot_of, line_text
from mobile_client.ui import theme
from mobile_client.ui.look import bar_px, px
from mobile_client.ui.theme import TOUCH
from mobile_client.ui.widgets.controls import Touch
from mobile_client.ui.widgets.drawn import Drawn, block, put, write
from mobile_client.ui.widgets.status import Banner

LINE: Final = 26
"""The height of the line about the connection, in dp."""
SIGNS: Final = 3 * TOUCH + 20
"""How wide the signs at the right end of the bar of a table are, in dp."""
PATIENCE_S: Final = 0.7
"""A line that is back sooner moves nothing."""
COMES_BACK: Final = ("closed", "fault")
"""States from which a tap on the banner brings the player back."""


class StatusLine(Drawn):
    """One line of text in the middle of a dark strip."""

    text = StringProperty("")
    WATCHED = ("text",)

    def paint(self) -> None:
        block(*self.box, theme.SURFACE)
        widest = self.width - px(56)
        write(self.text, "small", theme.GOLD, self.center_x, self.center_y, widest=widest)


class StatusStrip(BoxLayout):
    """Nothing at all while everything is well. `back` leads from a page to the table below it."""

    quiet = BooleanProperty(False)
    """The screen tells of the connection itself."""
    table = StringProperty("")
    """The table that lies below the page in sight."""
    calls = BooleanProperty(False)
    """That table waits for me."""

    def __init__(self, client: Client, back: Callable[[], object]) -> None:
        super().__init__(orientation="vertical", size_hint=(None, None), height=0)
        self.client, self.back = client, back
        self.call = Banner(kind="warning")
        self._second = Clock.schedule_interval(self._call, 1)
        self._second.cancel()
        self.line = StatusLine(size_hint_y=None, height=px(LINE))
        self.banner = Banner()
        self.bind(minimum_height=self.setter("height"))
        self._tick = Clock.schedule_interval(self._show_line, 1)
        self._tick.cancel()
        self._late = Clock.create_trigger(self._show_line, PATIENCE_S)
        self.fbind("quiet", self._connection)
        self.fbind("table", self._call)
        self.heard("connection")
        self.heard("banner")

    def heard(self, topic: str) -> None:
        if topic in ("connection", "screen"):
            self._connection()
        if topic in ("banner", "settings"):
            self._banner()
        self._call()

    def lay(self, x: float, ceiling: float, wide: float, bar: float) -> float:
        """Below the ceiling; what it takes of the height of the screen.

        With the height of a bar the connection is told over the title in it: where a window is so
        low, a line less would push seats into each other.
        """
        within = bar > 0 and self.line.parent is not None
        self.line.height = bar if within else px(LINE)
        before, after = (bar_px(TOUCH), bar_px(SIGNS)) if within else (0.0, 0.0)
        self.width = wide - before - after
        self.pos = x + before, ceiling - self.height
        return 0.0 if within else float(self.height)

    def close(self) -> None:
        self._still()
        self._second.cancel()

    def _still(self) -> None:
        self._tick.cancel()
        self._late.cancel()

    def _call(self, *_: object) -> None:
        """A page hides the buttons, not that they wait."""
        text = call_text(self.client, self.table) if self.table else ""
        self.call.text = text
        put(self, self.call, bool(text))
        if text:
            self._second()
        else:
            self._second.cancel()
        self.calls = bool(text)

    @property
    def _well(self) -> bool:
        now = self.client.connection.view
        well = dot_of(now.state) == "on" and not self._offline
        return self.quiet or well or self.client.notices.banner is not None

    @property
    def _offline(self) -> bool:
        """That one plays alone is said wherever one is not at a table, which needs its room."""
        return self.client.connection.view.offline and self.client.screen.name != "table"

    def _connection(self, *_: object) -> None:
        if self._well:
            self._still()
            put(self, self.line, False)
        elif self.line.parent is None:
            self._late()
        else:
            self._show_line()

    def _show_line(self, *_: object) -> None:
        if self._well:
            self._connection()
            return
        self.line.text = line_text(self.client)
        put(self, self.line, True)
        # A countdown is the only thing here that time alone changes.
        if self.client.connection.view.state == "waiting":
            self._tick()
        else:
            self._tick.cancel()

    def _banner(self) -> None:
        banner = self.client.notices.banner
        if banner is not None:
            self.banner.kind = "warning" if banner.code in WARNINGS else "bad"
            self.banner.text = self.client.say(banner.say)
        # An app that is too old has a screen of its own.
        there = banner is not None and banner.say.key != "banner.too_old"
        put(self, self.banner, there)
        self._connection()

    def on_touch_down(self, touch: Touch) -> bool:
        if self.call.parent is not None and self.call.collide_point(*touch.pos):
            self.back()
            return True
        banner = self.client.notices.banner
        if banner is None or self.banner.parent is None:
            return False
        if not self.banner.collide_point(*touch.pos):
            return False
        if self.client.connection.view.state in COMES_BACK:
            self.client.connection.try_again()
        return True
