"""The cashier: chips for money, money for chips, through an outside bank that may fail anyhow.

How it works. A purchase, from top to bottom:

1. `begin_to_buy` writes the intent, and in the same commit the reply to the request (`also`).
   Nothing is booked: until the bank says done, the money is the player's.
2. `carry` starts the one task of the payment. It asks the bank under the payment's key, a few
   payments at a time (`ConcurrencyLimit`), and writes down what was said before anything follows.
3. Silence decides nothing: the task waits (`RetrySchedule`) and asks again, with the same key, for
   ever. An operator may end it by `resolve`.
4. The chips that the bank has paid for lie in the cash purse. `LooseCash` brings them to the seat
   through the `TablePort`; when its owner has gone, they go back to the card that paid.
5. `told` hears of each state of a payment once it is on disk; whoever asked is answered at the
   first answer of the bank.

A cash-out begins in a commit of the table, as an intent whose chips lie in suspense; it goes
through 2, 3 and 5. A card that has taken another's place is paid only after a hold (`Holding`).

All that a task knows is on disk before its next step: a crash between any two leaves a payment that
`start` goes on with.
"""

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
from game_server.bank.holding import Holding
from game_server.bank.loose_cash import LooseCash
from game_server.bank.payment_steps import Also, Banked
from game_server.bank.payout import AlsoKept, GivenCard, KeptCard
from game_server.bank.retry import RetrySchedule
from game_server.bank.table_port import Purchase, TablePort, house_closes
from game_server.bank.tries import CardTries
from game_server.bank.vault import Vault
from game_server.clock import Clock
from game_server.refusals import NotWritten, TableElsewhere
from game_server.store import payments
from game_server.store.payments import Payment
from game_server.store.ports import CommitFailed, Store, StoreClosed
from game_server.store.purses import players_with_cash
from game_server.store.refusals import WrongStep
from game_server.store.transaction import Transaction
from protocol.words import Refusal

T = TypeVar("T")


class Cashier:
    """Buys chips and cashes them out. What is refused is raised as Refusal."""

    _log = Logger()

    def __init__(
        self,
        store: Store,
        bank: OutsideBank,
        tables: TablePort,
        told: Callable[[Payment], object],
        clock: Clock,
        now: Callable[[], int],
        terms: BankTerms,
        vault: Vault,
        new_key: Callable[[], str],
    ) -> None:
        self._store = store
        self._bank = bank
        self._tables, self._told = tables, told
        self._retry = RetrySchedule(store, clock)
        self._holding = Holding(self._retry, now)
        self._now = now
        self._payout_hold, self._vault = terms.payout_hold, vault
        self.cards = CardCheck(bank, CardTries(vault.digests(), terms.tries), store, now)
        self._limit = ConcurrencyLimit()
        self._new_key = new_key
        self.rests = self._stopped = False
        """Whether another node carries the payments of the house."""
        self._under_way: set[str] = set()
        self._tasks: dict[str, Deferred[None]] = {}
        self._waiting: dict[str, Deferred[Payment]] = {}
        self._deciding: set[str] = set()
        """Payments that an operator decides at this moment."""
        self._loose_cash = LooseCash(tables, self._retry, now, new_key, self._begun)

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
        """Buy chips for one's seat; fires when the intent is on disk. What is refused is raised."""
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

    def rest(self) -> None:
        """Another node carries the payments from now on: what is under way here stays as it is on
        disk, and whoever waits for the bank hears of it there."""
        self.rests = self._retry.over = True
        self._forget_all()

    def take_up(self) -> Deferred[None]:
        """Carry the payments of the house from now on; fires as `start` does."""
        self.rests = False
        self._retry.over = self._stopped
        return self.start()

    def stop(self) -> None:
        """Ask nobody any more. What is under way stays on disk for the next `start`."""
        self._retry.over = self._stopped = True
        self._forget_all()

    def _forget_all(self) -> None:
        for waiting in [*self._waiting.values()]:
            waiting.errback(house_closes())
        self._waiting.clear()
        for task in [*self._tasks.values()]:
            task.cancel()

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

    async def _buy(self, player: int, table: str, amount: int, also: Also | None) -> Purchase:
        payment_steps.check_amount(amount)
        if not self._tables.sits(player, table):
            text = "Chips are bought at the table; wait until you have a seat."
            raise Refusal("not_seated", text)
        key, at = self._new_key(), self._now()

        def intend(conn: Transaction) -> Payment:
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

    async def _intended(self, intend: Callable[[Transaction], Payment], key: str) -> Payment:
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
            await self._loose_cash.bring(payment)

    def _ask(self, payment: Payment) -> Deferred[Outcome]:
        if self._retry.over:
            raise CancelledError
        move = self._bank.withdraw if payment.way == "buy" else self._bank.deposit
        sealed = payment_steps.authorization_of(payment)
        card = replace(sealed, token=self._vault.open(sealed.token, payment.player))
        return move(card, payment.amount, payment.key)

    async def _settled(self, payment: Payment, outcome: Outcome) -> Payment:
        return await self._retry.write(
            lambda conn: payment_steps.settle(conn, payment.key, outcome, self._now()), payment.key
        )

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

    def _begun(self, begun: tuple[Payment, ...]) -> None:
        for payment in begun:
            self._tell(payment)
            self.carry(payment)

    def _tell(self, payment: Payment) -> None:
        # A table that fails to listen does not stop the money.
        try:
            self._told(payment)
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

    async def _resolve(self, key: str, outcome: BankDone | BankRefused, memo: str) -> Payment:
        at = self._now()
        if self.rests:
            raise TableElsewhere("Payments are made on another node of the house; ask there.")
        if key in self._under_way and not self._retry.waits_for_bank(key):
            text = "The bank is being asked about that payment now; try again in a moment."
            raise WrongStep(text)

        def decide(conn: Transaction) -> Payment:
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
            self._loose_cash.clear(payment.player)
        return payment

    async def _keep_card(self, player: int, given: GivenCard, also: AlsoKept | None) -> KeptCard:
        at = self._now()
        sealed = replace(given.card, token=self._vault.seal(given.card.token, player))

        def keep(conn: Transaction) -> KeptCard:
            kept = payment_steps.keep_card(
                conn, player, given._replace(card=sealed), at, self._payout_hold
            )
            if also is not None:
                also(conn, kept)
            return kept

        kept = await self._store.write(keep)
        for key in kept.freed:
            self._retry.cut_short(key)
        if not self.rests:
            self._loose_cash.clear(player)
        return kept

    async def _start(self) -> None:
        if self.rests:
            return
        for player in await self._store.read(players_with_cash):
            self._loose_cash.clear(player)
        for payment in await self._store.read(payments.not_over):
            self.carry(payment)


def _run(steps: Coroutine[Deferred[Any], Any, T]) -> Deferred[T]:
    return Deferred.fromCoroutine(steps)
