"""The steps of a payment on disk: pieces of work over a connection, for a commit of one's own or a
table's. No reactor, no bank, no clock in here.

Each may be done again: a commit that was said to have failed may be on disk all the same.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, takewhile
from typing import Final, NamedTuple

from game_server.bank import bookings, payout, saga
from game_server.bank.adapter import Authorization, BankRefused, Outcome
from game_server.bank.entries import purse_of
from game_server.bank.payout import GivenCard, KeptCard, Part
from game_server.refusals import BuyInHigh
from game_server.store import cards, ledger, payments
from game_server.store.cards import CardsInUse
from game_server.store.payments import Payment
from game_server.store.transaction import Transaction
from protocol.buy_ins import MOST_BROUGHT
from protocol.words import Refusal, chips

STEP: Final = 1_000
FIRST_LEAST: Final = 2_000
CARD_CHANGED: Final = "card_changed"
"""Why a payment that was held is not made: winnings go to another card now."""
Also = Callable[[Transaction, Payment], None]
"""What else is written with an intent: the reply to the request that it came from."""


class Banked(NamedTuple):
    """A player's own banking: the cards in use and the last payments."""

    cards: CardsInUse | None
    payments: tuple[Payment, ...]


def check_amount(amount: int) -> None:
    """Chips are bought in multiples of $10."""
    if amount < STEP or amount % STEP:
        text = f"You asked for ${chips(amount)}; chips are bought in multiples of ${chips(STEP)}."
        raise Refusal("buy_step", text, amount=amount, step=STEP)


def intend_to_buy(
    conn: Transaction, *, player: int, table: str, amount: int, key: str, at: int
) -> Payment:
    """The intent to buy chips for one's seat; Refusal if it may not be."""
    if (known := found(conn, key)) is not None:
        return known
    if amount > MOST_BROUGHT:
        text = f"You asked for ${chips(amount)}; nobody buys more than ${chips(MOST_BROUGHT)}."
        raise BuyInHigh(text, amount=amount, most=MOST_BROUGHT)
    banking = cards.banking(conn, player)
    if banking is None:
        raise Refusal("no_card", "The cashier has no card of yours; give one first.")
    made = [one for one in payments.of_player(conn, player) if one.way == "buy"]
    if any(one.state not in saga.OVER for one in made):
        raise Refusal("buy_open", "Your last purchase is still at the bank; wait for its answer.")
    since = ledger.last_at(conn, bookings.stay(player, table)) or 0
    stay = [one for one in made if one.place == table and one.made >= since]
    if amount < FIRST_LEAST and all(one.state == "refused" for one in stay):
        text = f"You asked for ${chips(amount)}; the first purchase is at least $"
        raise Refusal(
            "buy_first", text + f"{chips(FIRST_LEAST)}.", amount=amount, least=FIRST_LEAST
        )
    return payments.intend(
        conn,
        key=key,
        player=player,
        way="buy",
        amount=amount,
        card=banking.pays,
        place=table,
        at=at,
    )


def intend_to_cash_out(
    conn: Transaction, *, player: int, table: str, amount: int, key: str, at: int
) -> tuple[Payment, ...]:
    """The intents to bring cash chips to the player's cards: to those that paid first.

    The chips leave the purse at once. What no card may take stays there. `key` is the first's, and
    the others' begin with it.
    """
    if known := _found_all(conn, key):
        return known
    parts = payout.parts_of(conn, player, amount, at)
    return tuple(
        _cash_out(conn, player=player, table=table, part=part, key=one, at=at)
        for one, part in zip(_keys(key), parts, strict=False)
    )


def _cash_out(
    conn: Transaction, *, player: int, table: str, part: Part, key: str, at: int
) -> Payment:
    payment = payments.intend(
        conn,
        key=key,
        player=player,
        way="cash_out",
        amount=part.amount,
        card=part.card,
        place=table,
        at=at,
        due=part.due,
    )
    entry = saga.booking(payment, "pending", at)
    assert entry is not None
    ledger.book(conn, entry)
    return payment


def send_back(conn: Transaction, bought: Payment, at: int) -> tuple[Payment, ...]:
    """The intent to return chips to the card that paid for them; none if they are gone already.

    Its key is made from the purchase's, so that nothing is returned twice.
    """
    key = f"{bought.key}.back"
    if (known := found(conn, key)) is not None:
        return (known,)
    left = min(bought.amount, ledger.balance(conn, purse_of(bought.player, "cash")))
    if left == 0:
        return ()
    part = Part(cards.by_id(conn, bought.card), left, at)
    return (_cash_out(conn, player=bought.player, table=bought.place, part=part, key=key, at=at),)


def send_home(
    conn: Transaction, *, player: int, table: str, most: int, key: str, at: int
) -> tuple[Payment, ...]:
    """`intend_to_cash_out` of what lies in the purse, but so much at most; none if it is empty."""
    if known := _found_all(conn, key):
        return known
    left = min(most, ledger.balance(conn, purse_of(player, "cash")))
    if left == 0:
        return ()
    return intend_to_cash_out(conn, player=player, table=table, amount=left, key=key, at=at)


def send(conn: Transaction, key: str, at: int) -> Payment:
    """The bank is about to be asked, for all that anybody knows after a crash."""
    payment = payments.by_key(conn, key)
    return payments.step(conn, key, "sent", at=at) if payment.state == "pending" else payment


def settle(conn: Transaction, key: str, outcome: Outcome, at: int, memo: str = "") -> Payment:
    """Write what the bank has said, and book what it means; `memo` is for the ledger."""
    was = payments.by_key(conn, key)
    if was.state in saga.OVER:
        return was
    step = saga.after(was, outcome, at)
    if step.entry is not None:
        ledger.book(conn, replace(step.entry, memo=memo))
    if outcome == BankRefused("authorization_ended"):
        cards.set_ended(conn, was.card)
    if step.state != was.state:
        payments.step(conn, key, step.state, at=at, code=step.code)
    if step.state not in saga.OVER:
        payments.tried(conn, key, due=at + saga.pause(was.tries), code=step.code)
    return payments.by_key(conn, key)


def found(conn: Transaction, key: str) -> Payment | None:
    """The payment of that key, if it is on disk."""
    try:
        return payments.by_key(conn, key)
    except payments.NoSuchPayment:
        return None


def _found_all(conn: Transaction, key: str) -> tuple[Payment, ...]:
    """The payments of a cash-out of that key, if it is on disk."""
    kept = (found(conn, one) for one in _keys(key))
    return tuple(one for one in takewhile(lambda one: one is not None, kept) if one is not None)


def _keys(key: str) -> Iterator[str]:
    yield key
    for number in count(2):
        yield f"{key}.{number}"


def authorization_of(payment: Payment) -> Authorization:
    """The authorization that a payment was made with, whatever card is in use now."""
    return Authorization(payment.auth, payment.kind, payment.digits)


def keep_card(
    conn: Transaction, player: int, given: GivenCard, at: int, payout_hold: int
) -> KeptCard:
    """Use this card from now on. What was held for another card is the player's again, and goes
    where cash goes now."""
    kept = payout.keep(conn, player, given, at, payout_hold)
    for key in kept.freed:
        was = payments.by_key(conn, key)
        entry = saga.booking(was, "refused", at)
        assert entry is not None
        ledger.book(conn, entry)
        payments.step(conn, key, "refused", at=at, code=CARD_CHANGED)
    return kept


def info(conn: Transaction, player: int) -> Banked:
    """The cards in use and the last payments, the newest first."""
    return Banked(cards.banking(conn, player), payments.of_player(conn, player, 20))
