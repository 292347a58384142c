"""Loose cash on disk: cash in players' purses, which should be at a seat, with a card, or on its
way."""

import sqlite3


def players_with_cash(conn: sqlite3.Connection) -> tuple[int, ...]:
    """Every player with something in the cash purse."""
    rows = conn.execute(
        "SELECT a.name FROM held h CROSS JOIN accounts a WHERE a.id = h.account"
        " AND a.kind = 'cash' ORDER BY h.account"
    )
    return tuple(int(name.removeprefix("cash:")) for (name,) in rows)
