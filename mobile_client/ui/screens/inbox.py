"""The inbox of toasts, to be read again: the newest on top, what was missed is marked."""

from typing import Final

from kivy.uix.boxlayout import BoxLayout

from client_core.client import Client, Toast
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Empty, Scroll
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import RADIUS, SPACE, faded
from mobile_client.ui.toasts import KINDS, words_of
from mobile_client.ui.widgets.drawn import Drawn, block, border, picture
from mobile_client.ui.widgets.overlays import MARKS
from mobile_client.ui.widgets.words import Words

MINUTE: Final = 60


class Note(Drawn, BoxLayout):
    """One message: its kind, its words, how long ago it was said."""

    def __init__(self, client: Client, said: Toast, fresh: bool) -> None:
        self.kind, self.fresh = KINDS.get(said.kind, said.kind), fresh
        pad = px(SPACE["normal"])
        super().__init__(
            orientation="vertical",
            size_hint_y=None,
            padding=(pad + px(34), px(10), pad, px(10)),
            spacing=px(2),
        )
        self.bind(minimum_height=self.setter("height"))
        # When it was said stands below it: seconds that it tells of are those of then.
        self.add_widget(Words(text=words_of(client, said, said.at), written=True))
        minutes = int(client.now() - said.at) // MINUTE
        when = client.say("inbox.ago", count=minutes) if minutes else client.say("inbox.now")
        text = f"{client.say('inbox.missed')} · {when}" if fresh else when
        self.add_widget(Words(text=text, kind="small", ink="gold" if fresh else "soft"))

    def paint(self) -> None:
        name, colour = MARKS[self.kind]
        r = px(RADIUS["normal"])
        block(*self.box, theme.SURFACE, r)
        border(*self.box, theme.GOLD if self.fresh else faded(theme.EDGE, 0.7), 1, r)
        side = round(px(22))
        picture(icon(name, side), self.x + px(12), self.center_y - side / 2, side, side, colour)


class InboxScreen(Page):
    """The page of the inbox; looking at it is reading it."""

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(client, stage, client.say("inbox.title"))
        self.fresh = client.notices.missed
        self.scroll = Scroll()
        self.set_body(self.scroll)
        self.shown: tuple[Toast, ...] | None = None
        self._list()

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "toasts"):
            self.fresh |= self.client.notices.missed
            self._list()
            self.client.notices.read_inbox()

    def _list(self) -> None:
        if self.client.notices.inbox == self.shown:
            return
        self.shown = self.client.notices.inbox
        column: BoxLayout = self.scroll.column
        column.clear_widgets()
        for said in self.shown:
            column.add_widget(Note(self.client, said, said.id in self.fresh))
        if not self.shown:
            column.add_widget(Empty(self.client.say("inbox.nothing"), icon="bell"))
