"""What a house and its bank have written, read as plain rows of one moment."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import psycopg

from game_server.store import ledger_check
from game_server.store.place import database_of
from game_server.store.transaction import one_moment
from tests.nemesis.history import (
    Account,
    BankPayment,
    Books,
    HousePayment,
    JournalLine,
    Move,
)

JOURNAL: Final = (
    "SELECT t.name, j.epoch, j.seq, j.data FROM journal j JOIN tables t ON t.id = j.tbl"
    " ORDER BY j.id"
)
MOVES: Final = (
    "SELECT e.key, e.purse, s.name, d.name, t.amount FROM transfers t"
    " JOIN entries e ON e.id = t.entry JOIN accounts s ON s.id = t.src"
    " JOIN accounts d ON d.id = t.dst ORDER BY t.id"
)
ACCOUNTS: Final = (
    "SELECT a.name, a.kind, a.purse, coalesce(b.amount, 0) FROM accounts a"
    " LEFT JOIN balances b ON b.account = a.id ORDER BY a.id"
)
HOUSE_PAYMENTS: Final = "SELECT id, key, way, amount, state FROM payments ORDER BY id"
UNDER_WAY: Final = (
    # What was proved by a clock that is ahead waits until all others have come that far.
    "SELECT count(*) FROM payments WHERE state NOT IN ('done', 'refused')"
    " AND NOT (state = 'pending' AND due > made + 60000)"
)
BANK_PAYMENTS: Final = "SELECT key, way, amount, code FROM payments"


def read(dsn: str, bank: Path | None = None) -> Books:
    """All of it. House and bank may run; the bank's books are those of the same moment."""
    there = _bank(bank)
    while True:
        before, books = there, _house(dsn)
        there = _bank(bank)
        if there == before:
            books.bank, books.bank_house = there
            return books


def _house(dsn: str) -> Books:
    with psycopg.connect(dsn) as conn:
        conn.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        books = Books(
            dict(conn.execute("SELECT name, id FROM players").fetchall()),
            [JournalLine(*row) for row in conn.execute(JOURNAL).fetchall()],
            [str(key) for (key,) in conn.execute("SELECT key FROM entries").fetchall()],
            [Move(*row) for row in conn.execute(MOVES).fetchall()],
            [Account(*row) for row in conn.execute(ACCOUNTS).fetchall()],
            [HousePayment(*row) for row in conn.execute(HOUSE_PAYMENTS).fetchall()],
        )
    with closing(database_of(Path(), dsn).look()) as looked, one_moment(looked):
        books.found = [str(fault) for fault in ledger_check.whole_faults(looked)]
    return books


def _bank(file: Path | None) -> tuple[list[BankPayment], int]:
    """What the bank has paid, and what the house has there."""
    if file is None:
        return [], 0
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("BEGIN")
        paid_there = [BankPayment(*row) for row in conn.execute(BANK_PAYMENTS).fetchall()]
        [(house,)] = conn.execute("SELECT balance FROM accounts WHERE id = 0")
    return paid_there, int(house)


def paid(dsn: str) -> bool:
    """Whether no payment is under way."""
    with psycopg.connect(dsn) as conn:
        (under_way,) = conn.execute(UNDER_WAY).fetchone() or (0,)
    return bool(under_way == 0)
