"""What all of the model stands on: its state, its observers, and the session at work.

Inputs go in, effects and topics come out. Each input ends with `settle`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, Literal

from client_core import kept, tables, toasts
from client_core import settings as choices
from client_core.bar import Bar
from client_core.before_turn import PreChosen
from client_core.cashier import Cashier
from client_core.chat import Chat, ChatLine
from client_core.credentials import Credentials, LostPassword
from client_core.effects import Effect, Keep, WakeAt
from client_core.ending import Ending, Lasting
from client_core.lobby import Lobby
from client_core.people import Banner, Entry, Farewell, Me, Screen
from client_core.requests import FIRST
from client_core.session import Session
from client_core.states import Chance, Report
from client_core.tables import Table
from client_core.telling import Telling
from client_core.text import Say, Words, language_of
from client_core.views import Mine
from client_core.working import Turn
from protocol import messages as said
from protocol.messages import Message, Seen

Topic = Literal[
    "connection",
    "entry",
    "me",
    "devices",
    "busters",
    "credentials",
    "lobby",
    "table",
    "ask",
    "motions",
    "chat",
    "cashier",
    "settings",
    "rules",
    "history",
    "toasts",
    "banner",
    "farewell",
    "ending",
    "screen",
]
Observer = Callable[[Topic, str], None]
Dirty = dict[tuple[Topic, str], None]

MOST: Final = 0
USUAL: Final = -1
"""What stands for a number of chips in `Ground.brings`: the most that may be brought, or as many as
are proposed."""


class Ground:
    """What a client knows, in one place that changes."""

    def __init__(
        self,
        clock: Callable[[], float],
        chance: Chance,
        run: Callable[[Effect], None],
        stored: Mapping[str, str],
        language: str,
        build: str,
    ) -> None:
        self.clock, self.chance, self._run = clock, chance, run
        self.device_language = language_of(language)
        self.settings = choices.read(stored.get("settings", ""))
        self.words = Words(self.settings.language or self.device_language)
        self._kept = kept.read(stored.get("session", ""))
        self.session = Session(
            self.settings.url,
            kept.outbox(self._kept, 1 + chance(FIRST)),
            self._kept.token,
            build,
            self.words.language,
        )
        self.muted: Mapping[int, str] = dict(self._kept.muted)
        self.entry, self.me, self.screen = Entry(), Me(), Screen("start")
        self.banner: Banner | None = None
        self.told_on = 0
        """The line on which the house said last that it closes."""
        self.farewell: Farewell | None = None
        self.lobby, self.cashier, self.toasts = Lobby(), Cashier(), toasts.Toasts()
        self.card_refusal: Say | None = None
        self.devices: tuple[said.Device, ...] = ()
        self.busters: tuple[said.Buster, ...] = ()
        self.credentials = Credentials()
        self.lost_password: LostPassword | None = None
        self.tables: dict[str, Table] = {}
        self.chats: dict[str, Chat] = {}
        self.mine: dict[str, Mine] = {}
        self.bought: set[str] = set()
        self.brings: dict[str, int] = {}
        """Tables at which I sit down as soon as a seat is offered, and with what: so many chips,
        MOST of what is allowed, or what is USUAL there."""
        self.sits: set[int] = set()
        """Requests by which I go to a table to sit down there with what is usual."""
        self.chosen: dict[str, PreChosen] = {}
        self.sent: dict[str, int] = {}
        self.bars: dict[str, Bar] = {}
        self.rules: dict[tuple[str, str], said.TheRules] = {}
        self.refusals: dict[int, Say] = {}
        self.rejoining: dict[int, str] = {}
        """Requests by which I come back to tables of before, and these tables."""
        self.watched: set[str] = set()
        """Tables whose motions a screen shows: it says what was seen."""
        self.unseen: dict[str, float] = {}
        """Those of them where something told is still to be seen, and until when at the latest."""
        self.telling: dict[str, Telling] = {}
        """Those where the end of a round is shown step by step."""
        self.later: list[tuple[Say, toasts.Mood, str]] = []
        """Words about a table that wait until what it told was seen."""
        self.asides: dict[str, ChatLine] = {}
        """What bots have to say of what is still to be seen, by table."""
        self.spoke: dict[str, float] = {}
        """When a bot said something last, at which table."""
        self.shows_endings = False
        """The screens have a page for the end of a stay."""
        self.lasting: Lasting | None = None
        self.ending: Ending | None = None
        self.cash_outs: dict[str, int] = {}
        """The last payment to my card from each table."""
        self.wishes: dict[str, said.OpenRoom] = {}
        """How rooms of one's own were opened, by their tables."""
        self.answering: int | None = None
        """The request whose answer was a refusal, just now."""
        self.after_logout: Callable[[], None] | None = None
        self.passing: dict[str, tuple[int, float]] = {}
        """The turn at a table in which I pass by myself, if nothing can be played, and when."""
        self.home_at = float("inf")
        """When the purse is looked at, to see whether any chips are left."""
        self._dirty: Dirty = {}
        self._observers: list[Observer] = []
        self._alarm = 0.0

    def observe(self, observer: Observer) -> Callable[[], None]:
        """Call this with every topic that changes; what is returned ends it."""
        self._observers.append(observer)

        def stop() -> None:
            if observer in self._observers:
                self._observers.remove(observer)

        return stop

    def choose(self, **changes: choices.Value) -> None:
        """Keep these settings; ValueError for a name or a value that is none."""
        self.settings = choices.changed(self.settings, changes)
        self._run(Keep("settings", choices.written(self.settings)))
        self.touch("settings")

    def touch(self, topic: Topic, table: str = "") -> None:
        self._dirty[topic, table] = None

    def settle(self) -> None:
        """Keep what is to be kept, set the alarm, tell the observers."""
        self._keep()
        seen = min(self.unseen.values(), default=float("inf"))
        passes = min((at for _, at in self.passing.values()), default=float("inf"))
        alarm = min(self.session.alarm, self.toasts.next, self.home_at, seen, passes)
        if self.farewell is not None:
            alarm = min(alarm, self.farewell.until)
        if alarm != self._alarm:
            self._alarm = alarm
            self._run(WakeAt(alarm))
        dirty, self._dirty = self._dirty, {}
        for topic, table in dirty:
            for observer in tuple(self._observers):
                observer(topic, table)

    def run(self, effect: Effect) -> None:
        self._run(effect)

    def speak(self) -> None:
        """In the language that was chosen, or that of the device; all that is shown changes."""
        self.words = Words(self.settings.language or self.device_language)
        self.session = replace(self.session, language=self.words.language)
        spoken: tuple[Topic, ...] = ("entry", "lobby", "cashier", "rules", "toasts", "banner")
        for topic in spoken:
            self.touch(topic)
        for name in self.tables:
            for topic in ("table", "ask", "chat", "history"):
                self.touch(topic, name)

    def _keep(self) -> None:
        now = kept.now(self._kept, self.session.token, self.session.box, self.muted)
        if now != self._kept:
            self._kept = now
            self._run(Keep("session", kept.written(now)))

    def take(self, turn: Turn) -> None:
        """Run what follows from an input of the session."""
        before, self.session = self.session, turn.session
        self._keep()
        for effect in turn.effects:
            self._run(effect)
        if before.state == "in" and self.session.state != "in":
            self._line_lost()
        for report in turn.reports:
            self._reported(report)
        if _shown(before) != _shown(self.session):
            self.touch("connection")
            self._banner()
        busy = self.session.state == "entering" or self.session.login is not None
        if busy != self.entry.busy:
            self.entry = replace(self.entry, busy=busy)
            self.touch("entry")
        self.where()

    def _reported(self, report: Report) -> None:
        """What the session says of itself, or was told."""

    def seen(self) -> tuple[Seen, ...]:
        """What a `resume` says of the tables."""
        return tuple(table.seen for table in self.tables.values() if table.round is not None)

    def ask(self, request: Message) -> None:
        self.take(self.session.ask(request, self.clock()))

    def _line_lost(self) -> None:
        for name, table in self.tables.items():
            self.tables[name] = tables.away(table)
            if name in self.chosen:
                self.chosen[name] = replace(self.chosen[name], sure=False)
            self.touch("table", name)
            self.touch("ask", name)
        # What called the player is no longer known to be so.
        self.toasts = self.toasts.without_calls(self.clock())
        self.touch("toasts")
        self.me = replace(self.me, inside=False)
        self.touch("me")

    def where(self) -> None:
        """The screen that fits: out of a table that is gone, in as soon as one is in."""
        screen = self.screen
        if not self.session.token:
            screen = Screen("start")
        elif (screen.name == "start" and self.me.name) or self._table_gone(screen):
            screen = Screen("lobby")
        self.look_at(screen)

    def _table_gone(self, screen: Screen) -> bool:
        return screen.name == "table" and screen.table not in self.tables

    def look_at(self, screen: Screen) -> None:
        if screen != self.screen:
            self.screen = screen
            self.touch("screen")

    def _banner(self) -> None:
        session = self.session
        banner = self.banner
        if session.state in ("too_old", "fault", "closed"):
            code = session.code or session.state
            banner = Banner(code, Say(f"banner.{session.state}"))
        elif session.code in ("house_closes", "house_closed"):
            banner = Banner(session.code, Say(f"banner.{session.code}"))
        elif session.line != self.told_on if _closes(banner) else session.state == "in":
            banner = None
        if banner != self.banner:
            self.banner = banner
            self.touch("banner")

    def toast(self, say: Say, kind: toasts.Mood, table: str = "") -> None:
        self.toasts = self.toasts.add(say, kind, self.clock(), table)
        self.touch("toasts")


def _closes(banner: Banner | None) -> bool:
    """Whether it says that the house will close: no other line is known to lead to such a house."""
    return banner is not None and banner.code == "closing"


def _shown(session: Session) -> tuple[object, ...]:
    """What of a session is seen."""
    return (
        session.state,
        session.retry_at,
        session.url,
        session.code,
        session.welcome,
        len(session.box.open),
    )
