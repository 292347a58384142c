"""A sheet over a table that is read and put away by "Ok"."""

from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from client_core.client import Client
from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import row
from mobile_client.ui.theme import SPACE, TOUCH
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.overlays import Overlay
from mobile_client.ui.widgets.words import Words

WIDEST: Final = 460
HIGHEST: Final = 0.86
"""How wide a sheet is at most, in dp, and how high, in parts of the window."""


class Window(Overlay):
    """A sheet in the middle: a title, what is scrolled, and buttons under it."""

    def __init__(self, client: Client, title: str) -> None:
        super().__init__()
        self.client = client
        self.head = Words(text=title, kind="heading", size_hint_y=1)
        self.lines = BoxLayout(orientation="vertical", size_hint_y=None, spacing=px(SPACE["small"]))
        self.lines.fbind("minimum_height", self._fit)
        self.scroll = ScrollView(do_scroll_x=False, bar_width=px(3), bar_color=theme.EDGE,
                                 bar_inactive_color=theme.EDGE)  # fmt: skip
        self.scroll.add_widget(self.lines)
        self.foot = BoxLayout(size_hint_y=None, height=px(52))
        self.foot.add_widget(self._ok(client))
        self.sheet.padding = px(SPACE["wide"])
        self.sheet.spacing = px(SPACE["normal"])
        self.sheet.add_widget(row(self.head, height=TOUCH))
        self.sheet.add_widget(self.scroll)
        self.sheet.add_widget(self.foot)
        self.fbind("size", self._fit)

    def _ok(self, client: Client) -> PushButton:
        button = PushButton(text=client.say("rules.ok"))
        button.bind(on_release=lambda _: self.close())
        return button

    def _fit(self, *_: object) -> None:
        self.lines.height = self.lines.minimum_height
        self.place()

    def place(self, *_: object) -> None:
        sheet = self.sheet
        wide = min(self.width - px(2 * SPACE["wide"]), px(WIDEST))
        own = px(TOUCH + 52 + 2 * SPACE["wide"] + 2 * SPACE["normal"])
        lines = self.lines.height if hasattr(self, "lines") else 0.0
        sheet.size = (wide, min(self.height * HIGHEST, own + lines))
        sheet.center = (self.center_x, self.center_y - px(24) * (1 - self.share))
        sheet.opacity = self.share
