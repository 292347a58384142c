"""The choice of a house: one that was used before, the one on this machine, or another."""

from collections.abc import Callable
from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from client_core.client import DEMO_ADDRESS, OFFLINE, Client, Near
from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import push, stack
from mobile_client.ui.theme import SPACE
from mobile_client.ui.widgets.controls import Row
from mobile_client.ui.widgets.entry import Field
from mobile_client.ui.widgets.overlays import LOW, Drawer
from mobile_client.ui.widgets.words import Words

SHOWN: Final = 4
FOUND: Final = 3
"""So many houses of this network are offered."""
SHARE: Final = 0.9
"""How much of the height of the screen a sheet takes at most."""
LEAST: Final = 48
LOW_LINE: Final = 48
"""How high a line is in a low window, in dp."""
HIGH_LINE: Final = 56
GO_SHARE: Final = 0.4
"""How wide the button is beside the line, as a part of it."""
UNNAMED: Final = "Cardroom"
"""What a house calls itself that was given no name."""


def place_text(client: Client, url: str) -> str:
    """An address as people say it."""
    if url == OFFLINE:
        return client.say("offline.here")
    if url in ("", DEMO_ADDRESS):
        return client.say("address.here")
    return url.partition("://")[2]


def own_name(client: Client) -> str:
    """The name that a house was given; "" where it has none of its own."""
    name = client.connection.view.house
    return "" if name == UNNAMED else name


def house_text(client: Client) -> str:
    """The name of the house; one without a name of its own is called as the app is."""
    if client.connection.view.offline:
        return client.say("offline.title")
    return own_name(client) or client.say("app.name")


class AddressSheet(Drawer):
    """The sheet of addresses; it goes when a house was chosen."""

    def __init__(self, client: Client) -> None:
        super().__init__(side="bottom")
        self.client = client
        self.field = Field(name=client.say("address.other"), hint=client.say("address.hint"))
        self.field.line.bind(on_text_validate=lambda _: self.connect())
        self.sheet.add_widget(Words(text=client.say("address.title"), kind="heading"))
        self.known = BoxLayout(orientation="vertical", size_hint_y=None)
        self.known.bind(minimum_height=self.known.setter("height"))
        self._listed: tuple[Near, ...] = ()
        self._list()
        self.scroll = ScrollView(
            do_scroll_x=False,
            bar_width=px(3),
            bar_color=theme.EDGE,
            bar_inactive_color=theme.EDGE,
            size_hint_y=None,
        )
        self.scroll.add_widget(self.known)
        self.sheet.add_widget(self.scroll)
        self.known.fbind("height", self.place)
        self.go = push(client.say("address.connect"), self.connect, pos_hint={"top": 1})
        self.field.fbind("text", self._ready)
        self._ready()
        self.beside = stack(Widget(size_hint_y=None), self.go, gap="tight")
        self.beside.pos_hint = {"top": 1}
        self.typed = BoxLayout(size_hint_y=None, spacing=px(SPACE["normal"]))
        self.typed.bind(minimum_height=self.typed.setter("height"))
        self.field.pos_hint = {"top": 1}
        self.field.title.fbind("height", self._beside)
        self.sheet.add_widget(self.typed)
        self._forget: Callable[[], None] = client.observe(self._heard)
        self.place()

    def _list(self) -> None:
        """The houses: where one is first, as it is seen however little of the list there is room
        for; then those that were found on this network."""
        client, now = self.client, self.client.connection.view.url
        self._listed = client.connection.nearby
        self.known.clear_widgets()
        known = sorted(client.connection.addresses[:SHOWN], key=lambda one: one != now)
        near = client.say("address.near")
        rows = [(url, place_text(client, url), "", url == now) for url in known]
        rows[1:1] = [(one.url, one.name, near, False) for one in self._listed[:FOUND]]
        if now == OFFLINE:
            self._offer_offline(True)
        for row in rows:
            self._offer(*row)
        if now != OFFLINE:
            self._offer_offline(False)

    def _offer_offline(self, here: bool) -> None:
        said = self.client.say("address.now") if here else ""
        text = self.client.say("offline.play")
        self.offline = Row(text=text, value=said, icon="bot", here=here)
        self.offline.bind(on_release=self._offline)
        self.known.add_widget(self.offline)

    def _offer(self, url: str, text: str, value: str, here: bool) -> None:
        said = self.client.say("address.now") if here else value
        row = Row(text=text, value=said, icon="house", here=here)
        row.bind(on_release=self._known(url))
        self.known.add_widget(row)

    def _heard(self, topic: str, table: str) -> None:
        if topic == "connection" and self.client.connection.nearby != self._listed:
            self._list()
            self.place()

    def on_closed(self) -> None:
        self._forget()

    def _beside(self, *_: object) -> None:
        """The button is level with the line, below whose name there is a gap of its own."""
        gap, other = self.field.spacing, self.beside.spacing
        self.beside.children[-1].height = self.field.title.height + gap - other

    def _typed_low(self, low: bool) -> None:
        """Line and button under each other, or in one line where the window is low."""
        orientation = "horizontal" if low else "vertical"
        if self.typed.children and self.typed.orientation == orientation:
            return
        self.typed.clear_widgets()
        self.beside.clear_widgets(children=[self.go])
        self.typed.orientation = orientation
        self.typed.spacing = px(SPACE["normal" if low else "wide"])
        self.typed.add_widget(self.field)
        self.typed.add_widget(self.beside if low else self.go)
        if low:
            self.beside.add_widget(self.go)
            self.beside.size_hint_x = GO_SHARE
            self._beside()
        for row in self.known.children:
            row.height = px(LOW_LINE if low else HIGH_LINE)

    def place(self, *_: object) -> None:
        """As many houses are seen as there is room for; the rest is scrolled to."""
        if hasattr(self, "typed"):
            self._typed_low(self.height < px(LOW))
            others = self.sheet.minimum_height - self.scroll.height
            room = max(self.height * SHARE - others, px(LEAST))
            self.scroll.height = min(self.known.height, room)
        super().place()

    def _known(self, url: str) -> Callable[[object], None]:
        def chosen(_: object) -> None:
            self.client.connection.go_to(url)
            self.close()

        return chosen

    def _offline(self, _: object) -> None:
        self.client.connection.play_offline()
        self.close()

    def _ready(self, *_: object) -> None:
        self.go.disabled = not self.field.text.strip()

    def connect(self) -> None:
        wrong = self.client.connection.go_to(self.field.text)
        self.field.error = self.client.say(wrong) if wrong else ""
        if wrong is None:
            self.close()
