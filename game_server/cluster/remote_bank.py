"""The bank, for nodes that have no way to it: the node with the role of the cashier asks it.

Each question has a number. An answer that does not come in time, or from a node that is gone, is
`BankUnknown`: whoever asked asks again under the same key, and no money moves twice.
"""

from collections.abc import Callable
from typing import Any, Final

from twisted.internet.defer import Deferred, succeed

from game_server.bank.adapter import (
    Authorization,
    Authorized,
    BankDone,
    BankRefused,
    BankUnknown,
    BankUnseen,
    Holds,
    OutsideBank,
)
from game_server.bank.cards import BankCard
from game_server.clock import Clock
from game_server.cluster.links import Item

Answer = Authorized | BankDone | BankRefused | BankUnknown | BankUnseen | Holds
GRACE_S: Final = 2.0
"""So much longer than the cashier waits for the bank a node waits for the cashier."""


class RemoteBank:
    """An outside bank that another node asks. `says` says an item to a node, and `cashier` names
    the node to be asked, empty if there is none."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.says: Callable[[str, Item], None] = lambda node, item: None
        self.cashier: Callable[[], str] = lambda: ""
        self._clock, self._seconds = clock, seconds + GRACE_S
        self._asked: dict[int, tuple[str, Deferred[Any]]] = {}
        self._number = 0

    def authorize(self, card: BankCard) -> Deferred[Authorized | BankRefused | BankUnknown]:
        """Trade a card and its proof for an authorization."""
        shown = [card.kind, card.number, card.pin, card.expiry, card.code]
        return self._ask("authorize", *shown)

    def balance(self, authorization: Authorization) -> Deferred[Holds | BankRefused | BankUnknown]:
        """Say what can be withdrawn."""
        return self._ask("balance", *_plain(authorization))

    def withdraw(
        self, authorization: Authorization, amount: int, key: str
    ) -> Deferred[BankDone | BankRefused | BankUnknown]:
        """Move money from the card's account to the house."""
        return self._ask("withdraw", *_plain(authorization), amount, key)

    def deposit(
        self, authorization: Authorization, amount: int, key: str
    ) -> Deferred[BankDone | BankRefused | BankUnknown]:
        """Move money from the house to the card's account."""
        return self._ask("deposit", *_plain(authorization), amount, key)

    def status(self, key: str) -> Deferred[BankDone | BankRefused | BankUnknown | BankUnseen]:
        """Say what has become of a payment."""
        return self._ask("status", key)

    def answered(self, node: str, number: int, answer: list[Any]) -> None:
        """The cashier has the answer."""
        asked = self._asked.get(number)
        if asked is not None and asked[0] == node:
            self._fire(number, _answer(answer))

    def gone(self, node: str) -> None:
        """The cashier's node is gone: nobody knows how far it came."""
        for number, (asked, _) in tuple(self._asked.items()):
            if asked == node:
                self._fire(number, BankUnknown("gone"))

    def _ask(self, *question: Any) -> Deferred[Any]:
        node = self.cashier()
        if not node:
            return succeed(BankUnknown("no cashier"))
        self._number += 1
        done: Deferred[Any] = Deferred()
        self._asked[self._number] = node, done
        self.says(node, ["ask_bank", self._number, *question])
        self._clock.callLater(self._seconds, self._fire, self._number, BankUnknown("silent"))
        return done

    def _fire(self, number: int, answer: Answer) -> None:
        _, done = self._asked.pop(number, ("", None))
        if done is not None:
            done.callback(answer)


class BankClerk:
    """Asks the bank for the other nodes."""

    def __init__(self, bank: OutsideBank, says: Callable[[str, Item], None]) -> None:
        self._bank, self._says = bank, says

    def asked(self, node: str, number: int, what: str, *said: Any) -> None:
        """A node asks that of the bank."""

        def answered(answer: object) -> None:
            self._says(node, ["bank_answers", number, _said(answer)])

        self._do(what, said).addBoth(answered)

    def _do(self, what: str, said: tuple[Any, ...]) -> Deferred[Any]:
        if what == "authorize":
            return self._bank.authorize(BankCard(*said))
        if what == "status":
            return self._bank.status(*said)
        authorization, more = Authorization(*said[:3]), said[3:]
        if what == "balance":
            return self._bank.balance(authorization)
        pays = self._bank.withdraw if what == "withdraw" else self._bank.deposit
        return pays(authorization, *more)


def _plain(authorization: Authorization) -> list[str]:
    return [authorization.token, authorization.kind, authorization.digits]


def _said(answer: object) -> list[Any]:
    """An answer as values; whatever else comes is no answer of the bank."""
    match answer:
        case Authorized(authorization, holder):
            return ["authorized", *_plain(authorization), holder]
        case BankDone():
            return ["done"]
        case BankRefused(code):
            return ["refused", code]
        case BankUnseen():
            return ["unseen"]
        case Holds(amount):
            return ["holds", amount]
        case BankUnknown(why):
            return ["unknown", why]
    return ["unknown", "failed"]


def _answer(plain: list[Any]) -> Answer:
    match plain:
        case ["authorized", token, kind, digits, holder]:
            return Authorized(Authorization(token, kind, digits), holder)
        case ["done"]:
            return BankDone()
        case ["refused", code]:
            return BankRefused(code)
        case ["unseen"]:
            return BankUnseen()
        case ["holds", amount]:
            return Holds(amount)
        case [_, why]:
            return BankUnknown(why)
    return BankUnknown("failed")
