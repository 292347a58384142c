"""Messages about a table: folded into it, and then what each means for the player."""

from typing import TYPE_CHECKING

from client_core import tables
from client_core.catalogue import GAMES
from client_core.news import STAKES, news
from client_core.tables import Table
from client_core.text import Say
from protocol import messages
from protocol.messages import Message, Seen

if TYPE_CHECKING:
    from client_core.state.client_state import ClientState


class TableMessages:
    """The messages of the house about the tables that the player is at."""

    def __init__(self, state: "ClientState") -> None:
        self._state = state

    def heard(self, name: str, message: Message) -> None:
        """Something about a table: fold it, and see what it means for me."""
        state = self._state
        before = state.tables.by_name.get(name, Table(name))
        table = state.tables.by_name[name] = tables.heard(before, message, state.clock())
        if isinstance(message, messages.Seats):
            state.chats.settled(name)
        if before.me is not None and table.me is None:
            state.tables.mine_at(name, leaving="")
        if before.me is None and table.me is not None:
            state.purse.cash_outs.pop(name, None)
            self._sat_down_to(table.room.game if table.room is not None else "")
        if table.offer is not None and before.offer != table.offer:
            state.arrivals.sit_if_chosen(name)
        state.pace.told(name, before, table)
        table = state.tables.by_name[name]
        self._changed(name, before, table)
        looked_at = state.navigation.screen.table == name
        if looked_at:
            self._news(name, before, table)
        self._resync(name, table, message)
        if state.turns.told(name, before, table):
            state.arrivals.call(name, Say("toast.turn"))
        state.pace.guard_taps(name, table)
        if looked_at and state.preferences.settings.bots_talk:
            fresh = state.chats.remark(name, before, table)
            if fresh and name not in state.pace.unseen:
                state.chats.speak_aside(name)

    def replace(self, table: Table) -> None:
        """A table has changed without a message about it."""
        state = self._state
        state.tables.by_name[table.name] = table
        state.pace.guard_taps(table.name, table)
        state.changes.touch("table", table.name)

    def _sat_down_to(self, game: str) -> None:
        """It is what I am dealt in to the next time."""
        preferences = self._state.preferences
        if game in GAMES and game != preferences.settings.game:
            preferences.choose(game=game)
            self._state.changes.touch("lobby")

    def _changed(self, name: str, before: Table, table: Table) -> None:
        changes = self._state.changes
        changes.touch("table", name)
        if table.asked != before.asked or table.round is not before.round:
            changes.touch("ask", name)
        if table.motions and table.motions != before.motions:
            changes.touch("motions", name)
        over = table.round is not None and table.round.over
        if table.past is not before.past or (over and table.round is not before.round):
            changes.touch("history", name)
        if over and (table.round is not before.round or table.me != before.me):
            # Who comes back is told how a round ended before which seat is theirs.
            self._state.round_list.played(table)

    def _news(self, name: str, before: Table, table: Table) -> None:
        notices = self._state.notices
        for say in news(before, table, self._state.preferences.words):
            if say.key in STAKES:
                notices.outdated(STAKES, name)
            notices.toast(say, "info", name)

    def _resync(self, name: str, table: Table, message: Message) -> None:
        """Fetch what is missing, and what is not certain once the seats have been told."""
        runner = self._state.runner
        asking = any(
            isinstance(one, messages.Resync) and one.seen.table == name for one in runner.asking()
        )
        unsure = table.unsure and isinstance(message, messages.Seats)
        if asking or not (table.missing or unsure):
            return
        seen = table.seen if table.missing and table.round is not None else Seen(name, 0, 0)
        runner.ask(messages.Resync(runner.next_number, seen))
