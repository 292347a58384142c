"""The adapter against a line that brings anything, and its address."""

import json
from typing import TypeVar, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.logger import ILogObserver, LogEvent, Logger, formatEvent
from twisted.web.http import PotentialDataLoss
from twisted.web.http_headers import Headers

from game_server.bank.adapter import (
    Authorization,
    Authorized,
    BankDone,
    BankRefused,
    BankUnknown,
    BankUnseen,
    Holds,
)
from game_server.bank.cards import BankCard
from game_server.bank.http_bank import SAID_EVERY_S, Body, HttpBank, HttpResponse, checked_url
from protocol.words import Refusal
from tests.bank.world import BrokenLine, Head

T = TypeVar("T")
KEY = "key-1"
AUTHORIZATION = Authorization("the-token", "debit", "1234")


class Canned:
    """A line that brings what it was given, whatever is asked."""

    def __init__(self, answer: Deferred[HttpResponse]) -> None:
        self.answer = answer
        self.asked: list[tuple[bytes, bytes, Headers]] = []

    def request(
        self, method: bytes, uri: bytes, headers: Headers, bodyProducer: Body | None
    ) -> Deferred[HttpResponse]:
        self.asked.append((method, uri, headers))
        return self.answer


def heard(status: int, body: bytes, ending: Exception | None = None) -> list[object]:
    """What the adapter makes of an answer to a withdrawal."""
    answer: HttpResponse = Head(status, body, ending)
    got: list[object] = []
    bank = HttpBank(Canned(succeed(answer)), Clock(), "https://bank.test")
    bank.withdraw(AUTHORIZATION, 2_000, KEY).addCallback(got.append)
    return got


class Line:
    """A line whose next answer is set beforehand; None is a line that breaks."""

    def __init__(self) -> None:
        self.next: HttpResponse | None = None

    def request(
        self, method: bytes, uri: bytes, headers: Headers, bodyProducer: Body | None
    ) -> Deferred[HttpResponse]:
        if self.next is None:
            return fail(BrokenLine())
        return succeed(self.next)


def test_what_is_wrong_with_a_bank_is_said_once_and_that_it_is_well_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[tuple[str, str, str]] = []

    def observer(event: LogEvent) -> None:
        level = event["log_level"].name
        said.append((level, str(event.get("alarm", "")), formatEvent(event)))

    monkeypatch.setattr(HttpBank, "_log", Logger(observer=cast(ILogObserver, observer)))
    line, clock = Line(), Clock()
    bank = HttpBank(line, clock, "https://bank.test")

    def asked(status: int, what: bytes) -> None:
        line.next = Head(status, what, None)
        bank.status(KEY)

    for _ in range(3):
        asked(401, b"")
    assert [one[:2] for one in said] == [("critical", "bank")]
    assert "does not know the house by its `secret_file`" in said[0][2]
    line.next = None
    for _ in range(3):
        bank.status(KEY)
    assert [one[:2] for one in said[1:]] == [("error", "")]
    assert said[1][2].startswith("The bank does not answer: ")
    clock.advance(SAID_EVERY_S)
    asked(200, b"<html>It works!</html>")
    assert said[2][0] == "critical"
    assert "It works" not in said[2][2]
    for _ in range(2):
        asked(200, body(outcome="unseen", key=KEY))
    assert [one[2] for one in said[3:]] == ["The bank answers again."]
    asked(500, b"")
    assert said[4][0] == "critical"


def body(**said: object) -> bytes:
    return json.dumps(said).encode()


def test_an_answer_for_this_key_decides() -> None:
    assert heard(200, body(outcome="done", key=KEY)) == [BankDone()]
    refused = body(outcome="refused", key=KEY, code="funds_short")
    assert heard(200, refused) == [BankRefused("funds_short")]
    strange = body(outcome="refused", key=KEY, code="<script>")
    assert heard(200, strange) == [BankRefused("declined")]


@pytest.mark.req("E-RF-CB-008")
@pytest.mark.parametrize(
    ("status", "said"),
    [
        (500, body(outcome="done", key=KEY)),
        (201, body(outcome="done", key=KEY)),
        (404, body(outcome="refused", key=KEY, code="declined")),
        (200, body(outcome="done", key="key-2")),
        (200, body(outcome="done")),
        (200, body(outcome="refused", key="key-2", code="declined")),
        (200, body(outcome="refused", key=KEY)),
        (200, body(outcome="unseen", key=KEY)),
        (200, body(outcome="yes", key=KEY)),
        (200, body(outcome=True, key=KEY)),
        (200, b'{"outcome": "done", "key": "key-1"'),
        (200, b"[" * 4_000),
        (200, b'["done"]'),
        (200, b""),
        (200, body(outcome="done", key=KEY, more="x" * 5_000)),
    ],
)
def test_anything_else_is_unknown(status: int, said: bytes) -> None:
    (outcome,) = heard(status, said)
    assert isinstance(outcome, BankUnknown)


