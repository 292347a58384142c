"""A bank that speaks the contract of docs/bank.md over HTTP.

Only an answer that says its outcome, for this very key, decides. A status, a broken connection, a
silence, an answer cut short, another's answer: all of that is `BankUnknown`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar, cast
from urllib.parse import quote, urlsplit

from twisted.internet.defer import CancelledError, Deferred, TimeoutError, succeed
from twisted.internet.interfaces import IReactorTime
from twisted.internet.protocol import Protocol as Connected
from twisted.internet.protocol import connectionDone
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.client import Agent, HTTPConnectionPool, ResponseDone
from twisted.web.http_headers import Headers

from game_server.bank.adapter import (
    Authorization,
    Authorized,
    BankDone,
    BankRefused,
    BankUnknown,
    BankUnseen,
    Holds,
    Outcome,
    bank_code,
)
from game_server.bank.cards import BankCard
from game_server.bank.wire import LONGEST, Malformed, bearer, choice_of, int_of, json_map, text_of
from game_server.clock import Clock
from protocol.words import Refusal

A = TypeVar("A")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
SECONDS = 10.0
SAID_EVERY_S = 600.0
"""What is wrong with a bank is one line of the log in so long, however often it is asked."""
ALARM = "bank"


class Consumer(Protocol):
    """The end of a request that a body is written to."""

    def write(self, data: bytes) -> object:
        """Send it."""


class Body:
    """The body of a request in one piece; Twisted's own would need the global reactor."""

    def __init__(self, body: bytes) -> None:
        self.length = len(body)
        self._body = body

    def startProducing(self, consumer: Consumer) -> Deferred[None]:
        """All of it at once."""
        consumer.write(self._body)
        return succeed(None)

    def stopProducing(self) -> None:
        """It is out already."""

    pauseProducing = resumeProducing = stopProducing


class HttpResponse(Protocol):
    """The head of an answer, and a way to its body."""

    code: int

    def deliverBody(self, protocol: Connected) -> None:
        """Hand the body to this as it comes."""


class Web(Protocol):
    """The part of Twisted's Agent that the adapter uses."""

    def request(
        self, method: bytes, uri: bytes, headers: Headers, bodyProducer: Body | None
    ) -> Deferred[HttpResponse]:
        """Send a request; the Deferred fires when the head of the answer is there."""


class _Line(Protocol):
    def loseConnection(self) -> None: ...


class HttpBank:
    """The adapter to a bank over HTTP. `seconds` is how long one answer may take as a whole.

    Whoever asked is told `BankUnknown` alone; the log says why. A bank that answers, and not as
    docs/bank.md has it, is an alarm: it will not come right by itself.
    """

    _log = Logger()

    def __init__(
        self, web: Web, clock: Clock, url: str, secret: str = "", seconds: float = SECONDS
    ) -> None:
        self._web = web
        self._clock = clock
        self._url = checked_url(url)
        self._secret = secret
        self._seconds = seconds
        self._quiet_until: dict[bool, float] = {}
        """By whether it answered: until when the log has heard enough of it."""

    def authorize(self, card: BankCard) -> Deferred[Authorized | BankRefused | BankUnknown]:
        """Trade a card and its PIN, or its expiry and code, for an authorization."""

        def read(said: Mapping[str, object]) -> Authorized | BankRefused:
            if (refused := _refused(said)) is not None:
                return refused
            token = text_of(said, "authorization", 200)
            holder = text_of(said, "holder", 200)
            return Authorized(Authorization(token, card.kind, card.digits), holder)

        asked = {
            "card": card.kind,
            "number": card.number,
            "pin": card.pin,
            "expiry": card.expiry,
            "code": card.code,
        }
        return self._ask("POST", "authorizations", asked, read)

    def balance(self, authorization: Authorization) -> Deferred[Holds | BankRefused | BankUnknown]:
        """Say what can be withdrawn."""

        def read(said: Mapping[str, object]) -> Holds | BankRefused:
            return _refused(said) or Holds(int_of(said, "amount"))

        return self._ask("POST", "balances", {"authorization": authorization.token}, read)

    def withdraw(self, authorization: Authorization, amount: int, key: str) -> Deferred[Outcome]:
        """Move money from the card's account to the house."""
        return self._pay("withdraw", authorization, amount, key)

    def deposit(self, authorization: Authorization, amount: int, key: str) -> Deferred[Outcome]:
        """Move money from the house to the card's account."""
        return self._pay("deposit", authorization, amount, key)

    def status(self, key: str) -> Deferred[Outcome | BankUnseen]:
        """Say what has become of a payment."""

        def read(said: Mapping[str, object]) -> BankDone | BankRefused | BankUnseen:
            _of_this_key(said, key)
            return BankUnseen() if said.get("outcome") == "unseen" else _refused(said) or BankDone()

        return self._ask("GET", f"payments/{quote(key, safe='')}", None, read)

    def _pay(
        self, way: str, authorization: Authorization, amount: int, key: str
    ) -> Deferred[Outcome]:
        def read(said: Mapping[str, object]) -> BankDone | BankRefused:
            _of_this_key(said, key)
            return _refused(said) or BankDone()

        asked = {"way": way, "authorization": authorization.token, "amount": amount}
        return self._ask("PUT", f"payments/{quote(key, safe='')}", asked, read)

    def _ask(
        self,
        method: str,
        path: str,
        asked: Mapping[str, object] | None,
        read: Callable[[Mapping[str, object]], A],
    ) -> Deferred[A | BankUnknown]:
        headers = Headers({"accept": ["application/json"], "user-agent": ["cardroom"]})
        if self._secret:
            headers.addRawHeader("authorization", bearer(self._secret))
        body = None
        if asked is not None:
            headers.addRawHeader("content-type", "application/json")
            body = Body(json.dumps(asked).encode())
        address = f"{self._url}/v1/{path}".encode()
        answered = self._web.request(method.encode(), address, headers, body)
        whole = answered.addCallback(_whole).addTimeout(
            self._seconds, cast(IReactorTime, self._clock)
        )
        whole.addCallback(lambda raw: read(json_map(raw)))
        return whole.addCallbacks(self._understood, self._not_understood)

    def _understood(self, answer: A) -> A:
        if self._quiet_until:
            self._quiet_until.clear()
            self._log.info("The bank answers again.")
        return answer

    def _not_understood(self, failure: Failure) -> BankUnknown:
        unknown, answered = _unknown(failure), bool(failure.check(Malformed))
        now = self._clock.seconds()
        if now >= self._quiet_until.get(answered, now):
            self._quiet_until[answered] = now + SAID_EVERY_S
            if answered:
                text = "The bank answers, but not as it should: {why}"
                self._log.critical(text, why=unknown.why, alarm=ALARM)
            else:
                self._log.error("The bank does not answer: {why}.", why=unknown.why)
        return unknown


