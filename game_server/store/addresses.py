"""Addresses on disk: they are taken out of rows that stay longer than an address is kept."""

from collections.abc import Sequence
from typing import Final

from game_server.store.transaction import Transaction

PAGE: Final = 5_000
"""So many rows of the security log are looked at in one step."""
AT_ONCE: Final = 50
"""So many addresses go in one commit: no table waits for it."""


def in_log(conn: Transaction, after: int, before: int) -> tuple[tuple[int, ...], int]:
    """The rows with an address among the next rows of the security log after that number, as far as
    they are from before that moment; and the last number that was looked at, 0 at the end. It
    belongs beside the commits."""
    rows = conn.execute(
        "SELECT id, at < ?, address <> '' FROM security WHERE id > ? ORDER BY id LIMIT ?",
        (before, after, PAGE),
    ).fetchall()
    found = tuple(number for number, old, has in rows if old and has)
    goes_on = len(rows) == PAGE and any(old for _, old, _ in rows)
    return found, rows[-1][0] if goes_on else 0


def of_sessions(conn: Transaction, before: int) -> tuple[int, ...]:
    """Sessions with an address that were over, or used last, before that moment. It belongs beside
    the commits."""
    rows = conn.execute(
        "SELECT id FROM sessions WHERE address <> '' AND coalesce(ended, seen) < ? ORDER BY id",
        (before,),
    )
    return tuple(number for (number,) in rows)


def blank_in_log(conn: Transaction, rows: Sequence[int]) -> None:
    """Take the addresses out of these rows of the security log."""
    conn.executemany("UPDATE security SET address = '' WHERE id = ?", [(one,) for one in rows])


def blank_of_sessions(conn: Transaction, sessions: Sequence[int]) -> None:
    """Take the addresses out of these sessions."""
    conn.executemany("UPDATE sessions SET address = '' WHERE id = ?", [(one,) for one in sessions])
