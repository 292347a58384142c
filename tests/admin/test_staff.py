"""Administrators: the first owner, who may do what, and what they did."""

import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from game_server.admin.command.exits import Exit
from game_server.admin.menu import MENU
from game_server.admin.reception import check_password, new_password, read_name
from protocol import messages
from protocol.messages import Asked, Notice, Session
from protocol.words import Refusal
from tests.admin.running import Office, Open, open_house
from tests.admin.talk import Floor
from tests.house.plain import Plain


def test_the_first_owner_is_made_while_no_house_runs_and_the_password_is_shown_once(
    tmp_path: Path,
) -> None:
    office = Office(tmp_path)
    assert "leave --reset out" in office.admin("init", "--reset").said()
    made = office.admin("init", "--owner", "ann")
    assert made.code == Exit.OK
    assert "The owner is ann; the password, which is shown this once, is " in made.out
    assert "`cardroom admin login ann`" in made.err
    again = office.admin("init", "--owner", "bo")
    assert again.code == Exit.REFUSED
    assert "The house has an owner: ann." in again.said()
    kept = (tmp_path / "var" / "cardroom.sqlite").read_bytes()
    assert made.out.split()[-1].encode() not in kept
    assert "`init --owner ann --reset`" in again.said()
    other = office.admin("init", "--owner", "bo", "--reset")
    assert other.code == Exit.REFUSED
    assert "There is no owner 'bo'; name one with --owner: ann." in other.said()
    other = office.admin("init", "--owner", "ann", "--reset")
    assert other.code == Exit.OK
    assert other.out.split()[-1] != made.out.split()[-1]


def test_a_house_that_runs_is_not_changed_behind_its_back(shared: Open) -> None:
    ran = shared.admin("init", "--owner", "ann", "--reset")
    assert ran.code == Exit.REFUSED
    assert "A house runs on" in ran.said()
    assert f"`kill {shared.running.process.pid}`" in ran.said()
    assert "admin off" not in ran.said(), "who has no password cannot say that"


@pytest.mark.req("E-RF-SV-006", "E-UC-001")
def test_administrators_are_added_change_and_are_removed(own: Open) -> None:
    office = own.office
    office.add("bo", "operator")
    assert own.admin("announce", "Tea is served", who="bo").code == Exit.OK
    assert own.admin("staff", "role", "bo", "viewer").out == "bo is viewer now.\n"
    refused = own.admin("announce", "More tea", who="bo")
    assert refused.code == Exit.NOT_ALLOWED
    assert "for the role operator; you are viewer" in refused.said()
    row = office.audit("--refused", "--who", "bo")[0]
    assert (row["did"], row["role"], row["result"]) == ("announce", "viewer", "not_allowed")

    made = own.admin("staff", "reset", "bo", "--json").json
    assert own.admin("status", who="bo").code == Exit.NOT_ALLOWED
    office.keep("bo", made["password"])
    assert own.admin("status", who="bo").code == Exit.OK

    assert own.admin("staff", "remove", "bo").code == Exit.USAGE, "it asks whether it is sure"
    assert own.admin("staff", "remove", "bo", "--yes").code == Exit.OK
    assert own.admin("status", who="bo").code == Exit.NOT_ALLOWED
    names = [one["name"] for one in own.admin("staff", "list", "--json").json["administrators"]]
    assert names == ["ann", "cleo", "olga", "vic"]
    wrong = own.admin("staff", "remove", "bo", "--yes")
    assert wrong.said() == "cardroom admin: There is no administrator 'bo'; look at `staff list`.\n"
    for words in (("remove", "ann"), ("role", "ann", "viewer")):
        last = own.admin("staff", *words, "--yes")
        assert last.code == Exit.REFUSED
        assert "the last owner" in last.said()
    assert own.admin("staff", "add", "vic", "viewer").code == Exit.REFUSED
    assert own.admin("staff", "add", "B o", "viewer").code == Exit.REFUSED


def test_a_password_is_changed_and_is_in_no_audit(own: Open) -> None:
    office, new = own.office, "a password for the evening"
    path = office.folder / "new"
    path.write_text(new)
    path.chmod(0o600)
    files = {
        "CARDROOM_ADMIN_OLD_FILE": str(office.passwords["vic"]),
        "CARDROOM_ADMIN_NEW_FILE": str(path),
    }
    assert office.admin("login", "vic", who="vic").code == Exit.OK
    changed = office.admin("staff", "password", who="vic", environment=files)
    assert changed.code == Exit.OK, changed
    over = own.admin("status", who="vic")
    assert over.code == Exit.NOT_ALLOWED
    assert "Your session is over" in over.said()
    assert office.admin("staff", "password", who="vic", environment=files).code == (
        Exit.NOT_ALLOWED
    ), "the old one lets nobody in"
    office.keep("vic", new)
    assert own.admin("status", who="vic").code == Exit.OK
    rows = office.audit("--who", "vic")
    assert [row["with"] for row in rows if row["did"] == "staff password"] == [{}]
    assert new not in json.dumps(rows)
    assert new not in own.running.log


