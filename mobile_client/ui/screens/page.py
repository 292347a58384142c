"""A page that lies on the base screen: a header with the way back, and a body below."""

from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from mobile_client.core.client import Client
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import COLUMN, MARGIN, Header, Scroll, Split
from mobile_client.ui.stage import Screen, Stage
from mobile_client.ui.theme import TOUCH

LOW: Final = 480
"""Below this height, in dp, a window that lies spares no line for a button."""
WIDE: Final = 220
"""Of the button beside the title, in dp."""
HIGH: Final = 52


def _scrolls(screen: Screen) -> list[Scroll]:
    return [one for one in screen.walk(restrict=True) if isinstance(one, Scroll)]


class Page(Screen):
    """Fill it with `set_body`; the header's arrow is the back key."""

    def __init__(self, client: Client, stage: Stage, title: str, *actions: Widget) -> None:
        super().__init__(client, stage)
        self.header = Header(title, lambda: self.stage.back(), *actions)
        self.box = BoxLayout(orientation="vertical")
        self.box.add_widget(self.header)
        self.body: Widget | None = None
        self.button: Widget | None = None
        self.add_widget(self.box)

    def set_body(self, body: Widget) -> None:
        self.body = body
        self.box.add_widget(body)
        self.arrange()

    def scrolled_like(self, other: Screen) -> None:
        for mine, theirs in zip(_scrolls(self), _scrolls(other), strict=False):
            mine.depth = theirs.depth

    def set_footer(self, button: Widget) -> None:
        """What the page is for: always in sight, at its lower edge or, where the window is low,
        beside the title."""
        self.button = button
        self.foot = BoxLayout(size_hint_y=None, height=px(76))

        def fit(*_: object) -> None:
            side = max(px(MARGIN), (self.foot.width - px(COLUMN)) / 2)
            self.foot.padding = (side, px(8), side, px(16))

        self.foot.fbind("width", fit)
        self.fbind("height", lambda *_: self._put_button())
        self._put_button()

    def _put_button(self) -> None:
        """Puts the button where there is room for it."""
        button, low = self.button, self.wide and self.height < px(LOW)
        if button is None or button.parent is (self.header if low else self.foot):
            return
        if button.parent is not None:
            button.parent.remove_widget(button)
        if low:
            self.box.remove_widget(self.foot)
            button.size_hint_x, button.size = None, (px(WIDE), px(TOUCH))
            button.pos_hint = {"center_y": 0.5}
            self.header.add_widget(button, index=len(self.header.children) - 2)
        else:
            button.size_hint_x, button.height = 1, px(HIGH)
            self.foot.add_widget(button)
            self.box.add_widget(self.foot)

    def arrange(self) -> None:
        if isinstance(self.body, Split):
            self.body.arrange(self.wide)
        self._put_button()
