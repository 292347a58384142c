"""The port to an outside bank: what can be asked of it, and how it may answer.

A bank of another make is a class with the methods of `OutsideBank`; nothing else changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from twisted.internet.defer import Deferred

from game_server.bank.cards import BankCard, CardKind
from game_server.refusals import BankSilent
from protocol.words import Refusal, chips


@dataclass(frozen=True, slots=True, repr=False)
class Authorization:
    """An authorization, which the bank gives for a card and its proof: an opaque token that moves
    its money."""

    token: str
    kind: CardKind
    digits: str

    def __repr__(self) -> str:
        return f"Authorization({self.kind}, ends in {self.digits})"


@dataclass(frozen=True, slots=True)
class BankDone:
    """The bank's answer that the money has moved: once, whatever was asked how often."""


@dataclass(frozen=True, slots=True)
class BankRefused:
    """The bank's answer that nothing has moved and nothing will under this key."""

    code: str


@dataclass(frozen=True, slots=True)
class BankUnknown:
    """No answer of the bank that decides: the money may have moved, may move later, or may
    never."""

    why: str


@dataclass(frozen=True, slots=True)
class BankUnseen:
    """The bank's answer that it knows nothing of the key yet. The request may still be on its way:
    no decision."""


@dataclass(frozen=True, slots=True)
class Authorized:
    """The bank's answer that the card is proved. `holder` is what the bank calls the card's owner,
    always the same."""

    authorization: Authorization
    holder: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Holds:
    """The bank's answer on a balance: what can be withdrawn now, in cents."""

    amount: int


Outcome = BankDone | BankRefused | BankUnknown


class OutsideBank(Protocol):
    """A bank that keeps an outcome under the key of its payment for ever.

    A Deferred of a bank fires with one of its answers; whatever goes wrong on the way is
    `BankUnknown`. An amount is in cents. A payment asked again under its key is the same payment.
    """

    def authorize(self, card: BankCard) -> Deferred[Authorized | BankRefused | BankUnknown]:
        """Trade a card and its PIN, or its expiry and code, for an authorization."""

    def balance(self, authorization: Authorization) -> Deferred[Holds | BankRefused | BankUnknown]:
        """Say what can be withdrawn."""

    def withdraw(self, authorization: Authorization, amount: int, key: str) -> Deferred[Outcome]:
        """Move money from the card's account to the house."""

    def deposit(self, authorization: Authorization, amount: int, key: str) -> Deferred[Outcome]:
        """Move money from the house to the card's account."""

    def status(self, key: str) -> Deferred[Outcome | BankUnseen]:
        """Say what has become of a payment; for the operator, who decides nothing by
        `BankUnseen`."""


SENTENCES: Final[Mapping[str, str]] = {
    "funds_short": "The bank account does not hold that much; take less or another card.",
    "card_unknown": "The bank does not know this card; look at its number or take another card.",
    "pin_wrong": "The PIN is wrong; type it again.",
    "cvc_wrong": "The expiry date or the security code is wrong; type both again.",
    "card_blocked": "The bank has blocked this card after wrong tries; take another card.",
    "card_expired": "The card has expired; take another card.",
    "limit_reached": "The card's limit is reached; take less or another card.",
    "authorization_ended": "The bank wants to see the card again; give your card once more.",
    "declined": "The bank has declined and gives no reason; ask your bank or take another card.",
    "bank_silent": "The bank does not answer; try again in a minute.",
}
"""What a player is told of a bank's refusal. A code that is not here is told as `declined`."""


def bank_code(code: str) -> str:
    """The code if it is one of ours; what a stranger's bank makes up is `declined`."""
    return code if code in SENTENCES else "declined"


def bank_refusal(code: str, amount: int = 0, tries_left: int = 0) -> Refusal:
    """The refusal to show to a player."""
    code = bank_code(code)
    if code in ("pin_wrong", "cvc_wrong") and tries_left:
        left = "1 try is" if tries_left == 1 else f"{tries_left} tries are"
        text = f"{SENTENCES[code]} Of this card {left} left."
        return Refusal(code, text, left=tries_left)
    if code == "funds_short" and amount:
        text = f"The bank account does not hold ${chips(amount)}; take less or another card."
        return Refusal(code, text, amount=amount)
    if code == BankSilent.CODE:
        return BankSilent(SENTENCES[code])
    return Refusal(code, SENTENCES[code])
