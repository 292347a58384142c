"""The ledger and the bank as administrators see them, and what they decide."""

import csv
import io
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import tests.house.world
from game_server.admin.command.exits import Exit
from game_server.bank.bookings import buy_in, opening_gift
from game_server.bank.demo_books import sample_card
from game_server.store import accounts, books, guests, ledger
from game_server.store.books import TransferRow
from game_server.store.database import open_database, open_to_look
from protocol import messages
from protocol.messages import Paid, Queued
from tests.admin.running import Office, Open, open_house
from tests.admin.talk import Floor, Talk
from tests.house.process import EPS, free_port
from tests.house.visiting import PATIENCE, Visitor, page
from tests.house.world import World

GIFTS = 4_000
"""So many entries are in the ledger before the house opens."""


@dataclass(frozen=True)
class Bank:
    """A house that plays for money, and the port of its bank."""

    opened: Open
    port: int

    def admin(self, *words: str, who: str = "ann") -> Any:
        """The JSON answer of a command."""
        return self.opened.admin("money", *words, "--json", who=who).json

    def refused(self, *words: str, who: str = "ann") -> str:
        """What is said of a command that is refused."""
        ran = self.opened.admin("money", *words, who=who)
        assert ran.code in (Exit.REFUSED, Exit.NOT_ALLOWED, Exit.USAGE), ran
        return ran.said()

    def is_down(self, down: bool) -> None:
        status, _ = page(self.port, "demo/faults", {"next": [], "down": down, "ms": 0})
        assert status == 200

    def unknown(self) -> dict[str, Any]:
        """The one payment that is not over, once the bank was silent about it."""
        end = time.monotonic() + PATIENCE
        while True:
            rows = self.admin("unknown")["payments"]
            if rows and rows[0]["state"] == "unknown":
                (row,) = rows
                return dict(row)
            assert time.monotonic() < end, rows


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bank]:
    folder, port = tmp_path_factory.mktemp("house"), free_port()
    office = Office(folder)
    office.settle("ann", "olga", "vic")
    with closing(open_database(folder / "var" / "cardroom.sqlite")) as conn:
        conn.execute("BEGIN")
        for player in range(1_000, 1_000 + GIFTS):
            ledger.book(conn, opening_gift(player, 1_000))
        conn.execute("COMMIT")
    known = {"CARDROOM_BANK_DEMO_PORT": str(port), "CARDROOM_BANK_TIMEOUT": "2"}
    with open_house(folder, EPS, known, office=office) as opened:
        yield Bank(opened, port)


def look(bank: Bank, work: Callable[[Any], Any]) -> Any:
    with closing(open_to_look(bank.opened.running.database)) as conn:
        return work(conn)


def comes_by_card(bank: Bank, lines: ExitStack, name: str, number: int) -> Visitor:
    one = Visitor(lines, bank.opened.running.url, number).by_card(name, sample_card(number))
    one.expect(Queued)
    return one


def test_the_ledger_is_shown_by_accounts_by_lines_and_added_up(bank: Bank) -> None:
    with ExitStack() as lines:
        dora = comes_by_card(bank, lines, "Dora", 0)
        dora.sit("eps", 4_000)
        dora.paid("buy")
        kinds = {
            (one["purse"], one["kind"]): one["amount_cents"]
            for one in bank.admin("balance", who="vic")["kinds"]
        }
        assert (kinds["cash", "bank"], kinds["cash", "escrow"]) == (-4_000, 4_000)
        assert kinds["play", "house"] == -kinds["play", "play"]
        trial = bank.admin("trial", who="vic")
        assert (trial["right"], trial["play_cents"], trial["cash_cents"]) == (True, 0, 0)
        assert trial["lines"] == look(bank, books.last_line)
        assert bank.admin("trial", "--whole", who="vic")["right"]
        rows = bank.admin("entries", "--player", "Dora")["entries"]
        assert [one["why"] for one in rows] == ["top_up", "bought", "gift"]
        assert [one["amount_cents"] for one in rows] == [4_000, 4_000, 100_000]
        assert rows[0]["from"].startswith("cash:")
        first = bank.admin("entries", "--player", "Dora", "--count", "1")
        assert first["entries"] == rows[:1]
        assert f"--before {rows[0]['line']}" in first["said"]
        older = ("--before", str(first["older_before"]), "--count", "2")
        second = bank.admin("entries", "--player", "Dora", *older)
        assert second["entries"] == rows[1:]
        assert "said" not in second
        assert bank.admin("entries", "--player", "Dora", "--since", "+1d")["entries"] == []
        same = bank.admin("entries", "--key", rows[1]["key"])["entries"]
        assert same == [rows[1]]
        assert bank.admin("entries", "--table", "eps", "--round", "9")["entries"] == []
        assert "Name a player, or a table" in bank.refused("entries", "--table", "eps")
        assert "no player 'Nobody'" in bank.refused("entries", "--player", "Nobody")
        dora.ask(messages.Leave, "eps", "now")
        dora.paid("cash_out")


