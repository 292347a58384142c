"""Opening and closing the house, how it is, and a word to everybody."""

import json
import sqlite3
import time
from contextlib import ExitStack, closing
from itertools import pairwise
from pathlib import Path

import pytest

from game_server.admin.command.exits import Exit
from protocol import messages
from protocol.messages import Goodbye, Notice, Session, Welcome
from tests.admin.running import Office, Open, open_house
from tests.house.plain import Plain, play
from tests.house.visiting import metrics, wait_for


def test_status_says_how_the_house_is(shared: Open) -> None:
    found = shared.admin("status", "--json").json
    assert (found["state"], found["rooms"], found["ledger_off_cents"]) == ("open", 2, 0)
    page = shared.admin("status").out.splitlines()
    assert page[1].split() == ["state", "open"]


def test_what_the_house_logs_as_critical_is_seen_in_status_metrics_and_doctor(
    tmp_path: Path,
) -> None:
    office = Office(tmp_path)
    office.settle("ann")
    with closing(sqlite3.connect(tmp_path / "var" / "cardroom.sqlite")) as conn, conn:
        conn.execute("INSERT INTO accounts (name, kind, purse) VALUES ('play:1', 'play', 'play')")
        conn.execute("UPDATE balances SET amount = 500")
    with open_house(tmp_path, office=office, watched=True) as opened:
        wait_for(lambda: metrics(opened.running)["cardroom_alarms_total"] >= 1, "an alarm")
        seen = metrics(opened.running)
        assert seen["cardroom_alarms_today ledger"] >= 1
        assert time.time() - seen["cardroom_alarm_last_seconds ledger"] < 600
        status = opened.admin("status", "--json").json
        (alarm,) = status["alarms_of_today"]
        assert status["alarms"] == alarm["times"] >= 1
        assert (alarm["kind"], alarm["text"]) == ("ledger", "The ledger is out by 500 cents.")
        assert "The ledger is out by 500 cents." in opened.admin("status").out
    # The doctor knows it when the house is gone, too.
    ran = office.admin("doctor", "--json")
    checks = {one["check"]: one for one in json.loads(ran.out)["checks"]}
    assert checks["alarms"]["result"] == "look"
    assert "The ledger is out by 500 cents." in checks["alarms"]["found"]


def test_an_announcement_reaches_everybody_who_is_in(shared: Open) -> None:
    with ExitStack() as lines:
        client = Plain(lines, shared.running.url, 1)
        client.say(messages.Guest(client.next()))
        client.until(Session)
        assert shared.admin("announce", "Tea is served").out == "Players told: 1.\n"
        notice = client.until(Notice)
        assert notice == Notice("announcement", "Tea is served")


@pytest.mark.req("E-UC-001")
def test_a_closed_house_is_opened_and_those_who_wait_are_told(tmp_path: Path) -> None:
    with (
        open_house(tmp_path, environment={"CARDROOM_HOUSE_OPEN": "false"}, staff=False) as opened,
        ExitStack() as lines,
    ):
        client = Plain(lines, opened.running.url, 1)
        welcome = client.until(Welcome)
        assert isinstance(welcome, Welcome)
        assert not welcome.open
        client.say(messages.Guest(client.next()))
        refused = client.until(messages.Refused)
        assert isinstance(refused, messages.Refused)
        assert refused.code == "house_closed"
        assert opened.admin("on").code == Exit.OK
        notice = client.until(Notice)
        assert isinstance(notice, Notice)
        assert notice.code == "open"
        client.say(messages.Guest(client.next()))
        client.until(Session)


@pytest.mark.req("E-UC-002", "E-RF-SV-008")
def test_off_ends_the_games_and_the_house_can_be_opened_again(own: Open) -> None:
    with ExitStack() as lines:
        two = [Plain(lines, own.running.url, seed) for seed in range(2)]
        for client in two:
            client.say(messages.Guest(client.next()))
            client.until(Session)
            client.seat("holdem")
        play(two, lambda acts: acts >= 3)
        closing = own.office.begin("off", "--yes", who="olga")
        play(two, lambda _: closing.poll() is not None)
        out, progress = closing.communicate()
        assert (closing.returncode, out) == (Exit.OK, "The house is closed.\n")
        assert "Tables still in play: " in progress
        news = progress.splitlines()
        assert all(one != after for one, after in pairwise(news)), "only what is news is said"
        for client in two:
            assert any(isinstance(one, Notice) and one.code == "closing" for one in client.inbox)
            assert isinstance(client.until(Goodbye), Goodbye)
    assert own.admin("status", "--json").json["state"] == "closed"
    assert own.admin("status", "--json").json["players"] == 0
    assert own.admin("off", "--yes").code == Exit.REFUSED
    assert own.admin("on").code == Exit.OK
    with ExitStack() as lines:
        client = Plain(lines, own.running.url, 9)
        client.say(messages.Guest(client.next()))
        client.until(Session)
    assert own.admin("off", "--exit", "--yes").code == Exit.OK
    assert own.running.process.wait(30) == 0
