"""The page at the end of a stay at a table, and the ways that lead on."""

from collections.abc import Callable
from typing import Final

from kivy.uix.widget import Widget

from client_core.client import Client, Ending, Toast, Way, card_of
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import Split, Surface, push, stack
from mobile_client.ui.stage import Screen, Stage
from mobile_client.ui.theme import FELTS, faded, mixed
from mobile_client.ui.widgets.drawn import Drawn, disc, picture
from mobile_client.ui.widgets.words import Words

UNSAID: Final = ("refusal.code_wrong", "refusal.no_table")
"""Why there is no way back into a room with a code: no line is here that was typed in wrong."""
SIDE: Final = 80
"""How large the emblem is, in dp."""


class Crest(Drawn):
    """The emblem of a game on its felt; in gold for who has won."""

    def __init__(self, game: str, gold: bool) -> None:
        shown = card_of(game)
        self.emblem, self.felt = shown.emblem, shown.cloth
        self.gold = gold
        super().__init__(size_hint_y=None, height=px(SIDE))

    def paint(self) -> None:
        felt, r = FELTS[self.felt], px(SIDE) / 2
        x, y = self.center
        ring = theme.GOLD if self.gold else mixed(felt.middle, theme.WHITE, 0.2)
        disc(x, y, r, faded(ring, 0.9))
        disc(x, y, r - px(3), mixed(felt.middle, felt.rim, 0.42))
        side = round(r)
        ink = theme.GOLD if self.gold else theme.TEXT
        picture(icon(self.emblem, side), x - side / 2, y - side / 2, side, side, ink)


class EndingScreen(Screen):
    """The page at the end of a stay: why one is out of a table, what one has now, and what leads
    on."""

    head = 0

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(client, stage)
        self._shown: tuple[object, ...] = ()
        self._asked = 0
        self.split: Split | None = None
        self._build()

    def heard(self, topic: str, table: str) -> None:
        why = self.client.requests.refusal_of(self._asked) if self._asked else None
        if why is not None:
            self._asked = 0
            if why.key in UNSAID:
                self.client.notices.tell(why, "bad")
        if topic in ("", "ending", "me", "cashier", "connection", "banner"):
            self._build()

    def _build(self) -> None:
        ended, ways = self.client.ending.view, self.client.ending.ways
        busy = self.client.requests.pending(self._asked) if self._asked else False
        shown = (ended, ways, self.client.account.me.play, self.client.account.me.cash, busy)
        if ended is None or shown == self._shown:
            return
        self._shown = shown
        if self.split is not None:
            self.remove_widget(self.split)
        self.split = Split(self._said(ended), self._leads_on(ended, ways, busy), middle=True)
        self.add_widget(self.split)
        self.split.arrange(self.wide)

    def _said(self, ended: Ending) -> Widget:
        say = self.client.say
        return stack(
            Crest(ended.room.game, ended.kind in ("victory", "busted")),
            Words(text=say(ended.title), kind="heading", halign="center"),
            Words(text=self.client.words.sentences(ended.says), ink="soft", halign="center"),
            gap="normal",
        )

    def _leads_on(self, ended: Ending, ways: tuple[Way, ...], busy: bool) -> Widget:
        client, me = self.client, self.client.account.me
        cash = ended.room.purse == "cash"
        have = client.texts.money(me.cash if cash else me.play, cash=cash)
        chips = Words(text=client.say("ending.have_cash" if cash else "ending.have", amount=have))
        chips.halign = "center"
        without = None if cash or ended.held else client.cashier.without_chips()
        if without is not None:
            chips.text = client.say(without)
        buttons = [self._button(way, ended, way == ways[0], busy) for way in ways]
        # Cash goes back to the card: that nothing is left beside it is no news.
        told = [] if cash and not me.cash else [Surface(chips)]
        return stack(*told, *buttons)

    def _button(self, way: Way, ended: Ending, first: bool, busy: bool) -> Widget:
        say, key = self.client.say, f"ending.way_{way}"
        if way == "again" and ended.kind == "broke":
            key = "ending.way_rebuy"
        buy_in = ended.wish.buy_in if ended.wish is not None else 0
        text = say(key, game=self.client.texts.game_name(ended.room.game),
                   chips=self.client.texts.money(buy_in) if buy_in else "")  # fmt: skip
        button = push(text.strip(), self._taker(way, ended), "primary" if first else "quiet")
        button.disabled = busy
        return button

    def _taker(self, way: Way, ended: Ending) -> Callable[[], object]:
        def take() -> None:
            if way in ("cashier", "busters"):
                self.stage.go(way)
            elif way == "choose":
                self.client.ending.read()
                self.stage.go("solo" if ended.room.private and not ended.room.code else "rooms",
                              game=ended.room.game)  # fmt: skip
            else:
                self._asked = self.client.ending.go_on(way)
                self._build()

        return take

    def tells(self, said: Toast) -> bool:
        """Who was beaten stands on the page."""
        return said.say.key in ("notice.opponent_broke", "notice.opponent_out")

    def arrange(self) -> None:
        if self.split is not None:
            self.split.arrange(self.wide)

    def back(self) -> bool:
        """To the menu."""
        self.client.ending.read()
        return True
