"""Tries of cards on disk, so that a restart gives nobody new ones. Who or which card a row is
about stands there as a keyed digest alone."""

from collections.abc import Sequence
from typing import NamedTuple

from game_server.store.transaction import Transaction, marks


class TriesRow(NamedTuple):
    """Tries of a card up to that time, in milliseconds; they fade from then on."""

    key: bytes
    level: float
    at: int


def keep(conn: Transaction, rows: Sequence[TriesRow]) -> None:
    """Write counts down; one of 0 is forgotten."""
    conn.executemany(
        "INSERT INTO card_tries (key, level, at) VALUES (?, ?, ?)"
        " ON CONFLICT (key) DO UPDATE SET level = excluded.level, at = excluded.at",
        [row for row in rows if row.level > 0],
    )
    conn.executemany(
        "DELETE FROM card_tries WHERE key = ?", [(row.key,) for row in rows if row.level <= 0]
    )


def kept(conn: Transaction) -> tuple[TriesRow, ...]:
    """All counts, the oldest first."""
    return tuple(
        TriesRow(*row) for row in conn.execute("SELECT key, level, at FROM card_tries ORDER BY at")
    )


def of(conn: Transaction, keys: Sequence[bytes]) -> tuple[TriesRow, ...]:
    """The counts of these."""
    rows = conn.execute(
        f"SELECT key, level, at FROM card_tries WHERE key IN ({marks(len(keys))}) ORDER BY key",
        tuple(keys),
    )
    return tuple(TriesRow(*row) for row in rows)


def forget(conn: Transaction, before: int) -> None:
    """Delete counts from before that moment."""
    conn.execute("DELETE FROM card_tries WHERE at < ?", (before,))
