"""A bank card in a player's hand: is it well formed, and how often may its PIN be tried?

Number and PIN live as long as one question to the bank. No repr shows them, and the tries are
counted under a digest that dies with the process.
"""

import hashlib
import hmac
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from protocol.words import Illegal

CardKind = Literal["debit", "credit"]
NUMBER: Final = range(12, 20)
PIN: Final = range(4, 13)
TRIES: Final = 3
DAY_MS: Final = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """What is swiped and typed. Only its last four digits may ever be shown or kept."""

    kind: CardKind
    number: str
    pin: str = ""

    @property
    def digits(self) -> str:
        """The last four digits."""
        return self.number[-4:]

    def __repr__(self) -> str:
        return f"Card({self.kind}, ends in {self.digits})"


def read_card(kind: str, number: str, pin: str) -> Card:
    """The card that was typed in; Illegal says what is wrong with it and never repeats it.

    Spaces and dashes are how people write a number. A credit card's PIN is not passed on.
    """
    if kind not in ("debit", "credit"):
        raise Illegal("card_kind", "A card of that kind is not taken; take a debit or credit card.")
    number = number.replace(" ", "").replace("-", "")
    if not _all_digits(number) or len(number) not in NUMBER:
        text = f"A card number has {NUMBER[0]} to {NUMBER[-1]} digits; look at the card again."
        raise Illegal("card_number", text)
    if not _adds_up(number):
        text = "A digit of the card number is wrong or missing; look at the card again."
        raise Illegal("card_number", text)
    if kind == "credit":
        return Card("credit", number)
    if not pin:
        raise Illegal("pin_missing", "A debit card needs its PIN; type it in.")
    if not _all_digits(pin) or len(pin) not in PIN:
        raise Illegal("pin_form", f"A PIN has {PIN[0]} to {PIN[-1]} digits; type it again.")
    return Card("debit", number, pin)


def with_check_digit(number: str) -> str:
    """The number with the digit that makes it add up."""
    return next(whole for last in "0123456789" if _adds_up(whole := number + last))


def _all_digits(text: str) -> bool:
    # isdigit alone takes digits of every script, superscripts too.
    return text.isascii() and text.isdigit()


def _adds_up(number: str) -> bool:
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(number))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


class _Tried(NamedTuple):
    tries: int
    until: int


class PinTries:
    """Three tries a card, whoever holds it and however many ask at once; then a day's rest.

    A try is taken before the bank is asked, so that tries side by side count too, and given back
    when the bank has not judged the PIN. The bank keeps its own count, which outlives ours.
    """

    def __init__(self, secret: bytes, most: int = 10_000) -> None:
        self._secret = secret
        self._most = most
        self._tried: OrderedDict[bytes, _Tried] = OrderedDict()

    def take(self, card: Card, now: int) -> int:
        """Take a try and say how many are left; Illegal when there was none. Credit: no count."""
        if card.kind == "credit":
            return TRIES
        key = self._key(card)
        tried = self._tried.get(key)
        if tried is None or tried.until <= now:
            tried = _Tried(0, 0)
        if tried.tries >= TRIES:
            raise card_blocked()
        self._tried[key] = _Tried(tried.tries + 1, now + DAY_MS)
        self._tried.move_to_end(key)
        if len(self._tried) > self._most:
            self._tried.popitem(last=False)
        return TRIES - tried.tries - 1

    def give_back(self, card: Card) -> None:
        """The bank has not judged the PIN: the try does not count."""
        key = self._key(card)
        tried = self._tried.get(key)
        if tried is not None:
            self._tried[key] = _Tried(max(0, tried.tries - 1), tried.until)

    def clear(self, card: Card) -> None:
        """The PIN was right: all tries are there again."""
        self._tried.pop(self._key(card), None)

    def _key(self, card: Card) -> bytes:
        return hmac.digest(self._secret, card.number.encode(), hashlib.sha256)


def card_blocked() -> Illegal:
    """The refusal of a card whose PIN was wrong too often."""
    text = f"This card's PIN was wrong {TRIES} times, so it is blocked; take another card."
    return Illegal("card_blocked", text, tries=TRIES)
