"""What a test of the real process needs beside it: visitors, its pages, its books, its bank."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TypeVar
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from prometheus_client.parser import text_string_to_metric_families

from game_server.bank.cards import BankCard
from game_server.bank.demo_books import DemoBooks, Sheet
from game_server.store import ledger, ledger_check
from game_server.store.database import open_database
from protocol import messages
from protocol.messages import Message, Offer, Ok, Paid, Refused, Session
from protocol.reasons import REFUSALS
from tests.cards import typed
from tests.house.plain import Plain
from tests.house.process import Running

T = TypeVar("T")
M = TypeVar("M", bound=Message)
PATIENCE = 40.0
"""A test waits so long for what must come; how long it takes decides nothing."""
DECLARED = {code: one for reasons in REFUSALS.values() for code, one in reasons.items()}
_web = build_opener(ProxyHandler({}))


class Visitor(Plain):
    """A plain client that can ask and wait, and takes no refusal that is not declared."""

    def __init__(self, lines: ExitStack, url: str, seed: int = 0) -> None:
        super().__init__(lines, url, seed)
        self.folds = False
        self.expect(messages.Welcome)

    def ask(self, kind: Callable[..., Message], *args: object) -> Message:
        """Send a request; its first answer."""
        number = self.next()
        self.say(kind(number, *args))
        answer = self.expect(Message, lambda one: getattr(one, "id", 0) == number)
        if isinstance(answer, Refused):
            assert set(answer.facts) <= set(DECLARED[answer.code].facts), answer
        return answer

    def refused(self, kind: Callable[..., Message], *args: object) -> Refused:
        """Send a request that must be refused."""
        answer = self.ask(kind, *args)
        assert isinstance(answer, Refused), answer
        return answer

    def expect(self, kind: type[M], fits: Callable[[M], bool] = lambda one: True) -> M:
        """The first message like that, of all that have come or come now."""
        read, end = 0, time.monotonic() + PATIENCE
        while True:
            for message in self.inbox[read:]:
                if isinstance(message, kind) and fits(message):
                    return message
            read = len(self.inbox)
            assert time.monotonic() < end, (kind, self.inbox[-5:])
            self.hear(0.05)

    def heard(self, kind: type[M]) -> list[M]:
        return [message for message in self.inbox if isinstance(message, kind)]

    def answer(self) -> int:
        if not self.folds:
            return super().answer()
        asked, self.asked = self.asked, {}
        for table, one in asked.items():
            self.say(messages.Answer(self.next(), table, one.turn, "fold"))
        return len(asked)

    def by_card(self, name: str, card: BankCard) -> "Visitor":
        """Come in by a bank card."""
        answer = self.ask(messages.LoginByCard, name, *typed(card))
        assert isinstance(answer, Session), answer
        return self

    def guest(self) -> "Visitor":
        assert isinstance(self.ask(messages.Guest), Session)
        return self

    def sit(self, table: str, chips: int) -> None:
        """Take the seat that is offered."""
        offer = self.expect(Offer, lambda one: one.table == table)
        assert isinstance(self.ask(messages.Sit, table, offer.key, chips), Ok)

    def paid(self, way: str, state: str = "done") -> Paid:
        """A payment as it comes so far."""
        return self.expect(Paid, lambda one: (one.payment.way, one.payment.state) == (way, state))

    def resumed(self, lines: ExitStack, url: str) -> "Visitor":
        """The same player on a new line, with all that this one has seen."""
        other = Visitor(lines, url, 99)
        other.told, other.seen, other.number = self.told, self.seen, self.number + 100
        assert isinstance(
            other.ask(messages.Resume, self.token, tuple(self.seen.values())), Session
        )
        return other


def wait_for(found: Callable[[], T], what: str) -> T:
    """What is found at last."""
    end = time.monotonic() + PATIENCE
    while not (it := found()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return it


def page(port: int, path: str, body: Mapping[str, object] | None = None) -> tuple[int, str]:
    """A page of this machine: status and text; with a body it is put there."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"http://127.0.0.1:{port}/{path}", data, method="PUT" if data else "GET")
    try:
        with _web.open(request, timeout=PATIENCE) as answer:
            return int(answer.status), answer.read().decode()
    except HTTPError as wrong:
        with wrong:
            return wrong.code, wrong.read().decode()


def metrics(running: Running) -> dict[str, float]:
    """What the operator's page says now: `cardroom_refused_total stale` is one of its names."""
    status, text = page(running.metrics, "metrics")
    assert status == 200
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def check_books(running: Running) -> None:
    """The house is closed: nothing is out, at tables, under way or in a cash purse."""
    conn = open_database(running.database)
    assert ledger_check.whole_faults(conn) == ()
    assert ledger.imbalance(conn) == 0
    held = conn.execute(
        "SELECT a.kind, b.amount FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.kind IN ('escrow', 'pot', 'suspense', 'cash') AND b.amount <> 0"
    ).fetchall()
    conn.close()
    assert held == []


def sheet(file: Path) -> Sheet:
    """What a demo bank has, from its file."""
    books = DemoBooks(str(file))
    try:
        return books.sheet()
    finally:
        books.close()


@contextmanager
def bank(file: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """`cardroom demo-bank` as a process of its own."""
    command = ["demo-bank", "--port", str(port), "--file", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-m", "game_server.cli", *command], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert "listens" in process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def children(pid: int) -> list[int]:
    """The processes that this one has begun, and those that they have."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (found := _stat(int(entry.name))) is not None:
            parents.setdefault(found[1], []).append(int(entry.name))
    mine = parents.get(pid, [])
    return mine + [one for child in mine for one in children(child)]


def alive(pid: int) -> bool:
    """Whether it still runs; a zombie that nobody fetches does not."""
    found = _stat(pid)
    return found is not None and found[0] not in "ZX"


def _stat(pid: int) -> tuple[str, int] | None:
    """State and parent of a process, if it is there."""
    with suppress(OSError):
        text = Path(f"/proc/{pid}/stat").read_text()
        state, parent = text.rpartition(")")[2].split()[:2]
        return state, int(parent)
    return None
