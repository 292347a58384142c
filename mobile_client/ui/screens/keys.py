"""The sheet of keys: what the keyboard does here."""

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from client_core.client import Client
from client_core.felts.keys import EVERYWHERE, Told, each_once, said
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import row, sign
from mobile_client.ui.stage import Screen
from mobile_client.ui.theme import SPACE, TOUCH
from mobile_client.ui.widgets.controls import Row
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words


class KeysSheet(Drawer):
    """Lists the keys of a screen, and those that do the same everywhere."""

    def __init__(self, client: Client, screen: Screen) -> None:
        super().__init__(side="right")
        self.sheet.padding, self.sheet.spacing = px(SPACE["wide"]), px(SPACE["small"])
        title = Words(text=client.say("keys.title"), kind="heading", size_hint_y=1)
        self.sheet.add_widget(row(title, sign("close", self.close), height=TOUCH))
        lines = BoxLayout(orientation="vertical", size_hint_y=None)
        lines.bind(minimum_height=lines.setter("height"))
        for text, keys in listed(client, screen):
            lines.add_widget(Row(text=text, value=keys, leads=False))
        # The bar at the edge has room of its own.
        lines.padding = (0, 0, px(SPACE["normal"]), 0)
        scroll = ScrollView(do_scroll_x=False, bar_width=px(3))
        scroll.add_widget(lines)
        self.sheet.add_widget(scroll)


def listed(client: Client, screen: Screen) -> list[Told]:
    """What each key does on this screen, then those that do the same everywhere."""
    return each_once((*screen.keys(), *said(client, EVERYWHERE)))
