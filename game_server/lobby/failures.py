"""Failures of one table where it stands, and what follows: a retry, a void round, quarantine."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from game_server.table.journal import RoundClosed, RoundVoided, Row
from game_server.table.view import TableView

PAUSES_S: Final = (0.0, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Before each further try; the last of them for ever."""
VOID_AFTER: Final = 4
"""A failure in one place and three of its replays, and the round is void."""
QUARANTINE_AFTER: Final = 6
"""So many, and the table is quarantined."""
VOIDS: Final = 2
"""So many void rounds without one that was played to its end between them, the same."""
TRIED: Final = 2
"""So often an input is tried, and so often a player may make the table fail by asking for one kind
of thing in one place."""

Position = tuple[int, int]
"""The round and the turn that a table stands at, as it is written."""


def position_of(table: TableView) -> Position:
    """Where a table stands."""
    return table.rounds, table.turn


@dataclass
class Failures:
    """The failures of one table.

    Only what is written beyond the place where it failed ends them: to be up again, or to have
    written anything else meanwhile, proves nothing. What the disk refuses is no fault of the table:
    it makes the pauses grow, and no round void.
    """

    place: Position | None = None
    tries: int = 0
    own: int = 0
    """How many of the tries were the table's own, with an input of the house or of nobody."""
    voids: int = 0
    players: Counter[str] = field(default_factory=Counter)
    """How often what a player asked for has failed in this place."""

    def failed(self, place: Position | None, who: str | None) -> float:
        """It has failed here once more; seconds until the next try.

        `who`: which player asked for what, "" for an input of nobody, None if the disk is to blame
        or one of several inputs.
        """
        if place is not None and place != self.place:
            if self.place is not None:
                self._past()
            self.place = place
        pause = PAUSES_S[min(self.tries, len(PAUSES_S) - 1)]
        self.tries += 1
        if who:
            self.players[who] += 1
        elif who is not None:
            self.own += 1
        return pause

    def committed(self, rows: Sequence[Row]) -> None:
        """These rows are on disk."""
        for row in rows:
            if type(row) is RoundVoided:
                self.voids += 1
            elif type(row) is RoundClosed:
                self.voids = 0

    def written(self, place: Position) -> None:
        """The table has written something, and stands in a place that may be beyond the one where
        it failed."""
        if self.place != place or not (self.own or self.players):
            self._past()

    def refuses(self, who: str) -> bool:
        """Whether this has failed here so often for this player that it is tried no more."""
        return bool(self.players) and self.players[who] >= TRIED

    @property
    def any(self) -> bool:
        """Whether anything has failed that is not over."""
        return bool(self.tries or self.voids)

    @property
    def hopeless(self) -> str:
        """Why the table is to be quarantined; empty while there is hope."""
        if self.voids >= VOIDS:
            return f"{self.voids} rounds one after the other could not be played to their end."
        if self.own >= QUARANTINE_AFTER:
            return f"It failed {self.own} times at the same place, with a new start each time."
        return ""

    @property
    def void_why(self) -> str:
        """Why the round in play is void; empty while it may be tried again."""
        if self.own < VOID_AFTER:
            return ""
        return f"it failed {self.own} times at the same place."

    def _past(self) -> None:
        self.place, self.tries, self.own = None, 0, 0
        self.players.clear()
