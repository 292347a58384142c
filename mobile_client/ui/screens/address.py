"""Which house: one that was used before, the one on this machine, or another."""

from collections.abc import Callable
from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from mobile_client.core.client import DEMO_ADDRESS, Client
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import push
from mobile_client.ui.widgets.controls import Row
from mobile_client.ui.widgets.entry import Field
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words

SHOWN: Final = 4
SHARE: Final = 0.9
"""How much of the height of the screen a sheet takes at most."""
LEAST: Final = 48


def place_text(client: Client, url: str) -> str:
    """An address as people say it."""
    if url in ("", DEMO_ADDRESS):
        return client.say("address.here")
    return url.partition("://")[2]


class AddressSheet(Drawer):
    """Comes up from below; goes when a house was chosen."""

    def __init__(self, client: Client) -> None:
        super().__init__(side="bottom")
        self.client = client
        self.field = Field(name=client.say("address.other"), hint="play.example.org")
        self.field.line.bind(on_text_validate=lambda _: self.connect())
        self.sheet.add_widget(Words(text=client.say("address.title"), kind="heading"))
        self.known = BoxLayout(orientation="vertical", size_hint_y=None)
        self.known.bind(minimum_height=self.known.setter("height"))
        for url in client.addresses[:SHOWN]:
            here = url == client.connection.url
            row = Row(
                text=place_text(client, url),
                value=client.say("address.now") if here else "",
                icon="globe",
            )
            row.bind(on_release=self._known(url))
            self.known.add_widget(row)
        self.scroll = ScrollView(do_scroll_x=False, bar_width=0, size_hint_y=None)
        self.scroll.add_widget(self.known)
        self.sheet.add_widget(self.scroll)
        self.known.fbind("height", self.place)
        self.sheet.add_widget(self.field)
        self.sheet.add_widget(push(client.say("address.connect"), self.connect))
        self.place()

    def place(self, *_: object) -> None:
        """As many houses are seen as there is room for; the rest is scrolled to."""
        if hasattr(self, "scroll"):
            others = self.sheet.minimum_height - self.scroll.height
            room = max(self.height * SHARE - others, px(LEAST))
            self.scroll.height = min(self.known.height, room)
        super().place()

    def _known(self, url: str) -> Callable[[object], None]:
        def chosen(_: object) -> None:
            self.client.go_to(url)
            self.close()

        return chosen

    def connect(self) -> None:
        wrong = self.client.go_to(self.field.text)
        self.field.error = self.client.say(wrong) if wrong else ""
        if wrong is None:
            self.close()
