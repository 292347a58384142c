"""Sessions: one device at a time, and tokens that are worth nothing to a thief of the disk."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game_server.players.player_account import BARRED, MUTED, account_of
from game_server.players.sessions import (
    DAY_MS,
    LiveSession,
    ReplacedSession,
    Sessions,
    digest,
    new_token,
)
from game_server.store import accounts, idempotency
from game_server.store.direct import CommitFault, DirectStore
from game_server.store.sessions import SPENT
from game_server.store.transaction import Transaction
from protocol.words import Refusal
from tests.players.house import House

DAY = DAY_MS / 1000


@pytest.fixture
def house() -> House:
    return House()


def resumes(house: House, token: str) -> LiveSession:
    return house.wait(house.sessions.resume(token))


@pytest.mark.req("E-RF-PI-003")
def test_a_login_on_another_device_ends_the_first_and_says_which_it_was(house: House) -> None:
    phone = house.entered("Ann", "phone")
    assert phone.replaced is None
    tablet = house.entered("Ann", "tablet")
    assert tablet.replaced == ReplacedSession(phone.id, "phone")
    house.refuses("session_replaced", house.sessions.resume(phone.token))
    assert resumes(house, tablet.token).id == tablet.id


@pytest.mark.req("E-RF-PI-003")
def test_players_keep_the_devices_of_each_other(house: House) -> None:
    ann, ben = house.entered("Ann", "phone"), house.entered("Ben", "tablet")
    assert ben.replaced is None
    assert resumes(house, ann.token).account.name == "Ann"
    assert resumes(house, ben.token).account.name == "Ben"


@pytest.mark.req("E-RF-PI-004")
def test_a_device_that_was_left_is_free_for_the_next_player(house: House) -> None:
    ann = house.entered("Ann", "device 1")
    assert house.wait(house.sessions.end(ann.id))
    ben = house.entered("Ben", "device 1")
    assert ben.replaced is None
    assert resumes(house, ben.token).account.name == "Ben"
    # And for the one who left it.
    assert house.entered("Ann", "device 2").replaced is None


@pytest.mark.req("E-RF-PI-005")
def test_a_session_ends_when_its_player_says_so(house: House) -> None:
    ann = house.entered()
    assert house.wait(house.sessions.end(ann.id))
    house.refuses("session_over", house.sessions.resume(ann.token))
    assert not house.wait(house.sessions.end(ann.id))


def test_a_token_is_256_bits_and_never_the_same() -> None:
    tokens = {new_token() for _ in range(1_000)}
    assert len(tokens) == 1_000
    assert all(len(token) == 43 for token in tokens)
    assert len(digest("x")) == 32


def test_no_token_is_on_disk_or_in_what_is_logged(tmp_path: Path) -> None:
    house = House(tmp_path / "house.db")
    first = house.entered()
    second = resumes(house, first.token)
    third = resumes(house, second.token)
    bytes_ = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert digest(third.token) in bytes_
    for one in (first, second, third):
        assert one.token.encode() not in bytes_
        assert one.token not in repr(one)


def test_what_is_on_disk_opens_nothing(house: House) -> None:
    ann = house.entered()
    kept = digest(ann.token)
    for shown in (
        kept.hex(),
        kept.decode("latin-1"),
        "",
        ann.token[:-1],
        ann.token + " ",
        "\ud800",
    ):
        house.refuses("session_unknown", house.sessions.resume(shown))


def test_a_spent_token_ends_the_session_for_whoever_has_one(house: House) -> None:
    first = house.entered()
    second = resumes(house, first.token)
    assert second.token != first.token
    third = resumes(house, second.token)
    house.refuses("session_stolen", house.sessions.resume(first.token))
    assert house.sessions.has_ended(first.id)
    for one in (first, second, third):
        house.refuses("session_stolen", house.sessions.resume(one.token))
    again = house.entered()
    assert again.stolen is not None
    assert again.stolen.id == first.id
    assert house.entered().stolen is None, "it is told once"


def test_every_token_of_before_is_known_as_spent_up_to_a_hundred(house: House) -> None:
    has = house.entered()
    given_out = [has.token]
    for _ in range(SPENT + 5):
        has = resumes(house, has.token)
        given_out.append(has.token)
    house.refuses("session_unknown", house.sessions.resume(given_out[0]))
    house.refuses("session_stolen", house.sessions.resume(given_out[10]))
    assert house.count("spent_tokens") == SPENT


def test_what_comes_late_on_a_line_from_before_is_no_theft(house: House) -> None:
    first = house.entered()
    second = house.wait(house.sessions.resume(first.token, "192.0.2.1", opened=2.0))
    # The same request on the line before, which the network has held back.
    house.refuses("session_unknown", house.sessions.resume(first.token, "192.0.2.1", opened=1.0))
    assert house.wait(house.sessions.received(second))
    house.refuses("session_unknown", house.sessions.resume(first.token, "192.0.2.1", opened=1.0))
    third = house.wait(house.sessions.resume(second.token, "192.0.2.1", opened=3.0))
    assert third.id == first.id
    house.refuses("session_stolen", house.sessions.resume(first.token, "192.0.2.1", opened=3.0))


def test_however_much_it_is_used_a_session_is_over_one_day(house: House) -> None:
    ann = house.entered()
    for _ in range(8):
        house.pass_time(20 * DAY)
        ann = resumes(house, ann.token)
        assert house.wait(house.sessions.received(ann))
    house.pass_time(20 * DAY - 1)
    ann = resumes(house, ann.token)
    house.pass_time(1)
    refused = house.refuses("session_old", house.sessions.resume(ann.token))
    assert refused.facts == {"days": 180}


def test_where_one_is_logged_in_is_known_with_device_and_address(house: House) -> None:
    phone = house.wait(house.sessions.begin(house.member(), "phone", "192.0.2.1"))
    house.pass_time(60)
    phone = house.wait(house.sessions.resume(phone.token, "198.51.100.7"))
    house.wait(house.sessions.begin(phone.account.id, "tablet", "203.0.113.9"))
    tablet, was = house.wait(house.sessions.of_player(phone.account.id))
    assert (tablet.device, tablet.address, tablet.ended) == ("tablet", "203.0.113.9", None)
    assert (was.device, was.address, was.why) == ("phone", "198.51.100.7", "replaced")
    assert was.seen == was.began + 60_000


def test_no_session_is_left_when_all_are_ended(house: House) -> None:
    ann, ben = house.entered("Ann"), house.entered("Ben")
    house.wait(house.sessions.end_all(ann.account.id))
    house.refuses("session_over", house.sessions.resume(ann.token))
    assert house.sessions.has_ended(ann.id)
    resumes(house, ben.token)


def test_an_answer_that_is_lost_locks_nobody_out(house: House) -> None:
    first = house.entered()
    lost = [resumes(house, first.token) for _ in range(5)]
    assert {one.id for one in lost} == {first.id}
    for one in lost[:-1]:
        house.refuses("session_unknown", house.sessions.resume(one.token))
    resumes(house, lost[-1].token)


def test_a_token_is_spent_once_the_next_was_received(house: House) -> None:
    first = house.entered()
    second = resumes(house, first.token)
    assert house.wait(house.sessions.received(second))
    third = resumes(house, second.token)
    # What was received of an answer that another has overtaken says nothing.
    assert not house.wait(house.sessions.received(first))
    assert house.wait(house.sessions.received(third))
    house.refuses("session_stolen", house.sessions.resume(second.token))


@given(st.lists(st.sampled_from(["lost", "came", "received", "day"]), max_size=12), st.data())
@settings(max_examples=40)
def test_a_client_always_comes_back_with_the_last_token_it_has(
    steps: list[str], data: st.DataObject
) -> None:
    house = House()
    has = house.entered()
    given_out = [has.token]
    for step in steps:
        if step == "day":
            # Twelve of these are less than a session lasts in all.
            house.pass_time(14 * DAY)
        elif step == "received":
            # False when a later answer was lost: the house does not know that it was.
            house.wait(house.sessions.received(has))
        answer = resumes(house, has.token)
        given_out.append(answer.token)
        if step != "lost":
            has = answer
    good = 0
    for token in given_out:
        found = house.conn.execute(
            "SELECT count(*) FROM sessions WHERE ? IN (token, previous)", (digest(token),)
        ).fetchone()
        good += found[0]
    assert good <= 2
    assert resumes(house, has.token).id == has.id


def test_two_lines_that_resume_at_one_moment_do_not_break_the_session(house: House) -> None:
    first = house.entered()
    both = [house.sessions.resume(first.token) for _ in range(2)]
    one, other = (house.wait(each) for each in both)
    assert one.id == other.id
    house.refuses("session_unknown", house.sessions.resume(one.token))
    resumes(house, other.token)


def test_who_is_away_for_thirty_days_logs_in_again(house: House) -> None:
    ann = house.entered()
    for _ in range(3):
        house.pass_time(30 * DAY - 1)
        ann = resumes(house, ann.token)
    house.pass_time(30 * DAY - 1)
    assert house.wait(house.sessions.received(ann))
    house.pass_time(30 * DAY - 1)
    ann = resumes(house, ann.token)
    house.pass_time(30 * DAY)
    house.refuses("session_expired", house.sessions.resume(ann.token))
    # There is no device to be told.
    assert house.entered().replaced is None


def test_sessions_that_were_over_long_ago_are_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game_server.store.sessions.CHUNK", 1)
    for name in ("Cem", "Dan"):
        house.wait(house.sessions.end(house.entered(name).id))
    house.pass_time(31 * DAY)
    assert house.wait(house.sessions.tidy()) == 2, "one in a commit, and all of them"
    over, on = house.entered("Ann"), house.entered("Ben")
    house.wait(house.sessions.end(over.id))
    house.pass_time(20 * DAY)
    on = resumes(house, on.token)
    assert house.wait(house.sessions.tidy()) == 0
    house.pass_time(11 * DAY)
    assert house.wait(house.sessions.tidy()) == 1
    house.refuses("session_unknown", house.sessions.resume(over.token))
    resumes(house, on.token)


def test_whom_the_house_has_barred_does_not_come_in(house: House) -> None:
    ann = house.entered()
    accounts.set_state(house.conn, ann.account.id, BARRED)
    house.refuses("barred", house.sessions.resume(ann.token))
    house.refuses("barred", house.sessions.begin(ann.account.id, "tablet"))
    # The refused login has not ended the session: it goes on when the house forgives.
    accounts.set_state(house.conn, ann.account.id, accounts.OPEN)
    resumes(house, ann.token)


@pytest.mark.parametrize(
    ("state", "enter", "speak"),
    [
        (accounts.OPEN, True, True),
        (MUTED, True, False),
        (BARRED, False, False),
        ("?", False, False),
    ],
)
def test_a_state_says_what_a_player_may_do(
    house: House, state: str, enter: bool, speak: bool
) -> None:
    row = accounts.set_state(house.conn, house.member(), state)
    assert (account_of(row).may("enter"), account_of(row).may("speak")) == (enter, speak)


def test_what_the_house_knows_of_a_player_holds_no_hash(house: House) -> None:
    ann = house.entered().account
    assert "argon2" not in repr(ann)
    assert not hasattr(ann, "password")


def test_a_session_that_the_house_ended_says_so(house: House) -> None:
    ann = house.entered()
    house.wait(house.sessions.end(ann.id, "removed"))
    assert (
        "The house has ended"
        in house.refuses("session_over", house.sessions.resume(ann.token)).text
    )


def test_the_reply_to_a_logout_is_kept_with_it(house: House) -> None:
    ann = house.entered()

    def reply(conn: Transaction) -> None:
        idempotency.remember(
            conn, player=ann.account.id, request=3, body=bytes(16), reply=b"ok", at=house.now()
        )

    house.wait(house.sessions.end(ann.id, also=reply))
    assert idempotency.reply_to(house.conn, ann.account.id, 3) == (b"ok", bytes(16))


@pytest.mark.parametrize("fault", [CommitFault.FAILS, CommitFault.LOST])
def test_a_commit_that_fails_leaves_the_client_a_token_that_is_good(
    house: House, fault: CommitFault
) -> None:
    ann = house.entered()
    house.store.fault = fault
    house.refuses("not_written", house.sessions.resume(ann.token))
    assert resumes(house, ann.token).id == ann.id


def test_sessions_outlive_the_house(house: House) -> None:
    ann = house.entered()
    house.store.close()
    house.refuses("house_closes", house.sessions.resume(ann.token))
    house.store = DirectStore(house.conn, house.clock)
    house.sessions = Sessions(house.store, house.now)
    assert resumes(house, ann.token).account == ann.account


def test_nobody_comes_in_as_a_player_who_is_not_there(house: House) -> None:
    with pytest.raises(Exception, match="There is no player 99"):
        house.wait(house.sessions.begin(99, "phone"))
    with pytest.raises(Refusal):
        resumes(house, "made up")
