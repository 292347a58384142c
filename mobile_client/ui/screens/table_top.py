"""The upper edge of a table: what is played, for how much, what is new; the chat and the menu."""

from collections.abc import Callable
from typing import Final

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from client_core.client import Client, HoldemFacts, TableView
from mobile_client.ui import theme
from mobile_client.ui.look import bar_px as px
from mobile_client.ui.look import px as plain_px
from mobile_client.ui.screens.parts import sign
from mobile_client.ui.widgets.drawn import Drawn, write

TOP: Final = 50
Go = Callable[[], object]


class Title(Drawn):
    """What is played here, and for how much."""

    text = StringProperty("")
    note = StringProperty("")
    news = StringProperty("")
    """What has just happened, in the place of the note."""
    WATCHED = ("text", "note", "news")

    def paint(self) -> None:
        y, widest = self.center_y, self.width - px(4)
        write(self.text, "table_name", theme.TEXT, self.x, y + px(9), "left", widest)
        ink = theme.GOLD if self.news else theme.SOFT
        write(self.news or self.note, "act_note", ink, self.x, y - px(10), "left", widest)


class TopBar(BoxLayout):
    """`home`, `chat` and `menu` are called."""

    def __init__(self, client: Client, home: Go, chat: Go, menu: Go) -> None:
        super().__init__(size_hint=(None, None), height=px(TOP))
        self.client = client
        self.title = Title()
        self.home, self.chat, self.menu = (
            sign(icon, go, grows=True, pos_hint={"center_y": 0.5})
            for icon, go in (("back", home), ("chat", chat), ("menu", menu))
        )
        # The connection is shown at the end of the bar.
        corner = Widget(size_hint_x=None, width=plain_px(20))
        for part in (self.home, self.title, self.chat, self.menu, corner):
            self.add_widget(part)

    def show(self, view: TableView, news: str) -> None:
        client = self.client
        self.title.text = client.game_name(view.game)
        preset = client.preset_name(view.game, view.preset)
        people = client.say("table.watchers", count=view.watching) if view.watching else ""
        closing = client.of_game(view.game, "table.closing") if view.closing else ""
        parts = (preset, self._stake(view), people)
        self.title.note = closing or " · ".join(one for one in parts if one)
        self.title.news = news
        self.chat.marks = client.chat(view.table).unread

    def _stake(self, view: TableView) -> str:
        facts = view.facts
        stake = facts.big_blind if isinstance(facts, HoldemFacts) else 0
        return self.client.stake_line(view.game, view.worth(stake or view.stake))