def test_what_the_bank_owes_an_answer_about_is_asked_again_or_decided_by_an_owner(
    bank: Bank,
) -> None:
    with ExitStack() as lines:
        one = comes_by_card(bank, lines, "Carl", 1)
        one.sit("eps", 0)
        bank.is_down(True)
        one.say(messages.Buy(one.next(), "eps", 4_000))
        waiting = bank.unknown()
        assert (waiting["way"], waiting["amount_cents"], waiting["table"]) == ("buy", 4_000, "eps")
        asked = bank.admin("unknown", "--ask")["payments"][0]
        assert asked["bank_says"] == "unknown"
        key = waiting["key"]
        assert "for the role operator" in bank.refused("retry", who="vic")
        decide = ("resolve", key, "refused", "the bank is gone", "--yes")
        for who in ("vic", "olga"):
            assert "for the role owner" in bank.refused(*decide, who=who)
        audit = bank.opened.office.audit("--refused", "--do", "money resolve")
        assert [(row["who"], row["result"]) for row in audit] == [
            ("olga", "not_allowed"),
            ("vic", "not_allowed"),
        ]
        tried = bank.admin("retry", key, who="olga")
        assert tried["over"] == 0
        assert tried["payments"][0]["tries"] > waiting["tries"]
        assert bank.refused(*decide[:-1]).endswith("Say --yes if that is meant.\n")
        assert "There is no payment" in bank.refused("resolve", "k", "done", "why", "--yes")
        decided = bank.admin(*decide)
        assert (decided["state"], decided["why"]) == ("refused", "declined")
        assert one.paid("buy", "refused").payment.amount == 4_000
        assert "That payment is refused already" in bank.refused("retry", key)

        # The next one is decided wrongly: the bank has never seen it.
        one.say(messages.Buy(one.next(), "eps", 2_000))
        wrong = bank.unknown()["key"]
        bank.admin("resolve", wrong, "done", "on its statement", "--yes")
        done = one.expect(Paid, lambda p: (p.payment.state, p.payment.amount) == ("done", 2_000))
        assert done.table == "eps"
        (entry,) = bank.admin("entries", "--key", f"payment:{wrong}:done")["entries"]
        assert entry["memo"] == "ann: on its statement"
        assert bank.admin("trial")["right"]

        # The last one the bank answers when it is back.
        one.say(messages.Buy(one.next(), "eps", 3_000))
        bank.unknown()
        bank.is_down(False)
        assert bank.opened.admin("money", "retry").code == Exit.OK
        one.expect(Paid, lambda p: (p.payment.state, p.payment.amount) == ("done", 3_000))
        assert bank.admin("unknown")["payments"] == []

        # Against the books of the bank the wrong one stands out, and that one alone.
        found = bank.admin("reconcile", who="olga")
        assert [(d["key"], d["state"], d["bank_says"]) for d in found["differences"]] == [
            (wrong, "done", "unseen")
        ]
        assert found["payments"] == found["agreed"] + 1
        assert (found["open"], found["unanswered"], found["chain"]) == (0, 0, [])
        assert bank.admin("reconcile", "--until", "1d")["payments"] == 0
        bank.is_down(True)
        silent = bank.admin("reconcile")
        assert (silent["unanswered"], silent["differences"]) == (silent["payments"], [])
        bank.is_down(False)


def test_everything_is_written_out_as_csv_and_as_json(bank: Bank) -> None:
    written = bank.opened.admin("money", "export", "entries", "csv", who="vic")
    assert written.code == Exit.OK
    assert "rows." in written.err
    rows = list(csv.DictReader(io.StringIO(written.out)))
    assert len(rows) == look(bank, books.last_line)
    assert [int(row["line"]) for row in rows] == sorted(int(row["line"]) for row in rows)
    assert rows[0]["amount_cents"] == "100000"
    balances = json.loads(bank.opened.admin("money", "export", "balances", "json").out)
    sums: dict[str, int] = {"play": 0, "cash": 0}
    for row in balances:
        sums[row["purse"]] += row["amount_cents"]
    assert sums == {"play": 0, "cash": 0}
    assert len(balances) > GIFTS
    none = bank.opened.admin("money", "export", "payments", "json", "--since", "+1d")
    assert json.loads(none.out) == []
    last = bank.opened.admin("money", "export", "payments", "csv", "--json").out.splitlines()[-1]
    assert json.loads(last)["rows"] == look(bank, lambda conn: len(books.payments(conn, 0, 99)))


