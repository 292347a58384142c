"""The part of the window that the device's keyboard covers, for as long as somebody types.

No phone tells an app of ours that its keyboard comes or goes. So the device is asked, but only
while a line of text has the focus, and afterwards until the keyboard is gone.
"""

from collections.abc import Callable
from typing import Final

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from mobile_client.ui.look import px

OFTEN_S: Final = 0.1
AROUND: Final = 28
"""What stays in sight below and above the line, in dp."""


class Typing(EventDispatcher):
    """The field in which somebody types."""

    line = ObjectProperty(None, allownone=True)

    def at(self, line: Widget, focus: bool) -> None:
        """This line has the focus, or has lost it."""
        if focus:
            self.line = line
        elif self.line is line:
            self.line = None

    def leave(self) -> None:
        """Nobody types into what is no longer on the screen; Kivy would keep the keyboard up."""
        if self.line is not None and self.line.get_root_window() is None:
            self.line.focus = False

    def into_sight(self, *_: object) -> None:
        """Scrolls to the line."""
        above = self.line and self.line.parent
        while isinstance(above, Widget) and above is not above.parent:
            if isinstance(above, ScrollView):
                above.scroll_to(self.line, padding=px(AROUND), animate=False)
                return
            above = above.parent


typing: Final = Typing()


class KeyboardWatch:
    """Tells how many pixels are covered, from its making until `close`."""

    def __init__(self, covered: Callable[[], float], tell: Callable[[float], None]) -> None:
        self._covered, self._tell = covered, tell
        self._asking = Clock.create_trigger(self._ask, OFTEN_S, interval=True)
        self._seen: tuple[float, Widget | None] = (0.0, None)
        typing.fbind("line", self._typed)

    def close(self) -> None:
        typing.funbind("line", self._typed)
        self._asking.cancel()

    def _typed(self, _: object, line: Widget | None) -> None:
        if line is not None:
            self._asking()

    def _ask(self, _: float) -> None:
        typing.leave()
        now = self._covered(), typing.line
        if now != self._seen:
            self._seen = now
            self._tell(now[0])
            # The page becomes smaller first.
            Clock.schedule_once(typing.into_sight, 0)
        if now == (0, None):
            self._asking.cancel()
