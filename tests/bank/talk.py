"""Talks to a bank over a real socket and prints each answer on a line. Run by the socket tests.

The arguments are the bank's address, the house's secret, and questions: `authorize debit NUMBER
PIN`, `balance`, `withdraw AMOUNT KEY`, `deposit AMOUNT KEY`, `status KEY`. Between them `patience
SECONDS` says how long an answer may take from then on, and `faults A,B` what goes wrong with the
next requests and with no other.
"""

import json
import sys
from collections.abc import Mapping
from typing import Protocol, cast
from urllib.request import Request, urlopen

from twisted.internet import reactor as installed
from twisted.internet.defer import Deferred

from game_server.bank.adapter import Authorization, Authorized
from game_server.bank.cards import BankCard, CardKind
from game_server.bank.http_bank import HttpBank, http_bank

NOBODY = Authorization("nobody", "debit", "0000")


class Reactor(Protocol):
    """What is needed of it."""

    def callWhenRunning(self, callable: object) -> object: ...

    def run(self) -> None: ...

    def stop(self) -> None: ...


async def ask(bank: HttpBank, question: str, card: Authorization) -> object:
    """One question by its words."""
    match question.split(" "):
        case ["authorize", kind, number, pin]:
            return await bank.authorize(BankCard(cast(CardKind, kind), number, pin))
        case ["balance"]:
            return await bank.balance(card)
        case ["withdraw", amount, key]:
            return await bank.withdraw(card, int(amount), key)
        case ["deposit", amount, key]:
            return await bank.deposit(card, int(amount), key)
        case ["status", key]:
            return await bank.status(key)
    raise ValueError(question)


def demo(
    url: str, secret: str, method: str, what: str, said: Mapping[str, object] | None = None
) -> object:
    """Faults on demand, and the balance sheet; without the reactor."""
    body = None if said is None else json.dumps(said).encode()
    asked = Request(f"{url}/demo/{what}", body, method=method)
    asked.add_header("Authorization", f"Bearer {secret}")
    with urlopen(asked, timeout=60) as answer:
        return json.load(answer)


async def talk(url: str, secret: str, questions: list[str]) -> None:
    """Ask one after another, with the authorization that was given last."""
    bank = http_bank(url, secret, 60.0)
    card = NOBODY
    for question in questions:
        what, _, rest = question.partition(" ")
        if what == "patience":
            bank = http_bank(url, secret, float(rest))
            continue
        if what == "faults":
            demo(url, secret, "PUT", "faults", {"next": rest.split(",") if rest else [], "ms": 1})
            continue
        got = await ask(bank, question, card)
        if isinstance(got, Authorized):
            card = got.authorization
        print(got, flush=True)


def main(url: str, secret: str, *questions: str) -> None:
    """Run the reactor for as long as the talk takes."""
    reactor = cast(Reactor, installed)

    def begin() -> None:
        talking = Deferred.fromCoroutine(talk(url, secret, [*questions]))
        talking.addErrback(lambda failure: print(failure, file=sys.stderr))
        talking.addBoth(lambda _: reactor.stop())

    reactor.callWhenRunning(begin)
    reactor.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