def test_the_audit_says_who_did_what_and_can_be_paged(shared: Open) -> None:
    office = shared.office
    for number in range(3):
        shared.admin("announce", f"Word {number}", who="olga")
    rows = office.audit("--do", "announce")
    assert [row["with"]["text"] for row in rows] == ["Word 2", "Word 1", "Word 0"]
    assert {(row["who"], row["role"], row["result"]) for row in rows} == {
        ("olga", "operator", "ok")
    }
    assert rows[0]["from"].startswith("user ")
    older = office.audit("--do", "announce", "--before", str(rows[0]["number"]), "--count", "1")
    assert older == rows[1:2]
    assert office.audit("--since", "+1d") == []
    assert shared.admin("audit", "--count", "0").code == Exit.USAGE
    table = shared.admin("audit", "--do", "announce").out.splitlines()
    assert table[0].split() == [
        "number",
        "asked",
        "who",
        "role",
        "from",
        "did",
        "with",
        "result",
    ]
    assert "text=Word 2" in table[1]


def test_what_was_under_way_when_the_house_was_killed_stands_open(tmp_path: Path) -> None:
    with ExitStack() as lines, open_house(tmp_path, staff=False) as opened:
        office = opened.office
        two = [Plain(lines, opened.running.url, seed) for seed in range(2)]
        for client in two:
            client.say(messages.Guest(client.next()))
            client.until(Session)
            client.seat("holdem")
        two[0].until(Asked)
        closing = office.begin("off", "--yes")
        two[0].until(Notice)
        opened.running.kill()
        _, err = closing.communicate(timeout=60)
        assert closing.returncode == Exit.LOST
        assert "was gone before it answered; look whether it was done" in err
    with open_house(tmp_path, staff=False, office=office) as opened:
        (row,) = office.audit("--do", "off")
        assert (row["who"], row["result"]) == ("ann", "open")
        assert opened.admin("status", "--json").json["rounds"] == 1


@pytest.mark.parametrize("name", ["", "a", "Ann", "1ann", "ann bo", "x" * 25, "änn", "ann\n"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="A name is 2 to 24 small letters"):
        read_name(name)


def test_an_administrators_password_is_longer_than_a_players() -> None:
    for password in ("short", "eleven char", "aaaaaaaaaaaaaa"):
        with pytest.raises(Refusal, match="password"):
            check_password(password, "ann")
    check_password("twelve chars", "ann")


def test_a_new_password_is_long_and_always_another_one() -> None:
    made = {new_password() for _ in range(100)}
    assert len(made) == 100
    for password in made:
        check_password(password, "ann")
        assert len(password.replace("-", "")) == 20


def test_whoever_makes_copies_may_do_nothing_else() -> None:
    floor = Floor()
    password = floor.enter("ann").ask("staff add", name="nightly", role="backup")["password"]
    talk = floor.line()
    talk.ask("login", name="nightly", password=password)
    for name, command in MENU.items():
        if command.where == "house" and name not in ("backup", "staff password"):
            assert talk.refusal(name) == "not_allowed", name
    # What is refused to it now is the name of the file.
    assert talk.refusal("backup", file="a/b") == "file_wrong"
    assert floor.enter("olga").refusal("backup", file="a/b") == "not_allowed"
    floor.enter("ann").ask("staff role", name="nightly", role="viewer")
    talk = floor.line()
    talk.ask("login", name="nightly", password=password)
    assert talk.refusal("backup", file="a/b") == "not_allowed"
    assert "kinds" in talk.ask("money balance")


@pytest.mark.parametrize(("who", "sees"), [("vic", False), ("cleo", False), ("olga", True)])
def test_addresses_are_for_operators_and_owners_whatever_is_asked(who: str, sees: bool) -> None:
    floor = Floor()
    client = floor.world.client("bo")
    address, office = "192.0.2.1", "192.168.1.1"
    asked = floor.enter("olga")
    asked.ask("audit", address=address)
    assert client.line.address == address
    talk = floor.enter(who)
    for name, command in MENU.items():
        given = {
            one.name: {"player": "bo", "part": "bo", "table": "eps"}.get(one.name)
            for one in command.params
            if one.required
        }
        if command.where != "house" or command.changes or command.streams or None in given.values():
            continue
        talk.begin(name, **given)
    talk.begin("audit", player="bo")
    talk.begin("audit", who="olga")
    for number in range(1, talk.number + 1):
        assert any(one["id"] == number for one in talk.heard), number
    assert (address in str(talk.heard)) == sees, "of a player"
    assert (office in str(talk.heard)) == sees, "of an administrator"
