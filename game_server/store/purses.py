"""Loose cash on disk: cash in players' purses, which should be at a seat, with a card, or on its
way."""

from game_server.store.transaction import Transaction


def players_with_cash(conn: Transaction) -> tuple[int, ...]:
    """Every player with something in the cash purse."""
    rows = conn.execute(
        "SELECT a.name FROM held h CROSS JOIN accounts a WHERE a.id = h.account"
        " AND a.kind = 'cash' ORDER BY h.account"
    )
    return tuple(int(name.removeprefix("cash:")) for (name,) in rows)
