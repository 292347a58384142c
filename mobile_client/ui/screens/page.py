"""A page that lies on the base screen: a header with the way back, and a body below."""

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from mobile_client.core.client import Client
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import COLUMN, MARGIN, Header, Split
from mobile_client.ui.stage import Screen, Stage


class Page(Screen):
    """Fill it with `set_body`; the header's arrow is the back key."""

    def __init__(self, client: Client, stage: Stage, title: str, *actions: Widget) -> None:
        super().__init__(client, stage)
        self.header = Header(title, lambda: self.stage.back(), *actions)
        self.box = BoxLayout(orientation="vertical")
        self.box.add_widget(self.header)
        self.body: Widget | None = None
        self.add_widget(self.box)

    def set_body(self, body: Widget) -> None:
        self.body = body
        self.box.add_widget(body)
        self.arrange()

    def set_footer(self, button: Widget) -> None:
        """What the page is for: always in sight at its lower edge."""
        foot = BoxLayout(size_hint_y=None, height=px(76))
        foot.add_widget(button)

        def fit(*_: object) -> None:
            side = max(px(MARGIN), (foot.width - px(COLUMN)) / 2)
            foot.padding = (side, px(8), side, px(16))

        foot.fbind("width", fit)
        self.box.add_widget(foot)

    def arrange(self) -> None:
        if isinstance(self.body, Split):
            self.body.arrange(self.wide)
