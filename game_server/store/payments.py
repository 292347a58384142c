"""Payments on disk: every state of the saga with the outside bank, and the cards it uses.

A payment is on disk as `pending` before anything is done, and as `sent` before the bank is asked.
The schema holds the table of steps and refuses any other; what is done or refused stays so.
"""

import sqlite3
from dataclasses import dataclass, field
from typing import Final, Literal

from game_server.store.refusals import KeyReused, StoreRefused, WrongStep, refusing

Way = Literal["buy", "cash_out"]
CardKind = Literal["debit", "credit"]
State = Literal["pending", "sent", "unknown", "done", "refused"]


@dataclass(frozen=True, slots=True)
class Card:
    """The card a player pays with: what the bank gave for it, and four digits to show."""

    player: int
    kind: CardKind
    auth: str = field(repr=False)
    digits: str
    at: int


@dataclass(frozen=True, slots=True)
class Payment:
    """One intent to buy chips or cash them out; `key` is what the bank knows it by.

    `place`: the table it is for. In `state` since `since`, tried so many times, and `due` for the
    next try. `code` says why it was refused, or why it is unknown.
    """

    id: int
    key: str
    player: int
    way: Way
    amount: int
    kind: CardKind
    auth: str = field(repr=False)
    digits: str
    place: str
    made: int
    state: State
    since: int
    tries: int
    due: int
    code: str

    @property
    def intent(self) -> tuple[object, ...]:
        """What it was meant to be; the same key always means the same."""
        return self.player, self.way, self.amount, self.kind, self.auth, self.digits, self.place


FIELDS: Final = (
    "id, key, player, way, amount, kind, auth, digits, place, made, state, since, tries, due, code"
)
NOT_OVER: Final = "state IN ('pending', 'sent', 'unknown')"


class NoSuchPayment(StoreRefused):
    """There is no payment of this key."""

    code = "no_payment"


def intend(
    conn: sqlite3.Connection,
    *,
    key: str,
    player: int,
    way: Way,
    amount: int,
    kind: CardKind,
    auth: str,
    digits: str,
    place: str,
    at: int,
) -> Payment:
    """A new payment, `pending` and due at once.

    The same intent with the same key again is the payment that there is; another intent with it
    is KeyReused.
    """
    conn.execute(
        "INSERT INTO payments (key, player, way, amount, kind, auth, digits, place, made, since,"
        " due) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
        (key, player, way, amount, kind, auth, digits, place, at, at, at),
    )
    payment = by_key(conn, key)
    if payment.intent != (player, way, amount, kind, auth, digits, place):
        raise KeyReused(f"The key {key!r} is of another payment; take a new key for a new intent.")
    return payment


def step(
    conn: sqlite3.Connection, key: str, state: State, *, at: int, due: int = 0, code: str = ""
) -> Payment:
    """Bring a payment from its state to the next; WrongStep if the machine has no such step.

    Book what it means for the ledger in the same work.
    """
    was = by_key(conn, key)
    text = f"Payment {key!r} is {was.state}; it cannot become {state}."
    with refusing("payment_step", WrongStep(text)):
        conn.execute(
            "UPDATE payments SET state = ?, since = ?, due = ?, code = ? WHERE key = ?",
            (state, at, due, code, key),
        )
    return by_key(conn, key)


def tried(conn: sqlite3.Connection, key: str, *, due: int, code: str = "") -> Payment:
    """The bank was asked once more and gave no definite answer; ask again at `due`."""
    was = by_key(conn, key)
    text = f"Payment {key!r} is {was.state}; there is nothing left to try."
    with refusing("payment_step", WrongStep(text)):
        conn.execute(
            "UPDATE payments SET tries = tries + 1, due = ?, code = ? WHERE key = ?",
            (due, code, key),
        )
    return by_key(conn, key)


def by_key(conn: sqlite3.Connection, key: str) -> Payment:
    """The payment of that key; NoSuchPayment if there is none."""
    row = conn.execute(f"SELECT {FIELDS} FROM payments WHERE key = ?", (key,)).fetchone()
    if row is None:
        raise NoSuchPayment(f"There is no payment {key!r}; it begins with `intend`.")
    return Payment(*row)


def not_over(conn: sqlite3.Connection) -> tuple[Payment, ...]:
    """Every payment that is pending, sent or unknown, in the order they were meant."""
    rows = conn.execute(f"SELECT {FIELDS} FROM payments WHERE {NOT_OVER} ORDER BY id")
    return tuple(Payment(*row) for row in rows)


def of_player(conn: sqlite3.Connection, player: int, most: int = 50) -> tuple[Payment, ...]:
    """A player's payments, the newest first."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM payments WHERE player = ? ORDER BY id DESC LIMIT ?", (player, most)
    )
    return tuple(Payment(*row) for row in rows)


def history(conn: sqlite3.Connection, key: str) -> tuple[tuple[State, int], ...]:
    """The states a payment has been in, and since when, the first first."""
    rows = conn.execute(
        "SELECT state, at FROM payment_history WHERE payment = ? ORDER BY id",
        (by_key(conn, key).id,),
    )
    return tuple((state, at) for state, at in rows)


def keep_card(
    conn: sqlite3.Connection, *, player: int, kind: CardKind, auth: str, digits: str, at: int
) -> Card:
    """Pay with this card from now on; payments under way keep theirs."""
    conn.execute(
        "INSERT INTO cards (player, kind, auth, digits, at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (player) DO UPDATE SET kind = excluded.kind, auth = excluded.auth,"
        " digits = excluded.digits, at = excluded.at",
        (player, kind, auth, digits, at),
    )
    return Card(player, kind, auth, digits, at)


def card_of(conn: sqlite3.Connection, player: int) -> Card | None:
    """The card a player pays with."""
    row = conn.execute(
        "SELECT player, kind, auth, digits, at FROM cards WHERE player = ?", (player,)
    ).fetchone()
    return None if row is None else Card(*row)


def forget_card(conn: sqlite3.Connection, player: int) -> None:
    """The player pays with no card any more; payments under way keep theirs."""
    conn.execute("DELETE FROM cards WHERE player = ?", (player,))
