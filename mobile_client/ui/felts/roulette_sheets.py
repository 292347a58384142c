"""Sheets over a roulette table: all bets of mine, with what they may win."""

from collections.abc import Callable
from typing import NamedTuple

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from client_core.client import Client
from mobile_client.ui.felts.sheets import Window
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import sign, stack
from mobile_client.ui.theme import SPACE, TOUCH
from mobile_client.ui.widgets.buttons import IconButton
from mobile_client.ui.widgets.words import Words


class LaidBet(NamedTuple):
    """A bet that lies there: its place, what that is called, the stake, what it pays for one."""

    place: str
    text: str
    stake: int
    pays: int


class BetsSheet(Window):
    """All bets of mine; each can be taken back while bets are open: `take(place)`."""

    def __init__(self, client: Client, take: Callable[[str], None]) -> None:
        super().__init__(client, client.say("bets.title"))
        self.take = take
        self.bets: tuple[LaidBet, ...] = ()
        self._open = False
        self.signs: dict[str, IconButton] = {}
        self._said = False

    def show(self, bets: tuple[LaidBet, ...], open_: bool) -> None:
        """These bets; `open_` while they may be changed."""
        if (bets, open_) == (self.bets, self._open) and self._said:
            return
        self.bets, self._open, self._said = bets, open_, True
        self.lines.clear_widgets()
        self.signs.clear()
        say = self.client.say
        if not bets:
            self.lines.add_widget(Words(text=say("bets.none"), ink="soft"))
            return
        for one in bets:
            self.lines.add_widget(self._row(one))
        total = say("bets.total", amount=sum(one.stake for one in bets))
        self.lines.add_widget(Words(text=total, kind="strong"))

    def _row(self, bet: LaidBet) -> Widget:
        say = self.client.say
        name = bet.text[:1].upper() + bet.text[1:]
        wins = say("bets.wins", stake=bet.stake, odds=bet.pays, amount=bet.stake * bet.pays)
        words = stack(Words(text=name, kind="strong"), Words(text=wins, ink="soft"), gap="tight")
        if not self._open:
            return words
        away = sign("close", lambda: self.take(bet.place))
        self.signs[bet.place] = away
        row = BoxLayout(spacing=px(SPACE["small"]), size_hint_y=None, height=px(TOUCH))
        row.bind(minimum_height=row.setter("height"))
        row.add_widget(words)
        row.add_widget(away)
        return row
