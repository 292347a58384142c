"""The cashier: chips for money, money for chips, through an outside bank that may fail anyhow.

Each payment is carried by one task from its intent to the bank's definite answer. All it knows is
on disk before the next step, so a crash between any two leaves a payment that `start` picks up.
"""

import secrets
import sqlite3
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank import payment_steps, saga
from game_server.bank.adapter import (
    BankDone,
    BankRefused,
    BankUnseen,
    Outcome,
    OutsideBank,
    bank_refusal,
)
from game_server.bank.bank_terms import BankTerms
from game_server.bank.card_check import CardCheck, answer
from game_server.bank.concurrency import ConcurrencyLimit
from game_server.bank.entries import purse_of
from game_server.bank.floor import Floor, Purchase, house_closes
from game_server.bank.holding import Holding
from game_server.bank.payment_steps import Also, Banked
from game_server.bank.payout import AlsoKept, GivenCard, KeptCard
from game_server.bank.retry import RetrySchedule
from game_server.bank.tries import CardTries
from game_server.bank.vault import Vault
from game_server.clock import Clock
from game_server.refusals import NotWritten
from game_server.store import ledger, payments
from game_server.store.payments import Payment
from game_server.store.ports import CommitFailed, Store, StoreClosed
from game_server.store.purses import players_with_cash
from game_server.store.refusals import WrongStep
from protocol.words import Refusal

T = TypeVar("T")


