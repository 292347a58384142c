"""Another password: by who knows the old one, or on a device that the house approved."""

import pytest

from game_server.players.resets import LASTS_MS, OF_STRANGERS, ResetRequest, Resets, approve
from game_server.store import resets, sessions
from game_server.store.transaction import Transaction
from tests.players.house import HERE, PASSWORD, House
from tests.players.test_accounts import OTHERS, THERE


@pytest.fixture
def house() -> House:
    return House()


def asked(house: House, name: str = "Ann", address: str = THERE) -> ResetRequest:
    return house.wait(house.resets.ask(name, address))


def approved(house: House, request: ResetRequest, number: str = "") -> bool:
    """Whether the house let it through on hearing that number."""

    def work(conn: Transaction) -> bool:
        found = approve(conn, 1, number or request.number, "olga", house.now())
        return found is not None

    return house.wait(house.store.write(work))


# Changed


def test_who_changes_the_password_stays_in_and_every_other_session_ends(house: House) -> None:
    entered = house.entered("Ann")
    changed = house.accounts.change_password(1, entered.id, PASSWORD, OTHERS, HERE)
    assert house.wait(changed).name == "Ann"
    house.wait(house.sessions.resume(entered.token))
    house.refuses("login_wrong", house.accounts.log_in("Ann", PASSWORD, HERE))
    house.wait(house.accounts.log_in("Ann", OTHERS, HERE))


def test_a_session_that_is_not_the_one_that_changed_it_is_over(house: House) -> None:
    entered = house.entered("Ann")
    house.wait(house.accounts.change_password(1, entered.id + 1, PASSWORD, OTHERS, HERE))
    house.refuses("session_over", house.sessions.resume(entered.token))
    assert [one.why for one in sessions.of_player(house.conn, 1)] == ["password"]


def test_the_old_password_is_asked_for_and_wrong_ones_are_counted(house: House) -> None:
    entered = house.entered("Ann")
    for _ in range(5):
        changing = house.accounts.change_password(1, entered.id, "wrong", OTHERS, THERE)
        house.refuses("password_wrong", changing)
    changing = house.accounts.change_password(1, entered.id, PASSWORD, OTHERS, THERE)
    house.refuses("login_wait", changing)


def test_a_new_password_is_as_good_as_one_of_a_new_member(house: House) -> None:
    entered = house.entered("Ann")
    for new, code in (("short", "password_short"), ("sunshine1", "password_common")):
        changing = house.accounts.change_password(1, entered.id, PASSWORD, new, HERE)
        house.refuses(code, changing)
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE))


def test_a_guest_has_no_password_to_change(house: House) -> None:
    gus = house.wait(house.accounts.guest("Gus", HERE))
    house.refuses("password_none", house.accounts.change_password(gus.id, 1, "", OTHERS, HERE))


# Chosen by a device


def test_a_device_chooses_a_password_when_the_house_has_heard_its_number(house: House) -> None:
    entered = house.entered("Ann")
    request = asked(house)
    assert (request.player, request.ms, len(request.number)) == (1, LASTS_MS, 6)
    house.refuses("reset_waits", house.resets.choose(request.key, OTHERS))
    assert approved(house, request, f"{request.number[:3]} {request.number[3:]}")
    assert house.wait(house.resets.choose(request.key, OTHERS)) == 1
    house.refuses("session_over", house.sessions.resume(entered.token))
    house.refuses("login_wrong", house.accounts.log_in("Ann", PASSWORD, HERE))
    house.wait(house.accounts.log_in("Ann", OTHERS, HERE))
    house.refuses("reset_over", house.resets.choose(request.key, PASSWORD))


def test_a_bad_password_leaves_the_request_as_it_was(house: House) -> None:
    house.member("Ann")
    request = asked(house)
    approved(house, request)
    house.refuses("password_common", house.resets.choose(request.key, "sunshine1"))
    house.wait(house.resets.choose(request.key, OTHERS))


def test_nobody_learns_from_a_request_whether_there_is_such_a_member(house: House) -> None:
    house.member("Ann")
    house.wait(house.accounts.guest("Gus", HERE))
    for name, address in (("Nobody", "192.0.2.50"), ("Gus", "192.0.2.51")):
        request = asked(house, name, address)
        assert request.player is None
        assert (request.ms, len(request.number), len(request.key)) == (LASTS_MS, 6, 43)
        house.refuses("reset_waits", house.resets.choose(request.key, OTHERS))
        assert not approved(house, request)
    house.pass_time(LASTS_MS / 1000)
    house.refuses("reset_over", house.resets.choose(request.key, OTHERS))


