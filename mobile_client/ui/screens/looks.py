"""The page of looks, chosen by what they look like, with a table that shows them at once."""

from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from client_core.client import CHOICES, Client
from mobile_client.ui.app_looks import BACKS, FELTS, FRONTS, SCHEMES
from mobile_client.ui.look import px, table_px
from mobile_client.ui.own_pictures import pictures
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Scroll, Surface
from mobile_client.ui.screens.rules import CardStrip
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import OWN, SPACE
from mobile_client.ui.widgets.cards import measure
from mobile_client.ui.widgets.chips import ChipStack
from mobile_client.ui.widgets.controls import Toggle
from mobile_client.ui.widgets.felt import Felt
from mobile_client.ui.widgets.swatches import LOOKS, Shown, Swatches
from mobile_client.ui.widgets.words import Words
from protocol.cards import Card, parse

NAMES: Final = {
    "room_colours": SCHEMES,
    "table_colour": FELTS,
    "card_back": BACKS,
    "card_front": FRONTS,
}
PREVIEW: Final = 176
"""How high the table is above the choices, in dp; beside them it has half of the room."""
SHOWN: Final[tuple[Card | None, ...]] = (*parse("As Qh 7d"), None, None)
WIDEST: Final = 620
BET: Final = 63_000


class Preview(FloatLayout):
    """A small table that shows how tables look now."""

    def __init__(self) -> None:
        super().__init__()
        self.felt = Felt(size_hint=(None, None))
        self.cards = CardStrip(SHOWN, size_hint=(None, None))
        self.chips = ChipStack(size_hint=(None, None), chip_width=26, amount=BET)
        for one in (self.felt, self.cards, self.chips):
            self.add_widget(one)
        self.fbind("pos", self.lay)
        self.fbind("size", self.lay)

    def lay(self, *_: object) -> None:
        # `center_x` is still the old one when the width has just changed.
        x, y = self.x + self.width / 2, self.y + self.height / 2
        across, up = min(self.width, px(WIDEST)), min(self.height, px(WIDEST))
        self.felt.size = across, up
        self.felt.pos = x - across / 2, y - up / 2
        wide, high = measure("medium")
        row = min(len(SHOWN) * (wide + px(5)), across * 0.8)
        self.cards.size = row, high
        self.cards.pos = x - row / 2, y - high / 2 + table_px(8)
        self.chips.size = table_px(60), table_px(30)
        self.chips.pos = x - table_px(30), y - high / 2 - table_px(27)


class LooksScreen(Page):
    """Colours of menus and screens, the table, backs and fronts of cards."""

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(client, stage, client.say("looks.title"))
        self.preview = Preview()
        self.choices: dict[str, Swatches] = {}
        self.four_colours = Toggle(
            text=self.say("settings.four_colours"),
            note=self.say("settings.four_colours.note"),
            active=client.settings.four_colours,
        )
        self.four_colours.fbind("active", lambda _, on: client.set(four_colours=on))
        scroll = Scroll()
        note = Words(text=self._note(), ink="soft")
        for one in (
            self._surface("table_colour"),
            self._surface("room_colours"),
            self._surface("card_front", self.four_colours),
            self._surface("card_back"),
            Surface(note, heading=self.say("looks.own")),
        ):
            scroll.column.add_widget(one)
        self.scroll = scroll
        self.both = BoxLayout(spacing=px(SPACE["small"]), padding=(px(SPACE["small"]), 0))
        self.both.add_widget(self.preview)
        self.both.add_widget(scroll)
        self.set_body(self.both)

    def _note(self) -> str:
        folder = pictures.own.folder
        where = self.say("looks.own.folder") if folder is None else str(folder)
        note = self.say("looks.own.note", folder=where)
        if not (unfit := pictures.unfit):
            return note
        return note + "\n" + self.say("looks.own.unfit", files=unfit)

    def _surface(self, name: str, *more: Widget) -> Surface:
        return Surface(self._of(name), *more, heading=self.say(f"settings.{name}"))

    def _of(self, name: str) -> Swatches:
        there = {"table_colour": pictures.own.table, "card_back": pictures.own.back,
                 "card_front": pictures.own.fronts}  # fmt: skip
        shown = [
            Shown(one, NAMES[name][one], self.say(f"settings.{name}.{one}"))
            for one in CHOICES[name]
            if one != OWN or there.get(name)
        ]
        swatches = Swatches(shown, LOOKS[name], chosen=getattr(self.client.settings, name))
        swatches.fbind("chosen", lambda _, one: self.client.set(**{name: one}))
        self.choices[name] = swatches
        return swatches

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "settings"):
            settings = self.client.settings
            for name, swatches in self.choices.items():
                swatches.chosen = getattr(settings, name)
            self.four_colours.active = settings.four_colours

    def arrange(self) -> None:
        super().arrange()
        if not hasattr(self, "both"):
            return
        self.both.orientation = "horizontal" if self.wide else "vertical"
        self.preview.size_hint = (0.8, 1) if self.wide else (1, None)
        if not self.wide:
            self.preview.height = table_px(PREVIEW)
