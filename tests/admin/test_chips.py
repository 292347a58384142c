"""Chips given and taken: entries of the ledger with a reason, a second administrator, an undo."""

import sqlite3
from contextlib import ExitStack

import pytest

from game_server.admin.command.exits import Exit
from game_server.bank.entries import purse_of
from game_server.store import grants, ledger
from game_server.store.refusals import NoSuchGrant, StoreRefused
from protocol import messages
from protocol.messages import Notice, Purse, Session
from tests.admin.running import Open
from tests.admin.talk import Floor
from tests.house.plain import Plain
from tests.house.world import Client

GIFT = 100_000
LIMIT = 100_000


@pytest.fixture
def floor() -> Floor:
    return Floor()


@pytest.fixture
def bo(floor: Floor) -> Client:
    return floor.world.client("Bo")


def purse(floor: Floor, client: Client) -> int:
    return ledger.balance(floor.world.conn, purse_of(client.id, "play"))


def test_chips_are_given_and_taken_with_a_reason_and_the_player_is_told(
    floor: Floor, bo: Client
) -> None:
    talk = floor.enter("olga")
    given = talk.ask("chips give", player="Bo", amount=5_000, reason="the table  broke")
    assert given["said"] == "Grant 1: 50 chips given to Bo."
    assert purse(floor, bo) == GIFT + 5_000
    assert bo.heard(Purse)[-1].play == GIFT + 5_000
    notice = bo.heard(Notice)[-1]
    assert (notice.code, notice.facts) == (
        "chips_given",
        {"amount": 5_000, "reason": "the table broke"},
    )
    talk.ask("chips take", player="Bo", amount=250, reason="given twice")
    assert purse(floor, bo) == GIFT + 4_750
    assert bo.heard(Notice)[-1].code == "chips_taken"
    entry = ledger.by_key(floor.world.conn, "grant:2")
    assert entry is not None
    assert (entry.why, entry.memo) == ("taken", "given twice (grant 2 of olga)")
    floor.world.check()


def test_what_is_not_in_the_purse_is_not_taken(floor: Floor, bo: Client) -> None:
    talk = floor.enter("olga")
    floor.enter("ann").ask("chips take", player="Bo", amount=60_000, reason="x")
    assert talk.refusal("chips take", player="Bo", amount=40_001, reason="x") == "purse_short"
    assert purse(floor, bo) == 40_000
    for amount, code in ((0, "with_wrong"), (-5, "with_wrong"), (10**15, "with_wrong")):
        assert talk.refusal("chips give", player="Bo", amount=amount, reason="x") == code
    assert talk.refusal("chips give", player="Bo", amount=5, reason=" ") == "text_wrong"
    assert talk.refusal("chips give", player="nobody", amount=5, reason="x") == "no_player"


def test_more_than_one_may_decide_waits_for_another_who_approves(floor: Floor, bo: Client) -> None:
    olga, ann, vic = floor.enter("olga"), floor.enter("ann"), floor.enter("vic")
    asked = olga.ask("chips give", player="Bo", amount=LIMIT + 1, reason="a prize")
    assert asked["state"] == "pending"
    assert "waits for another operator or owner" in asked["said"]
    assert purse(floor, bo) == GIFT
    assert olga.refusal("chips approve", number=1) == "second_needed"
    assert vic.refusal("chips approve", number=1) == "not_allowed"
    assert [one["number"] for one in vic.ask("chips list", pending=True)["grants"]] == [1]
    assert purse(floor, bo) == GIFT
    ann.ask("chips approve", number=1)
    assert purse(floor, bo) == GIFT + LIMIT + 1
    entry = ledger.by_key(floor.world.conn, "grant:1")
    assert entry is not None
    assert entry.memo == "a prize (grant 1 of olga, approved by ann)"
    assert ann.refusal("chips approve", number=1) == "grant_step"
    assert ann.ask("chips list", pending=True)["grants"] == []
    floor.world.check()


def test_many_small_grants_are_one_large_one(floor: Floor, bo: Client) -> None:
    olga, ann = floor.enter("olga"), floor.enter("ann")
    half = LIMIT // 2
    for _ in range(2):
        assert olga.ask("chips give", player="Bo", amount=half, reason="x")["state"] == "done"
    assert olga.ask("chips give", player="Bo", amount=1, reason="x")["state"] == "pending"
    # Another has a day of her own, and tomorrow is another day.
    assert ann.ask("chips give", player="Bo", amount=1, reason="x")["state"] == "done"
    floor.world.clock.advance(24 * 60 * 60)
    olga = floor.enter("olga")
    assert olga.ask("chips give", player="Bo", amount=half, reason="x")["state"] == "done"


def test_a_grant_that_was_rejected_moves_nothing_ever(floor: Floor, bo: Client) -> None:
    olga, ann = floor.enter("olga"), floor.enter("ann")
    olga.ask("chips give", player="Bo", amount=LIMIT + 1, reason="a prize")
    assert olga.ask("chips reject", number=1)["said"].startswith("Grant 1 is rejected")
    assert ann.refusal("chips approve", number=1) == "grant_step"
    assert purse(floor, bo) == GIFT
    assert ann.refusal("chips approve", number=7) == "no_grant"


