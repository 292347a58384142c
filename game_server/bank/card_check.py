"""The check of a card by the bank, when somebody logs in by card or changes the card."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from twisted.internet.defer import Deferred

from game_server.bank.adapter import (
    Authorized,
    BankRefused,
    BankUnknown,
    Holds,
    OutsideBank,
    bank_refusal,
)
from game_server.bank.cards import DAY_MS, BankCard
from game_server.bank.tries import CardTries, Trier
from game_server.store import card_tries
from game_server.store.ports import CommitFailed, Store
from game_server.store.transaction import Transaction
from protocol.words import Refusal, chips

T = TypeVar("T")
LEAST_BALANCE: Final = 2_000
NOT_JUDGED: Final = frozenset({"limit_reached", "funds_short"})
"""Refusals of a bank that say nothing about what was typed; any other may be a wrong guess."""


async def answer(ask: Callable[[], Awaitable[T]]) -> T | BankUnknown:
    """What the bank answers; whatever goes wrong with asking is no answer."""
    try:
        return await ask()
    except Exception as wrong:
        # Only its kind: the text may quote what was sent.
        return BankUnknown(type(wrong).__name__)


class CardCheck:
    """Trades cards for authorizations; wrong tries are counted, on disk before the bank is
    asked."""

    def __init__(
        self, bank: OutsideBank, tries: CardTries, store: Store, now: Callable[[], int]
    ) -> None:
        self._bank = bank
        self._tries = tries
        self._store = store
        self._now = now
        self.shared = False
        """Whether cards are shown at other nodes too: then what is on disk counts as well."""

    def remember(self) -> Deferred[None]:
        """Count wrong tries on from what is on disk; before anybody shows a card."""
        return Deferred.fromCoroutine(self._remember())

    def check(self, card: BankCard, who: Trier) -> Deferred[Authorized]:
        """Trade a card and what proves it for the bank's authorization; Refusal says why there is
        none."""
        return Deferred.fromCoroutine(self._checked(card, who))

    def log_in(self, card: BankCard, who: Trier) -> Deferred[Authorized]:
        """`check`, and enough in the account to play at all; then the owner is who `holder`
        says."""
        return Deferred.fromCoroutine(self._logged_in(card, who))

    async def _remember(self) -> None:
        before = self._now() - DAY_MS

        def tidy(conn: Transaction) -> tuple[card_tries.TriesRow, ...]:
            card_tries.forget(conn, before)
            return card_tries.kept(conn)

        self._tries.restore(await self._store.write(tidy))

    async def _checked(self, card: BankCard, who: Trier) -> Authorized:
        if self.shared:
            keys = self._tries.keys(card, who)
            kept = await self._store.read(lambda conn: card_tries.of(conn, keys))
            self._tries.catch_up(kept)
        left = self._tries.take(card, who, self._now())
        await self._keep()
        match await answer(lambda: self._bank.authorize(card)):
            case Authorized() as authorized:
                self._tries.was_right(card, who)
                await self._keep(firmly=False)
                return authorized
            case BankRefused(code) if code in NOT_JUDGED:
                self._tries.was_not_judged(card, who)
                await self._keep(firmly=False)
                raise bank_refusal(code)
            case BankRefused("pin_wrong" | "cvc_wrong" as code):
                raise bank_refusal(code, tries_left=left) if left else self._tries.rests()
            case BankRefused(code):
                raise bank_refusal(code)
            case BankUnknown():
                self._tries.was_not_judged(card, who)
                await self._keep(firmly=False)
                raise bank_refusal("bank_silent")

    async def _keep(self, firmly: bool = True) -> None:
        """Write the count down; not firmly: what the disk does not take comes with the next."""
        rows = self._tries.changed()
        try:
            await self._store.write(lambda conn: card_tries.keep(conn, rows))
        except CommitFailed:
            self._tries.not_kept(rows)
            if firmly:
                raise

    async def _logged_in(self, card: BankCard, who: Trier) -> Authorized:
        authorized = await self._checked(card, who)
        match await answer(lambda: self._bank.balance(authorized.authorization)):
            case Holds(amount) if amount >= LEAST_BALANCE:
                return authorized
            case Holds():
                text = f"The account holds less than ${chips(LEAST_BALANCE)}; take another card."
                raise Refusal("balance_low", text, least=LEAST_BALANCE)
            case BankRefused(code):
                raise bank_refusal(code)
            case BankUnknown():
                raise bank_refusal("bank_silent")
