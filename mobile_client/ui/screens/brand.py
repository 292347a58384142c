"""The brand: the name of the house above the forms of coming in."""

from typing import Final

from kivy.core.image import Image
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import stack
from mobile_client.ui.sound import ASSETS
from mobile_client.ui.theme import SPACE
from mobile_client.ui.widgets.drawn import Drawn, block, picture
from mobile_client.ui.widgets.words import Words

ICON: Final = ASSETS / "icon.png"
LOW_SIDE: Final = 60
"""How large the icon is beside the name, in dp."""


class Logo(Drawn):
    """The icon of the app, in the middle."""

    side = NumericProperty(92)
    """In dp."""

    def __init__(self, side: float) -> None:
        super().__init__(size_hint_y=None, side=side, height=px(side))

    def on_side(self, *_: object) -> None:
        self.height = px(self.side)

    def paint(self) -> None:
        texture = Image(str(ICON), mipmap=True).texture
        side = self.height
        picture(texture, self.center_x - side / 2, self.y, side, side)


class Rule(Drawn):
    """A short golden line."""

    def __init__(self) -> None:
        super().__init__(size_hint_y=None, height=px(3))

    def paint(self) -> None:
        block(self.center_x - px(28), self.y, px(56), px(3), theme.GOLD, px(1.5))


class Brand(BoxLayout):
    """Icon, name and what there is: under each other, or in one line where the window is low."""

    low = BooleanProperty(False)

    def __init__(self, title: str, tagline: str, side: float = 92) -> None:
        gap = px(SPACE["small"])
        super().__init__(size_hint_y=None, padding=(0, gap))
        self.bind(minimum_height=self.setter("height"))
        self.logo, self.rule, self.side = Logo(side), Rule(), side
        self.words = (
            Words(text=title, kind="display", halign="center"),
            Words(text=tagline, ink="soft", halign="center"),
        )
        self.on_low()

    def on_low(self, *_: object) -> None:
        for one in (self.logo, self.rule, *self.words):
            if one.parent is not None:
                one.parent.remove_widget(one)
        self.clear_widgets()
        name, tagline = self.words
        for words in self.words:
            words.halign = "left" if self.low else "center"
        self.orientation = "horizontal" if self.low else "vertical"
        self.spacing = px(SPACE["wide" if self.low else "small"])
        if self.low:
            self.logo.side = LOW_SIDE
            self.logo.size_hint_x, self.logo.width = None, px(LOW_SIDE)
            self.logo.pos_hint = {"center_y": 0.5}
            parts: tuple[Widget, ...] = (self.logo, stack(name, tagline, gap="hair"))
        else:
            self.logo.side = self.side
            self.logo.size_hint_x, self.logo.pos_hint = 1, {}
            parts = (self.logo, name, self.rule, tagline)
        for part in parts:
            self.add_widget(part)
