"""Quarantine on disk: tables that keep failing, until the house settles them; over restarts too."""

from collections.abc import Mapping

from game_server.store.transaction import Transaction


def keep(conn: Transaction, table: str, why: str, at: int) -> None:
    """Quarantine a table; nothing if it is."""
    conn.execute(
        "INSERT INTO quarantine (tbl, why, at) VALUES (?, ?, ?) ON CONFLICT (tbl) DO NOTHING",
        (table, why, at),
    )


def lift(conn: Transaction, table: str) -> None:
    """The table was settled."""
    conn.execute("DELETE FROM quarantine WHERE tbl = ?", (table,))


def tables(conn: Transaction) -> Mapping[str, str]:
    """The tables that are quarantined, and why."""
    return dict(conn.execute("SELECT tbl, why FROM quarantine ORDER BY tbl").fetchall())
