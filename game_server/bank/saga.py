"""The saga of a payment between house and bank, as tables: its steps, bookings and retries.

Pure. A step and its booking are written in one commit, before anything that follows from them.
Nothing is booked on an intent to buy: until the bank says done, the money is the player's. What
is cashed out lies in suspense from the intent on, so that nobody can spend it twice.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from game_server.bank import bookings
from game_server.bank.adapter import BankDone, BankRefused, BankUnknown, Outcome
from game_server.bank.entries import Entry
from game_server.store.payments import Payment, State, Way

STEPS: Final[Mapping[tuple[State, str], State]] = {
    ("pending", "send"): "sent",
    ("pending", "other_card"): "refused",
    ("sent", "done"): "done",
    ("sent", "refused"): "refused",
    ("sent", "silent"): "unknown",
    ("unknown", "done"): "done",
    ("unknown", "refused"): "refused",
    ("unknown", "silent"): "unknown",
}
"""Only the bank's own word ends a payment that it may have been asked about: silence never does,
however long. One that is still held is not made when winnings go to another card meanwhile."""

OVER: Final[frozenset[State]] = frozenset({"done", "refused"})

BOOKS: Final[Mapping[tuple[Way, State], Callable[[Payment, int], Entry]]] = {
    ("buy", "done"): lambda one, at: bookings.bought(one.key, one.player, one.amount, at),
    ("cash_out", "pending"): lambda one, at: bookings.depositing(
        one.key, one.player, one.amount, at
    ),
    ("cash_out", "done"): lambda one, at: bookings.deposited(one.key, one.amount, at),
    ("cash_out", "refused"): lambda one, at: bookings.deposit_refused(
        one.key, one.player, one.amount, at
    ),
}
"""What is booked when a payment comes into a state; in every other, nothing."""

FIRST_PAUSE_MS: Final = 1_000
LONGEST_PAUSE_MS: Final = 60_000


class SagaStep(NamedTuple):
    """The state that follows, why (a code of the bank or of the silence), and what is booked."""

    state: State
    code: str
    entry: Entry | None


def after(payment: Payment, outcome: Outcome, at: int) -> SagaStep:
    """What follows on the bank's answer. KeyError: the payment was not asked about."""
    heard, code = _heard(outcome)
    state = STEPS[payment.state, heard]
    return SagaStep(state, code, None if state == "unknown" else booking(payment, state, at))


def booking(payment: Payment, state: State, at: int) -> Entry | None:
    """The entry of a payment that comes into that state; its key makes it one, ever."""
    book = BOOKS.get((payment.way, state))
    return None if book is None else book(payment, at)


def pause(tries: int) -> int:
    """Milliseconds until the bank is asked again: 1 s, 2 s, 4 s ... 1 min, for ever."""
    # The shift stays small: a payment may have been tried for weeks.
    return min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << min(tries, 6))


def _heard(outcome: Outcome) -> tuple[str, str]:
    match outcome:
        case BankDone():
            return "done", ""
        case BankRefused(code):
            return "refused", code
        case BankUnknown(why):
            return "silent", why[:80]
