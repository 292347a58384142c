"""The page of the ten who last busted the house at 21."""

import time
from typing import Final

from kivy.properties import BooleanProperty, StringProperty

from client_core.client import Client
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Empty, Scroll, Surface
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.drawn import Drawn, block, disc, picture, write, write_name
from mobile_client.ui.widgets.words import Words

HIGH: Final = 60
SIDE: Final = 20


class Buster(Drawn):
    """One who has busted the house: who, when, with how many chips."""

    title = StringProperty("")
    note = StringProperty("")
    value = StringProperty("")
    parted = BooleanProperty(False)
    """A line parts it from the next one."""
    WATCHED = ("title", "note", "value", "parted")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(HIGH)} | words))

    def paint(self) -> None:
        x, y, side = self.x + px(18), self.center_y, round(px(SIDE))
        disc(x, y, px(17), faded(theme.GOLD, 0.16))
        picture(icon("crown", side), x - side / 2, y - side / 2, side, side, theme.GOLD)
        wide = write(self.value, "money", theme.GOLD, self.right, y, "right", self.width * 0.4)
        left, widest = self.x + px(46), self.width - px(58) - wide
        write_name(self.title, "strong", theme.TEXT, left, y + px(10), "left", widest)
        write(self.note, "small", theme.SOFT, left, y - px(12), "left", widest)
        if self.parted:
            block(self.x, self.y, self.width, px(1), faded(theme.EDGE, 0.5))


class BustersScreen(Page):
    """The page of busters: the newest first, and what it takes to be here."""

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(client, stage, client.say("busters.title"))
        self.scroll = Scroll()
        self.set_body(self.scroll)
        self.asked = client.lobby.ask_busters() if client.account.me.inside else 0
        self._list()

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "busters", "connection"):
            self._list()

    def _list(self) -> None:
        column = self.scroll.column
        column.clear_widgets()
        found = self.client.lobby.busters
        if not found:
            waits = self.asked and self.client.requests.pending(self.asked)
            nothing = "busters.wait" if waits else "busters.nothing"
            column.add_widget(Empty(self.say(nothing), icon="crown"))
        else:
            money = self.client.texts.money
            column.add_widget(
                Surface(
                    *(
                        Buster(
                            title=one.name,
                            note=self._when(one.at),
                            value=money(one.amount),
                            parted=one is not found[-1],
                        )
                        for one in found
                    )
                )
            )
        column.add_widget(Words(text=self.say("busters.how"), kind="small", ink="soft"))

    def _when(self, unix: int) -> str:
        local = time.localtime(unix)
        date = self.say("busters.date", year=str(local.tm_year), month=f"{local.tm_mon:02d}",
                        day=f"{local.tm_mday:02d}")  # fmt: skip
        return f"{date} · {self.client.texts.day_text(unix, time.time(), local.tm_gmtoff)}"
