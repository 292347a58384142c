"""Escrow on disk: what lies at the tables, of everybody."""

import sqlite3
from dataclasses import dataclass

from game_server.bank.entries import Purse


@dataclass(frozen=True, slots=True)
class EscrowRow:
    """Cents of a player that lie at a table."""

    table: str
    holder: str
    purse: Purse
    amount: int


def has_chips_at_tables(conn: sqlite3.Connection, player: int) -> bool:
    """Whether a player has play chips at any table."""
    (has,) = conn.execute(
        "SELECT EXISTS (SELECT 1 FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.name GLOB ? AND a.kind = 'escrow' AND a.purse = 'play' AND b.amount > 0)",
        (f"escrow:*:{player}",),
    ).fetchone()
    return bool(has)


def tables_with_chips(conn: sqlite3.Connection, player: int) -> tuple[str, ...]:
    """The tables where chips of a player lie, of either purse."""
    rows = conn.execute(
        "SELECT a.name FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.name GLOB ? AND a.kind = 'escrow' AND b.amount > 0 ORDER BY a.id",
        (f"escrow:*:{player}",),
    )
    return tuple(name.split(":")[1] for (name,) in rows)


def all_escrows(conn: sqlite3.Connection) -> tuple[EscrowRow, ...]:
    """Every escrow that is not empty."""
    rows = conn.execute(
        "SELECT a.name, a.purse, b.amount FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.kind = 'escrow' AND b.amount <> 0 ORDER BY a.id"
    )
    found = []
    for name, purse, amount in rows:
        _, table, holder = name.split(":")
        found.append(EscrowRow(table, holder, purse, amount))
    return tuple(found)
