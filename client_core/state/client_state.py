"""The whole state of a client: its parts, and what follows from each input.

How it works
------------
An input (a frame of the house, a tap, an alarm) goes through four stations:

1. `session.Session` works it out without input or output and returns a `Transition`: the
   session after it, effects, reports.
2. `SessionRunner` keeps what has to outlive the app, runs the effects, and hands the reports on.
3. `ClientState` takes the reports: an answered request goes to `Answers`, a message to `Inbox`,
   which passes it to the part it belongs to. What is said of a table goes to `TableMessages`: it
   is folded into the frozen `tables.Table`, and then each part sees what that means for it.
4. `settle` ends the input: what is to be kept is kept, one alarm is set for all parts, and the
   observers are told which topics have changed. They read the parts again.

| part | keeps |
|---|---|
| `changes` | topics that have changed, observers |
| `preferences` | settings, the language |
| `runner` | the session, its outbox of requests, muted players |
| `account` | name and avatar, logins, devices, second factor |
| `round_list` | rounds that were played, also before a restart |
| `facts` | the lobby, the rules, who has busted the house |
| `notices` | toasts, the banner |
| `tables` | each table as it was told, and what was asked of it |
| `chats` | lines, asides of bots |
| `pace` | what was told and is still to be seen, the guard of taps |
| `purse` | chips, payments, the farewell |
| `turns` | choices before a turn, answers under way |
| `returning` | which table is shown to one who comes in again |
| `arrivals` | what is brought to a table that is gone to |
| `navigation` | the screen, the page at the end of a stay |

`answers`, `inbox`, `table_messages` and `departures` keep next to nothing: they are the flows
between the parts. A part that stands lower in the constructor knows those above it.
"""

from collections.abc import Callable, Mapping
from typing import Final

from client_core import address, saved_session
from client_core.effects import Effect, WakeAt
from client_core.outbox import FIRST
from client_core.people import Entry
from client_core.session import Session
from client_core.session_states import Answered, Chance, Heard, LoginOver, Out, Report, SessionState
from client_core.settings import Settings, Value
from client_core.state.account import Account
from client_core.state.answers import Answers, refusal
from client_core.state.arrivals import Arrivals
from client_core.state.changes import Changes, Topic
from client_core.state.chats import Chats
from client_core.state.departures import Departures
from client_core.state.house_facts import HouseFacts
from client_core.state.inbox import Inbox
from client_core.state.my_tables import MyTables
from client_core.state.navigation import Navigation
from client_core.state.notices import Notices
from client_core.state.pace import Pace
from client_core.state.preferences import Preferences
from client_core.state.purse import Purse
from client_core.state.returning import Returning
from client_core.state.round_list import ROUNDS, RoundList
from client_core.state.session_runner import SessionRunner
from client_core.state.table_messages import TableMessages
from client_core.state.turns import Turns
from client_core.text import Say, Words
from client_core.transition import Transition

READABLE: Final = "connection.readable"
"""Who reads the lines of this network reads what is said to the house."""
DELETED: Final = frozenset({"deleted", "account_deleted"})
"""Codes by which a session is over because the account is; the second if the goodbye was lost."""


