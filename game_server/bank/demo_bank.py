"""The demo bank: a real HTTP service with sample cards, and faults on demand.

`docs/bank.md` is its contract. What is answered is decided in `DemoService`, without a socket;
the Twisted part below it only reads, waits and writes.
"""

import argparse
import hmac
import json
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, cast, get_args
from urllib.parse import unquote

from twisted.internet.error import CannotListenError
from twisted.web.http import Request
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Site

from game_server import output
from game_server.bank.adapter import Authorized, BankDone, BankRefused, BankUnseen, Holds
from game_server.bank.cards import BankCard, CardKind
from game_server.bank.demo_books import DemoBooks, Way, sample_balance, sample_card
from game_server.bank.secret_file import BadSecret, read_secret
from game_server.bank.wire import (
    LONGEST,
    Malformed,
    bearer,
    choice_of,
    int_of,
    json_map,
    text_of,
    texts_of,
)
from game_server.clock import Clock
from protocol.messages.parts import CardProof
from protocol.words import Refusal, chips

Fault = Literal[
    "refuse",  # the payment is declined
    "slow",  # the answer comes after `seconds`
    "timeout_before",  # no answer, nothing done
    "timeout_after",  # done, no answer
    "error_before",  # status 500, nothing done
    "error_after",  # done, status 500
    "duplicate",  # the request arrives twice, the second answer is given
    "hang_up",  # the connection is cut, nothing done
]
FAULTS: Final[tuple[Fault, ...]] = get_args(Fault)
SAMPLES: Final = 100
SHOWN: Final = 4
"""Sample cards that a house shows to its players: two debit cards and two credit cards."""


@dataclass
class Faults:
    """The faults on demand: what will go wrong with the next requests, one after another; `down`:
    with every one."""

    coming: deque[Fault] = field(default_factory=deque)
    down: bool = False
    seconds: float = 5.0

    def take(self) -> Fault | None:
        """The fault of the request that has come."""
        if self.down:
            return "hang_up"
        return self.coming.popleft() if self.coming else None


@dataclass(frozen=True, slots=True)
class DemoReply:
    """A reply of the demo bank, and after how many seconds; status 0: nothing ever; -1: it is
    cut."""

    status: int
    body: Mapping[str, object] = field(default_factory=dict)
    after: float = 0.0

    def serialised(self) -> bytes:
        """The body as it goes over the line."""
        return json.dumps(self.body).encode()


SILENCE: Final = DemoReply(0)
HANG_UP: Final = DemoReply(-1)


