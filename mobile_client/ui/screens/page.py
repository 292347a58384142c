"""A page that lies on the base screen: a header with the way back, and a body below."""

from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from client_core.client import Client
from mobile_client.ui.look import look, px
from mobile_client.ui.screens.parts import (
    BESIDE_CORNER,
    COLUMN,
    CORNER,
    MARGIN,
    Header,
    Scroll,
    Split,
)
from mobile_client.ui.stage import Screen, Stage
from mobile_client.ui.theme import SPACE, TOUCH

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
        self.fbind("width", self._centre)
        self.arrange()

    @property
    def floor(self) -> float:
        there = self.button is not None and self.foot.parent is not None
        return float(self.foot.height) if there else 0

    def scrolled_like(self, other: Screen) -> None:
        for mine, theirs in zip(_scrolls(self), _scrolls(other), strict=False):
            mine.depth = theirs.depth

    def set_footer(self, button: Widget) -> None:
        """What the page is for: always in sight, at its lower edge, beside the title where the
        window is low, or below all else on a tablet, which has room for all."""
        self.button = button
        self.foot = BoxLayout(size_hint_y=None, height=px(76))

        def fit(*_: object) -> None:
            side = max(px(MARGIN), (self.foot.width - px(COLUMN)) / 2)
            self.foot.padding = (side, px(8), side, px(16))

        self.foot.fbind("width", fit)
        self.fbind("height", lambda *_: self._put_button())
        self._put_button()

    def _stand(self) -> Widget:
        """Where there is room for the button: on a tablet right below what it is about."""
        if isinstance(self.body, Split) and look.room > 1:
            return self.body.parts[1]
        return self.header if self.wide and self.height < px(LOW) else self.foot

    def _put_button(self) -> None:
        button, place = self.button, self._stand() if self.button is not None else None
        if button is None or place is None or button.parent is place:
            return
        if button.parent is not None:
            button.parent.remove_widget(button)
        if self.foot.parent is not None:
            self.box.remove_widget(self.foot)
        self.header.corner.width = px(BESIDE_CORNER if place is self.header else CORNER)
        if place is self.header:
            button.size_hint_x, button.size = None, (px(WIDE), px(TOUCH))
            button.pos_hint = {"center_y": 0.5}
            place.add_widget(button, index=len(place.children) - 2)
            return
        button.size_hint_x, button.height = 1, px(HIGH)
        place.add_widget(button)
        if place is self.foot:
            self.box.add_widget(self.foot)

    def arrange(self) -> None:
        if isinstance(self.body, Split):
            self.body.arrange(self.wide)
        self._centre()
        self._put_button()

    def _centre(self, *_: object) -> None:
        """The way back and the title stand above what stands in the middle below them."""
        widest = self.body.widest if isinstance(self.body, Split | Scroll) else 0
        side = max(0, (self.width - px(widest)) / 2 - px(MARGIN)) if widest else 0
        gap, high = px(SPACE["tight"]), px(4)
        self.header.padding = (side + gap, high, side + gap, high)
