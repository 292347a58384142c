"""What the operator of a running house sees: its pages, and a log that keeps secrets."""

import json
import re
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from game_server.bank.demo_books import sample_card
from game_server.store.database import open_database
from protocol import messages
from protocol.messages import Joined, Offer, Ok, Session
from protocol.messages.parts import CardProof
from tests.cards import typed
from tests.house.plain import play
from tests.house.process import EPS, ROOMS, Running, free_port, house
from tests.house.visiting import Visitor, metrics, page, wait_for

TALKATIVE = (
    """
[watch]
log = "debug"
"""
    + EPS
)
ISSUED = (
    "acts_total",
    "commit_seconds",
    "commits_total",
    "ledger_imbalance_cents",
    "lines",
    "payments_open",
    "payments_unknown",
    "payments_held",
    "players",
    "reactor_lag_seconds",
    "ready",
    "rounds",
    "tables",
)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with house(tmp_path_factory.mktemp("house"), ROOMS, watched=True) as running:
        yield running


def test_the_pages_say_that_the_house_is_well_and_open(watched: Running) -> None:
    assert page(watched.metrics, "health") == (200, "alive\n")
    assert page(watched.metrics, "ready") == (200, "ready\n")
    assert page(watched.metrics, "elsewhere")[0] == 404


def test_the_metrics_move_with_what_happens(watched: Running) -> None:
    before = metrics(watched)
    assert {f"cardroom_{name}" for name in ISSUED} <= before.keys()
    assert (before["cardroom_ready"], before["cardroom_rounds"]) == (1, 0)

    def is_now(name: str, more: float) -> None:
        name = f"cardroom_{name}"
        wait_for(lambda: metrics(watched).get(name, 0) - before.get(name, 0) == more, name)

    with ExitStack() as lines:
        two = [Visitor(lines, watched.url, seed).guest() for seed in range(2)]
        is_now("lines", 2)
        is_now("players", 2)
        mine = two[0].ask(messages.OpenRoom, "holdem", "standard")
        assert isinstance(mine, Joined)
        is_now("tables", 1)
        assert isinstance(two[0].ask(messages.Leave, mine.room.table, "now"), Ok)
        is_now("tables", 0)

        for _ in range(3):
            assert two[0].refused(messages.Join, "nowhere").code == "no_table"
        is_now("refused_total no_table", 3)
        assert two[0].refused(messages.Guest).code == "not_now"
        is_now("refused_total not_now", 1)

        for one in two:
            one.seat("holdem")
        acts = 0

        def count(so_far: int) -> bool:
            nonlocal acts
            acts = so_far
            return so_far >= 6

        play(list(two), count)
        is_now("acts_total", acts)
        is_now("rounds", 1)
        now = metrics(watched)
        assert now["cardroom_commits_total"] > before["cardroom_commits_total"] + acts / 2
        assert now["cardroom_commit_seconds"] > 0
        assert now["cardroom_ledger_imbalance_cents"] == 0
    is_now("lines", 0)
    is_now("players", 0)
    is_now("lines_ended_total closed", 2)


def test_a_loop_that_stands_still_shows_as_lag(watched: Running) -> None:
    wait_for(lambda: metrics(watched)["cardroom_reactor_lag_seconds"] < 5, "it is not late")
    watched.process.send_signal(signal.SIGSTOP)
    time.sleep(0.8)
    watched.process.send_signal(signal.SIGCONT)
    wait_for(lambda: metrics(watched)["cardroom_reactor_lag_seconds"] > 0.2, "it was late")


def test_a_ledger_that_is_out_is_seen_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    conn = open_database(tmp_path / "var" / "cardroom.sqlite")
    conn.execute("INSERT INTO accounts (name, kind, purse) VALUES ('play:1', 'play', 'play')")
    conn.execute("UPDATE balances SET amount = 500")
    conn.close()
    with house(tmp_path, ROOMS, watched=True) as running:
        wait_for(lambda: metrics(running)["cardroom_ledger_imbalance_cents"] == 500, "500")
        wait_for(lambda: "The ledger is out by 500 cents" in running.log, "it is said")
        assert log_lines(running)[-1]["level"] == "critical"


def log_lines(running: Running) -> list[dict[str, str]]:
    return [json.loads(line) for line in running.log.splitlines()]


def test_the_log_holds_no_card_no_pin_no_token_and_no_password_whatever_fails(
    tmp_path: Path,
) -> None:
    port, card, password = free_port(), sample_card(12), "correct horse battery"
    spare = sample_card(3)
    with (
        ExitStack() as lines,
        house(tmp_path, TALKATIVE, {"CARDROOM_BANK_DEMO_PORT": str(port)}) as running,
    ):
        by_card = typed(card)
        one = Visitor(lines, running.url).by_card("Gil", card)
        assert one.refused(messages.LoginByCard, "Gil", *by_card).code == "not_now"
        one.sit("eps", 4_000)
        one.paid("buy")
        assert isinstance(
            one.ask(messages.ChangeCard, *typed(spare), "", CardProof(*by_card)), messages.BankInfo
        )
        member = Visitor(lines, running.url)
        assert isinstance(member.ask(messages.Register, "Hedda", password), Session)

        # The bank has a fault, and then the disk: nothing of what was said is in the complaint.
        faults = {"next": ["error_before", "error_after", "hang_up"]}
        assert page(port, "demo/faults", faults)[0] == 200
        stranger = Visitor(lines, running.url)
        assert stranger.refused(messages.LoginByCard, "Ida", *by_card).code == "bank_silent"
        one.ask(messages.Buy, "eps", 1_000)
        one.paid("buy", "unknown")
        conn = open_database(running.database)
        conn.execute("ALTER TABLE sessions RENAME TO sessions_away")
        page(port, "demo/faults", {"next": []})
        # The account goes by the card that is in use now.
        by_spare = typed(spare)
        assert stranger.refused(messages.LoginByCard, "Gil", *by_card).code == "name_taken"
        assert stranger.refused(messages.LoginByCard, "Gil", *by_spare).code == "failed"
        assert stranger.refused(messages.Resume, one.token).code == "failed"
        assert stranger.refused(messages.Login, "Hedda", password).code == "failed"
        conn.execute("ALTER TABLE sessions_away RENAME TO sessions")
        stranger.by_card("Gil", spare)
        rows = conn.execute(
            "SELECT auth FROM proved_cards UNION SELECT auth FROM payments"
        ).fetchall()
        conn.close()

        tokens = [one.token, member.token, stranger.token, *(str(row[0]) for row in rows)]
        keys = [offer.key for visitor in (one, stranger) for offer in visitor.heard(Offer)]
        assert len(tokens) >= 5
        assert len(keys) >= 1
        log = running.log
        for secret in (*tokens, *keys, card.number, spare.number, password):
            assert secret not in log
        # Whom a card belongs to may be looked up by its last digits, in the security log alone.
        said_elsewhere = "\n".join(one for one in log.splitlines() if '"security": ' not in one)
        assert not re.search(rf"(?<!\d){card.pin}(?!\d)", log)
        for digits in (card.digits, spare.digits):
            assert not re.search(rf"(?<!\d){digits}(?!\d)", said_elsewhere)
        shown = [line["text"] for line in log_lines(running)]
        for kind in ("login_by_card", "resume", "login"):
            assert f"The house failed at {kind}." in shown
        assert any("no such table" in line.get("trace", "") for line in log_lines(running))
