"""Copies of the database that were made: when, and where they were put."""

from typing import Final, NamedTuple

from game_server.store.transaction import Transaction

KEPT: Final = 1_000
"""So many of the last are remembered."""


class CopyMade(NamedTuple):
    """A copy as it was made, at a time in milliseconds."""

    at: int
    file: str
    bytes: int


def note(conn: Transaction, made: CopyMade) -> None:
    """Remember a copy."""
    number = conn.insert("INSERT INTO copies (at, file, bytes) VALUES (?, ?, ?)", made)
    conn.execute("DELETE FROM copies WHERE id <= ?", (number - KEPT,))


def newest(conn: Transaction) -> CopyMade | None:
    """The last copy that was made; None if none was."""
    row = conn.execute("SELECT at, file, bytes FROM copies ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else CopyMade(*row)
