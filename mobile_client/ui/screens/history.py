"""The rounds that were played at a table; each opens step by step."""

from typing import Final

from kivy.uix.boxlayout import BoxLayout

from client_core.client import MOST_ROUNDS, Client, HandRow, brief
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Empty, Scroll
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import RADIUS, faded, mixed
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.cards import shown, texture
from mobile_client.ui.widgets.drawn import block, border, glyphs, picture, write, write_name
from mobile_client.ui.widgets.words import Words
from protocol.cards import Card

FEW: Final = 5
"""More cards than these are no hand that is known at a glance."""
HIGH: Final = 38
"""How high a card is in the list, in dp."""
LINE: Final = 19
"""How high another line is, in dp."""
AND: Final = " · "


class HandCard(Pressed):
    """One round: my cards, its number, who has won and with what, what it brought me."""

    def __init__(
        self,
        title: str,
        notes: tuple[str, ...],
        won: str,
        good: bool | None,
        cards: tuple[Card | None, ...] = (),
    ) -> None:
        self.title, self.notes, self.won, self.good = title, notes, won, good
        self.cards = cards if len(cards) <= FEW else ()
        super().__init__(size_hint_y=None, height=px(68))
        self.fbind("width", self._shape)

    def _shape(self, *_: object) -> None:
        self.height = px(68 + LINE * (len(self._lines()) - 1))

    def _lines(self) -> tuple[str, ...]:
        """What is said under the title, in one line where there is room for it."""
        line = AND.join(self.notes)
        return (line,) if glyphs(line or " ", "small").width <= self._room() else self.notes

    def _room(self) -> float:
        """Between my cards and what it brought me."""
        pad = px(16)
        taken = min(glyphs(self.won, "heading").width, self.width * 0.4)
        return float(self.width - 3 * pad - self._cards_wide() - taken - px(38))

    def _cards_wide(self) -> float:
        if not self.cards:
            return 0.0
        return float(px(HIGH) / 1.4 + self._step() * (len(self.cards) - 1) + px(12))

    def _step(self) -> float:
        return float(px(HIGH)) / 1.4 * (1.08 if len(self.cards) < 3 else 0.6)

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
        self._paint_cards(x + pad)
        left = x + pad + self._cards_wide()
        widest = right - left - pad - taken
        lines = self._lines()
        middle = self.center_y + px(11 + LINE / 2 * (len(lines) - 1))
        write(self.title, "strong", theme.TEXT, left, middle, "left", widest)
        middle -= px(23)
        for line in lines:
            write_name(line, "small", theme.SOFT, left, middle, "left", widest)
            middle -= px(LINE)

    def _paint_cards(self, x: float) -> None:
        high, step = px(HIGH), self._step()
        for place, card in enumerate(self.cards):
            low = self.center_y - high / 2
            picture(texture(shown(card, "small")), x + place * step, low, high / 1.4, high)


class HistoryScreen(Page):
    """The page of rounds, the newest on top: of a table, or of all that I have played at."""

    def __init__(self, client: Client, stage: Stage, table: str = "") -> None:
        view, say = client.tables.view(table), client.say
        game = view.game if view is not None else ""
        title = client.texts.of_rounds(game, "title") if table else say("history.mine")
        super().__init__(client, stage, title)
        self.table = table
        self.known: tuple[HandRow, ...] = ()
        self.scroll = Scroll()
        self.nothing = Empty(say("history.nothing" if table else "history.none"), icon="history")
        self.kept = Words(text=say("history.kept", most=MOST_ROUNDS), kind="small", ink="soft")
        self.set_body(self.scroll)
        self._list()

    def heard(self, topic: str, table: str) -> None:
        if topic == "" or (topic in ("history", "table") and table == self.table):
            rows = self.client.tables.rounds(self.table)
            if rows != self.known:
                self._list()

    def _list(self) -> None:
        self.known = self.client.tables.rounds(self.table)
        column: BoxLayout = self.scroll.column
        column.clear_widgets()
        for row in self.known:
            column.add_widget(self._card(row))
        column.add_widget(self.kept if self.known else self.nothing)

    def _ending(self, row: HandRow) -> tuple[str, ...]:
        """`Otto won`, `pair of eights`; `17, black`"""
        parts = [self.say(row.outcome)] if row.outcome is not None else []
        names = self.client.texts.listed(tuple(map(brief, row.winners)))
        if row.winners:
            me = row.i_won
            parts.append(self.say("history.won_me") if me else self.say("history.won", names=names))
        if row.hand is not None:
            parts.append(self.client.texts.hand_name(row.hand))
        return tuple(parts)

    def _card(self, row: HandRow) -> HandCard:
        say, money = self.say, self.client.texts.money
        title = self.client.texts.of_rounds(row.game, "round", number=row.round)
        if not self.table:
            title = f"{self.client.texts.game_name(row.game)}{AND}{title}"
        pot = self.client.texts.of_rounds(row.game, "pot", amount=row.pot)
        title = f"{title}{AND}{pot}" if row.pot and self.table else title
        notes = self._ending(row) if row.over else (say("history.unfinished"),)
        won = money(row.won, sign=True) if row.mine else say("history.watched")
        good = (row.won > 0 or None if row.won >= 0 else False) if row.mine else None
        card = HandCard(title, notes, won, good, row.cards)
        card.bind(on_release=lambda _: self.stage.go("hand", table=row.table, round=row.round))
        return card