def test_an_undo_is_the_opposite_entry_and_happens_once(floor: Floor, bo: Client) -> None:
    talk = floor.enter("olga")
    talk.ask("chips give", player="Bo", amount=5_000, reason="a prize")
    undone = talk.ask("chips undo", number=1, reason="wrong player")
    assert undone["said"] == "Grant 2: 50 chips taken from Bo."
    assert purse(floor, bo) == GIFT
    entry = ledger.by_key(floor.world.conn, "correction:grant:1")
    assert entry is not None
    assert entry.memo == "wrong player (grant 2 of olga)"
    assert talk.refusal("chips undo", number=1, reason="again") == "undone"
    assert talk.refusal("chips undo", number=2, reason="after all") == "not_done"
    rows = talk.ask("chips list", player="Bo")["grants"]
    assert [(one["number"], one["undoes"], one["undone_by"]) for one in rows] == [
        (2, 1, None),
        (1, None, 2),
    ]
    talk.ask("chips take", player="Bo", amount=700, reason="x")
    talk.ask("chips undo", number=3, reason="y")
    assert purse(floor, bo) == GIFT
    floor.world.check()


def test_an_undo_beyond_the_limit_takes_a_second_too(floor: Floor, bo: Client) -> None:
    olga, ann = floor.enter("olga"), floor.enter("ann")
    olga.ask("chips give", player="Bo", amount=LIMIT + 1, reason="a prize")
    ann.ask("chips approve", number=1)
    assert ann.ask("chips undo", number=1, reason="no prize")["state"] == "pending"
    assert ann.refusal("chips undo", number=1, reason="no prize") == "undone"
    assert ann.refusal("chips approve", number=2) == "second_needed"
    assert purse(floor, bo) == GIFT + LIMIT + 1
    olga.ask("chips approve", number=2)
    assert purse(floor, bo) == GIFT


def test_the_database_itself_lets_nobody_approve_what_he_asked_for(
    floor: Floor, bo: Client
) -> None:
    conn = floor.world.conn
    asked = grants.ask(conn, player=bo.id, amount=5, reason="x", admin=1, at=1)
    with pytest.raises(StoreRefused):
        grants.decide(conn, asked.id, "done", 2, second=1)
    assert grants.decide(conn, asked.id, "done", 2, second=2).state == "done"
    for change in ("UPDATE grants SET amount = 6", "DELETE FROM grants"):
        with pytest.raises(sqlite3.IntegrityError):
            conn.execute(change)
    with pytest.raises(StoreRefused):
        grants.decide(conn, asked.id, "rejected", 3)
    with pytest.raises(NoSuchGrant):
        grants.by_id(conn, 99)


# -- against a real house -------------------------------------------------------------------------


def test_a_gift_is_asked_for_approved_and_undone_from_other_processes(shared: Open) -> None:
    with ExitStack() as lines:
        client = Plain(lines, shared.running.url, 1)
        client.say(messages.Guest(client.next(), "Cleo"))
        client.until(Session)
        asked = shared.admin("chips", "give", "Cleo", "1000.01", "a prize", "--json", who="olga")
        assert asked.json["state"] == "pending"
        number = str(asked.json["number"])
        own = shared.admin("chips", "approve", number, who="olga")
        assert own.code == Exit.REFUSED
        assert "another must approve it" in own.said()
        approved = shared.admin("chips", "approve", number, who="ann")
        assert approved.out == f"Grant {number}: 1000.01 chips given to Cleo.\n"
        notice = client.until(Notice)
        assert isinstance(notice, Notice)
        assert notice.facts == {"amount": 100_001, "reason": "a prize"}
        listed = shared.admin("chips", "list", who="vic").out
        assert "1,000.01" in listed
        shared.admin("chips", "undo", number, "no prize", who="ann")
        again = shared.admin("chips", "list", "--pending", "--json", who="vic").json["grants"]
        assert [one["amount_cents"] for one in again] == [-100_001]
        shared.admin("chips", "reject", str(again[0]["number"]), who="olga")
        taken = shared.admin("chips", "take", "Cleo", "5", "a fee", who="olga")
        assert taken.code == Exit.OK
        wrong = shared.admin("chips", "give", "Cleo", "12.5", "x", who="olga")
        assert wrong.code == Exit.USAGE
    assert shared.admin("status", "--json").json["ledger_off_cents"] == 0


@pytest.mark.parametrize(
    "words",
    [
        ("give", "bo", "1", "x"),
        ("take", "bo", "1", "x"),
        ("approve", "1"),
        ("reject", "1"),
        ("undo", "1", "x"),
    ],
)
def test_a_viewer_moves_no_chips_and_is_in_the_audit(shared: Open, words: tuple[str, ...]) -> None:
    assert shared.admin("chips", *words, who="vic").code == Exit.NOT_ALLOWED
    row = shared.office.audit("--refused", "--who", "vic", "--count", "1")[0]
    assert (row["did"], row["result"]) == (f"chips {words[0]}", "not_allowed")
