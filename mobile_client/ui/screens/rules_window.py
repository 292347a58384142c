"""The rules as a window over a table: how the game goes, what is so here, and "Ok"."""

from typing import Final

from kivy.uix.widget import Widget

from client_core.client import Client, card_of
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import Scroll, push
from mobile_client.ui.screens.rules import HANDS, Bullet, CardStrip
from mobile_client.ui.theme import SPACE
from mobile_client.ui.widgets.overlays import Overlay
from mobile_client.ui.widgets.words import Words
from protocol.cards import parse

LOW: Final = 480
"""In a window that is lower than this, in dp, the sheet is set closer."""
WIDEST: Final = 620
HIGHEST: Final = 0.94
CARDS: Final = 44


class RulesWindow(Overlay):
    """The rules of a game as they are at a table."""

    def __init__(self, client: Client, game: str, preset: str, table: str = "") -> None:
        self.client, self.game, self.preset, self.table = client, game, preset, table
        super().__init__()
        say = client.say
        self.heading = Words(
            text=say("rules.title", game=client.texts.game_name(game)), kind="heading"
        )
        self.scroll = Scroll(widest=WIDEST)
        self.ok = push(say("rules.ok"), self.close)
        for part in (self.heading, self.scroll, self.ok):
            self.sheet.add_widget(part)
        self.scroll.column.fbind("minimum_height", self.place)
        self._forget = client.observe(self._heard)
        self._tell()
        self.place()

    def on_closed(self) -> None:
        self._forget()

    def _heard(self, topic: str, _: str) -> None:
        if topic == "rules":
            self._tell()

    def _tell(self) -> None:
        column, say = self.scroll.column, self.client.say
        column.clear_widgets()
        found = self.client.rules.view(self.game, self.preset, self.table)
        if found is None:
            column.add_widget(Words(text=say("rules.coming"), ink="soft"))
            return
        if found.departs:
            self._part("rules.departs", *(Bullet(text=line) for line in found.departs))
        for paragraph in found.how:
            column.add_widget(Words(text=paragraph))
        if card_of(self.game).hands:
            self._part("rules.hands", *self._hands())
        here = "rules.here" if found.here else "rules.these"
        self._part(here, *(Bullet(text=line) for line in found.lines))

    def _part(self, heading: str, *parts: Widget) -> None:
        self.scroll.column.add_widget(
            Words(text=self.client.say(heading), kind="label", ink="gold")
        )
        for part in parts:
            self.scroll.column.add_widget(part)

    def _hands(self) -> list[Widget]:
        found: list[Widget] = []
        for name, cards in HANDS:
            found.append(Words(text=self.client.say(f"hand.kind.{name}"), kind="strong"))
            found.append(CardStrip(tuple(parse(cards)), height=px(CARDS)))
        return found

    def place(self, *_: object) -> None:
        if not hasattr(self, "ok"):
            return
        sheet = self.sheet
        low = self.height < px(LOW)
        sheet.padding = px(SPACE["normal" if low else "wide"])
        sheet.spacing = px(SPACE["small" if low else "normal"])
        pad = sheet.padding[1] + sheet.padding[3] + 2 * sheet.spacing
        need = pad + self.heading.height + self.scroll.column.minimum_height + self.ok.height
        wide = min(self.width - px(2 * SPACE["small" if low else "wide"]), px(WIDEST))
        sheet.size = wide, min(need, self.height * HIGHEST)
        sheet.opacity = self.share
        sheet.center_x = self.center_x
        sheet.center_y = self.center_y - px(24) * (1 - self.share)
