"""Escrow on disk: what lies at the tables, of everybody."""

from dataclasses import dataclass
from typing import Final

from game_server.bank.entries import Purse
from game_server.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class EscrowRow:
    """Cents of a player that lie at a table."""

    table: str
    holder: str
    purse: Purse
    amount: int


def has_chips_at_tables(conn: Transaction, player: int) -> bool:
    """Whether a player has play chips at any table."""
    (has,) = conn.execute(
        f"SELECT EXISTS (SELECT 1 {HELD} AND {HOLDER} = ? AND a.purse = 'play')",
        (str(player),),
    ).fetchone()
    return bool(has)


def tables_with_chips(conn: Transaction, player: int) -> tuple[str, ...]:
    """The tables where chips of a player lie, of either purse."""
    rows = conn.execute(f"SELECT a.name {HELD} AND {HOLDER} = ? ORDER BY h.account", (str(player),))
    return tuple(name.split(":")[1] for (name,) in rows)


def all_escrows(conn: Transaction) -> tuple[EscrowRow, ...]:
    """Every escrow that is not empty."""
    rows = conn.execute(f"SELECT a.name, a.purse, b.amount {HELD} ORDER BY h.account")
    found = []
    for name, purse, amount in rows:
        _, table, holder = name.split(":")
        found.append(EscrowRow(table, holder, purse, amount))
    return tuple(found)


HOLDER: Final = "substr(a.name, 8 + instr(substr(a.name, 8), ':'))"
"""Whose an escrow `a` is, as the index over them has it."""
HELD: Final = (
    "FROM held h CROSS JOIN accounts a CROSS JOIN balances b"
    " WHERE a.id = h.account AND b.account = h.account AND a.kind = 'escrow'"
)
"""The escrows that are not empty: as many as there are chips at tables, however many were used.
SQLite takes tables that are crossed in this order; else it begins with all accounts."""
