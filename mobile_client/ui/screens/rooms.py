"""The rooms of one game: who plays there, for what, and whether there is a seat."""

from typing import Final

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from client_core.client import Cash, Client, RoomRow, card_of
from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import MARGIN, TWO, Empty, Split, alike, push, row, sign, stack
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import RADIUS, SPACE, TOUCH, faded, mixed
from mobile_client.ui.widgets.buttons import Pressed, PushButton
from mobile_client.ui.widgets.controls import Segments
from mobile_client.ui.widgets.drawn import block, border, disc, glyphs, write
from mobile_client.ui.widgets.words import Words

FILTERS: Final = ("all", "free", "play", "cash")
ALONE: Final = FILTERS[:2]
"""Offline there is no table for money."""
MOST_DOTS: Final = 8
HIGH: Final = 130
SIT: Final = 104
"""How high a room is, and how wide the way to its seat, in dp."""
WIDEST: Final = 840
"""The page is never wider than this in one column, in dp."""


class RoomCard(Pressed):
    """One room."""

    title = StringProperty("")
    stakes = StringProperty("")
    brings = StringProperty("")
    taken = NumericProperty(0)
    seats = NumericProperty(0)
    marks = ListProperty([])
    mine = BooleanProperty(False)
    free = BooleanProperty(False)
    """Nothing is to be chosen before one sits down."""

    WATCHED = ("state", "title", "stakes", "brings", "taken", "seats", "marks", "mine")

    def __init__(self, sit: PushButton, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(HIGH)} | words))
        self.sit = sit
        sit.size_hint, sit.size = (None, None), (px(SIT), px(TOUCH))
        for name in ("pos", "size", "free"):
            self.fbind(name, self._place)

    def _place(self, *_: object) -> None:
        """The way to a seat stands at the right, where one can be had at once."""
        if self.free != (self.sit.parent is self):
            (self.add_widget if self.free else self.remove_widget)(self.sit)
        # What Kivy says of right may be what it was before.
        self.sit.x = self.x + self.width - px(12) - self.sit.width
        self.sit.y = self.y + px(42)

    def paint(self) -> None:
        x, y, w, h = self.box
        r, pad = px(RADIUS["large"]), px(16)
        ground = mixed(theme.SURFACE, theme.WHITE, 0.1) if self.down else theme.SURFACE
        block(x, y, w, h, ground, r)
        border(x, y, w, h, theme.GOLD if self.mine else faded(theme.EDGE, 0.7), 1, r)
        step, dot = px(15), px(4.5)
        dots = min(int(self.seats), MOST_DOTS)
        count = f"{self.taken:.0f}/{self.seats:.0f}"
        taken = write(count, "small", theme.SOFT, x + w - pad, y + h - px(26), "right")
        left = x + w - pad - taken - px(8) - step * (dots - 1) - dot
        for place in range(dots):
            seat = left + step * place, y + h - px(26)
            disc(*seat, dot, theme.GOOD if place < self.taken else theme.SOFT)
            if place >= self.taken:
                # A seat that is free is a ring.
                disc(*seat, dot - px(1.4), ground)
        write(
            self.title,
            "strong",
            theme.TEXT,
            x + pad,
            y + h - px(26),
            "left",
            left - x - 2 * pad,
        )
        widest = w - 2 * pad - (px(SIT) if self.free else 0)
        write(self.stakes, "body", theme.TEXT, x + pad, y + h - px(56), "left", widest)
        write(self.brings, "small", theme.SOFT, x + pad, y + px(26), "left", w * 0.55)
        at = x + w - pad
        for mark in reversed(self.marks):
            at -= _tag_left(mark, at, y + px(26)) + px(6)


def _tag_left(text: str, right: float, y: float) -> float:
    """A short text on a dark pill that ends at `right`; how wide it is."""
    wide = float(glyphs(text, "small").width) + px(18)
    block(right - wide, y - px(13), wide, px(26), faded(theme.SUNKEN, 0.6), px(13))
    write(text, "small", theme.TEXT, right - wide / 2, y, widest=wide - px(12))
    return wide


