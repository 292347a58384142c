"""The rules of a room in words, and in hold'em which hand beats which in pictures."""

from typing import Final

from kivy.properties import ListProperty, StringProperty

from client_core.client import Client, card_of
from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Columns, Pills, Scroll, Surface
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.cards import shown, texture
from mobile_client.ui.widgets.drawn import Drawn, disc, picture
from mobile_client.ui.widgets.words import Words
from protocol.cards import Card, parse

HANDS: Final = (
    ("royal_flush", "As Ks Qs Js 10s"),
    ("straight_flush", "9h 8h 7h 6h 5h"),
    ("four_of_a_kind", "Qs Qh Qd Qc 5d"),
    ("full_house", "Ks Kh Kd 8c 8s"),
    ("flush", "Ad Jd 8d 6d 3d"),
    ("straight", "10c 9d 8s 7h 6c"),
    ("three_of_a_kind", "7s 7h 7d Kc 2d"),
    ("two_pair", "Jh Jc 4s 4d Ah"),
    ("pair", "10s 10h Ad 7c 4s"),
    ("high_card", "Ah Qd 9s 6c 3h"),
)
"""The best first."""
WIDEST: Final = 960


class CardStrip(Drawn):
    """Cards side by side, as large as the width allows."""

    cards = ListProperty([])
    WATCHED = ("cards",)

    def __init__(self, cards: tuple[Card | None, ...], **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(60), "cards": cards} | words))

    def paint(self) -> None:
        high = self.height
        wide = high / 1.4
        step = min(wide + px(5), (self.width - wide) / max(1, len(self.cards) - 1))
        for place, card in enumerate(self.cards):
            picture(texture(shown(card, "small")), self.x + place * step, self.y, wide, high)


class Bullet(Drawn, Words):
    """A sentence of a list."""

    WATCHED = ()

    def _wrap(self, *_: object) -> None:
        self.padding = (px(18), 0, 0, 0)
        super()._wrap()

    def paint(self) -> None:
        disc(self.x + px(5), self.top - px(11), px(2.5), theme.GOLD)


class RulesScreen(Page):
    """The rules of a game, and what is so at a table, or with rules that one may choose."""

    preset = StringProperty("")

    def __init__(
        self, client: Client, stage: Stage, game: str, preset: str, table: str = ""
    ) -> None:
        super().__init__(
            client, stage, client.say("rules.title", game=client.texts.game_name(game))
        )
        self.game, self.table = game, table
        presets = next(
            (card.presets for card in client.opening.games if card.game == game), (preset,)
        )
        self.which = Pills(
            choices=[(one, client.texts.preset_name(game, one)) for one in presets], chosen=preset
        )
        self.how = Surface(heading=client.say("rules.how"))
        self.lines = Surface(heading=client.say("rules.these"))
        self.departs = Surface(heading=client.say("rules.departs"))
        self.columns = Columns(self.how, self.lines)
        if card_of(game).hands:
            self.columns.put(self._hands())
        self.scroll = Scroll(widest=WIDEST)
        if len(presets) > 1:
            self.scroll.column.add_widget(self.which)
        self.scroll.column.add_widget(self.columns)
        # What is different here comes before all else.
        self.front = len(self.scroll.column.children)
        self.set_body(self.scroll)
        self.which.fbind("chosen", self._tell)

    def _hands(self) -> Surface:
        hands = Surface(heading=self.say("rules.hands"))
        for name, cards in HANDS:
            hands.add_widget(Words(text=self.say(f"hand.kind.{name}"), kind="strong"))
            hands.add_widget(CardStrip(tuple(parse(cards))))
        return hands

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "rules", "connection"):
            self._tell()

    def _tell(self, *_: object) -> None:
        found = self.client.rules.view(self.game, self.which.chosen, self.table)
        for surface in (self.how, self.lines, self.departs):
            for old in surface.children[:-1]:
                surface.remove_widget(old)
        if self.departs.parent is not None:
            self.scroll.column.remove_widget(self.departs)
        here = found is not None and found.here
        self.lines.children[-1].text = self.say("rules.here" if here else "rules.these")
        if found is None:
            self.lines.add_widget(Words(text=self.say("rules.coming"), ink="soft"))
            return
        for line in found.departs:
            self.departs.add_widget(Bullet(text=line))
        if found.departs:
            self.scroll.column.add_widget(self.departs, index=self.front)
        for paragraph in found.how:
            self.how.add_widget(Words(text=paragraph))
        for line in found.lines:
            self.lines.add_widget(Bullet(text=line))