def test_a_request_is_over_after_a_quarter_of_an_hour_approved_or_not(house: House) -> None:
    house.member("Ann")
    first, second = asked(house), asked(house)
    assert approved(house, second)
    house.pass_time(LASTS_MS / 1000)
    for request in (first, second):
        house.refuses("reset_over", house.resets.choose(request.key, OTHERS))
    assert not approved(house, asked(house), first.number)


def test_three_wrong_numbers_end_every_open_request_of_the_player(house: House) -> None:
    house.member("Ann")
    request = asked(house)
    wrong = str((int(request.number) + 1) % 1_000_000).zfill(6)
    for _ in range(3):
        assert not approved(house, request, wrong)
    assert not approved(house, request)
    house.refuses("reset_over", house.resets.choose(request.key, OTHERS))


def test_of_two_devices_the_one_whose_number_was_read_is_let_through(house: House) -> None:
    house.member("Ann")
    mine, thief = asked(house), asked(house, address="203.0.113.9")
    assert mine.number != thief.number
    assert approved(house, mine)
    house.refuses("reset_over", house.resets.choose(thief.key, PASSWORD))
    house.wait(house.resets.choose(mine.key, OTHERS))


def test_who_still_knows_the_password_ends_what_others_ask_for(house: House) -> None:
    entered = house.entered("Ann")
    request = asked(house)
    assert approved(house, request)
    house.wait(house.accounts.change_password(1, entered.id, PASSWORD, OTHERS, HERE))
    house.refuses("reset_over", house.resets.choose(request.key, PASSWORD))


def test_a_key_of_nothing_is_over_and_no_key_lies_on_disk(house: House) -> None:
    house.member("Ann")
    request = asked(house)
    house.refuses("reset_over", house.resets.choose("anything", OTHERS))
    assert request.key not in "\n".join(house.conn.iterdump())
    assert request.key not in repr(request)


def test_requests_are_counted_by_address_and_by_name_at_an_address(house: House) -> None:
    house.member("Ann")
    for _ in range(3):
        asked(house, address="192.0.2.99")
    wait = house.refuses("reset_wait", house.resets.ask("ANN", "192.0.2.99")).facts["seconds"]
    assert 0 < int(wait) <= 900
    for number in range(5):
        asked(house, f"Somebody {number}", THERE)
    house.refuses("reset_wait", house.resets.ask("Somebody else", THERE))


def test_one_network_asks_no_more_than_several_households(house: House) -> None:
    for number in range(25):
        asked(house, f"Somebody {number}", f"2001:db8:0:{number:x}::1")
    house.refuses("reset_wait", house.resets.ask("Somebody else", "2001:db8:0:ff::1"))
    asked(house, "Somebody else", "2001:db8:5::1")


def test_nobody_keeps_the_owner_from_asking(house: House) -> None:
    house.member("Ann")
    for number in range(50):
        asked(house, address=f"10.{number}.0.1")
    mine = asked(house)
    assert approved(house, mine)
    house.wait(house.resets.choose(mine.key, OTHERS))


def test_strangers_end_no_request_of_an_address_where_the_player_has_been(house: House) -> None:
    house.wait(house.sessions.begin(house.member("Ann"), "phone", HERE))
    mine = asked(house, address=HERE)
    for number in range(200):
        asked(house, address=f"10.{number}.0.1")
    assert len(resets.open_of(house.conn, 1, house.now())) == OF_STRANGERS + 1
    assert approved(house, mine)


def test_one_network_of_strangers_ends_its_own_requests_and_not_those_of_others(
    house: House,
) -> None:
    house.member("Ann")
    mine = asked(house)
    thieves = [asked(house, address=f"10.0.0.{number}") for number in range(25)]
    assert len(resets.open_of(house.conn, 1, house.now())) == OF_STRANGERS
    assert not approved(house, thieves[0])
    assert approved(house, mine)


def test_a_player_hears_of_few_of_many_requests(house: House) -> None:
    assert sum(house.resets.hears(1) for _ in range(50)) == 3
    assert house.resets.hears(2)
    house.pass_time(60)
    assert house.resets.hears(1)


def test_no_two_open_requests_of_a_player_have_one_number(house: House) -> None:
    house.member("Ann")
    drawn = iter([7, 7, 7, 8])
    house.resets = Resets(
        house.store, house.passwords, house.clock, house.now, lambda _: next(drawn)
    )
    mine, thief = asked(house), asked(house, address="203.0.113.9")
    assert (mine.number, thief.number) == ("000007", "000008")


def test_old_requests_are_forgotten_a_day_after_they_were_over(house: House) -> None:
    house.member("Ann")
    asked(house)
    house.pass_time(LASTS_MS / 1000 + 23 * 3600)
    assert house.wait(house.resets.tidy()) == 0
    house.pass_time(2 * 3600)
    assert house.wait(house.resets.tidy()) == 1
    assert resets.all_open(house.conn, 0) == ()