class DemoService:
    """The bank's side of the contract: a request in, a reply out, whatever the bytes."""

    def __init__(self, books: DemoBooks, secret: str = "") -> None:
        self.books = books
        self.faults = Faults()
        self._secret = secret
        self._routes: Mapping[tuple[str, str], Callable[[str, bytes, bool], DemoReply]] = {
            ("POST", "authorizations"): self._authorize,
            ("POST", "balances"): self._balance,
            ("PUT", "payments"): self._pay,
            ("GET", "payments"): self._status,
        }

    def handle(self, method: str, path: str, authorization: str, body: bytes) -> DemoReply:
        """Answer one request, with the fault that is due for it."""
        if self._secret and not hmac.compare_digest(
            authorization.encode(), bearer(self._secret).encode()
        ):
            return _wrong(401, "The house has not shown its secret.")
        try:
            if path.startswith("/demo/"):
                return self._demo(method, path.removeprefix("/demo/"), body)
            version, kind, key = [*path.removeprefix("/").split("/"), "", ""][:3]
            route = self._routes.get((method, kind))
            if version != "v1" or route is None:
                return _wrong(404, "There is nothing here; docs/bank.md lists what there is.")
            named = unquote(key)
            return self._with_fault(lambda refuse: route(named, body, refuse))
        except Malformed as wrong:
            return _wrong(400, str(wrong))

    def _with_fault(self, answer: Callable[[bool], DemoReply]) -> DemoReply:
        fault = self.faults.take()
        match fault:
            case "hang_up":
                return HANG_UP
            case "timeout_before":
                return SILENCE
            case "error_before":
                return _wrong(500, "The bank has a fault.")
            case "duplicate":
                answer(False)
        reply = answer(fault == "refuse")
        match fault:
            case "timeout_after":
                return SILENCE
            case "error_after":
                return _wrong(500, "The bank has a fault.")
            case "slow":
                return DemoReply(reply.status, reply.body, self.faults.seconds)
        return reply

    def _authorize(self, _: str, body: bytes, refuse: bool) -> DemoReply:
        said = json_map(body)
        kind: CardKind = choice_of(said, "card", ("debit", "credit"))
        number, pin = text_of(said, "number", 24), text_of(said, "pin", 12)
        expiry, code = text_of(said, "expiry", 7), text_of(said, "code", 4)
        if kind == "credit" and not (expiry and code):
            raise Malformed("A credit card has an 'expiry' and a 'code'.")
        card = BankCard(kind, number, pin, expiry, code)
        match BankRefused("declined") if refuse else self.books.authorize(card):
            case Authorized(authorization, holder):
                given = {"authorization": authorization.token, "holder": holder}
                return DemoReply(200, {"outcome": "done", **given})
            case BankRefused(code):
                return DemoReply(200, {"outcome": "refused", "code": code})

    def _balance(self, _: str, body: bytes, refuse: bool) -> DemoReply:
        token = text_of(json_map(body), "authorization", 200)
        match BankRefused("declined") if refuse else self.books.balance(token):
            case Holds(amount):
                return DemoReply(200, {"outcome": "done", "amount": amount})
            case BankRefused(code):
                return DemoReply(200, {"outcome": "refused", "code": code})

    def _pay(self, key: str, body: bytes, refuse: bool) -> DemoReply:
        said = json_map(body)
        way: Way = choice_of(said, "way", ("withdraw", "deposit"))
        amount = int_of(said, "amount")
        if not 0 < len(key) <= 80 or amount < 1:
            raise Malformed("A payment has a key of 1 to 80 letters and an amount above 0.")
        try:
            outcome = self.books.pay(way, text_of(said, "authorization", 200), amount, key, refuse)
        except Refusal as wrong:
            return _wrong(409, wrong.text)
        return _paid(outcome, key)

    def _status(self, key: str, _: bytes, refuse: bool) -> DemoReply:
        return _paid(self.books.status(key), key)

    def _demo(self, method: str, what: str, body: bytes) -> DemoReply:
        """What no real bank has: faults on demand, and the balance sheet."""
        if (method, what) == ("GET", "books"):
            sheet = self.books.sheet()
            made = {"customers": sheet.customers, "payments": sheet.payments}
            return DemoReply(200, {"house": sheet.house, **made})
        if (method, what) != ("PUT", "faults"):
            return _wrong(404, "There is PUT /demo/faults and GET /demo/books.")
        said = json_map(body)
        coming = texts_of(said, "next")
        strange = [name for name in coming if name not in FAULTS]
        if strange:
            raise Malformed(f"There is no fault {strange[0]!r}; there are {', '.join(FAULTS)}.")
        self.faults.coming = deque(cast(tuple[Fault, ...], coming))
        self.faults.down = bool(said.get("down", False))
        self.faults.seconds = float(int_of(said, "ms", 5000)) / 1000
        return DemoReply(200, {"outcome": "done"})


def _paid(outcome: BankDone | BankRefused | BankUnseen, key: str) -> DemoReply:
    match outcome:
        case BankDone():
            return DemoReply(200, {"outcome": "done", "key": key})
        case BankRefused(code):
            return DemoReply(200, {"outcome": "refused", "code": code, "key": key})
        case BankUnseen():
            return DemoReply(200, {"outcome": "unseen", "key": key})


def _wrong(status: int, text: str) -> DemoReply:
    return DemoReply(status, {"outcome": "malformed" if status < 500 else "error", "text": text})


class _Address(Protocol):
    port: int


class _Port(Protocol):
    def getHost(self) -> _Address: ...


class Reactor(Clock, Protocol):
    """The part of a reactor that a service of its own needs."""

    def listenTCP(self, port: int, factory: Site, *, interface: str) -> _Port:
        """Listen there."""

    def callWhenRunning(
        self, callable: Callable[..., object], *args: object, **named: object
    ) -> object:
        """Call it as soon as the reactor runs."""

    def run(self) -> None:
        """Run until told to stop."""