class ClientState:
    """The state of one client, in parts."""

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
        self._alarm = 0.0
        self.door_tells = False
        """The start screen says how the connection stands; nothing has to lie over it."""
        self.changes = Changes()
        self.preferences = Preferences(run, self.changes, stored.get("settings", ""), language)
        session = saved_session.read(stored.get("session", ""))
        self.runner = SessionRunner(
            clock,
            run,
            Session(
                self.preferences.settings.url,
                saved_session.outbox(session, 1 + chance(FIRST)),
                session.token,
                build,
                self.preferences.words.language,
            ),
            session,
            self._session_changed,
            saved_session.read(stored.get("offline_session", "")),
        )
        self.account, self.facts = Account(self.changes), HouseFacts(self.changes)
        self.round_list = RoundList(
            run, self.changes, self.runner, self.account, stored.get(ROUNDS, "")
        )
        self.notices, self.tables = Notices(clock, self.changes), MyTables(self.changes)
        self.chats = Chats(clock, chance, self.changes, self.runner, self.account)
        self.pace = Pace(
            clock, self.changes, self.preferences, self.notices, self.tables, self.chats
        )
        self.purse = Purse(clock, run, self.changes, self.account, self.notices, self.tables)
        self.turns = Turns(clock, self.changes, self.preferences, self.runner, self.tables)
        self.navigation = Navigation(
            self.changes, self.runner, self.account, self.tables, self.pace, self.purse
        )
        self.returning = Returning(clock, self.runner, self.tables, self.navigation)
        self.arrivals = Arrivals(
            self.runner, self.notices, self.tables, self.purse, self.navigation, self.returning
        )
        self.answers, self.departures = Answers(self), Departures(self)
        self.table_messages, self.inbox = TableMessages(self), Inbox(self)

    @property
    def settings(self) -> Settings:
        """What the player has chosen on this device."""
        return self.preferences.settings

    @property
    def words(self) -> Words:
        """The player's language."""
        return self.preferences.words

    # -- inputs --------------------------------------------------------------------------------

    def take(self, turn: Transition) -> None:
        """One whole input of the session."""
        self.runner.take(turn)
        self.settle()

    def cross(self, url: str) -> None:
        """Go from houses to the one inside the client, or back."""
        self.runner.cross(url, 1 + self.chance(FIRST))
        self.notices.outdated((READABLE,), "")
        self.settle()

    def prefer(self, **changes: Value) -> None:
        """The player chooses these settings; ValueError for a name or a value that is none."""
        self.preferences.choose(**changes)
        if "language" in changes:
            self._speak()
        self.settle()

    def tick(self) -> None:
        """Whatever has an alarm of its own."""
        self.notices.tick()
        self.pace.tick()
        self.turns.tick()
        self.purse.tick()

    def settle(self) -> None:
        """The end of an input: keep what is to be kept, set the alarm, tell the observers."""
        self.runner.keep()
        alarm = min(
            self.runner.session.alarm,
            self.notices.toasts.next,
            self.purse.alarm,
            self.pace.alarm,
            self.turns.alarm,
        )
        if alarm != self._alarm:
            self._alarm = alarm
            self._run(WakeAt(alarm))
        self.changes.publish()

    def forget(self, name: str) -> None:
        """I am at that table no more: no part keeps anything of it."""
        self.tables.forget(name)
        self.chats.forget(name)
        self.turns.forget(name)
        self.arrivals.forget(name)
        self.pace.forget(name)
        self.purse.bought.discard(name)
        self.account.leave_table(name)

    def _speak(self) -> None:
        """In another language all that is shown changes."""
        self.preferences.speak()
        self.runner.change(language=self.preferences.words.language)
        spoken: tuple[Topic, ...] = ("entry", "lobby", "cashier", "rules", "toasts", "banner")
        for topic in spoken:
            self.changes.touch(topic)
        for name in self.tables.by_name:
            for topic in ("table", "ask", "chat", "history"):
                self.changes.touch(topic, name)

    # -- what the session reports --------------------------------------------------------------

    def _session_changed(self, before: Session, reports: tuple[Report, ...]) -> None:
        session = self.runner.session
        if before.state == SessionState.IN and session.state != SessionState.IN:
            self._line_lost()
        self._warn(session)
        for report in reports:
            self._reported(report)
        # A report may have led to further inputs of the session.
        session = self.runner.session
        if _shown(before) != _shown(session):
            self.changes.touch("connection")
            if before.state == SessionState.GREETING and session.state == SessionState.MET:
                self.account.met()
            self.notices.session_changed(session)
        self.account.busy(session.state == SessionState.ENTERING or session.login is not None)
        self.navigation.settle()

    def _warn(self, session: Session) -> None:
        """Say once of a house, on this device, that its connection can be read by others."""
        warned = self.settings.warned
        if session.readable and address.place(session.url) not in warned.split("\n"):
            self.preferences.choose(warned=address.remembered(warned, session.url))
            if not (self.door_tells and self.navigation.screen.name == "start"):
                self.notices.toast(Say(READABLE), "bad")

    def _reported(self, report: Report) -> None:
        match report:
            case Heard(message):
                self.inbox.heard(message)
            case Answered(request, answer):
                self.answers.answered(request, answer)
            case LoginOver(login, refused):
                say = refusal(refused) if refused else Say("refusal.line_lost")
                self.account.set_entry(Entry(login.t, False, say))
            case Out(code):
                self._out(code)

    def _line_lost(self) -> None:
        for name in self.tables.by_name:
            self.turns.unsure(name)
            self.tables.line_lost(name)
        # What called the player is no longer known to be so.
        self.notices.without_calls()
        self.account.set_me(inside=False)

    def _out(self, code: str) -> None:
        """The session is over: nothing that was its is shown any more."""
        for name in list(self.tables.by_name):
            self.forget(name)
        # What was told to one player is no business of the next.
        self.notices.without_inbox()
        self.answers.forget()
        if code != "elsewhere":
            self.round_list.forget()
        self.navigation.forget()
        self.pace.forget_all()
        self.arrivals.wishes = {}
        self.arrivals.followed.clear()
        self.account.forget()
        self.chats.all_blocked({})
        self.purse.forget()
        self.facts.forget()
        if code in DELETED:
            self._deleted()
        elif code not in ("logout", "elsewhere", "another"):
            self.account.not_back(code)
        if code == "logout":
            self.account.logged_out()

    def _deleted(self) -> None:
        """The account is nobody's any more: the device keeps nothing of it either."""
        self.chats.hear_all()
        self.preferences.choose(name="", avatar="")
        self.notices.toast(Say("deleting.done"), "good")


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