class Cashier:
    """Buys chips and cashes them out. Refusals are Refusal: a code and a sentence to show."""

    _log = Logger()

    def __init__(
        self,
        store: Store,
        bank: OutsideBank,
        floor: Floor,
        clock: Clock,
        now: Callable[[], int],
        terms: BankTerms,
        vault: Vault,
        new_key: Callable[[], str] = lambda: secrets.token_urlsafe(18),
    ) -> None:
        self._store = store
        self._bank = bank
        self._floor = floor
        self._retry = RetrySchedule(store, clock)
        self._holding = Holding(store, self._retry, now)
        self._now = now
        self._hold, self._vault = terms.hold, vault
        self.cards = CardCheck(bank, CardTries(vault.digests(), terms.tries), store, now)
        self._limit = ConcurrencyLimit()
        self._new_key = new_key
        self._under_way: set[str] = set()
        self._tasks: dict[str, Deferred[None]] = {}
        self._waiting: dict[str, Deferred[Payment]] = {}
        self._deciding: set[str] = set()
        """Payments that an operator decides at this moment."""
        self._bringing: Counter[int] = Counter()
        self._again: set[int] = set()
        """Whose cash has to be looked for once more when what is brought now has arrived."""

    # -- the card ------------------------------------------------------------------------

    def keep_card(
        self, player: int, given: GivenCard, also: AlsoKept | None = None
    ) -> Deferred[KeptCard]:
        """Use this card from now on: at any time, in a round and with a payment under way. Cash
        that lies in the purse because no card took it goes where cash goes now."""
        return _run(self._keep_card(player, given, also))

    def info(self, player: int) -> Deferred[Banked]:
        """The cards in use by their last digits, and the last payments."""
        return self._store.read(lambda conn: payment_steps.info(conn, player))

    # -- chips ---------------------------------------------------------------------------

    def buy(
        self, player: int, table: str, amount: int, also: Also | None = None
    ) -> Deferred[Payment]:
        """`begin_to_buy`, and its answer. What is unknown goes on by itself."""

        async def steps() -> Payment:
            return await (await self._buy(player, table, amount, also)).answer

        return _run(steps())

    def begin_to_buy(
        self, player: int, table: str, amount: int, also: Also | None = None
    ) -> Deferred[Purchase]:
        """Buy chips for one's seat; fires when the intent is on disk. A refusal is Refusal."""
        return _run(self._buy(player, table, amount, also))

    def carry(self, payment: Payment) -> None:
        """Carry a payment whose intent is on disk to its end; once, however often it is said.

        A table that cashes somebody out writes `payment_steps.intend_to_cash_out` in its own
        commit, and then calls this.
        """
        key = payment.key
        if payment.state in saga.OVER or key in self._under_way or self._retry.over:
            return
        self._under_way.add(key)
        task = _run(self._carry(payment))
        task.addErrback(self._stands_still, key).addBoth(lambda _: self._is_over(key))
        if key in self._under_way:
            self._tasks[key] = task

    # -- the house -----------------------------------------------------------------------

    def start(self) -> Deferred[None]:
        """Go on with every payment that is not over, and bring cash that lies in a purse to its
        owner's seat or card. Fires when all of that has begun.

        Safe at any time: call it too when a commit that held an intent is said to have failed.
        """
        return _run(self._start())

    def stop(self) -> None:
        """Ask nobody any more. What is under way stays on disk for the next `start`."""
        self._retry.over = True
        for waiting in [*self._waiting.values()]:
            waiting.errback(house_closes())
        self._waiting.clear()
        for task in [*self._tasks.values()]:
            task.cancel()

    def open_payments(self) -> Deferred[tuple[Payment, ...]]:
        """The operator's list: everything that is not over, the oldest first, with its tries."""
        return self._store.read(payments.not_over)

    def at_the_bank(self) -> Deferred[bool]:
        """Whether the bank owes an answer, but for what is held."""
        at = self._now()
        return self._store.read(
            lambda conn: any(not one.held(at) for one in payments.not_over(conn))
        )

    def ask_now(self, key: str) -> None:
        """Ask the bank about an unknown payment at once, not when its pause is over."""
        self._retry.cut_short(key)

    def resolve(self, key: str, outcome: BankDone | BankRefused, memo: str) -> Deferred[Payment]:
        """End a payment that stays unknown, on an operator's word: everything follows as if the
        bank had said so. `memo` stands in the ledger: who decided it and why. WrongStep while
        there is nothing to decide."""
        return _run(self._resolve(key, outcome, memo))

    def bank_says(self, key: str) -> Deferred[Outcome | BankUnseen]:
        """What the bank says of a payment, to show to an operator; it decides nothing."""
        return self._bank.status(key)

    # -- how -----------------------------------------------------------------------------

    async def _keep_card(self, player: int, given: GivenCard, also: AlsoKept | None) -> KeptCard:
        at = self._now()
        sealed = replace(given.card, token=self._vault.seal(given.card.token, player))

        def keep(conn: sqlite3.Connection) -> KeptCard:
            kept = payment_steps.keep_card(
                conn, player, given._replace(card=sealed), at, self._hold
            )
            if also is not None:
                also(conn, kept)
            return kept

        kept = await self._store.write(keep)
        for key in kept.freed:
            self._retry.cut_short(key)
        self._go_home(player)
        return kept

    async def _buy(self, player: int, table: str, amount: int, also: Also | None) -> Purchase:
        payment_steps.check_amount(amount)
        if not self._floor.sits(player, table):
            text = "Chips are bought at the table; wait until you have a seat."
            raise Refusal("not_seated", text)
        key, at = self._new_key(), self._now()

        def intend(conn: sqlite3.Connection) -> Payment:
            payment = payment_steps.intend_to_buy(
                conn, player=player, table=table, amount=amount, key=key, at=at
            )
            if also is not None:
                also(conn, payment)
            return payment

        try:
            payment = await self._intended(intend, key)
        except CommitFailed:
            text = "The house could not write your purchase down; nothing was taken. Try again."
            raise NotWritten(text) from None
        if self._retry.over:
            raise house_closes()
        waiting: Deferred[Payment] = Deferred()
        self._waiting[key] = waiting
        self._tell(payment)
        self.carry(payment)
        return Purchase(payment, waiting)

    async def _intended(self, intend: Callable[[sqlite3.Connection], Payment], key: str) -> Payment:
        """The intent as it is on disk, which a commit that was said to have failed may be."""
        try:
            return await self._store.write(intend)
        except CommitFailed:
            known = await self._store.read(lambda conn: payment_steps.found(conn, key))
            if known is None:
                raise
            return known

    async def _carry(self, payment: Payment) -> None:
        key, was = payment.key, payment
        payment = await self._holding.over(payment)
        if payment.state == "pending":
            payment = await self._retry.write(
                lambda conn: payment_steps.send(conn, key, self._now()), key
            )
        if payment.state in saga.OVER:
            self._heard(was, payment)
        while payment.state not in saga.OVER:
            buyer = key in self._waiting
            outcome = await answer(
                partial(self._limit.ask, payment.player, buyer, partial(self._ask, payment))
            )
            was = payment
            payment = await self._settled(was, outcome)
            self._heard(was, payment)
            if payment.state not in saga.OVER:
                await self._retry.for_bank(key, self._until(payment.due))
            if key in self._deciding:
                was = payment
                # In the order of writing, so that the decision is seen before the bank is asked.
                payment = await self._retry.write(lambda conn: payments.by_key(conn, key), key)
                self._heard(was, payment)
        if payment.way == "buy" and payment.state == "done":
            await self._bring(payment)

    async def _resolve(self, key: str, outcome: BankDone | BankRefused, memo: str) -> Payment:
        at = self._now()
        if key in self._under_way and not self._retry.waits_for_bank(key):
            text = "The bank is being asked about that payment now; try again in a moment."
            raise WrongStep(text)

        def decide(conn: sqlite3.Connection) -> Payment:
            was = payments.by_key(conn, key)
            if was.state != "unknown":
                text = f"That payment is {was.state}; only one that is unknown can be decided."
                raise WrongStep(text)
            return payment_steps.settle(conn, key, outcome, at, memo)

        self._deciding.add(key)
        try:
            payment = await self._store.write(decide)
            self.ask_now(key)
        finally:
            self._deciding.discard(key)
        if key not in self._under_way:
            self._tell(payment)
            self._go_home(payment.player)
        return payment

    async def _settled(self, payment: Payment, outcome: Outcome) -> Payment:
        return await self._retry.write(
            lambda conn: payment_steps.settle(conn, payment.key, outcome, self._now()), payment.key
        )

    def _ask(self, payment: Payment) -> Deferred[Outcome]:
        if self._retry.over:
            raise CancelledError
        move = self._bank.withdraw if payment.way == "buy" else self._bank.deposit
        sealed = payment_steps.authorization_of(payment)
        card = replace(sealed, token=self._vault.open(sealed.token, payment.player))
        return move(card, payment.amount, payment.key)

    def _heard(self, was: Payment, payment: Payment) -> None:
        if payment.state != was.state:
            self._tell(payment)
        waiting = self._waiting.pop(payment.key, None)
        if waiting is None:
            return
        if payment.state == "refused":
            waiting.errback(bank_refusal(payment.code, payment.amount))
        else:
            waiting.callback(payment)

    async def _bring(self, bought: Payment) -> None:
        """To the seat; when its owner has gone, back to the card that paid."""
        player, key = bought.player, f"bring:{bought.key}"
        self._bringing[player] += 1
        try:
            taken = await self._retry.until_written(
                lambda: self._floor.bring(player, bought.place, bought.amount, key), bought.key
            )
        finally:
            self._brought(player)
        if not taken:
            back = await self._retry.write(
                lambda conn: payment_steps.send_back(conn, bought, self._now()), bought.key
            )
            self._leave(back)

    async def _start(self) -> None:
        for player in await self._store.read(players_with_cash):
            self._go_home(player)
        for payment in await self._store.read(payments.not_over):
            self.carry(payment)

    def _go_home(self, player: int) -> None:
        """Cash never stays in a purse. Nobody waits for it: a table may be paused."""
        if self._bringing[player]:
            self._again.add(player)
            return
        self._bringing[player] += 1

        def stays(failure: Failure) -> None:
            if not (self._retry.over and failure.check(CancelledError, StoreClosed)):
                text = "The cash of player {player} stays in the purse."
                self._log.failure(text, failure, player=player)

        def over(_: object) -> None:
            self._brought(player)

        _run(self._bring_home(player)).addErrback(stays).addBoth(over)

    def _brought(self, player: int) -> None:
        self._bringing[player] -= 1
        if not self._bringing[player] and player in self._again and not self._retry.over:
            self._again.discard(player)
            self._go_home(player)

    async def _bring_home(self, player: int) -> None:
        """It goes to the seat it was bought for, or to a card."""
        own = purse_of(player, "cash")
        left = await self._store.read(lambda conn: ledger.balance(conn, own))
        if left == 0:
            return
        known = await self._store.read(lambda conn: payment_steps.info(conn, player))
        bought = [one for one in known.payments if one.way == "buy"]
        key, place, at = self._new_key(), bought[0].place if bought else "", self._now()

        def intend(conn: sqlite3.Connection) -> tuple[Payment, ...]:
            return payment_steps.send_home(
                conn, player=player, table=place, most=left, key=key, at=at
            )

        taken = bool(bought) and await self._retry.until_written(
            lambda: self._floor.bring(player, place, left, f"bring:{key}"), key
        )
        if not taken:
            self._leave(await self._retry.write(intend, key))

    def _leave(self, begun: tuple[Payment, ...]) -> None:
        for payment in begun:
            self._tell(payment)
            self.carry(payment)

    def _tell(self, payment: Payment) -> None:
        # A table that fails to listen does not stop the money.
        try:
            self._floor.told(payment)
        except Exception:
            self._log.failure("Nobody could be told of payment {key}.", key=payment.key)

    def _until(self, due: int) -> float:
        # The wall clock may have been set back since.
        return min(due - self._now(), saga.LONGEST_PAUSE_MS) / 1000

    def _is_over(self, key: str) -> None:
        self._under_way.discard(key)
        self._tasks.pop(key, None)
        self._retry.forget(key)

    def _stands_still(self, failure: Failure, key: str) -> None:
        """It stays on the operator's list, and the next start goes on with it."""
        if self._retry.over and failure.check(CancelledError, StoreClosed):
            return
        self._log.failure("Payment {key} stands still.", failure, key=key)
        waiting = self._waiting.pop(key, None)
        if waiting is not None:
            text = "Something is wrong at the cashier; your purchase is kept, ask the house."
            waiting.errback(Refusal("cashier_fault", text))


def _run(steps: Coroutine[Deferred[Any], Any, T]) -> Deferred[T]:
    return Deferred.fromCoroutine(steps)
