"""Whereabouts of players: at which tables each is, without a look at all tables."""

from collections.abc import Set
from typing import Final

from game_server.lobby.table_runner import TableRunner

NOBODY: Final[Set[str]] = frozenset()


class Whereabouts:
    """The tables of each player, kept as tables tell that somebody came or went."""

    def __init__(self) -> None:
        self._at: dict[str, list[TableRunner]] = {}
        self._here: dict[TableRunner, Set[str]] = {}

    def of(self, player: str) -> tuple[TableRunner, ...]:
        """The tables where a player is, or has a seat, by when the player came."""
        return tuple(self._at.get(player, ()))

    def look(self, runner: TableRunner) -> None:
        """Somebody may have come to that table or gone from it."""
        view, before = runner.view, self._here.get(runner, NOBODY)
        # A seat that was left in a round is its player's until the round is over.
        here = {*view.people, *(seat.player for seat in view.seats.values())}
        for player in here - before:
            self._at.setdefault(player, []).append(runner)
        for player in before - here:
            self._leave(player, runner)
        self._here[runner] = here

    def forget(self, runner: TableRunner) -> None:
        """The table is no more."""
        for player in self._here.pop(runner, NOBODY):
            self._leave(player, runner)

    def clear(self) -> None:
        """There are other tables from now on."""
        self._at.clear()
        self._here.clear()

    def _leave(self, player: str, runner: TableRunner) -> None:
        tables = self._at[player]
        tables.remove(runner)
        if not tables:
            del self._at[player]