def test_who_reads_slowly_gets_all_of_it_and_holds_nobody_up(bank: Bank) -> None:
    slow = bank.opened.office.begin("money", "export", "entries", "csv")
    assert slow.stderr is not None
    slow.stderr.readline()
    assert bank.opened.admin("status").code == Exit.OK
    out, _ = slow.communicate(timeout=60)
    assert slow.returncode == Exit.OK
    assert len(list(csv.DictReader(io.StringIO(out)))) >= GIFTS


# -- without a process -------------------------------------------------------------------------


def silent_payment(fault: str) -> tuple[Floor, Talk, str]:
    """A purchase about which the bank is silent, before or after it has moved the money."""
    floor = Floor(World(tests.house.world.EPS))
    world = floor.world
    client = world.client("Cara", card=0)
    client.sit("eps", 0)
    owner = floor.enter("ann")
    world.bank.coming.extend([fault] * 9)
    client.say(messages.Buy(client.next(), "eps", 4_000))
    world.run(0.3)
    (row,) = owner.ask("money unknown")["payments"]
    assert row["state"] == "unknown"
    return floor, owner, row["key"]


def test_what_the_bank_answers_is_not_decided_by_hand() -> None:
    _, owner, key = silent_payment("after")
    code = owner.refusal("money resolve", key=key, outcome="refused", reason="it is late")
    assert code == "bank_answers"
    (row,) = owner.ask("money unknown", ask=True)["payments"]
    assert (row["state"], row["bank_says"]) == ("unknown", "done")


def test_a_decision_needs_a_reason_and_stands_in_the_audit_with_it() -> None:
    floor, owner, key = silent_payment("before")
    assert owner.refusal("money resolve", key=key, outcome="done", reason=" ") == "text_wrong"
    decided = owner.ask("money resolve", key=key, outcome="refused", reason="letter of 3 March")
    assert decided["state"] == "refused"
    assert ("ann", "money resolve", "ok") in floor.audit()
    floor.world.run(100)
    floor.world.check()
    assert owner.ask("money unknown")["payments"] == []


def test_lines_of_a_player_are_found_page_by_page_however_many_there_are(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "ledger.sqlite")) as conn:
        conn.execute("BEGIN")
        for player in range(1, 41):
            ledger.book(conn, opening_gift(player, player))
            ledger.book(
                conn,
                buy_in(f"in {player}", 10 if player > 10 else player, "t", 500, "play", player),
            )
        conn.execute("COMMIT")
        mine = books.accounts_of(conn, 10)
        assert len(mine) == 2
        found, before = list[TransferRow](), books.EVER
        while page := books.lines_among(conn, mine, before, 7):
            assert len(page) <= 7
            found += page
            before = page[-1].id
        numbers = [one.id for one in found]
        assert numbers == sorted(numbers, reverse=True)
        assert [one.at for one in found] == [*range(40, 9, -1), 10]
        assert [one.at for one in books.lines_among(conn, mine, books.EVER, 99, 39)] == [40, 39]


def test_a_guest_whose_account_is_gone_is_found_in_the_books_by_the_number() -> None:
    world = World()
    floor = Floor(world)
    gone = accounts.create(world.conn, kind="guest", name="Gus", folded="gus", at=1).id
    ledger.book(world.conn, opening_gift(gone, 1))
    later = round(world.time() * 1000)
    assert guests.remove(world.conn, [gone], later, later) == (gone,)
    olga = floor.enter("olga")
    found = olga.ask("money entries", player=f"#{gone}")["entries"]
    assert [(one["why"], one["amount_cents"]) for one in found] == [
        ("gone", 100_000),
        ("gift", 100_000),
    ]
    assert olga.ask("hand list", player=f"#{gone}")["hands"] == []
    for nobody in (f"#{gone + 1}", "Gus", "#", "#1x"):
        assert olga.refusal("money entries", player=nobody) == "no_player"
