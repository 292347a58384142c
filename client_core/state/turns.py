"""The turns of the player: choices made before a turn, answers under way, passing by itself."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from client_core import before_turn
from client_core.before_turn import PreChosen
from client_core.session_states import SessionState
from client_core.state.changes import Changes
from client_core.state.my_tables import MyTables
from client_core.state.preferences import Preferences
from client_core.state.session_runner import SessionRunner
from client_core.tables import Table
from protocol import messages
from protocol.words import Act

PASS_S: Final = 1.0
"""The time in which it is seen what cannot be beaten, before the player passes by itself."""


class Turns:
    """The player's choices and answers by table."""

    def __init__(
        self,
        clock: Callable[[], float],
        changes: Changes,
        preferences: Preferences,
        runner: SessionRunner,
        tables: MyTables,
    ) -> None:
        self._clock, self._changes, self._preferences = clock, changes, preferences
        self._runner, self._tables = runner, tables
        self.chosen: dict[str, PreChosen] = {}
        self.sent: dict[str, int] = {}
        """The turn that is being answered, by table."""
        self._passing: dict[str, tuple[int, float]] = {}
        """The turn at a table in which I pass by myself, if nothing can be played, and when."""

    @property
    def alarm(self) -> float:
        """When `tick` has something to do."""
        return min((at for _, at in self._passing.values()), default=float("inf"))

    def told(self, name: str, before: Table, table: Table) -> bool:
        """A choice that was made before the turn is done or dropped. Whether I am asked anew, and
        nothing has been answered by itself."""
        chosen = before_turn.still(self.chosen.get(name), table)
        # While a round is told again from its beginning nothing can be judged yet.
        if chosen is None and not table.quiet:
            self.chosen.pop(name, None)
        asked = table.asked
        if asked is None or (before.asked is not None and before.asked.turn == asked.turn):
            return False
        sure = chosen if chosen is not None and chosen.sure else None
        now = table.round
        act = before_turn.foreseen(sure, asked.ask, now) if sure and now else None
        self.chosen.pop(name, None)
        if act is not None:
            self.answer(name, asked.turn, act)
            return False
        wanted = self._preferences.settings.pass_beaten
        if wanted and now and before_turn.may_be_beaten(now.game, asked.ask):
            self._passing[name] = (asked.turn, self._clock() + PASS_S)
        return True

    def answer(self, name: str, turn: int, act: Act) -> None:
        """Say what I do."""
        mine = self._runner.next_number
        self.sent[name] = turn
        self._changes.touch("ask", name)
        self._runner.ask(
            messages.Answer(mine, name, turn, act.verb, act.amount, act.cards, act.on, act.stands)
        )

    def answered(self, name: str, turn: int) -> bool:
        """The house has replied to an answer; whether that is the one under way."""
        if self.sent.get(name) != turn:
            return False
        del self.sent[name]
        return True

    def unsure(self, name: str) -> None:
        """Without a connection nobody knows whether a choice made before the turn still fits."""
        if name in self.chosen:
            self.chosen[name] = replace(self.chosen[name], sure=False)

    def tick(self) -> None:
        """Where a moment is over and nothing can be played, pass."""
        now = self._clock()
        for name, (turn, at) in list(self._passing.items()):
            if at > now:
                continue
            del self._passing[name]
            table = self._tables.by_name.get(name)
            same = table is not None and table.asked is not None and table.asked.turn == turn
            able = (
                same
                and self.sent.get(name) != turn
                and self._runner.session.state == SessionState.IN
            )
            wanted = able and self._preferences.settings.pass_beaten
            passed = before_turn.beaten(table) if table is not None and wanted else None
            if passed is not None:
                self.answer(name, turn, passed)

    def forget(self, name: str) -> None:
        """I am there no more."""
        self.chosen.pop(name, None)
        self.sent.pop(name, None)
        self._passing.pop(name, None)
