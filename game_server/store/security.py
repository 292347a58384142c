"""The security log on disk: what players and strangers did at the door, for a set time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game_server.store.transaction import Transaction, marks

OK: Final = "ok"
CHUNK: Final = 500
"""So many rows are forgotten in one commit: more would hold up the tables."""
MOST: Final = 2_000_000
"""Of so many of the last rows those of strangers are kept: some hundred megabytes. A flood of
months goes no further, and takes nothing that has a player."""


@dataclass(frozen=True, slots=True)
class SecurityRow:
    """A row of the security log: what happened, `times` times, to whom, from where; `facts` is JSON
    and holds no secret."""

    at: int
    what: str
    result: str
    player: int | None
    address: str
    facts: str = "{}"
    times: int = 1


def add(conn: Transaction, rows: Sequence[SecurityRow]) -> None:
    """Write them down."""
    conn.executemany(
        "INSERT INTO security (at, what, result, player, address, facts, times)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (one.at, one.what, one.result, one.player, one.address, one.facts, one.times)
            for one in rows
        ],
    )


def rows(
    conn: Transaction,
    *,
    player: int | None = None,
    address: str = "",
    what: str = "",
    refused: bool = False,
    since: int = 0,
    before: int | None = None,
    count: int = 50,
) -> tuple[tuple[int, SecurityRow], ...]:
    """Rows with their numbers, the newest first, up to so many; `before` is such a number."""
    found = conn.execute(
        "SELECT id, at, what, result, player, address, facts, times FROM security"
        " WHERE (player = ?1 OR ?1 IS NULL) AND (address = ?2 OR ?2 = '')"
        " AND (what = ?3 OR ?3 = '') AND (?4 = 0 OR result <> 'ok') AND at >= ?5"
        " AND (id < ?6 OR ?6 IS NULL) ORDER BY id DESC LIMIT ?7",
        (player, address, what, int(refused), since, before, count),
    )
    return tuple((number, SecurityRow(*rest)) for number, *rest in found)


def between(
    conn: Transaction, player: int, since: int, until: int, what: Sequence[str]
) -> tuple[SecurityRow, ...]:
    """Rows of a player of these kinds in that time, the oldest first."""
    found = conn.execute(
        "SELECT at, what, result, player, address, facts, times FROM security"
        f" WHERE player = ? AND at BETWEEN ? AND ? AND what IN ({marks(len(what))}) ORDER BY id",
        (player, since, until, *what),
    )
    return tuple(SecurityRow(*row) for row in found)


def forget(conn: Transaction, before: int) -> int:
    """Delete up to CHUNK rows from before that moment, the oldest first; how many they were."""
    return conn.execute(
        "DELETE FROM security WHERE id IN"
        " (SELECT id FROM security WHERE at < ? ORDER BY at LIMIT ?)",
        (before, CHUNK),
    ).rowcount


def beyond(conn: Transaction, most: int) -> tuple[int, ...]:
    """Up to CHUNK rows of strangers that are not among the last so many. It reads much."""
    found = conn.execute(
        "SELECT id FROM security WHERE player IS NULL"
        " AND id <= (SELECT max(id) FROM security) - ? ORDER BY id LIMIT ?",
        (most, CHUNK),
    )
    return tuple(number for (number,) in found)


def drop(conn: Transaction, numbers: Sequence[int]) -> int:
    """Delete these rows; how many they were."""
    conn.executemany("DELETE FROM security WHERE id = ?", [(number,) for number in numbers])
    return len(numbers)
