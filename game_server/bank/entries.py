"""Accounts and entries of the ledger: accounts by their names, transfers between two of them,
entries of several."""

from dataclasses import dataclass
from typing import Final, Literal

Purse = Literal["play", "cash"]
Kind = Literal["play", "cash", "bank", "suspense", "escrow", "pot", "jackpot", "house", "bots"]
Holder = int | str
"""Whose chips lie at a table: a player by number, a bot by name."""
MOST: Final = 10**15
"""No transfer is of more cents."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the ledger. Its purse says which money it holds, and never changes."""

    name: str
    kind: Kind
    purse: Purse


BANK: Final = Account("bank", "bank", "cash")
"""What the outside bank owes the house, below zero: cash chips come from here and return."""
SUSPENSE: Final = Account("suspense", "suspense", "cash")
"""Chips on their way to the outside bank."""


def purse_of(player: int, purse: Purse) -> Account:
    """The chips a player has in that purse, away from all tables."""
    return Account(f"{purse}:{player}", purse, purse)


def escrow(table: str, holder: Holder, purse: Purse) -> Account:
    """The chips somebody has at a table."""
    if isinstance(holder, str) and holder.isdecimal():
        raise ValueError(f"The bot {holder!r} would be taken for a player; name it with letters.")
    return Account(f"escrow:{_part(table)}:{_part(str(holder))}", "escrow", purse)


def pot(table: str, purse: Purse) -> Account:
    """The pot of a table; empty once a round is booked."""
    return Account(f"pot:{_part(table)}", "pot", purse)


def jackpot(table: str, purse: Purse) -> Account:
    """What outlives the rounds of a table."""
    return Account(f"jackpot:{_part(table)}", "jackpot", purse)


def house(purse: Purse) -> Account:
    """What the house wins and pays."""
    return Account("house" if purse == "play" else "house:cash", "house", purse)


def bots(purse: Purse) -> Account:
    """Where bots' chips come from and return to."""
    return Account("house:bots" if purse == "play" else "house:bots:cash", "bots", purse)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Some cents from one account to another. `why` is a code."""

    src: Account
    dst: Account
    amount: int
    why: str

    def __post_init__(self) -> None:
        if not 1 <= self.amount <= MOST:
            raise ValueError(f"A transfer of {self.amount} cents; it goes from 1 to {MOST}.")
        if self.src == self.dst:
            raise ValueError(f"A transfer from {self.src.name} to itself; name two accounts.")


@dataclass(frozen=True, slots=True)
class Entry:
    """Transfers that are booked together or not at all, in this order, in one purse.

    `key` is unique: an entry that comes again with its key is not booked again. An entry without
    transfers says that there was nothing to move. `at` is in milliseconds.
    """

    key: str
    purse: Purse
    at: int
    why: str
    transfers: tuple[Transfer, ...]
    memo: str = ""

    def __post_init__(self) -> None:
        for transfer in self.transfers:
            for account in (transfer.src, transfer.dst):
                if account.purse != self.purse:
                    text = f"Entry {self.key!r} is in the {self.purse} purse; {account.name} is in "
                    raise ValueError(text + f"the {account.purse} purse, and they never mix.")


def _part(text: str) -> str:
    if not text or ":" in text:
        raise ValueError(f"{text!r} cannot be part of an account's name; leave out colons.")
    return text
