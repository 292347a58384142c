"""Copies of the database that were made: when, and where they were put."""

import sqlite3
from typing import Final, NamedTuple

KEPT: Final = 1_000
"""So many of the last are remembered."""


class CopyMade(NamedTuple):
    """A copy as it was made, at a time in milliseconds."""

    at: int
    file: str
    bytes: int


def note(conn: sqlite3.Connection, made: CopyMade) -> None:
    """Remember a copy."""
    number = conn.execute("INSERT INTO copies (at, file, bytes) VALUES (?, ?, ?)", made).lastrowid
    conn.execute("DELETE FROM copies WHERE id <= ?", ((number or 0) - KEPT,))


def newest(conn: sqlite3.Connection) -> CopyMade | None:
    """The last copy that was made; None if none was."""
    row = conn.execute("SELECT at, file, bytes FROM copies ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else CopyMade(*row)
