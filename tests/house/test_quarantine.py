"""A table that keeps failing in a real house: nobody waits for it, and it is settled."""

import json
import signal
import time
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from game_server.store import ledger_check
from game_server.store.database import open_database
from game_server.store.escrows import all_escrows
from protocol import messages
from protocol.messages import Left, Session
from tests.admin.running import Office
from tests.house.faulty import FAULT
from tests.house.plain import Plain
from tests.house.process import ROOMS, Running, house

PATIENCE = 120.0
"""Seconds after which a test fails rather than waits for ever; nothing is judged by them."""


def until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def metric(running: Running, name: str) -> float:
    page = urllib.request.urlopen(f"http://127.0.0.1:{running.metrics}/metrics")
    with page:
        families = text_string_to_metric_families(page.read().decode())
    return next(s.value for f in families for s in f.samples if s.name == f"cardroom_{name}")


def two_at_a_table(lines: ExitStack, running: Running) -> list[Plain]:
    two = [Plain(lines, running.url, seed) for seed in range(2)]
    for client in two:
        client.say(messages.Guest(client.next()))
        client.until(Session)
        client.seat("holdem")
    return two


def play_until(clients: list[Plain], done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, [client.inbox[-3:] for client in clients]
        for client in clients:
            client.hear(0.01)
            client.answer()


def test_a_table_that_keeps_failing_holds_nobody_up_and_is_settled(tmp_path: Path) -> None:
    fault = tmp_path / "fault"
    fault.touch()
    office = Office(tmp_path)
    office.settle("ann", "olga")
    environment, program = {FAULT: str(fault)}, "tests.house.faulty"
    with house(tmp_path, ROOMS, environment, True, program) as running, ExitStack() as lines:
        clients = two_at_a_table(lines, running)

        def sent_away() -> bool:
            left = [[m for m in one.inbox if isinstance(m, Left)] for one in clients]
            return all(one and one[-1].code == "quarantined" for one in left)

        play_until(clients, sent_away)
        tried = running.log.count("Table holdem failed at an input.")
        assert 0 < tried < 20
        assert metric(running, "tables_quarantined") == 1
        assert metric(running, "alarms_total") > 0
        assert office.admin("status", "--json", who="olga").json["quarantined"] == 1
        listed = office.admin("table", "list", "--json", who="olga").json["tables"]
        assert {one["table"]: one["state"] for one in listed}["holdem"] == "quarantined"
        for words in (("close", "holdem", "--yes"), ("pause", "holdem"), ("resume", "holdem")):
            answer = office.admin("table", *words, who="olga")
            assert "quarantined" in answer.said(), answer
        kick = office.admin("kick", "#1", "--now", "--yes", who="olga")
        assert "quarantined" in kick.said() or "not at any" in kick.said(), kick
        checks = office.admin("doctor", "--json", who="olga")
        assert any(
            one["check"] == "tables" and "holdem" in one["found"]
            for one in json.loads(checks.out)["checks"]
        )
        assert running.log.count("Table holdem failed at an input.") == tried
        # A house that closes does not wait for it.
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(PATIENCE) == 0
    with house(tmp_path, ROOMS, environment, True, program) as running:
        assert metric(running, "tables_quarantined") == 1
        assert running.log.count("Table holdem failed at an input.") == tried, "it is not tried"
        assert "is closed" in office.admin("off", "--yes", who="olga").said()
        assert "is open" in office.admin("on", who="olga").said()
        assert metric(running, "tables_quarantined") == 1
        void = office.admin("table", "void", "holdem", "--yes", "--json", who="olga").json
        assert sum(one["chips_cents"] for one in void["back"]) == 40_000
        until(lambda: metric(running, "tables_quarantined") == 0, "it is settled")
        row = office.audit("--count", "1", "--do", "table void")[0]
        assert (row["who"], row["result"]) == ("olga", "ok"), row
        assert "not quarantined" in office.admin("table", "void", "doudizhu", "--yes").said()
        assert "closed" in office.admin("off", "--exit", "--yes", who="olga").said()
        assert running.process.wait(PATIENCE) == 0
    with closing(open_database(running.database)) as conn:
        assert all_escrows(conn) == ()
        assert ledger_check.whole_faults(conn) == ()
    # The house that can deal again has the table again.
    fault.unlink()
    with house(tmp_path, ROOMS, environment, True, program) as running, ExitStack() as lines:
        clients = two_at_a_table(lines, running)
        play_until(clients, lambda: sum(client.rounds for client in clients) >= 4)
        assert metric(running, "tables_quarantined") == 0
