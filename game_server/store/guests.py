"""Guests who never come back, on disk: a guest is known by the session alone, so when that is over
and forgotten the account is nobody's. The row goes; the ledger keeps the number.

Whoever something else still speaks of stays: a line of the security log, a payment, a measure, a
report, chips at a table.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from game_server.bank import bookings
from game_server.bank.entries import purse_of
from game_server.store import ledger
from game_server.store.transaction import Transaction, marks

PAGE: Final = 500
"""So many players are looked at in one step."""
AT_ONCE: Final = 10
"""So many guests go in one commit: no table waits for it."""
SPEAKS: Final = (
    ("sessions", "player"),
    ("security", "player"),
    ("payments", "player"),
    ("proved_cards", "player"),
    ("measures", "player"),
    ("grants", "player"),
    ("house_busters", "player"),
    ("deletions", "player"),
    ("resets", "player"),
    ("reports", "player"),
    ("reports", "reporter"),
)
"""What speaks of a player: tables and their columns. While it does the account stays."""
OWN: Final = (
    ("looks", "player"),
    ("requests", "player"),
    ("results", "player"),
    ("blocks", "player"),
    ("blocks", "other"),
)
"""Rows that go with the account."""
HOLDS: Final = (
    "SELECT 1 FROM accounts a JOIN held h ON h.account = a.id WHERE a.name = 'cash:' || p.id",
    "SELECT 1 FROM accounts a JOIN held h ON h.account = a.id WHERE a.kind = 'escrow'"
    " AND substr(a.name, 8 + instr(substr(a.name, 8), ':')) = '' || p.id",
)
"""Chips that are not the play purse's."""
GONE: Final = "p.kind = 'guest' AND p.created < ?" + "".join(
    f" AND NOT EXISTS ({one})"
    for one in (
        *(f"SELECT 1 FROM {table} WHERE {column} = p.id" for table, column in SPEAKS),
        *HOLDS,
    )
)


class GuestPage(NamedTuple):
    """Guests who never come back among some players, and the last of those players; 0: there are
    no more."""

    guests: tuple[int, ...]
    last: int


def never_back(conn: Transaction, after: int, before: int) -> GuestPage:
    """The guests among the next players after that number who came before that moment and whom
    nothing speaks of any more. It belongs beside the commits."""
    (last, seen) = conn.execute(
        "SELECT coalesce(max(id), 0), count(*) FROM"
        " (SELECT id FROM players WHERE id > ? ORDER BY id LIMIT ?) AS page",
        (after, PAGE),
    ).fetchone()
    rows = conn.execute(
        f"SELECT p.id FROM players p WHERE p.id > ? AND p.id <= ? AND {GONE} ORDER BY p.id",
        (after, last, before),
    )
    return GuestPage(tuple(number for (number,) in rows), last if seen == PAGE else 0)


def remove(conn: Transaction, guests: Sequence[int], before: int, at: int) -> tuple[int, ...]:
    """Delete those of these guests whom still nothing speaks of; their play chips go back to the
    house. Which they were."""
    gone = [
        number
        for (number,) in conn.execute(
            f"SELECT p.id FROM players p WHERE p.id IN ({marks(len(guests))})"
            f" AND {GONE} ORDER BY p.id",
            (*guests, before),
        )
    ]
    purses = {number: ledger.balance(conn, purse_of(number, "play")) for number in gone}
    left = {number: amount for number, amount in purses.items() if amount}
    if left:
        ledger.book(conn, bookings.guests_gone(left, at))
    for table, column in OWN:
        conn.executemany(f"DELETE FROM {table} WHERE {column} = ?", [(one,) for one in gone])
    conn.executemany("DELETE FROM players WHERE id = ?", [(one,) for one in gone])
    return tuple(gone)
