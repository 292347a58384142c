"""The name of the house above the door."""

from typing import Final

from kivy.core.image import Image
from kivy.uix.boxlayout import BoxLayout

from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.sound import ASSETS
from mobile_client.ui.theme import SPACE
from mobile_client.ui.widgets.drawn import Drawn, block, picture
from mobile_client.ui.widgets.words import Words

ICON: Final = ASSETS / "icon.png"


class Logo(Drawn):
    """The icon of the app, in the middle."""

    def __init__(self, side: float) -> None:
        self._side = px(side)
        super().__init__(size_hint_y=None, height=px(side))

    def paint(self) -> None:
        texture = Image(str(ICON), mipmap=True).texture
        picture(texture, self.center_x - self._side / 2, self.y, self._side, self._side)


class Rule(Drawn):
    """A short golden line."""

    def __init__(self) -> None:
        super().__init__(size_hint_y=None, height=px(3))

    def paint(self) -> None:
        block(self.center_x - px(28), self.y, px(56), px(3), theme.GOLD, px(1.5))


class Brand(BoxLayout):
    """Icon, name and what there is."""

    def __init__(self, title: str, tagline: str, side: float = 92) -> None:
        super().__init__(
            orientation="vertical",
            size_hint_y=None,
            spacing=px(SPACE["small"]),
            padding=(0, px(SPACE["small"])),
        )
        self.bind(minimum_height=self.setter("height"))
        for part in (
            Logo(side),
            Words(text=title, kind="display", halign="center"),
            Rule(),
            Words(text=tagline, ink="soft", halign="center"),
        ):
            self.add_widget(part)
