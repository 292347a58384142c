"""Which of several tables is shown to one who comes in and looks at none."""

from collections.abc import Callable, Iterable
from typing import Final

from client_core.people import Screen
from client_core.state.my_tables import MyTables
from client_core.state.navigation import Navigation
from client_core.state.session_runner import SessionRunner

FRESH_S: Final = 2.0
"""So long after coming in a table that asks takes the place of one that does not."""


class Returning:
    """A player who was at tables comes in again: a table that asks is shown, of several the one
    that was looked at last; where none asks that one too, else the first that is told. `awaited`
    are tables that are still to come."""

    def __init__(
        self,
        clock: Callable[[], float],
        runner: SessionRunner,
        tables: MyTables,
        navigation: Navigation,
    ) -> None:
        self._clock, self._runner = clock, runner
        self._tables, self._navigation = tables, navigation
        self._awaited: set[str] = set()
        self._last = self._wanted = ""
        self._until = 0.0

    def begin(self, tables: Iterable[str]) -> None:
        """The player is in, and at these tables, of which nothing is known yet."""
        self._awaited, self._wanted, self._until = set(tables), "", 0.0
        if self._awaited and self._navigation.screen.name != "table":
            self._last = self._runner.looked_at
            self._wanted = self._last if self._last in self._awaited else ""
            self._until = self._clock() + FRESH_S

    def over(self) -> None:
        """The player has chosen where to look: nothing leads away from there."""
        self._until, self._wanted = 0.0, ""

    def asked(self, name: str) -> bool:
        """That table asks; whether it is shown for that."""
        if self._clock() >= self._until:
            return False
        shown = self._tables.by_name.get(self._navigation.screen.table or self._wanted)
        asks = shown is not None and (shown.asked is not None or shown.offer is not None)
        if asks and name != self._last:
            return False
        self._wanted = name
        if name not in self._awaited:
            self._navigation.look_at(Screen("table", name))
        return True

    def shows(self, name: str) -> bool:
        """A table has come; whether to look at it, and at none that is still to come."""
        self._awaited.discard(name)
        return name == self._wanted or self._wanted not in self._awaited

    def refused(self, name: str) -> None:
        """That table does not come."""
        self._awaited.discard(name)