class _DemoResource(Resource):
    """The service as a web resource. It logs and keeps nothing of what goes through it."""

    isLeaf = True

    def __init__(self, service: DemoService, clock: Clock) -> None:
        Resource.__init__(self)
        self._service = service
        self._clock = clock

    def render(self, request: Request) -> int:
        shown = (request.getHeader(b"authorization") or b"").decode("utf-8", "replace")
        body = request.content.read(LONGEST + 1) if request.content else b""
        method, path = request.method.decode("latin-1"), request.path.decode("latin-1")
        reply = self._service.handle(method, path, shown, body)
        gone: list[object] = []
        request.notifyFinish().addErrback(gone.append)
        if reply == HANG_UP:
            request.loseConnection()
        elif reply != SILENCE:
            self._clock.callLater(reply.after, self._write, request, reply, gone)
        return NOT_DONE_YET

    def _write(self, request: Request, reply: DemoReply, gone: Sequence[object]) -> None:
        if gone:
            return
        request.setResponseCode(reply.status)
        request.setHeader("content-type", "application/json")
        request.write(reply.serialised())
        request.finish()


def bank_site(service: DemoService, clock: Clock) -> Site:
    """The service for a listening port."""
    return Site(_DemoResource(service, clock), timeout=60)


def open_samples(books: DemoBooks, count: int = SAMPLES) -> None:
    """Open the accounts of the sample cards that are not open yet."""
    for number in range(count):
        books.open_account(sample_card(number), sample_balance(number))


def shown_cards() -> tuple[CardProof, ...]:
    """The sample cards that a house shows to players, so that they need not look for one."""
    cards = (sample_card(number) for number in range(SHOWN))
    return tuple(
        CardProof(one.kind, one.number, one.pin, f"{one.expiry[5:]}/{one.expiry[2:4]}", one.code)
        if one.kind == "credit"
        else CardProof(one.kind, one.number, one.pin)
        for one in cards
    )


def main(args: Sequence[str] | None = None) -> int:
    """`cardroom demo-bank`: listen on this machine until told to stop."""
    from twisted.internet import reactor as installed  # it installs itself on import

    asked = _parser().parse_args(args)
    if asked.cards:
        for number in range(asked.samples):
            print(sample_line(number))
        return 0
    try:
        secret = read_secret(asked.secret_file) if asked.secret_file else ""
    except BadSecret as wrong:
        print(f"cardroom: {wrong}", file=sys.stderr)
        return 2
    reactor = cast(Reactor, installed)
    books = DemoBooks(asked.file)
    open_samples(books, asked.samples)
    try:
        door = bank_site(DemoService(books, secret), reactor)
        port = reactor.listenTCP(asked.port, door, interface="127.0.0.1")
    except CannotListenError as wrong:
        print(f"cardroom: {wrong}; choose another --port.", file=sys.stderr)
        return 2
    address = f"http://127.0.0.1:{port.getHost().port}"
    reactor.callWhenRunning(output.say, f"The demo bank listens on {address}")
    reactor.run()
    books.close()
    return 0


def sample_line(number: int) -> str:
    """A sample card as a player reads it."""
    card = sample_card(number)
    proof = f"PIN {card.pin}"
    if card.kind == "credit":
        proof = f"expires {card.expiry[5:]}/{card.expiry[2:4]}, code {card.code}"
    return f"{card.kind:6}  {card.number}  {proof:23}  ${chips(sample_balance(number))}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cardroom demo-bank",
        description="A bank to play with, on this machine alone. docs/bank.md is its contract.",
    )
    parser.add_argument("--port", type=int, default=8480, help="where to listen (8480); 0: any")
    parser.add_argument("--file", default=":memory:", help="where its books are kept (nowhere)")
    parser.add_argument("--secret-file", default="", help="what the house has to show (nothing)")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="how many cards there are")
    parser.add_argument("--cards", action="store_true", help="list the cards and stop")
    return parser


if __name__ == "__main__":
    sys.exit(main())
