"""The books of the demo bank: accounts, cards, authorizations and the outcome of every key.

It is a stranger to the house: its file is its own and nothing of the house's is read here.
"""

import hmac
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from game_server.bank.adapter import (
    Authorization,
    Authorized,
    BankDone,
    BankRefused,
    BankUnseen,
    Holds,
)
from game_server.bank.cards import BankCard, with_check_digit
from protocol.words import Refusal

Way = Literal["withdraw", "deposit"]
MEMORY: Final = ":memory:"
OWNER_ONLY: Final = 0o600
BooksError = sqlite3.Error
"""Whatever is wrong with the file of the books."""
TRIES: Final = 3
HOUSE: Final = 0
"""The account of the house at the bank. It begins at 0 and may be overdrawn."""

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS accounts (
    id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, CHECK (id = 0 OR balance >= 0)
) STRICT;
CREATE TABLE IF NOT EXISTS cards (
    number TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts, kind TEXT NOT NULL,
    pin TEXT NOT NULL, wrong INTEGER NOT NULL DEFAULT 0,
    expiry TEXT NOT NULL DEFAULT '', code TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE IF NOT EXISTS authorizations (
    token TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts
) STRICT;
CREATE TABLE IF NOT EXISTS payments (
    key TEXT PRIMARY KEY, way TEXT NOT NULL, token TEXT NOT NULL, amount INTEGER NOT NULL,
    code TEXT NOT NULL, times INTEGER NOT NULL DEFAULT 1
) STRICT;
"""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The balance sheet of the demo bank: of the house, of its customers, and how many payments
    were made."""

    house: int
    customers: int
    payments: int


def sample_card(number: int) -> BankCard:
    """Card 0, 1, 2 ... of a demo bank: even ones debit with a PIN, odd ones credit with an expiry
    and a security code."""
    whole = with_check_digit(f"400000{number:09}")
    if number % 2:
        expiry = f"{2040 + number % 10}-{1 + number % 12:02}"
        return BankCard("credit", whole, expiry=expiry, code=f"{(321 + 37 * number) % 1_000:03}")
    return BankCard("debit", whole, f"{(1234 + 1111 * number) % 10_000:04}")


def sample_balance(number: int) -> int:
    """What stands behind a sample card: $15 for every tenth from 8, too little to play for."""
    return 1_500 if number % 10 == 8 else 200_000


class DemoBooks:
    """A bank in one SQLite file. Every call is one transaction; it answers as the adapter does."""

    def __init__(self, path: str, token: Callable[[], str] = lambda: secrets.token_urlsafe(24)):
        if path != MEMORY:
            with suppress(OSError):
                # Cards and PINs; the files that SQLite puts beside it take its mode.
                file = Path(path)
                file.touch(mode=OWNER_ONLY)
                file.chmod(OWNER_ONLY)
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.executescript(
            f"PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; {SCHEMA}"
        )
        self._db.execute("INSERT OR IGNORE INTO accounts VALUES (?, 0)", (HOUSE,))
        self._token = token
        known = {str(row[1]) for row in self._db.execute("PRAGMA table_info(cards)")}
        for name in ("expiry", "code"):
            if name not in known:
                self._db.execute(f"ALTER TABLE cards ADD COLUMN {name} TEXT NOT NULL DEFAULT ''")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def open_account(self, card: BankCard, balance: int) -> None:
        """A new account with one card; a card that exists keeps what it has, but that one from
        before credit cards had a code gets it."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            known = self._one("SELECT account FROM cards WHERE number = ?", card.number)
            if known is None:
                made = self._db.execute("INSERT INTO accounts (balance) VALUES (?)", (balance,))
                self._db.execute(
                    "INSERT INTO cards (number, account, kind, pin, expiry, code)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (card.number, made.lastrowid, card.kind, card.pin, card.expiry, card.code),
                )
            self._db.execute(
                "UPDATE cards SET expiry = ?, code = ? WHERE number = ? AND code = ''",
                (card.expiry, card.code, card.number),
            )

    def open_card(self, card: BankCard, beside: BankCard) -> None:
        """A further card of the account of another."""
        with self._db:
            self._db.execute(
                "INSERT INTO cards (number, account, kind, pin, expiry, code)"
                " SELECT ?, account, ?, ?, ?, ? FROM cards WHERE number = ?",
                (card.number, card.kind, card.pin, card.expiry, card.code, beside.number),
            )

    def authorize(self, card: BankCard) -> Authorized | BankRefused:
        """Card and PIN, or expiry and code, for a token; the third wrong one in a row blocks the
        card."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            row = self._one(
                "SELECT account, kind, pin, wrong, expiry, code FROM cards WHERE number = ?",
                card.number,
            )
            if row is None or row[1] != card.kind:
                return BankRefused("card_unknown")
            account, kind, wrong = int(row[0]), row[1], int(row[3])
            if wrong >= TRIES:
                return BankRefused("card_blocked")
            proof = (row[2], "", "") if kind == "debit" else ("", row[4], row[5])
            shown = (card.pin, card.expiry, card.code)
            # A card that is on the books without its proof is nobody's.
            right = any(proof) and hmac.compare_digest(repr(proof).encode(), repr(shown).encode())
            self._db.execute(
                "UPDATE cards SET wrong = ? WHERE number = ?",
                (0 if right else wrong + 1, card.number),
            )
            if not right:
                said = "pin_wrong" if kind == "debit" else "cvc_wrong"
                return BankRefused(said if wrong + 1 < TRIES else "card_blocked")
            token = self._token()
            self._db.execute("INSERT INTO authorizations VALUES (?, ?)", (token, account))
            return Authorized(Authorization(token, card.kind, card.digits), f"holder-{account}")

    def balance(self, token: str) -> Holds | BankRefused:
        """What the account behind a token holds."""
        row = self._one(
            "SELECT balance FROM accounts JOIN authorizations ON account = id WHERE token = ?",
            token,
        )
        return BankRefused("authorization_ended") if row is None else Holds(int(row[0]))

    def pay(
        self, way: Way, token: str, amount: int, key: str, refuse: bool = False
    ) -> BankDone | BankRefused:
        """The outcome of the key: decided the first time, the same ever after.

        The key is looked up before anything else, so that a payment that was made stays made when
        its authorization has ended since. Another payment under the same key is refused.
        """
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            seen = self._one("SELECT way, token, amount, code FROM payments WHERE key = ?", key)
            if seen is not None:
                if tuple(seen[:3]) != (way, token, amount):
                    raise Refusal(
                        "key_reused", "This key stands for another payment; take a new one."
                    )
                self._db.execute("UPDATE payments SET times = times + 1 WHERE key = ?", (key,))
                return _outcome(str(seen[3]))
            code = "declined" if refuse else self._move(way, token, amount)
            self._db.execute(
                "INSERT INTO payments (key, way, token, amount, code) VALUES (?, ?, ?, ?, ?)",
                (key, way, token, amount, code),
            )
            return _outcome(code)

    def status(self, key: str) -> BankDone | BankRefused | BankUnseen:
        """What has become of a key."""
        row = self._one("SELECT code FROM payments WHERE key = ?", key)
        return BankUnseen() if row is None else _outcome(str(row[0]))

    def held(self, card: BankCard) -> int:
        """What the account of a card holds, without its PIN: for whoever owns these books."""
        row = self._one(
            "SELECT balance FROM accounts JOIN cards ON account = id WHERE number = ?", card.number
        )
        return 0 if row is None else int(row[0])

    def unblock(self, card: BankCard) -> None:
        """PIN or code may be tried again."""
        with self._db:
            self._db.execute("UPDATE cards SET wrong = 0 WHERE number = ?", (card.number,))

    def tokens(self) -> tuple[str, ...]:
        """Every token that is good: for whoever owns these books."""
        with closing(self._db.execute("SELECT token FROM authorizations")) as cursor:
            return tuple(str(row[0]) for row in cursor)

    def end_authorizations(self) -> None:
        """Every token ends, as a bank's do after a while."""
        with self._db:
            self._db.execute("DELETE FROM authorizations")

    def sheet(self) -> Sheet:
        """The balance sheet."""
        row = self._one(
            "SELECT (SELECT balance FROM accounts WHERE id = 0),"
            " (SELECT coalesce(sum(balance), 0) FROM accounts WHERE id <> 0),"
            " (SELECT count(*) FROM payments WHERE code = '')"
        )
        assert row is not None
        return Sheet(*(int(str(value)) for value in row))

    def _move(self, way: Way, token: str, amount: int) -> str:
        row = self._one(
            "SELECT id, balance FROM accounts JOIN authorizations ON account = id WHERE token = ?",
            token,
        )
        if row is None:
            return "authorization_ended"
        account, balance = int(row[0]), int(row[1])
        if way == "withdraw" and balance < amount:
            return "funds_short"
        change = -amount if way == "withdraw" else amount
        move = "UPDATE accounts SET balance = balance + ? WHERE id = ?"
        self._db.execute(move, (change, account))
        self._db.execute(move, (-change, HOUSE))
        return ""

    def _one(self, sql: str, *values: object) -> Sequence[str | int] | None:
        with closing(self._db.execute(sql, values)) as cursor:
            row: Sequence[str | int] | None = cursor.fetchone()
            return row


def _outcome(code: str) -> BankDone | BankRefused:
    return BankRefused(code) if code else BankDone()
