"""Refusals that the house itself decides by, each a type; every other refusal is only told.

The code and the facts go over the wire as those of any refusal. Whoever has to tell one from
another catches its class here, and never compares a code.
"""

from typing import ClassVar

from protocol.words import Refusal


class TypedRefusal(Refusal):
    """A refusal with a class of its own: the code is the class's, and so is the usual sentence."""

    CODE: ClassVar[str]
    TEXT: ClassVar[str] = ""

    def __init__(self, text: str = "", **facts: int | str) -> None:
        super().__init__(self.CODE, text or self.TEXT, **facts)


# Nothing has happened, and the request may succeed in a moment


class TryAgain(TypedRefusal):
    """Nothing has happened: whoever holds money for the request keeps it, and tries again."""


class NotWritten(TryAgain):
    """The disk did not take what the request would have written."""

    CODE = "not_written"
    TEXT = "The house could not write that down; try again in a moment."


class TableSuspended(TryAgain):
    """The table cannot write, and is being rebuilt from what is on disk."""

    CODE = "paused"
    TEXT = "The table is paused; try again in a moment."


class TableElsewhere(TryAgain):
    """Another node of the house has the table; `node` says which."""

    CODE = "elsewhere"

    @classmethod
    def on(cls, node: str) -> "TableElsewhere":
        """The refusal for a table on that node."""
        return cls(f"The table is on the node {node} of the house; ask there.", node=node)


# Of a table, or of the house


class HouseCloses(TypedRefusal):
    """The house begins nothing new before it closes."""

    CODE = "house_closes"
    TEXT = "The house closes; come back when it opens again."


class NoCashHere(TypedRefusal):
    """Others on the way could read a bank card: connections of this house are not encrypted."""

    CODE = "no_cash_here"
    TEXT = (
        "This house is open to its own network without encryption, so no bank card is shown here"
        " and no table is open for cash; give it a certificate, or start it with --tls self."
    )


class TableCloses(TypedRefusal):
    """The table takes nobody in any more."""

    CODE = "closing"
    TEXT = "The table is closed; choose another."


class TableQuarantined(TypedRefusal):
    """The table failed again and again, and waits for an administrator."""

    CODE = "quarantined"


class NotAtTable(TypedRefusal):
    """The player is not at that table."""

    CODE = "not_here"
    TEXT = "You are not in this room; join it first."


class BuyInHigh(TypedRefusal):
    """More chips than the table lets a seat bring."""

    CODE = "buy_in_high"


class RequestIdReused(TypedRefusal):
    """The number of the request is that of another one, whose reply is stored."""

    CODE = "id_reused"

    @classmethod
    def of(cls, request: int) -> "RequestIdReused":
        """The refusal of a request of that number."""
        return cls(f"Request {request} was another one; take a number that you have not used.")


# Of the options of a game


class OptionsRefused(TypedRefusal):
    """The options that a table should have cannot be played."""


class NoOption(OptionsRefused):
    """The game has no such option to choose."""

    CODE = "no_option"


class OptionWrong(OptionsRefused):
    """The option cannot have that value."""

    CODE = "option_wrong"


class OptionsClash(OptionsRefused):
    """The options do not go together, or not with the stake."""

    CODE = "options_clash"


# Of a bank card


class CardNotTried(TypedRefusal):
    """Nobody has looked at the card: this says nothing about what was typed."""


class CardRests(CardNotTried):
    """The card was tried too often with a wrong PIN or code."""

    CODE = "card_rests"


class CardsWait(CardNotTried):
    """Too many wrong tries with cards came from there."""

    CODE = "card_wait"


class BankSilent(CardNotTried):
    """The outside bank gave no answer."""

    CODE = "bank_silent"


# Of a login


class AccountDeleted(TypedRefusal):
    """The account was deleted: it is nobody's, and cannot be brought back."""

    CODE = "account_deleted"
    TEXT = "This account is deleted; come in as a guest, or make another."


class SecondFactorNeeded(TypedRefusal):
    """The password was right, and a code of the second factor is asked for."""

    CODE = "second_factor"


class SecondFactorWrong(TypedRefusal):
    """The code is none of the second factor's."""

    CODE = "factor_wrong"
