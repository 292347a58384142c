"""The rounds that were played at a table; each opens step by step."""

from kivy.uix.boxlayout import BoxLayout

from mobile_client.core.client import Client, HandRow
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Empty, Scroll
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import RADIUS, faded, mixed
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.drawn import block, border, picture, write


class HandCard(Pressed):
    """One round: its number, the pot, what it brought me."""

    def __init__(self, title: str, note: str, won: str, good: bool | None) -> None:
        self.title, self.note, self.won, self.good = title, note, won, good
        super().__init__(size_hint_y=None, height=px(68))

    def paint(self) -> None:
        x, y, w, h = self.box
        r, pad = px(RADIUS["normal"]), px(16)
        ground = mixed(theme.SURFACE, theme.WHITE, 0.1) if self.down else theme.SURFACE
        block(x, y, w, h, ground, r)
        border(x, y, w, h, faded(theme.EDGE, 0.7), 1, r)
        ink = theme.SOFT if self.good is None else theme.GOOD if self.good else theme.WARM
        side = round(px(22))
        right = x + w - px(10) - side
        picture(icon("forward", side), right, self.center_y - side / 2, side, side, theme.SOFT)
        right -= px(6)
        taken = write(self.won, "heading", ink, right, self.center_y, "right", w * 0.4)
        widest = right - x - 2 * pad - taken
        write(self.title, "strong", theme.TEXT, x + pad, self.center_y + px(11), "left", widest)
        write(self.note, "small", theme.SOFT, x + pad, self.center_y - px(12), "left", widest)


class HistoryScreen(Page):
    """The newest on top."""

    def __init__(self, client: Client, stage: Stage, table: str) -> None:
        super().__init__(client, stage, client.say("history.title"))
        self.table = table
        self.known: tuple[HandRow, ...] = ()
        self.scroll = Scroll()
        self.nothing = Empty(client.say("history.nothing"), icon="history")
        self.set_body(self.scroll)
        self._list()

    def heard(self, topic: str, table: str) -> None:
        if topic == "" or (topic in ("history", "table") and table == self.table):
            rows = self.client.history(self.table)
            if rows != self.known:
                self._list()

    def _list(self) -> None:
        self.known = self.client.history(self.table)
        column: BoxLayout = self.scroll.column
        column.clear_widgets()
        for row in self.known:
            column.add_widget(self._card(row))
        if not self.known:
            column.add_widget(self.nothing)

    def _card(self, row: HandRow) -> HandCard:
        say, money = self.say, self.client.money
        note = say("history.pot", amount=row.pot) if row.over else say("history.unfinished")
        won = money(row.won, sign=True) if row.mine else say("history.watched")
        good = (row.won > 0 or None if row.won >= 0 else False) if row.mine else None
        card = HandCard(say("history.round", number=row.round), note, won, good)
        card.bind(on_release=lambda _: self.stage.go("hand", table=self.table, round=row.round))
        return card
