"""The upper edge of a table: what is played, for how much, what is new; the chat and the menu."""

from collections.abc import Callable
from typing import Final

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from client_core.client import Client, HoldemFacts, TableView, Toast
from client_core.felts.choices import AND
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import bar_px, px, text_px
from mobile_client.ui.screens.parts import sign
from mobile_client.ui.theme import RADIUS, faded, mixed
from mobile_client.ui.toasts import KINDS, go_there, words_of
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.drawn import Drawn, block, border, glyphs, picture, wrapped, write
from mobile_client.ui.widgets.overlays import MARKS

TOP: Final = 50
LINES: Final = 3
STEP: Final = 1.25
"""From one line to the next, in sizes of the text, where there is room."""
LEAST_STEP: Final = 1.0
"""The least of it at which lines of large text do not touch."""
Go = Callable[[], object]


class Title(Drawn):
    """The title of a table: its game, and for how much."""

    text = StringProperty("")
    note = StringProperty("")
    news = StringProperty("")
    """What has just happened, in the place of the note."""
    WATCHED = ("text", "note", "news")

    def paint(self) -> None:
        y, widest = self.center_y, self.width - bar_px(4)
        write(self.text, "table_name", theme.TEXT, self.x, y + bar_px(9), "left", widest)
        ink = theme.GOLD if self.news else theme.SOFT
        write(
            self.news or self._fitting(widest),
            "act_note",
            ink,
            self.x,
            y - bar_px(10),
            "left",
            widest,
        )

    def _fitting(self, widest: float) -> str:
        """As much of the note as there is room for, from what matters most on."""
        parts = self.note.split(AND)
        while len(parts) > 1 and glyphs(AND.join(parts), "act_note").width > widest:
            parts.pop()
        return AND.join(parts)


class Told(Pressed):
    """A toast in the place of the title, in few lines; a tap puts it away, or leads to where it
    calls."""

    text = StringProperty("")
    kind = StringProperty("info")
    WATCHED = ("state", "text", "kind")

    def lines(self, width: float = 0.0) -> list[str]:
        """The text in few lines; what is more is read among the messages."""
        return wrapped(self.text, "act_note", (width or self.width) - bar_px(46), LINES)

    @property
    def clipped(self) -> bool:
        """There is more to read."""
        return self.cut(self.width)

    def cut(self, width: float) -> bool:
        """There is more to read than has room in this width."""
        lines = self.lines(width)
        return bool(lines) and lines[-1].endswith("…") and not self.text.endswith("…")

    def crowded(self, width: float, height: float) -> bool:
        """In this room it is cut, or its lines lie closer than they can be read."""
        high = len(self.lines(width)) * text_px("act_note") * LEAST_STEP
        return self.cut(width) or high > height - bar_px(8)

    def paint(self) -> None:
        name, colour = MARKS[self.kind]
        x, y, w, h = self.x, self.y + bar_px(3), self.width, self.height - bar_px(6)
        r = bar_px(RADIUS["normal"])
        block(x, y, w, h, mixed(theme.RAISED, theme.BLACK, 0.2 if self.down else 0.0), r)
        border(x, y, w, h, faded(colour, 0.8), 1, r)
        side = round(bar_px(20))
        picture(icon(name, side), x + bar_px(10), self.center_y - side / 2, side, side, colour)
        lines = self.lines()
        high = min(text_px("act_note") * STEP, (h - bar_px(2)) / max(len(lines), 1))
        top = self.center_y + high * (len(lines) - 1) / 2
        for nth, line in enumerate(lines):
            write(
                line,
                "act_note",
                theme.TEXT,
                x + bar_px(38),
                top - nth * high,
                "left",
                w - bar_px(46),
            )


class TopBar(BoxLayout):
    """`home`, `rules`, `chat` and `menu` are called, and `inbox` where there is more to read."""

    def __init__(self, client: Client, home: Go, rules: Go, chat: Go, menu: Go, inbox: Go) -> None:
        super().__init__(size_hint=(None, None), height=bar_px(TOP))
        self.client, self.inbox = client, inbox
        self.title = Title()
        self.told = Told()
        self.told.bind(on_release=lambda _: self._tapped())
        self.said: Toast | None = None
        self.home, self.rules, self.chat, self.menu = (
            sign(icon, go, grows=True, pos_hint={"center_y": 0.5})
            for icon, go in (("back", home), ("help", rules), ("chat", chat), ("menu", menu))
        )
        # The connection is shown at the end of the bar.
        self.corner = Widget(size_hint_x=None, width=px(20))
        self.shown: list[Widget] = []
        self._put()
        self.fbind("width", lambda *_: self._put())

    def show(self, view: TableView, news: str, said: Toast | None = None) -> None:
        client = self.client
        self.tell(said)
        self.menu.marks = len(client.notices.missed)
        self.title.text = client.texts.game_name(view.game)
        preset = client.texts.preset_name(view.game, view.preset)
        others = view.others_watching
        people = client.say("table.watchers", count=others) if others else ""
        closing = client.texts.of_game(view.game, "table.closing") if view.closing else ""
        own = client.say("rooms.own_rules") if view.room and view.room.departs else ""
        # Where there is no room for all, whose rules these are comes before what they began as.
        parts = (own or preset, self._stake(view), preset if own else "", people)
        self.title.note = closing or AND.join(one for one in parts if one)
        self.title.news = news
        self.chat.marks = client.chat.view(view.table).unread

    def tell(self, said: Toast | None) -> None:
        """One toast at a time takes the place of the title."""
        self.said = said
        if said is not None:
            self.told.text = words_of(self.client, said, self.client.now())
            self.told.kind = KINDS.get(said.kind, said.kind)
        self._put()

    def _put(self) -> None:
        """The parts in their order. A toast that lacks room takes the places of signs that can
        wait as long as it lasts."""
        signs: list[Widget] = [self.home, self.rules, self.chat, self.menu, self.corner]
        for waits in (self.rules, self.chat) if self.said is not None else ():
            free = self.width - sum(one.width for one in signs)
            if not self.told.crowded(free, self.height):
                break
            signs.remove(waits)
        first, *rest = signs
        shown = [first, self.told if self.said is not None else self.title, *rest]
        if shown != self.shown:
            self.shown = shown
            self.clear_widgets()
            for part in shown:
                self.add_widget(part)

    def _tapped(self) -> None:
        if self.said is not None:
            clipped = self.told.clipped
            go_there(self.client, self.said)
            if clipped:
                self.inbox()

    def _stake(self, view: TableView) -> str:
        facts = view.facts
        stake = facts.big_blind if isinstance(facts, HoldemFacts) else 0
        return self.client.texts.stake_line(view.game, view.worth(stake or view.stake))
