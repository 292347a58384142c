"""What a client says to the server of money: chips that are bought, and the bank card."""

from dataclasses import field
from typing import Annotated

from protocol.frozen import frozen
from protocol.messages.declare import CLIENT, IN, Message, message
from protocol.messages.parts import (
    CardKind,
    CardNumber,
    CardProof,
    Expiry,
    Pin,
    Request,
    SecurityCode,
    Table,
)
from protocol.shape import Between, UpTo


@message("buy", CLIENT, IN)
@frozen
class Buy(Message):
    """Buy chips at the table, from the bank card or the play purse, whichever the room takes."""

    id: Request
    table: Table
    amount: Annotated[int, Between(1, 10**15)]


@message("card", CLIENT, IN)
@frozen
class ChangeCard(Message):
    """Pay with this bank card from now on.

    With the account's password, or with the card used until now (`old`), winnings go to it too, and
    one who comes in by card comes in by it. Without, it gets back what it pays and no more. The
    first card of an account with a password needs the password.
    """

    id: Request
    card: CardKind
    number: CardNumber = field(repr=False)
    pin: Pin = field(default="", repr=False)
    expiry: Expiry = field(default="", repr=False)
    code: SecurityCode = field(default="", repr=False)
    password: Annotated[str, UpTo(128)] = field(default="", repr=False)
    old: CardProof | None = None


@message("bank", CLIENT, IN)
@frozen
class Bank(Message):
    """Ask for the banking information."""

    id: Request
