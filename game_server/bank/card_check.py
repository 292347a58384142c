"""Is the card good? Asked of the bank when somebody logs in by card or changes the card."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from game_server.bank.adapter import (
    Authorized,
    Holds,
    OutsideBank,
    Refused,
    Unknown,
    bank_refusal,
)
from game_server.bank.cards import Card, PinTries
from protocol.words import Illegal, chips

T = TypeVar("T")
LEAST_BALANCE: Final = 2_000


async def answer(ask: Callable[[], Awaitable[T]]) -> T | Unknown:
    """What the bank answers; whatever goes wrong with asking is no answer."""
    try:
        return await ask()
    except Exception as wrong:
        # Only its kind: the text may quote what was sent.
        return Unknown(type(wrong).__name__)


class CardCheck:
    """Trades cards for authorizations, three wrong PINs a card at most."""

    def __init__(self, bank: OutsideBank, tries: PinTries, now: Callable[[], int]) -> None:
        self._bank = bank
        self._tries = tries
        self._now = now

    async def check(self, card: Card) -> Authorized:
        """The bank's authorization; Illegal says why there is none."""
        left = self._tries.take(card, self._now())
        match await answer(lambda: self._bank.authorize(card)):
            case Authorized() as authorized:
                self._tries.clear(card)
                return authorized
            case Refused("pin_wrong"):
                raise bank_refusal("pin_wrong" if left else "card_blocked", tries_left=left)
            case Refused("card_blocked"):
                raise bank_refusal("card_blocked")
            case Refused(code):
                self._tries.give_back(card)
                raise bank_refusal(code)
            case Unknown():
                self._tries.give_back(card)
                raise bank_refusal("bank_silent")

    async def log_in(self, card: Card) -> Authorized:
        """`check`, and enough in the account to play at all."""
        authorized = await self.check(card)
        match await answer(lambda: self._bank.balance(authorized.authorization)):
            case Holds(amount) if amount >= LEAST_BALANCE:
                return authorized
            case Holds():
                text = f"The account holds less than ${chips(LEAST_BALANCE)}; take another card."
                raise Illegal("balance_low", text, least=LEAST_BALANCE)
            case Refused(code):
                raise bank_refusal(code)
            case Unknown():
                raise bank_refusal("bank_silent")
