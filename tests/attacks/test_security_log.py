"""What the house writes down of an attack: enough to find it, no secret, and never much."""

import json
import sqlite3
import time
from contextlib import closing

from protocol import messages
from protocol.messages import Refused, Session
from tests.attacks.evening import Evening
from tests.attacks.floods import PASSWORD
from tests.attacks.lines import PATIENCE, Eve
from tests.net.wired import REQUEST

GUESS = "guess of a thief 4711"
Row = tuple[str, str, str, int]


def rows(night: Evening, address: str) -> list[Row]:
    """Event, result, facts and times of an address, the oldest first."""
    with closing(sqlite3.connect(f"file:{night.house.database}?mode=ro", uri=True)) as conn:
        return conn.execute(
            "SELECT what, result, facts, times FROM security WHERE address = ? ORDER BY id",
            (address,),
        ).fetchall()


def until(night: Evening, address: str, last: tuple[str, str]) -> list[Row]:
    """The same, as soon as this event stands there."""
    end = time.monotonic() + PATIENCE
    while last not in [row[:2] for row in rows(night, address)]:
        assert time.monotonic() < end, rows(night, address)
        time.sleep(0.1)
    return rows(night, address)


def test_what_a_thief_tries_stands_in_the_log_with_the_address_and_without_a_secret(
    night: Evening, eve: Eve
) -> None:
    name, owner = "Sought After", eve.met()
    owner.say(messages.Register(1, name, PASSWORD))
    token = owner.until(Session).token
    thief = eve.met()
    assert isinstance(thief.reply(messages.Login(1, name, GUESS)), Refused)
    assert isinstance(thief.reply(messages.Login(2, GUESS, GUESS)), Refused)
    assert isinstance(thief.reply(messages.Resume(3, token[:-1])), Refused)
    found = until(night, thief.home, ("resume", "session_unknown"))
    assert [row[:2] for row in found] == [
        ("connect", "ok"),
        ("login", "login_wrong"),
        ("login", "login_wrong"),
        ("resume", "session_unknown"),
    ]
    shown = json.loads(night.admin("audit", "--player", name, "--json").out)["rows"]
    assert [(row["did"], row["result"], row["from"]) for row in shown] == [
        ("login", "login_wrong", thief.home),
        ("register", "ok", owner.home),
    ]
    lines = [json.loads(line) for line in night.house.log.splitlines() if "security" in line]
    told = [line["security"] for line in lines if line["security"]["address"] == thief.home]
    assert {"event": "login", "result": "login_wrong"}.items() <= told[1].items()
    assert told[1]["player"] == owner_of(night, name)
    assert told[2]["player"] is None
    for secret in (GUESS, PASSWORD, token):
        assert secret not in night.house.log
        assert secret not in repr(found)


def test_addresses_are_not_for_viewers(night: Evening, eve: Eve) -> None:
    home = eve.guest().home
    until(night, home, ("guest", "ok"))
    refused = night.admin("audit", "--address", home, who="vic")
    assert refused.code != 0
    assert "for the role operator" in refused.said()
    everything = night.admin("audit", "--player", "#1", "--json", who="vic")
    assert {row["from"] for row in json.loads(everything.out)["rows"]} <= {""}


def test_a_flood_of_connections_is_a_line_and_no_more(night: Evening, eve: Eve) -> None:
    home = eve.far().home
    for _ in range(200):
        far = eve.far(home)
        far.send(REQUEST % b"")
        far.close()
    assert isinstance(eve.met().reply(messages.Guest(1)), Session)
    found = until(night, home, ("connect", "ok"))
    # One for each of the answers at the door, in each of the minutes that this took.
    assert len(found) <= 8
    assert {row[0] for row in found} == {"connect"}


def owner_of(night: Evening, name: str) -> int:
    with closing(sqlite3.connect(f"file:{night.house.database}?mode=ro", uri=True)) as conn:
        (number,) = conn.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()
    return int(number)
