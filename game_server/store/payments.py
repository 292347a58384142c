"""Payments on disk: every state of the saga with the outside bank.

A payment is on disk as `pending` before anything is done, and as `sent` before the bank is asked.
The schema holds the table of steps and refuses any other; what is done or refused stays so.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from game_server.store.cards import CardKind, ProvedCard
from game_server.store.refusals import KeyReused, StoreRefused, WrongStep, refusing
from game_server.store.transaction import Transaction

Way = Literal["buy", "cash_out"]
State = Literal["pending", "sent", "unknown", "done", "refused"]


@dataclass(frozen=True, slots=True)
class Payment:
    """One intent to buy chips or cash them out; `key` is what the bank knows it by.

    `card`: the number of the card it is made with, `auth` its token then. `place`: the table it is
    for. In `state` since `since`, tried so many times, and `due` for the next try: one that is
    `pending` with a `due` to come is held until then. `code` says why it was refused, or why it is
    unknown.
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
    card: int

    @property
    def intent(self) -> tuple[object, ...]:
        """What it was meant to be; the same key always means the same."""
        return self.player, self.way, self.amount, self.card, self.place

    def held(self, at: int) -> bool:
        """Whether the bank is not asked yet at that moment, because it is too early."""
        return self.state == "pending" and self.due > at


FIELDS: Final = (
    "id, key, player, way, amount, kind, auth, digits, place, made, state, since, tries, due, code,"
    " card"
)
NOT_OVER: Final = "state IN ('pending', 'sent', 'unknown')"


class PaymentCounts(NamedTuple):
    """Payments that the bank is asked about, that it has not answered, and that are held."""

    open: int
    unknown: int
    held: int


class NoSuchPayment(StoreRefused):
    """There is no payment of this key."""

    code = "no_payment"


def intend(
    conn: Transaction,
    *,
    key: str,
    player: int,
    way: Way,
    amount: int,
    card: ProvedCard,
    place: str,
    at: int,
    due: int | None = None,
) -> Payment:
    """A new payment, `pending` and due at once, or held until it is due.

    The same intent with the same key again is the payment that there is; another intent with it
    is KeyReused.
    """
    conn.execute(
        "INSERT INTO payments (key, player, way, amount, kind, auth, digits, place, made, since,"
        " due, card) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
        (
            *(key, player, way, amount, card.kind, card.auth, card.digits, place),
            *(at, at, at if due is None else due, card.id),
        ),
    )
    payment = by_key(conn, key)
    if payment.intent != (player, way, amount, card.id, place):
        raise KeyReused(f"The key {key!r} is of another payment; take a new key for a new intent.")
    return payment


def step(
    conn: Transaction, key: str, state: State, *, at: int, due: int = 0, code: str = ""
) -> Payment:
    """Bring a payment from its state to the next; WrongStep if the machine has no such step.

    Book what it means for the ledger in the same work.
    """
    was = by_key(conn, key)
    text = f"Payment {key!r} is {was.state}; it cannot become {state}."
    with refusing(conn, "payment_step", WrongStep(text)):
        conn.execute(
            "UPDATE payments SET state = ?, since = ?, due = ?, code = ? WHERE key = ?",
            (state, at, due, code, key),
        )
    return by_key(conn, key)


def tried(conn: Transaction, key: str, *, due: int, code: str = "") -> Payment:
    """The bank was asked once more and gave no definite answer; ask again at `due`."""
    was = by_key(conn, key)
    text = f"Payment {key!r} is {was.state}; there is nothing left to try."
    with refusing(conn, "payment_step", WrongStep(text)):
        conn.execute(
            "UPDATE payments SET tries = tries + 1, due = ?, code = ? WHERE key = ?",
            (due, code, key),
        )
    return by_key(conn, key)


def by_key(conn: Transaction, key: str) -> Payment:
    """The payment of that key; NoSuchPayment if there is none."""
    row = conn.execute(f"SELECT {FIELDS} FROM payments WHERE key = ?", (key,)).fetchone()
    if row is None:
        raise NoSuchPayment(f"There is no payment {key!r}; it begins with `intend`.")
    return Payment(*row)


def not_over(conn: Transaction) -> tuple[Payment, ...]:
    """Every payment that is pending, sent or unknown, in the order they were meant."""
    rows = conn.execute(f"SELECT {FIELDS} FROM payments WHERE {NOT_OVER} ORDER BY id")
    return tuple(Payment(*row) for row in rows)


def counts(conn: Transaction, at: int) -> PaymentCounts:
    """How many payments are not over at that moment, by what they wait for."""
    found = conn.execute(
        "SELECT count(*) FILTER (WHERE state <> 'pending' OR due <= ?1),"
        " count(*) FILTER (WHERE state = 'unknown'),"
        " count(*) FILTER (WHERE state = 'pending' AND due > ?1)"
        f" FROM payments WHERE {NOT_OVER}",
        (at,),
    ).fetchone()
    return PaymentCounts(*found)


def waiting_since(conn: Transaction, before: int) -> int:
    """How many payments that are not over were made and due before that moment."""
    found = conn.execute(
        f"SELECT count(*) FROM payments WHERE {NOT_OVER} AND made < ?1 AND due < ?1", (before,)
    )
    return int(found.fetchone()[0])


def of_player(conn: Transaction, player: int, most: int = 50) -> tuple[Payment, ...]:
    """A player's payments, the newest first."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM payments WHERE player = ? ORDER BY id DESC LIMIT ?", (player, most)
    )
    return tuple(Payment(*row) for row in rows)


def balances(conn: Transaction, player: int) -> dict[int, int]:
    """What each of a player's cards has paid and not got back yet, by its number, that which paid
    last first; below zero if it got more. What is on its way to a card counts as got back."""
    rows = conn.execute(
        "SELECT card, sum(CASE WHEN way = 'buy' AND state = 'done' THEN amount"
        " WHEN way = 'cash_out' AND state <> 'refused' THEN -amount ELSE 0 END)"
        " FROM payments WHERE player = ? GROUP BY card"
        " ORDER BY max(CASE WHEN way = 'buy' THEN id ELSE 0 END) DESC",
        (player,),
    )
    return {int(card): int(amount) for card, amount in rows}


def held(conn: Transaction, at: int, player: int | None = None) -> tuple[Payment, ...]:
    """What is held at that moment, of a player or of all."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM payments WHERE {NOT_OVER} AND state = 'pending' AND due > ?1"
        " AND (player = ?2 OR ?2 IS NULL) ORDER BY id",
        (at, player),
    )
    return tuple(Payment(*row) for row in rows)


def history(conn: Transaction, key: str) -> tuple[tuple[State, int], ...]:
    """The states a payment has been in, and since when, the first first."""
    rows = conn.execute(
        "SELECT state, at FROM payment_history WHERE payment = ? ORDER BY id",
        (by_key(conn, key).id,),
    )
    return tuple((state, at) for state, at in rows)
