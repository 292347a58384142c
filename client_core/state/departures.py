"""Leaving a table: by oneself, sent away, or found to be out of it."""

from typing import TYPE_CHECKING, Final

from client_core.ending import Lasting, ending, kept, lost_to
from client_core.text import Say
from client_core.views import Mine
from protocol import messages

if TYPE_CHECKING:
    from client_core.state.client_state import ClientState

CLOSES: Final = "house_closes"
"""The code by which nobody stays at any table; a banner tells it to who has seen no round end."""


class Departures:
    """The ends of the player's stays at tables, as they are learnt."""

    def __init__(self, state: "ClientState") -> None:
        self._state = state

    def left(self, message: messages.Left) -> None:
        """The house says that I have left a table, and why."""
        state, name = self._state, message.table
        table = state.tables.by_name.get(name)
        play = table is not None and table.room is not None and table.room.purse == "play"
        if self._ends_stay(name, message.code):
            state.changes.touch("lobby")
            state.navigation.settle()
            return
        if table is not None:
            state.forget(name)
        state.changes.touch("lobby")
        closes = message.code == CLOSES and state.notices.house_closing
        if message.code != "left" and not closes:
            say = Say(f"left.{message.code}", {}, message.text)
            room = table.room if table is not None else None
            if state.tables.by_name and room is not None and state.preferences.words.has(say.key):
                # Who is at other tables too reads which one it was.
                say = Say("left.at", {"game": room.game, "code": message.code})
            state.notices.toast(say, "bad")
        if play and message.code != CLOSES:
            state.purse.count_soon()
        state.navigation.settle()

    def out_of(self, name: str) -> None:
        """I am at that table no more, and nobody has said why: its code leads back."""
        state = self._state
        room = state.tables.by_name[name].room
        code = room.code if room is not None else ""
        state.forget(name)
        state.changes.touch("lobby")
        say = Say("left.gone_code", {"code": code}) if code else Say("left.gone")
        state.notices.toast(say, "bad")

    def beat(self, message: messages.Notice) -> bool:
        """An opponent has no chips left; whether I have the last of them."""
        tables = self._state.tables
        table, who = tables.by_name.get(message.table), message.facts.get("name", "")
        if message.code != "opponent_broke" or table is None or not isinstance(who, str):
            return False
        mine = lost_to(table.round, table.mine, who)
        if mine:
            beaten = (*tables.mine_now(message.table).beaten, who)
            tables.mine_at(message.table, beaten=beaten)
        return mine

    def _ends_stay(self, name: str, code: str) -> bool:
        """I am out of the table that I look at. If a page is shown of that, it is kept until its
        last round was seen."""
        state = self._state
        navigation, pace = state.navigation, state.pace
        table, mine = state.tables.by_name.get(name), state.tables.mine_now(name)
        paged = navigation.shows_endings and navigation.screen.table == name
        if table is None or not paged:
            return False
        lies = table.round is not None and table.round.over
        if code == CLOSES and not lies:
            return False
        over = None
        if (code, mine.leaving) != ("left", "now"):
            wish = state.arrivals.wishes.pop(name, None)
            over = ending(table, code, mine.beaten, wish)
        if over is None:
            return False
        going, unseen = pace.telling.get(name), pace.unseen.get(name)
        state.forget(name)
        if going is not None:
            pace.telling[name] = going
        if unseen is not None:
            pace.unseen[name] = unseen
        state.tables.lasting = Lasting(kept(table), over, Mine(left=code))
        if not lies:
            navigation.stay_over()
        state.changes.touch("table", name)
        return True
