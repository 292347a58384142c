"""Bank cards as they are typed: whether one is well formed, and whether it has expired.

Number, PIN and security code live as long as one question to the bank. No repr shows them.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from protocol.words import Refusal

CardKind = Literal["debit", "credit"]
NUMBER: Final = range(12, 20)
PIN: Final = range(4, 13)
EXPIRY: Final = re.compile(r"(?:(0[1-9]|1[0-2]) ?/ ?([0-9]{2})|([0-9]{4})-(0[1-9]|1[0-2]))")
CODE: Final = re.compile(r"[0-9]{3,4}")
DAY_MS: Final = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True, repr=False)
class BankCard:
    """A bank card as it is swiped and typed. Only its last four digits may ever be shown or kept.

    A debit card has a PIN; a credit card the month it expires in, "2031-04", and its security
    code: without them there is no such card, whoever knows its number.
    """

    kind: CardKind
    number: str
    pin: str = ""
    expiry: str = ""
    code: str = ""

    def __post_init__(self) -> None:
        if self.kind == "credit" and not (self.expiry and self.code):
            raise ValueError("A credit card needs the month it expires in and its security code.")

    @property
    def digits(self) -> str:
        """The last four digits."""
        return self.number[-4:]

    def __repr__(self) -> str:
        return f"BankCard({self.kind}, ends in {self.digits})"


def read_card(kind: str, number: str, pin: str, expiry: str, code: str, now: int) -> BankCard:
    """The card that was typed in; Refusal says what is wrong with it and never repeats it.

    Spaces and dashes are how people write a number. What a card of that kind does not have is not
    passed on. `now` is in milliseconds.
    """
    if kind not in ("debit", "credit"):
        raise Refusal("card_kind", "A card of that kind is not taken; take a debit or credit card.")
    number = _bare(number)
    if not _all_digits(number) or len(number) not in NUMBER:
        text = f"A card number has {NUMBER[0]} to {NUMBER[-1]} digits; look at the card again."
        raise Refusal("card_number", text)
    if not _adds_up(number):
        text = "A digit of the card number is wrong or missing; look at the card again."
        raise Refusal("card_number", text)
    if kind == "credit":
        return BankCard("credit", number, expiry=_month(expiry, now), code=_code(code))
    if not pin:
        raise Refusal("pin_missing", "A debit card needs its PIN; type it in.")
    if not _all_digits(pin) or len(pin) not in PIN:
        raise Refusal("pin_form", f"A PIN has {PIN[0]} to {PIN[-1]} digits; type it again.")
    return BankCard("debit", number, pin)


def last_digits(number: str) -> str:
    """The last four digits of a number that was typed in; empty if no card has such a number."""
    bare = _bare(number)
    form = _all_digits(bare) and len(bare) in NUMBER and _adds_up(bare)
    return bare[-4:] if form else ""


def _bare(number: str) -> str:
    return number.replace(" ", "").replace("-", "")


def _month(expiry: str, now: int) -> str:
    """The month a card expires in, as "2031-04"."""
    if not expiry:
        text = "A credit card needs the month it expires in; type it as it stands on the card."
        raise Refusal("expiry_missing", text)
    found = EXPIRY.fullmatch(expiry)
    if found is None:
        text = "A card expires in a month like 04/31; type it as it stands on the card."
        raise Refusal("expiry_form", text)
    month, short, year, of_year = found.groups()
    whole = f"{year}-{of_year}" if year else f"20{short}-{month}"
    # Somewhere on earth the month has a day left.
    if whole < datetime.fromtimestamp((now - DAY_MS) / 1000, UTC).strftime("%Y-%m"):
        raise Refusal("card_expired", "The card has expired; take another card.")
    return whole


def _code(code: str) -> str:
    if not code:
        text = "A credit card needs its security code, three or four digits; type it in."
        raise Refusal("cvc_missing", text)
    if not CODE.fullmatch(code):
        text = "A security code has three or four digits; type it again."
        raise Refusal("cvc_form", text)
    return code


def with_check_digit(number: str) -> str:
    """The number with the digit that makes it add up."""
    return next(whole for last in "0123456789" if _adds_up(whole := number + last))


def _all_digits(text: str) -> bool:
    # isdigit alone takes digits of every script, superscripts too.
    return text.isascii() and text.isdigit()


def _adds_up(number: str) -> bool:
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(number))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0
