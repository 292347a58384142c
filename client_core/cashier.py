"""Purses, the card in use, and payments on their way to the bank and from it."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from client_core.text import Say, Value
from protocol.messages import BankInfo, Paid, Payment, Purse

HOUR_S: Final = 3600
UNIT: Final = 100
"""What chips are bought in multiples of, where the rules say nothing else."""


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """A payment as it is shown; `say` tells how far it has come, or why it was refused. `until`:
    it is held, and goes by itself then."""

    n: int
    at: int
    way: str
    amount: int
    state: str
    code: str
    say: Say
    until: int = 0


@dataclass(frozen=True, slots=True)
class Cashier:
    """The money of the player, as far as it is known. `known`: the bank's card was told in this
    session."""

    play: int = 0
    cash: int = 0
    profit: Mapping[str, int] = field(default_factory=dict)
    counted: bool = False
    card: str | None = None
    digits: str = ""
    known: bool = False
    payments: tuple[Payment, ...] = ()
    home: str = ""
    confirm: str = ""
    new_at: float = 0.0
    """From when on the house gives new chips to one who has none and comes in, in client time."""


@dataclass(frozen=True, slots=True)
class CashierView:
    """The cashier's screen. `busy`: something was asked of it; `refusal`: why the last was not
    done. `home`: the last digits of the card that winnings go to, when it is not the one in use;
    `confirm`: what makes the next card that one, `password` or `card`."""

    card: str | None
    digits: str
    payments: tuple[PaymentRow, ...]
    busy: bool
    refusal: Say | None
    known: bool
    home: str = ""
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class BuyView:
    """Chips that may be bought at a table: from `least` to `most` in steps; `first`: nothing was
    bought there yet. `have` is what the play purse holds; of a bank account nobody knows."""

    least: int
    most: int
    step: int
    usual: int
    first: bool
    purse: str
    have: int


def purse(cashier: Cashier, message: Purse, now: float) -> Cashier:
    """What the cashier knows after a message on the purse."""
    return replace(
        cashier,
        play=message.play,
        cash=message.cash,
        profit=dict(message.profit),
        counted=True,
        new_at=now + message.wait / 1000,
    )


def new_chips(cashier: Cashier, now: float) -> tuple[Literal["now", "later"], int]:
    """When there are new chips for one who has none, and in how many hours."""
    hours = max(0, math.ceil((cashier.new_at - now) / HOUR_S))
    return ("later" if hours else "now", hours)


def info(cashier: Cashier, message: BankInfo) -> Cashier:
    """The card that is used now, and the last payments as they are."""
    payments = _newest(cashier.payments, message.payments)
    return replace(
        cashier,
        card=message.card,
        digits=message.digits,
        known=True,
        payments=payments,
        home=message.home,
        confirm=message.confirm,
    )


def paid(cashier: Cashier, message: Paid) -> Cashier:
    """A payment began or came further."""
    return replace(cashier, payments=_newest(cashier.payments, (message.payment,)))


def _newest(known: Iterable[Payment], more: Iterable[Payment]) -> tuple[Payment, ...]:
    found = {one.n: one for one in known}
    for one in more:
        found[one.n] = one
    return tuple(found[n] for n in sorted(found, reverse=True))


def pending(cashier: Cashier) -> bool:
    """Whether the bank still owes an answer."""
    return any(one.state in ("pending", "unknown") for one in cashier.payments)


def row(payment: Payment) -> PaymentRow:
    """A payment as the list of payments shows it."""
    refused = payment.state == "refused" and payment.code
    state = "held" if payment.until else payment.state
    key = f"refusal.{payment.code}" if refused else f"payment.{payment.way}.{state}"
    holes: dict[str, Value] = {"amount": payment.amount, "digits": payment.digits}
    say = Say(key, holes, f"{payment.state}: {payment.code}")
    return PaymentRow(
        payment.n,
        payment.at,
        payment.way,
        payment.amount,
        payment.state,
        payment.code,
        say,
        payment.until,
    )


def buying(
    purse: str, have: int, stack: int, least: int, most: int, unit: int, first: bool, stake: int
) -> BuyView:
    """What a seat with so many chips may buy, where a room allows so much and the multiple is
    `unit`: no less than lets it play for `stake`, and whole chips where there is room for one.
    Where chips are cash the first purchase has a least."""
    room = max(0, most - stack) if most else 10**9
    if purse == "play":
        room = min(room, have)
    step = UNIT if UNIT % unit == 0 and room >= UNIT else unit
    top = room - room % step
    wanted = max(stake - stack, least if first else 0)
    low = max(step, -(-wanted // step) * step)
    usual = min(top, max(low, (most // 2 // step) * step if most else low))
    return BuyView(min(low, top), top, step, usual, first, purse, have)