class RoomsScreen(Page):
    """A list that is live, a filter, and the quick way in."""

    def __init__(self, client: Client, stage: Stage, game: str) -> None:
        self.game = game
        say = client.say
        super().__init__(client, stage, client.texts.game_name(game), sign("help", self._rules))
        self.deal = push(say("lobby.deal"), lambda: client.lobby.quick_seat(game), icon="chips")
        self.open = push(
            say("rooms.open"), lambda: stage.go("open", game=game), "quiet", icon="plus"
        )
        self.solo = push(
            say("rooms.solo"), lambda: stage.go("solo", game=game), "quiet", icon="bot"
        )
        self.puzzles = push(say("puzzles.title"), lambda: stage.go("puzzles"), "quiet", icon="bulb")
        self.profit = Words(kind="small", halign="center")
        kinds = ALONE if client.connection.view.offline else FILTERS
        self.filter = Segments(choices=[(one, say(f"rooms.{one}")) for one in kinds], chosen="all")
        self.rooms = GridLayout(cols=1, spacing=px(SPACE["normal"]), size_hint_y=None)
        self.rooms.bind(minimum_height=self.rooms.setter("height"))
        self.rooms.fbind("width", self._beside)
        self.cards: dict[str, RoomCard] = {}
        self.nothing = Empty("", icon="search")
        self.filter.fbind("chosen", self._filter)
        alike(self.open, self.solo)
        self.upper = stack(self.deal, row(self.open, self.solo))
        if card_of(game).puzzles:
            self.upper.add_widget(self.puzzles)
        self.set_body(
            Split(
                self.upper,
                stack(self.filter, self.rooms),
                widest=WIDEST,
            )
        )
        self._filter()

    def _rules(self) -> None:
        known = [card for card in self.client.opening.games if card.game == self.game]
        presets = known[0].presets if known else ("standard",)
        self.stage.go("rules", game=self.game, preset=presets[0])

    def _filter(self, *_: object) -> None:
        chosen = self.filter.chosen
        purse = chosen if chosen in ("play", "cash") else ""
        self.client.lobby.filter_rooms(self.game, chosen == "free", purse)

    def _beside(self, *_: object) -> None:
        """Two rooms beside each other where there is room for them."""
        wide = self.rooms.width >= px(TWO - 2 * MARGIN)
        self.rooms.cols = 2 if wide and self.cards else 1

    def gone(self) -> None:
        if self.stage.base == "lobby" and self.stage.name == "lobby":
            self.client.lobby.filter_rooms()

    def heard(self, topic: str, table: str) -> None:
        if topic == "":
            self._filter()
        if topic in ("", "lobby", "cashier", "banner"):
            self._list()
        if topic in ("", "banner"):
            closing, offline = self.client.notices.closing, self.client.connection.view.offline
            # Offline there is nobody to open a room for.
            self.open.disabled, self.solo.disabled = closing or offline, closing

    def _list(self) -> None:
        rows = [room for room in self.client.lobby.view.rooms if room.game == self.game]
        none = self.client.cashier.without_chips(short=True)
        self.deal.note = self.say(none) if none is not None else ""
        self.deal.disabled = not self.client.lobby.may_deal_in
        order = [room.table for room in rows]
        if order != list(self.cards) or not rows:
            self.rooms.clear_widgets()
            self.cards = {
                room.table: self.cards.get(room.table) or self._card(room) for room in rows
            }
            for card in self.cards.values():
                self.rooms.add_widget(card)
            # Where there is nobody to be dealt in to, a room of one's own comes first.
            nobody = not rows and self.filter.chosen == "all"
            self.deal.kind, self.open.kind = (
                ("quiet", "primary") if nobody else ("primary", "quiet")
            )
            if not rows:
                self.nothing.words.text = (
                    self.say("rooms.nobody", game=self.client.texts.game_name(self.game))
                    if nobody
                    else self.say("rooms.nothing")
                )
                self.rooms.add_widget(self.nothing)
            self._beside()
        for room in rows:
            self._tell(self.cards[room.table], room)
        won = next((one.profit for one in self.client.lobby.view.games if one.game == self.game), 0)
        self.upper.remove_widget(self.profit)
        if won:
            self.profit.text = self.say("rooms.profit", amount=won)
            self.profit.ink = "good" if won > 0 else "warm"
            self.upper.add_widget(self.profit)

    def _card(self, row: RoomRow) -> RoomCard:
        sit = push(self.say("rooms.sit"), lambda: self.client.lobby.take_seat(row.table), "quiet")
        card = RoomCard(sit)
        card.bind(on_release=lambda _: self._enter(row.table))
        return card

    def _enter(self, table: str) -> None:
        if table in self.client.tables.names:
            self.client.show(table)
        else:
            self.client.lobby.join(table)

    def _tell(self, card: RoomCard, row: RoomRow) -> None:
        say = self.say
        cash = row.purse == "cash"
        card.title = self.client.texts.preset_name(row.game, row.preset)
        line = self.client.texts.stake_line(row.game, Cash(row.stake) if cash else row.stake)
        card.stakes = line[:1].upper() + line[1:] or say("rooms.no_stake")
        card.brings = self.client.lobby.brings(row)
        card.taken, card.seats, card.mine = row.taken, row.seats, row.mine
        card.free = self.client.lobby.may_sit(row)
        marks = [say("rooms.waiting", count=row.waiting)] if row.waiting else []
        marks += [say("rooms.bots_wait")] if row.coming and not row.waiting else []
        marks += [say("rooms.full")] if row.full and not row.waiting else []
        marks += [say("rooms.own_rules")] if row.departs else []
        marks += [say("rooms.testing")] if row.testing else []
        marks += [say("rooms.money")] if cash else []
        marks += [say("rooms.mine")] if row.mine else []
        card.marks = marks
