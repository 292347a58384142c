"""The screen that the player looks at, and the page at the end of a stay."""

from dataclasses import replace
from typing import Final

from client_core.ending import Ending
from client_core.people import Screen
from client_core.state.account import Account
from client_core.state.changes import Changes
from client_core.state.my_tables import MyTables
from client_core.state.pace import Pace
from client_core.state.purse import Purse
from client_core.state.session_runner import SessionRunner

QUIET: Final = frozenset({"victory", "broke"})
"""Notices that the page at the end of a stay says itself."""


class Navigation:
    """Which screen is in sight, and which comes next. `shows_endings`: the screens have a page for
    the end of a stay."""

    def __init__(
        self,
        changes: Changes,
        runner: SessionRunner,
        account: Account,
        tables: MyTables,
        pace: Pace,
        purse: Purse,
    ) -> None:
        self._changes, self._runner, self._account = changes, runner, account
        self._tables, self._pace, self._purse = tables, pace, purse
        self.screen = Screen("start")
        self.shows_endings = False
        self.ending: Ending | None = None

    def show(self, table: str) -> None:
        """Look at one of my tables, or at the lobby."""
        here = table in self._tables.by_name
        self.look_at(Screen("table", table) if here else Screen("lobby"))
        self.settle()

    def look_at(self, screen: Screen) -> None:
        """Go to this screen; whoever looks elsewhere has seen enough of a table that was left."""
        lasting, over = self._tables.lasting, self.ending
        if lasting is not None and screen != Screen("table", lasting.table.name):
            self._tables.lasting, over = None, lasting.ending
            self._pace.skip(lasting.table.name)
        if screen.name != "ending" and over is not None and self._tables.lasting is None:
            self.ending = None
            self._changes.touch("ending")
            if over.room.purse == "play" and over.held is None:
                # Who has no chips left reads that last of all.
                self._purse.count_soon()
        if screen.name == "table":
            self._runner.looked_at = screen.table
        if screen != self.screen:
            self.screen = screen
            self._changes.touch("screen")

    def settle(self) -> None:
        """Go to the screen that fits: out of a table that is gone, in as soon as one is in."""
        if self.screen.name == "ending" and self.ending is None:
            self.look_at(Screen("lobby"))
        screen = self.screen
        if not self._runner.session.token:
            screen = Screen("start")
        elif (screen.name == "start" and self._account.me.name) or self._table_gone(screen):
            screen = Screen("lobby")
        self.look_at(screen)

    def _table_gone(self, screen: Screen) -> bool:
        last = self._tables.lasting
        gone = screen.name == "table" and screen.table not in self._tables.by_name
        return gone and (last is None or last.table.name != screen.table)

    # -- the end of a stay ---------------------------------------------------------------------

    def page_says(self, name: str, code: str) -> bool:
        """Whether the page at the end of the stay says it, so that nothing else has to."""
        return self.shows_endings and self.screen.table == name and code in QUIET

    def stay_over(self) -> None:
        """The last round was seen: its table is gone, and a page says how it ended."""
        lasting, self._tables.lasting = self._tables.lasting, None
        if lasting is not None:
            self.ending = lasting.ending
            self._pace.seen_all(lasting.table.name)
            self.look_at(Screen("ending"))
            self._changes.touch("ending")

    def purse_told(self) -> None:
        """The house has counted: nothing of one whose stay is over is out any more."""
        if self.ending is not None and self.ending.held is not None:
            self.ending = replace(self.ending, held=None)
            self._changes.touch("ending")
        lasting = self._tables.lasting
        if lasting is not None:
            self._tables.lasting = replace(lasting, ending=replace(lasting.ending, held=None))

    def ending_read(self) -> None:
        """Away with that page, to the menu."""
        if self.ending is not None:
            self.look_at(Screen("lobby"))

    def forget(self) -> None:
        """The session is over."""
        self._tables.lasting = self.ending = None
