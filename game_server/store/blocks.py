"""Blocks on disk: whom a player hears and sees nothing of."""

from typing import Final

from game_server.store.transaction import Transaction

MOST: Final = 200
"""So many players may one have blocked."""


def add(conn: Transaction, player: int, other: int, at: int) -> None:
    """From now on; a block that is there stays as it is."""
    conn.execute(
        "INSERT INTO blocks (player, other, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (player, other, at),
    )


def remove(conn: Transaction, player: int, other: int) -> None:
    """Not any more, if it was."""
    conn.execute("DELETE FROM blocks WHERE player = ? AND other = ?", (player, other))


def of(conn: Transaction, player: int) -> tuple[tuple[int, str], ...]:
    """Whom the player has blocked, by number and name, the last first."""
    rows = conn.execute(
        "SELECT b.other, p.name FROM blocks b JOIN players p ON p.id = b.other"
        " WHERE b.player = ? ORDER BY b.at DESC, b.other",
        (player,),
    )
    return tuple((int(other), str(name)) for other, name in rows)


def forget(conn: Transaction, player: int) -> None:
    """The account is deleted: nobody has blocked it, and it nobody."""
    conn.execute("DELETE FROM blocks WHERE player = ?1 OR other = ?1", (player,))
