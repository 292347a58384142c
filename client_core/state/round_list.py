"""The rounds that are kept on the device, of this player at this house."""

from collections.abc import Callable
from typing import Final

from client_core import address, history, kept_rounds
from client_core.effects import Effect, Keep
from client_core.kept_rounds import MOST_ROUNDS, KeptRound, Opened
from client_core.state.account import Account
from client_core.state.changes import Changes
from client_core.state.session_runner import SessionRunner
from client_core.tables import Table

ROUNDS: Final = "rounds"


class RoundList:
    """Rounds that were played before, the newest first. What was kept is read when it is first
    asked for: a start does not wait for it."""

    def __init__(
        self,
        run: Callable[[Effect], None],
        changes: Changes,
        runner: SessionRunner,
        account: Account,
        stored: str,
    ) -> None:
        self._run, self._changes, self._runner, self._account = run, changes, runner, account
        self._stored = stored
        self._rounds: tuple[KeptRound, ...] | None = None
        self._opened: dict[KeptRound, Opened] = {}

    def played(self, table: Table) -> None:
        """The round that lies at this table is over."""
        last = next(iter(history.rounds(table)), None)
        one = kept_rounds.kept(self._house, self._account.me.number, table, last) if last else None
        if one is None or one in self._all():
            return
        others = (other for other in self._all() if not other.same(one))
        self._keep((one, *others))

    def mine(self) -> tuple[KeptRound, ...]:
        """Those of this player at this house."""
        return tuple(one for one in self._all() if self._is_mine(one))

    def opened(self, one: KeptRound) -> Opened:
        """The room, and how it lay there; none if it cannot be read."""
        if one not in self._opened:
            self._opened[one] = kept_rounds.opened(one)
        return self._opened[one]

    def forget(self) -> None:
        """The session is over: what was told to this player is no business of the next."""
        house = self._house
        if any(one.house == house for one in self._all()):
            self._keep(tuple(one for one in self._all() if one.house != house))

    @property
    def _house(self) -> str:
        return address.place(self._runner.session.url)

    def _is_mine(self, one: KeptRound) -> bool:
        return (one.house, one.who) == (self._house, self._account.me.number)

    def _all(self) -> tuple[KeptRound, ...]:
        if self._rounds is None:
            self._rounds = kept_rounds.read(self._stored)
            self._stored = ""
        return self._rounds

    def _keep(self, rounds: tuple[KeptRound, ...]) -> None:
        self._rounds = rounds[:MOST_ROUNDS]
        self._opened = {one: it for one, it in self._opened.items() if one in self._rounds}
        self._run(Keep(ROUNDS, kept_rounds.serialised(self._rounds)))
        self._changes.touch("history")
