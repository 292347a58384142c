"""Looks of names on disk: who has a look, and a player's looks. How a name looks is decided
elsewhere."""

from collections.abc import Collection, Sequence
from typing import Final

from game_server.store.transaction import Transaction, marks

GONE: Final = "gone:"
"""Before the fold of a guest who has gone: the name is free again."""


def holders(conn: Transaction, looks: Collection[str]) -> tuple[int, ...]:
    """The players whose names have one of these looks, the oldest first."""
    rows = conn.execute(
        f"SELECT DISTINCT player FROM looks WHERE look IN ({marks(len(looks))}) ORDER BY player",
        tuple(looks),
    )
    return tuple(number for (number,) in rows)


def give(conn: Transaction, player: int, looks: Collection[str]) -> None:
    """Let the player's name have these looks and no others; what another has stays theirs."""
    conn.execute("DELETE FROM looks WHERE player = ?", (player,))
    conn.executemany(
        "INSERT INTO looks (look, player) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(look, player) for look in sorted(looks)],
    )


def without(conn: Transaction, after: int, count: int) -> Sequence[tuple[int, str]]:
    """Players with a number above that whose names have no looks, with the names, in order."""
    return conn.execute(
        "SELECT id, name FROM players WHERE id > ? AND substr(folded, 1, 5) <> ?"
        " AND NOT EXISTS (SELECT 1 FROM looks WHERE player = players.id) ORDER BY id LIMIT ?",
        (after, GONE, count),
    ).fetchall()


def given_upto(conn: Transaction) -> int:
    """The number of the player up to whom all names have got their looks; 0 if there are none."""
    row = conn.execute("SELECT upto FROM looks_given WHERE EXISTS (SELECT 1 FROM looks)").fetchone()
    return 0 if row is None else int(row[0])


def are_given(conn: Transaction) -> None:
    """All players who are here have got the looks of their names; whoever comes gets them at
    once."""
    conn.execute("UPDATE looks_given SET upto = (SELECT coalesce(max(id), 0) FROM players)")
