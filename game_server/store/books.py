"""The ledger and the payments for whoever looks through them: pages in the order of the numbers.

What is read here may be long: it belongs on a thread of its own.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from game_server.bank.entries import Kind, Purse
from game_server.store.escrows import HOLDER
from game_server.store.payments import FIELDS, Payment
from game_server.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class AccountSum:
    """What the accounts of a kind hold together."""

    purse: Purse
    kind: Kind
    accounts: int
    amount: int


@dataclass(frozen=True, slots=True)
class AccountBalance:
    """What an account holds."""

    id: int
    name: str
    kind: Kind
    purse: Purse
    amount: int


@dataclass(frozen=True, slots=True)
class TransferRow:
    """One transfer, and the entry that it is part of."""

    id: int
    entry: int
    key: str
    at: int
    purse: Purse
    why: str
    src: str
    dst: str
    amount: int
    memo: str


LINES: Final = (
    "SELECT t.id, e.id, e.key, e.at, e.purse, t.why, s.name, d.name, t.amount, e.memo"
    " FROM transfers t JOIN entries e ON e.id = t.entry"
    " JOIN accounts s ON s.id = t.src JOIN accounts d ON d.id = t.dst"
)
EVER: Final = 2**62


def sums(conn: Transaction) -> tuple[AccountSum, ...]:
    """What each kind of account holds, in each purse."""
    rows = conn.execute("SELECT purse, kind, accounts, amount FROM totals ORDER BY purse, kind")
    return tuple(AccountSum(*row) for row in rows)


def held(conn: Transaction, after: int, most: int) -> tuple[AccountBalance, ...]:
    """Accounts with something in them, from the number after that one on."""
    rows = conn.execute(
        "SELECT a.id, a.name, a.kind, a.purse, b.amount FROM accounts a"
        " JOIN balances b ON b.account = a.id WHERE a.id > ? AND b.amount <> 0"
        " ORDER BY a.id LIMIT ?",
        (after, most),
    )
    return tuple(AccountBalance(*row) for row in rows)


def lines(
    conn: Transaction, after: int, most: int, since: int = 0, until: int = EVER
) -> tuple[TransferRow, ...]:
    """Lines that were booked in that time, from the number after that one on."""
    rows = conn.execute(
        f"{LINES} WHERE t.id > ? AND e.at >= ? AND e.at < ? ORDER BY t.id LIMIT ?",
        (after, since, until, most),
    )
    return tuple(TransferRow(*row) for row in rows)


def lines_of_key(conn: Transaction, key: str) -> tuple[TransferRow, ...]:
    """The lines of one entry."""
    return tuple(
        TransferRow(*row) for row in conn.execute(f"{LINES} WHERE e.key = ? ORDER BY t.id", (key,))
    )


def accounts_of(conn: Transaction, player: int) -> tuple[int, ...]:
    """The numbers of all accounts that a player has had: purses and seats."""
    rows = conn.execute(
        "SELECT id FROM accounts WHERE name IN (?1, ?2)"
        f" UNION ALL SELECT a.id FROM accounts a WHERE a.kind = 'escrow' AND {HOLDER} = ?3"
        " ORDER BY id",
        (f"play:{player}", f"cash:{player}", str(player)),
    )
    return tuple(number for (number,) in rows)


def last_line(conn: Transaction) -> int:
    """The number of the newest line."""
    (number,) = conn.execute("SELECT coalesce(max(id), 0) FROM transfers").fetchone()
    return int(number)


def lines_among(
    conn: Transaction, accounts: Collection[int], before: int, most: int, since: int = 0
) -> tuple[TransferRow, ...]:
    """Lines of these accounts below that number, the newest first, as far back as that time."""
    of = conn.engine.each_number("?1")
    mine, found = json.dumps(list(accounts)), set[int]()
    for side in ("src", "dst"):
        found.update(
            number
            for (number,) in conn.execute(
                f"SELECT id FROM transfers WHERE {side} IN ({of})"
                " AND id < ?2 ORDER BY id DESC LIMIT ?3",
                (mine, before, most),
            )
        )
    newest = sorted(found, reverse=True)[:most]
    rows = conn.execute(
        f"{LINES} WHERE t.id IN ({of}) AND e.at >= ?2 ORDER BY t.id DESC",
        (json.dumps(newest), since),
    )
    return tuple(TransferRow(*row) for row in rows)


def payments(
    conn: Transaction, after: int, most: int, since: int = 0, until: int = EVER
) -> tuple[Payment, ...]:
    """Payments that were meant in that time, from the number after that one on."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM payments WHERE id > ? AND made >= ? AND made < ?"
        " ORDER BY id LIMIT ?",
        (after, since, until, most),
    )
    return tuple(Payment(*row) for row in rows)
