"""What the cashier writes: pieces of work over a connection, for a commit of one's own or a
table's. No reactor, no bank, no clock in here.

Each may be done again: a commit that was said to have failed may be on disk all the same.
"""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from game_server.bank import ledger as entries
from game_server.bank import saga
from game_server.bank.adapter import Authorization, Outcome
from game_server.bank.entries import purse_of
from game_server.store import ledger, payments
from game_server.store.payments import Card, Payment
from protocol.words import Illegal, chips

STEP: Final = 1_000
FIRST_LEAST: Final = 2_000
Also = Callable[[sqlite3.Connection, Payment], None]
"""What else is written with an intent: the reply to the request that it came from."""


class BankInfo(NamedTuple):
    """What a player may know of the own banking: the card in use and the last payments."""

    card: Card | None
    payments: tuple[Payment, ...]


def check_amount(amount: int) -> None:
    """Chips are bought in multiples of $10."""
    if amount < STEP or amount % STEP:
        text = f"You asked for ${chips(amount)}; chips are bought in multiples of ${chips(STEP)}."
        raise Illegal("buy_step", text, amount=amount, step=STEP)


def intend_to_buy(
    conn: sqlite3.Connection, *, player: int, table: str, amount: int, key: str, at: int
) -> Payment:
    """The intent to buy chips for one's seat; Illegal if it may not be."""
    if (known := found(conn, key)) is not None:
        return known
    card = payments.card_of(conn, player)
    if card is None:
        raise Illegal("no_card", "The cashier has no card of yours; give one first.")
    made = [one for one in payments.of_player(conn, player) if one.way == "buy"]
    if any(one.state not in saga.OVER for one in made):
        raise Illegal("buy_open", "Your last purchase is still at the bank; wait for its answer.")
    since = ledger.last_at(conn, entries.stay(player, table)) or 0
    stay = [one for one in made if one.place == table and one.made >= since]
    if amount < FIRST_LEAST and all(one.state == "refused" for one in stay):
        text = f"You asked for ${chips(amount)}; the first purchase is at least $"
        raise Illegal(
            "buy_first", text + f"{chips(FIRST_LEAST)}.", amount=amount, least=FIRST_LEAST
        )
    return payments.intend(
        conn,
        key=key,
        player=player,
        way="buy",
        amount=amount,
        kind=card.kind,
        auth=card.auth,
        digits=card.digits,
        place=table,
        at=at,
    )


def intend_to_cash_out(
    conn: sqlite3.Connection,
    *,
    player: int,
    table: str,
    amount: int,
    key: str,
    at: int,
    card: Authorization | None = None,
) -> Payment | None:
    """The intent to bring cash chips to a card: the player's, unless another is named.

    The chips leave the purse at once. None: there is no card to bring them to, and they stay.
    """
    if (known := found(conn, key)) is not None:
        return known
    if card is None:
        kept = payments.card_of(conn, player)
        if kept is None:
            return None
        card = Authorization(kept.auth, kept.kind, kept.digits)
    payment = payments.intend(
        conn,
        key=key,
        player=player,
        way="cash_out",
        amount=amount,
        kind=card.kind,
        auth=card.token,
        digits=card.digits,
        place=table,
        at=at,
    )
    entry = saga.booking(payment, "pending", at)
    assert entry is not None
    ledger.book(conn, entry)
    return payment


def send_back(conn: sqlite3.Connection, bought: Payment, at: int) -> Payment | None:
    """The intent to return chips to the card that paid for them; None if they are gone already.

    Its key is made from the purchase's, so that nothing is returned twice.
    """
    return send_home(
        conn,
        player=bought.player,
        table=bought.place,
        most=bought.amount,
        key=f"{bought.key}.back",
        at=at,
        card=authorization_of(bought),
    )


def send_home(
    conn: sqlite3.Connection,
    *,
    player: int,
    table: str,
    most: int,
    key: str,
    at: int,
    card: Authorization | None = None,
) -> Payment | None:
    """`intend_to_cash_out` of what lies in the purse, but so much at most; None if it is empty."""
    if (known := found(conn, key)) is not None:
        return known
    left = min(most, ledger.balance(conn, purse_of(player, "cash")))
    if left == 0:
        return None
    return intend_to_cash_out(
        conn, player=player, table=table, amount=left, key=key, at=at, card=card
    )


def send(conn: sqlite3.Connection, key: str, at: int) -> Payment:
    """The bank is about to be asked, for all that anybody knows after a crash."""
    payment = payments.by_key(conn, key)
    return payments.step(conn, key, "sent", at=at) if payment.state == "pending" else payment


def settle(
    conn: sqlite3.Connection, key: str, outcome: Outcome, at: int, memo: str = ""
) -> Payment:
    """Write what the bank has said, and book what it means; `memo` is for the ledger."""
    was = payments.by_key(conn, key)
    if was.state in saga.OVER:
        return was
    step = saga.after(was, outcome, at)
    if step.entry is not None:
        ledger.book(conn, replace(step.entry, memo=memo))
    if step.state != was.state:
        payments.step(conn, key, step.state, at=at, code=step.code)
    if step.state not in saga.OVER:
        payments.tried(conn, key, due=at + saga.pause(was.tries), code=step.code)
    return payments.by_key(conn, key)


def found(conn: sqlite3.Connection, key: str) -> Payment | None:
    """The payment of that key, if it is on disk."""
    try:
        return payments.by_key(conn, key)
    except payments.NoSuchPayment:
        return None


def authorization_of(payment: Payment) -> Authorization:
    """The authorization that a payment was made with, whatever card is in use now."""
    return Authorization(payment.auth, payment.kind, payment.digits)


def keep_card(conn: sqlite3.Connection, player: int, card: Authorization, at: int) -> Card:
    """Use this card from now on; payments under way keep theirs."""
    return payments.keep_card(
        conn, player=player, kind=card.kind, auth=card.token, digits=card.digits, at=at
    )


def info(conn: sqlite3.Connection, player: int) -> BankInfo:
    """The card in use and the last payments, the newest first."""
    return BankInfo(payments.card_of(conn, player), payments.of_player(conn, player, 20))