@given(st.integers(100, 599), st.binary(max_size=200) | st.text(max_size=50).map(str.encode))
def test_whatever_bytes_come_they_are_unknown(status: int, said: bytes) -> None:
    (outcome,) = heard(status, said)
    assert isinstance(outcome, BankUnknown)


def test_an_answer_cut_short_is_unknown_even_when_it_reads_well() -> None:
    for ending in (PotentialDataLoss(), BrokenLine()):
        (outcome,) = heard(200, body(outcome="done", key=KEY), ending)
        assert isinstance(outcome, BankUnknown)


@pytest.mark.req("E-RF-CB-008")
def test_a_silence_is_unknown_after_its_time_and_a_broken_line_at_once() -> None:
    clock, got = Clock(), list[object]()
    silent = HttpBank(Canned(Deferred()), clock, "https://bank.test", seconds=10)
    silent.deposit(AUTHORIZATION, 2_000, KEY).addCallback(got.append)
    clock.advance(9.9)
    assert got == []
    clock.advance(0.2)
    assert got == [BankUnknown("silence")]
    broken = HttpBank(Canned(fail(BrokenLine("the token was in here"))), clock, "https://bank.test")
    broken.deposit(AUTHORIZATION, 2_000, KEY).addCallback(got.append)
    assert got[1] == BankUnknown("BrokenLine")
    assert clock.calls == []


def test_a_body_that_never_ends_is_unknown_after_its_time() -> None:
    class Dripping:
        code = 200

        def deliverBody(self, protocol: object) -> None:
            pass

    clock, got = Clock(), list[object]()
    answer: HttpResponse = Dripping()
    bank = HttpBank(Canned(succeed(answer)), clock, "https://bank.test", seconds=10)
    bank.withdraw(AUTHORIZATION, 2_000, KEY).addCallback(got.append)
    clock.advance(10)
    assert [type(one) for one in got] == [BankUnknown]


def first(got: Deferred[T]) -> T:
    """What a Deferred has fired with already."""
    (result,) = _kept(got)
    return result


def _kept(got: Deferred[T]) -> list[T]:
    kept: list[T] = []
    got.addCallback(kept.append)
    return kept


def answering(**said: object) -> tuple[HttpBank, Canned]:
    """A bank that says this to everything, and what it was asked."""
    answer: HttpResponse = Head(200, body(**said))
    line = Canned(succeed(answer))
    return HttpBank(line, Clock(), "https://bank.test/", "the-secret"), line


def test_a_card_is_traded_for_an_authorization_with_the_secret_of_the_house() -> None:
    card = BankCard("debit", "4000000000000002", "1234")
    bank, line = answering(outcome="done", authorization="t", holder="h")
    traded = first(bank.authorize(card))
    assert traded == Authorized(Authorization("t", "debit", "0002"), "h")
    ((method, uri, headers),) = line.asked
    assert (method, uri) == (b"POST", b"https://bank.test/v1/authorizations")
    assert headers.getRawHeaders("authorization") == ["Bearer the-secret"]
    for hidden in ("4000000000000002", "'t'", "'h'", "1234"):
        assert hidden not in repr((card, traded))
    assert isinstance(first(answering(outcome="done", holder="h")[0].authorize(card)), BankUnknown)


def test_a_balance_is_a_whole_number_or_unknown() -> None:
    assert first(answering(outcome="done", amount=7)[0].balance(AUTHORIZATION)) == Holds(7)
    for amount in (True, -1, 2.5, "7", None, 10**16):
        bank, _ = answering(outcome="done", amount=amount)
        assert isinstance(first(bank.balance(AUTHORIZATION)), BankUnknown)


def test_a_status_may_be_unseen_which_decides_nothing() -> None:
    assert first(answering(outcome="unseen", key=KEY)[0].status(KEY)) == BankUnseen()
    assert first(answering(outcome="done", key=KEY)[0].status(KEY)) == BankDone()
    assert isinstance(first(answering(outcome="done", key="2")[0].status(KEY)), BankUnknown)


def test_a_key_cannot_leave_its_place_in_the_address() -> None:
    bank, line = answering(outcome="done", key="../a?b#c")
    assert first(bank.withdraw(AUTHORIZATION, 2_000, "../a?b#c")) == BankDone()
    assert line.asked[0][1] == b"https://bank.test/v1/payments/..%2Fa%3Fb%23c"


@pytest.mark.parametrize(
    "url",
    [
        "http://bank.example",
        "bank.example",
        "ftp://127.0.0.1",
        "https://",
        "https://me:secret@bank.example",
        "https://bank.example/?secret=1",
    ],
)
def test_an_address_that_gives_money_away_is_refused(url: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_url(url)
    assert refused.value.code == "bank_url"
    assert "secret=" not in refused.value.text
    assert "me:" not in refused.value.text


def test_plain_http_stays_on_this_machine() -> None:
    assert checked_url("http://127.0.0.1:8480/") == "http://127.0.0.1:8480"
    assert checked_url("https://bank.example/cardroom/") == "https://bank.example/cardroom"
