"""Messages of the house to one who is in, each to the part that it belongs to."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from client_core import credentials
from client_core.people import Screen
from client_core.state.answers import refusal
from client_core.state.departures import CLOSES
from client_core.tables import ANY_CHIPS
from client_core.text import Say
from client_core.toasts import Mood
from protocol import messages
from protocol.messages import Message

if TYPE_CHECKING:
    from client_core.state.client_state import ClientState

MOODS: Final[Mapping[str, Mood]] = {
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
    "report_answered": "info",
    "announcement": "info",
    "no_stakes": "info",
    "get_ready": "turn",
    "bet_or_go": "turn",
    "left_won": "good",
    "left_lost": "info",
    "left_even": "info",
}
"""The moods of notices by their codes; all others are bad news."""


class Inbox:
    """The inbox of messages: each goes to the part of the state that it concerns."""

    def __init__(self, state: "ClientState") -> None:
        self._state = state

    def heard(self, message: Message) -> None:
        """The house has said this."""
        state = self._state
        match message:
            case messages.Session():
                self._entered(message)
            case messages.Purse():
                state.purse.told(message)
                state.navigation.purse_told()
            case messages.Paid():
                state.purse.paid(message)
            case messages.BankInfo():
                state.purse.told_bank(message)
            case messages.AccountInfo():
                known = state.account.credentials
                state.account.set_credentials(credentials.told(message, known))
            case messages.SessionList(sessions=devices):
                state.account.set_devices(devices)
            case messages.BlockList(players=players):
                state.chats.all_blocked({one.who: one.name for one in players})
            case messages.BusterList() | messages.Rooms() | messages.TheRules():
                state.facts.heard(message)
            case messages.Left():
                state.departures.left(message)
            case messages.Chat(table=name, lines=lines) if self._here(name):
                state.chats.heard(name, lines)
            case messages.Notice():
                self._noticed(message)
            case messages.Refused(id=number) if not state.answers.just_refused(number):
                # Of none, or the second word about one: the room was joined, its queue refused.
                state.notices.toast(refusal(message), "bad")
            case messages.Joined():
                self._joined(message)
            case _:
                name = getattr(message, "table", "")
                if self._here(name):
                    state.table_messages.heard(name, message)

    def _here(self, name: str) -> bool:
        """Whether I am at that table: what is said of any other comes too late."""
        return name in self._state.tables.by_name or name in self._state.account.me.tables

    def _entered(self, message: messages.Session) -> None:
        """In: tables that one was out of meanwhile go, those that one is in are joined again."""
        state = self._state
        state.account.entered(message)
        tables = state.tables.by_name
        for name in list(tables):
            if name not in message.tables:
                self._not_there(name)
        new = [name for name in message.tables if name not in tables or tables[name].room is None]
        state.returning.begin(new)
        for name in new:
            state.answers.rejoin(name)
        runner = state.runner
        runner.ask(messages.Lobby(runner.next_number))
        state.arrivals.follow()
        under_way = any(isinstance(one, messages.Profile) for one in runner.asking())
        face = state.preferences.settings.avatar
        if face and not message.avatar and not under_way:
            # A new guest keeps the face that was chosen on this device.
            runner.ask(messages.Profile(runner.next_number, message.name, face))

    def _not_there(self, name: str) -> None:
        """The house does not know me at that table any more. Of those who only look on it keeps
        nothing when it is killed: they come in again."""
        state = self._state
        table = state.tables.by_name[name]
        if state.tables.mine_now(name).leaving:
            state.forget(name)
        elif table.me is not None or table.room is None:
            state.departures.out_of(name)
        else:
            state.answers.rejoin(name, table.room.code)

    def _joined(self, message: messages.Joined) -> None:
        state, name = self._state, message.room.table
        state.account.join_table(name)
        known = name in state.tables.by_name and state.tables.by_name[name].room is not None
        state.table_messages.heard(name, message)
        state.changes.touch("lobby")
        shows = state.returning.shows(name)
        if state.navigation.screen.name != "table" and not known and shows:
            state.navigation.look_at(Screen("table", name))

    def _noticed(self, message: messages.Notice) -> None:
        state, name, code = self._state, message.table, message.code
        if name in state.tables.by_name:
            state.table_messages.heard(name, message)
        if code == "closing" and not name:
            state.notices.closes(state.runner.session.connection)
            return
        if message.facts.get("reason") == CLOSES and state.notices.house_closing:
            # What is said of the whole house is said of no table besides.
            return
        known = state.preferences.words.has(f"notice.{code}")
        key = f"notice.{code}" if known else f"refusal.{code}"
        table = state.tables.by_name.get(name)
        facts = message.facts if table is None else table.facts(message.facts)
        holes = {**facts, "text": message.text}
        if code == "opponent_broke" and not state.departures.beat(message):
            key = "notice.opponent_out"
            if table is not None and table.me is None and state.navigation.screen.table != name:
                # Who goes from a table that one only watched is nothing to one elsewhere.
                return
        if code == "won_by" and not facts.get("amount"):
            # The pot was no more than what the winner had put in.
            key = "notice.won_nothing"
        if code == "rebuy" and table is not None and 0 < table.rebuy <= ANY_CHIPS:
            key = "notice.no_chips"
        if not state.navigation.page_says(name, code):
            mood = MOODS.get(code, "bad")
            state.pace.toast_when_seen(Say(key, holes, message.text), mood, name)
