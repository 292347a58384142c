"""The cashier's port to the tables, and what it says of a purchase."""

from typing import NamedTuple, Protocol

from twisted.internet.defer import Deferred

from game_server.refusals import HouseCloses
from game_server.store.payments import Payment


class TablePort(Protocol):
    """The tables that play for money, as the cashier needs them."""

    def sits(self, player: int, table: str) -> bool:
        """Whether the player has a seat there. Its stay began with `entries.sits_down`."""

    def bring(self, player: int, table: str, amount: int, key: str) -> Deferred[bool]:
        """Book chips from the player's cash purse to the seat and give them to it; they count
        from the next round when one is in play. False: not seated, or more than the table
        allows; nothing was booked. The key is of the entry, so that the same chips are never
        brought twice."""


class Purchase(NamedTuple):
    """A purchase that is on disk. `answer` fires when the bank has answered for the first time,
    with a payment that is done or unknown; it fails with a Refusal."""

    payment: Payment
    answer: Deferred[Payment]


def house_closes() -> HouseCloses:
    """The refusal of who waits for the bank while the house closes."""
    text = "The house closes; your payment goes on by itself when it opens again."
    return HouseCloses(text)
