"""The sheet of keys: what the keyboard does here."""

from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from client_core.client import Client
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import row as row_of
from mobile_client.ui.screens.parts import sign
from mobile_client.ui.stage import Screen
from mobile_client.ui.theme import SPACE, TOUCH
from mobile_client.ui.widgets.controls import Row
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words

EVERYWHERE: Final = (
    ("keys.next", "Tab  ← ↑ ↓ →"),
    ("keys.press", "Enter"),
    ("keys.back", "Esc"),
    ("keys.help", "?"),
)
"""What each screen knows, and on which keys."""


class KeysSheet(Drawer):
    """Lists the keys of a screen, and those that do the same everywhere."""

    def __init__(self, client: Client, screen: Screen) -> None:
        super().__init__(side="right")
        self.sheet.padding, self.sheet.spacing = px(SPACE["wide"]), px(SPACE["small"])
        title = Words(text=client.say("keys.title"), kind="heading", size_hint_y=1)
        self.sheet.add_widget(row_of(title, sign("close", self.close), height=TOUCH))
        lines = BoxLayout(orientation="vertical", size_hint_y=None)
        lines.bind(minimum_height=lines.setter("height"))
        everywhere = [(client.say(text), keys) for text, keys in EVERYWHERE]
        for text, keys in (*screen.keys(), *everywhere):
            lines.add_widget(Row(text=text, value=keys, leads=False))
        scroll = ScrollView(do_scroll_x=False)
        scroll.add_widget(lines)
        self.sheet.add_widget(scroll)
