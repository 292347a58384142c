"""Looks of names on disk: who has a look, and a player's looks. How a name looks is decided
elsewhere. How a name looks is decided elsewhere."""

import sqlite3
from collections.abc import Collection, Sequence
from typing import Final

GONE: Final = "gone:"
"""Before the fold of a guest who has gone: the name is free again."""


def holders(conn: sqlite3.Connection, looks: Collection[str]) -> tuple[int, ...]:
    """The players whose names have one of these looks, the oldest first."""
    marks = ", ".join("?" * len(looks))
    rows = conn.execute(
        f"SELECT DISTINCT player FROM looks WHERE look IN ({marks}) ORDER BY player", tuple(looks)
    )
    return tuple(number for (number,) in rows)


def give(conn: sqlite3.Connection, player: int, looks: Collection[str]) -> None:
    """Let the player's name have these looks and no others; what another has stays theirs."""
    conn.execute("DELETE FROM looks WHERE player = ?", (player,))
    conn.executemany(
        "INSERT INTO looks (look, player) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(look, player) for look in sorted(looks)],
    )


def without(conn: sqlite3.Connection, after: int, count: int) -> Sequence[tuple[int, str]]:
    """Players with a number above that whose names have no looks, with the names, in order."""
    return conn.execute(
        "SELECT id, name FROM players WHERE id > ? AND substr(folded, 1, 5) <> ?"
        " AND NOT EXISTS (SELECT 1 FROM looks WHERE player = players.id) ORDER BY id LIMIT ?",
        (after, GONE, count),
    ).fetchall()
