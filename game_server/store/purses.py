"""Loose cash on disk: cash in players' purses, which should be at a seat, with a card, or on its
way."""

import sqlite3


def players_with_cash(conn: sqlite3.Connection) -> tuple[int, ...]:
    """Every player with something in the cash purse."""
    rows = conn.execute(
        "SELECT a.name FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.kind = 'cash' AND b.amount > 0 ORDER BY a.id"
    )
    return tuple(int(name.removeprefix("cash:")) for (name,) in rows)
