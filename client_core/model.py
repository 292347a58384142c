"""Everything a client knows: the facade reads it, and the session fills it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from client_core import cashier, chat, credentials, lobby, toasts
from client_core.answers import Answers, refusal
from client_core.cashier import Cashier
from client_core.chat import Chat
from client_core.credentials import Credentials
from client_core.ground import Observer, Topic
from client_core.lobby import Lobby
from client_core.people import Banner, Entry, Me, Screen
from client_core.states import Answered, Heard, LoginOver, Out, Report
from client_core.tables import ANY_CHIPS
from client_core.text import Say
from protocol import messages as said
from protocol.messages import Message

MOODS: Final[Mapping[str, toasts.Mood]] = {
    "victory": "good",
    "session_stolen": "bad",
    "opponent_broke": "info",
    "house_busted": "good",
    "new_start": "good",
    "new_start_later": "info",
    "won_by": "info",
    "second_table": "info",
    "resumed": "info",
    "spared": "info",
    "open": "good",
    "chips_given": "good",
    "unmuted": "good",
    "announcement": "info",
    "no_stakes": "info",
    "get_ready": "turn",
    "left_won": "good",
    "left_lost": "info",
    "left_even": "info",
}


class Model(Answers):
    """What is reported of the session, and what the house says, each to where it belongs."""

    def _reported(self, report: Report) -> None:
        match report:
            case Heard(message):
                self._heard(message)
            case Answered(request, answer):
                self._answered(request, answer)
            case LoginOver(login, refused):
                say = refusal(refused) if refused else Say("refusal.line_lost")
                self.entry = Entry(login.t, False, say)
                self.touch("entry")
            case Out(code):
                self._out(code)

    def _out(self, code: str) -> None:
        """The session is over: nothing that was its is shown any more."""
        for name in list(self.tables):
            self.forget(name)
        self.me, self.cashier, self.lobby = Me(), Cashier(), Lobby()
        # What was told to one player is no business of the next.
        self.toasts = replace(self.toasts, inbox=(), missed=frozenset())
        self.rejoining, self.refusals, self.devices, self.busters = {}, {}, (), ()
        self.credentials = Credentials()
        self.home_at = float("inf")
        self.lasting = self.ending = None
        self.unseen, self.telling, self.later, self.wishes = {}, {}, [], {}
        for topic in ("me", "cashier", "lobby"):
            self.touch(topic)
        if code not in ("logout", "elsewhere", "another"):
            self.entry = Entry("resume", False, Say(f"refusal.{code}"))
            self.touch("entry")
        if self.after_logout is not None and code == "logout":
            again, self.after_logout = self.after_logout, None
            again()

    def _heard(self, message: Message) -> None:
        match message:
            case said.Session():
                self._entered(message)
            case said.Purse():
                self.cashier = cashier.purse(self.cashier, message, self.clock())
                self._purse()
            case said.Paid():
                self._paid(message)
            case said.BankInfo():
                self.cashier = cashier.info(self.cashier, message)
                self.touch("cashier")
            case said.AccountInfo():
                self.credentials = credentials.told(message, self.credentials)
                self.touch("credentials")
            case said.SessionList(sessions=devices):
                self.devices = devices
                self.touch("devices")
            case said.BusterList(busters=busters):
                self.busters = busters
                self.touch("busters")
            case said.Rooms():
                self.lobby = lobby.heard(self.lobby, message)
                self.touch("lobby")
            case said.TheRules(game=game, preset=preset):
                self.rules[game, preset] = message
                self.touch("rules")
            case said.Left():
                self._left(message)
            case said.Chat(table=name, lines=lines) if self.here(name):
                now = self.clock()
                before = self.chats.get(name, Chat())
                self.chats[name] = chat.heard(before, lines, self.me.number, self.muted, now)
                self.touch("chat", name)
                self.touch("table", name)
            case said.Notice():
                self._noticed(message)
            case said.Refused(id=number) if number != self.answering:
                # Of none, or the second word about one: the room was joined, its queue refused.
                self.toast(refusal(message), "bad")
            case said.Joined(room=room):
                self.me = replace(self.me, tables=(*self.me.tables, room.table))
                known = room.table in self.tables and self.tables[room.table].room is not None
                self._table(room.table, message)
                self.touch("lobby")
                if self.screen.name != "table" and not known:
                    self.look_at(Screen("table", room.table))
            case _:
                name = getattr(message, "table", "")
                if self.here(name):
                    self._table(name, message)

    def _entered(self, message: said.Session) -> None:
        """In: tables that one was out of meanwhile go, those that one is in are joined again."""
        self.entry = Entry()
        self.me = replace(
            self.me,
            name=message.name,
            guest=message.guest,
            avatar=message.avatar,
            inside=True,
            tables=message.tables,
            number=message.who,
        )
        for topic in ("entry", "me"):
            self.touch(topic)
        for name in list(self.tables):
            if name not in message.tables:
                self._not_there(name)
        for name in message.tables:
            if name not in self.tables or self.tables[name].room is None:
                self._rejoin(name)
        self.ask(said.Lobby(self.session.box.next))
        asked = self.session.box.open.values()
        under_way = any(isinstance(one.message, said.Profile) for one in asked)
        if self.settings.avatar and not message.avatar and not under_way:
            # A new guest keeps the face that was chosen on this device.
            self.ask(said.Profile(self.session.box.next, message.name, self.settings.avatar))

    def _not_there(self, name: str) -> None:
        """The house does not know me at that table any more. Of those who only look on it keeps
        nothing when it is killed: they come in again."""
        room = self.tables[name].room
        if self.mine_now(name).leaving:
            self.forget(name)
        elif self.tables[name].me is not None or room is None:
            self.out_of(name)
        else:
            self._rejoin(name, room.code)

    def _rejoin(self, name: str, code: str = "") -> None:
        if name not in self.rejoining.values():
            mine = self.session.box.next
            self.rejoining[mine] = name
            self.ask(said.Join(mine, "" if code else name, code))

    def _noticed(self, message: said.Notice) -> None:
        name, code = message.table, message.code
        if name in self.tables:
            self._table(name, message)
        if code == "closing" and not name:
            self.banner, self.told_on = Banner(code, Say("banner.closing")), self.session.line
            self.touch("banner")
            return
        known = self.words.has(f"notice.{code}")
        key = f"notice.{code}" if known else f"refusal.{code}"
        table = self.tables.get(name)
        facts = message.facts if table is None else table.facts(message.facts)
        holes = {**facts, "text": message.text}
        if code == "opponent_broke" and not self.beat(message):
            key = "notice.opponent_out"
        if code == "rebuy" and table is not None and 0 < table.rebuy <= ANY_CHIPS:
            key = "notice.no_chips"
        if not self.page_says(name, code):
            self.toast_when_seen(Say(key, holes, message.text), MOODS.get(code, "bad"), name)


__all__ = ["Model", "Observer", "Topic", "refusal"]