def http_bank(url: str, secret: str = "", seconds: float = SECONDS) -> HttpBank:
    """The adapter over the running reactor. A line is used once, so that none has gone stale."""
    from twisted.internet import reactor  # it installs itself on import

    pool = HTTPConnectionPool(reactor, persistent=False)
    agent = Agent(reactor, connectTimeout=seconds, pool=pool)
    return HttpBank(cast(Web, agent), cast(Clock, reactor), url, secret, seconds)


def checked_url(url: str) -> str:
    """The address without a slash at its end; money goes over plain HTTP on this machine alone."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Refusal("bank_url", "The bank's address is not one; write https://bank.example.")
    if parts.username or parts.password or parts.query or parts.fragment:
        text = "The bank's address holds more than an address; the secret has its own setting."
        raise Refusal("bank_url", text)
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        text = f"The bank at {parts.hostname} would be spoken to in the open; write https://."
        raise Refusal("bank_url", text)
    return url.rstrip("/")


def _refused(said: Mapping[str, object]) -> BankRefused | None:
    if choice_of(said, "outcome", ("done", "refused")) == "done":
        return None
    return BankRefused(bank_code(text_of(said, "code", 40)))


def _of_this_key(said: Mapping[str, object], key: str) -> None:
    if said.get("key") != key:
        raise Malformed("The bank answers for another key.")


def _unknown(failure: Failure) -> BankUnknown:
    if failure.check(Malformed):
        return BankUnknown(failure.getErrorMessage())
    # Only the kind of failure, the one at its heart: its text may quote what went over the line.
    within: Sequence[Failure] = getattr(failure.value, "reasons", ()) or (failure,)
    wrong = within[-1].value
    silent = isinstance(wrong, CancelledError | TimeoutError)
    return BankUnknown("silence" if silent else type(wrong).__name__)


class _Reading(Connected):
    """Collects a body; longer than the contract allows, or cut short, is no answer."""

    def __init__(self) -> None:
        self.whole: Deferred[bytes] = Deferred(lambda _: self._stop())
        self._parts: list[bytes] = []

    def dataReceived(self, data: bytes) -> None:
        self._parts.append(data)
        if sum(map(len, self._parts)) > LONGEST and not self.whole.called:
            self._stop()
            self.whole.errback(Malformed(f"A body has {LONGEST} bytes at most."))

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        if self.whole.called:
            return
        if reason.check(ResponseDone):
            self.whole.callback(b"".join(self._parts))
        else:
            self.whole.errback(Malformed("The answer was cut short."))

    def _stop(self) -> None:
        if self.transport is not None:
            cast(_Line, self.transport).loseConnection()


def _whole(answer: HttpResponse) -> Deferred[bytes]:
    reading = _Reading()
    answer.deliverBody(reading)
    if answer.code != 200:
        reading.whole.addErrback(lambda _: None)
        reading.whole.cancel()
        known = " It does not know the house by its `secret_file`." if answer.code == 401 else ""
        raise Malformed(f"The bank answers with status {answer.code}.{known}")
    return reading.whole
