"""What the journal holds of rounds, as tests read it: those that are open, and all rows of one."""

from dataclasses import dataclass

from game_server.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round that was not over: its rows as bytes, so that a damaged one spoils no other."""

    table: str
    round: int
    rows: tuple[bytes, ...]


def open_rounds(conn: Transaction) -> tuple[OpenRound, ...]:
    """Every round that is not over, of all tables, with its rows of all epochs."""
    opened = {
        tbl: (name, number, first)
        for tbl, name, number, first in conn.execute(
            "SELECT r.tbl, t.name, r.round, r.opened FROM rounds r JOIN tables t ON t.id = r.tbl"
            " WHERE r.outcome = 'open' ORDER BY t.name"
        )
    }
    found: dict[int, list[bytes]] = {tbl: [] for tbl in opened}
    if opened:
        # One pass over the journal's end: it has no index by table, so that writing is cheap.
        oldest = min(first for _, _, first in opened.values())
        rows = conn.execute(
            "SELECT id, tbl, data FROM journal WHERE id >= ? ORDER BY id", (oldest,)
        )
        for number, tbl, data in rows:
            if tbl in opened and number >= opened[tbl][2]:
                found[tbl].append(data)
    return tuple(
        OpenRound(name, number, tuple(found[tbl])) for tbl, (name, number, _) in opened.items()
    )


def rows_of(conn: Transaction, table: str, number: int) -> tuple[bytes, ...]:
    """The rows of one round, open or over; nothing if there was no such round."""
    rows = conn.execute(
        "SELECT j.data FROM rounds r JOIN tables t ON t.id = r.tbl"
        " JOIN journal j ON j.id >= r.opened AND j.id <= coalesce(r.closed, j.id) AND j.tbl = r.tbl"
        " WHERE t.name = ? AND r.round = ? ORDER BY j.id",
        (table, number),
    )
    return tuple(data for (data,) in rows)


def void(conn: Transaction, table: str) -> None:
    """Close the open round as one that never was."""
    conn.execute(
        "UPDATE rounds SET outcome = 'void' WHERE outcome = 'open'"
        " AND tbl = (SELECT id FROM tables WHERE name = ?)",
        (table,),
    )
