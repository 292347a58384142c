"""The side of a table on a desktop: what has happened in the round, and the chat.

The keyboard belongs to the table. It is the chat's only while a line is written: a line that was
sent gives it back, and a turn that comes meanwhile is told beside the line. It never takes the
keyboard away: whoever is about to type would fold with the first letter.
"""

from typing import Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from client_core.client import Acts, Client
from mobile_client.ui import theme
from mobile_client.ui.look import bar_px
from mobile_client.ui.screens.cashier import east
from mobile_client.ui.screens.table_menu import chat_text
from mobile_client.ui.theme import RADIUS, SPACE, faded
from mobile_client.ui.widgets.chat import ChatPanel
from mobile_client.ui.widgets.controls import Segments
from mobile_client.ui.widgets.drawn import Drawn, block, border
from mobile_client.ui.widgets.words import Words

DESKTOP: Final = 1024
"""From this width in dp on there is something beside the table."""
BEGUN: Final = 1
"""The first event of a round: who plays it."""
LEAST: Final = 200
"""What is lower than this, in dp, is not worth its place."""


class RoundLog(ScrollView):
    """The log of the round, a sentence each; the newest is in sight."""

    def __init__(self, client: Client, table: str) -> None:
        super().__init__(do_scroll_x=False, bar_width=bar_px(3), bar_color=theme.EDGE)
        self.client, self.table = client, table
        self._last = (0, 0)
        self.column = BoxLayout(orientation="vertical", size_hint_y=None, spacing=bar_px(6))
        self.column.padding = (0, 0, bar_px(SPACE["small"]), 0)
        self.column.bind(minimum_height=self.column.setter("height"))
        self.add_widget(self.column)
        self._end = Clock.create_trigger(self._to_end, -1)
        for part in (self, self.column):
            part.fbind("height", self._end)

    @property
    def round(self) -> int:
        """Which round is told here; 0 is none."""
        return self._last[0]

    def tell(self) -> None:
        """What was told since, once all of it was seen on the table too."""
        if self.client.pace.unseen(self.table):
            return
        lines = self.client.tables.told_since(self.table, *self._last)
        newest = lines[-1].round if lines else self._last[0]
        if lines and self._last[0] and lines[-1].seq == BEGUN:
            # The last round stands there until something happens in the next.
            newest = self._last[0]
        if newest != self._last[0]:
            self.column.clear_widgets()
        for line in lines:
            if line.round == newest:
                self.column.add_widget(Words(text=line.text, kind="small", written=True))
                self._last = (line.round, line.seq)

    def _to_end(self, *_: object) -> None:
        over = self.column.height > self.height
        self.scroll_y = 0 if over else 1
        if over:
            # What was pulled too far by the change would swing back otherwise.
            self.effect_y.reset(0)


class SidePanel(Drawn, BoxLayout):
    """The round or the talk, one at a time. Between `begin` and `end` it is in sight."""

    def __init__(self, client: Client, table: str) -> None:
        pad = bar_px(SPACE["normal"])
        super().__init__(
            orientation="vertical",
            size_hint=(None, None),
            padding=pad,
            spacing=bar_px(SPACE["small"]),
        )
        self.client = client
        self.log, self.talk = RoundLog(client, table), ChatPanel(client, table, east)
        self.tabs = Segments(chosen="round")
        self.tabs.fbind("chosen", lambda *_: self._turn())
        self.add_widget(self.tabs)
        self.notice = Words(text=client.say("chat.has_keys"), kind="small", ink="gold")
        self.seen = self._my_turn = False
        # Not at once: the Enter that sends a line is heard by the table after the line.
        self._to_table = Clock.create_trigger(self._give_back, 0)
        self.talk.line.fbind("on_text_validate", self._to_table)
        self.talk.line.fbind("focus", self._tell_keys)

    def begin(self) -> None:
        if not self.seen:
            self.seen = True
            self._turn()

    def end(self) -> None:
        self._to_table.cancel()
        if self.seen and self.talk.parent is not None:
            self.talk.end()
        self.seen = False

    def write(self) -> None:
        """To the talk, ready to write."""
        self.tabs.chosen = "talk"
        self.talk.line.focus = True

    def _give_back(self, *_: object) -> None:
        self.talk.line.focus = False

    def asks_me(self, acts: Acts) -> None:
        """What I can do now: whether it is my turn."""
        self._my_turn = bool(acts.buttons) and not acts.sent
        self._tell_keys()

    def _tell_keys(self, *_: object) -> None:
        """In my turn it is said where the keys go, while that is not the table."""
        there = self._my_turn and bool(self.talk.line.focus)
        if there != (self.notice.parent is not None):
            (self.add_widget if there else self.remove_widget)(self.notice)

    def tell(self) -> None:
        """Something has happened at the table, or was said."""
        talk = chat_text(self.client, self.talk.table)
        self.log.tell()
        view = self.client.tables.view(self.log.table)
        before = view is not None and self.log.round not in (0, view.round)
        which = "round_before" if before else "round"
        game = view.game if view is not None else ""
        told = self.client.texts.of_game(game, f"side.{which}")
        self.tabs.choices = [("round", told), ("talk", talk)]

    def _turn(self) -> None:
        shows_talk = self.tabs.chosen == "talk"
        if self.talk.parent is not None and not shows_talk:
            self.talk.end()
            self.remove_widget(self.talk)
        if self.log.parent is not None and shows_talk:
            self.remove_widget(self.log)
        shown = self.talk if shows_talk else self.log
        if shown.parent is None:
            self.remove_widget(self.notice)
            self.add_widget(shown)
            if shows_talk:
                self.talk.begin()
        self._tell_keys()
        self.tell()

    def paint(self) -> None:
        block(*self.box, theme.SURFACE, bar_px(RADIUS["large"]))
        border(*self.box, faded(theme.EDGE, 0.7), 1, bar_px(RADIUS["large"]))
