"""What opens over a roulette table: all bets of mine, with what they may win."""

from collections.abc import Callable
from typing import Final, NamedTuple

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from client_core.client import Client
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import row as row_of
from mobile_client.ui.screens.parts import sign, stack
from mobile_client.ui.theme import EDGE, SPACE, TOUCH
from mobile_client.ui.widgets.buttons import IconButton, PushButton
from mobile_client.ui.widgets.overlays import Overlay
from mobile_client.ui.widgets.words import Words

WIDEST: Final = 460
HIGHEST: Final = 0.86
"""How wide a sheet is at most, in dp, and how high, in parts of the window."""


class Laid(NamedTuple):
    """A bet that lies there: its place, what that is called, the stake, what it pays for one."""

    place: str
    text: str
    stake: int
    pays: int


class Window(Overlay):
    """A sheet in the middle: a title, what is scrolled, and buttons under it."""

    def __init__(self, client: Client, title: str) -> None:
        super().__init__()
        self.client = client
        self.head = Words(text=title, kind="heading", size_hint_y=1)
        self.lines = BoxLayout(orientation="vertical", size_hint_y=None, spacing=px(SPACE["small"]))
        self.lines.fbind("minimum_height", self._fit)
        self.scroll = ScrollView(do_scroll_x=False, bar_width=px(3), bar_color=EDGE,
                                 bar_inactive_color=EDGE)  # fmt: skip
        self.scroll.add_widget(self.lines)
        self.foot = BoxLayout(size_hint_y=None, height=px(52))
        self.foot.add_widget(self._ok(client))
        self.sheet.padding = px(SPACE["wide"])
        self.sheet.spacing = px(SPACE["normal"])
        self.sheet.add_widget(row_of(self.head, height=TOUCH))
        self.sheet.add_widget(self.scroll)
        self.sheet.add_widget(self.foot)
        self.fbind("size", self._fit)

    def _ok(self, client: Client) -> PushButton:
        button = PushButton(text=client.say("rules.ok"))
        button.bind(on_release=lambda _: self.close())
        return button

    def _fit(self, *_: object) -> None:
        self.lines.height = self.lines.minimum_height
        self.place()

    def place(self, *_: object) -> None:
        sheet = self.sheet
        wide = min(self.width - px(2 * SPACE["wide"]), px(WIDEST))
        own = px(TOUCH + 52 + 2 * SPACE["wide"] + 2 * SPACE["normal"])
        lines = self.lines.height if hasattr(self, "lines") else 0.0
        sheet.size = (wide, min(self.height * HIGHEST, own + lines))
        sheet.center = (self.center_x, self.center_y - px(24) * (1 - self.share))
        sheet.opacity = self.share


class BetsSheet(Window):
    """All bets of mine; each can be taken back while bets are open: `take(place)`."""

    def __init__(self, client: Client, take: Callable[[str], None]) -> None:
        super().__init__(client, client.say("bets.title"))
        self.take = take
        self.bets: tuple[Laid, ...] = ()
        self._open = False
        self.signs: dict[str, IconButton] = {}
        self._said = False

    def show(self, bets: tuple[Laid, ...], open_: bool) -> None:
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

    def _row(self, bet: Laid) -> Widget:
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
