"""How often a stranger may try."""

from contextlib import suppress
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.addresses import household
from game_server.players.throttle import MEMBER, Attempt, LoginThrottle, Pace, PerAddress, Throttle
from protocol.words import Refusal
from tests.players.house import refuses

HERE, THERE = "192.0.2.1", "198.51.100.7"
PACE = Pace(free=3, first=1.0, longest=20.0, relax=100.0, most=50)


def knock_until_told_to_wait(throttle: LoginThrottle, name: str, address: str, now: float) -> int:
    """How many wrong tries are judged at one moment."""
    for tries in range(1_000):
        try:
            throttle.begin_login(name, address, now)
        except Refusal:
            return tries
    raise AssertionError("one may try for ever")


def test_after_some_tries_the_pauses_grow_up_to_the_longest() -> None:
    throttle, now, pauses = Throttle(PACE), 0.0, []
    for _ in range(11):
        throttle.take("ann", now)
        pauses.append(throttle.wait("ann", now))
        now += pauses[-1]
        assert throttle.wait("ann", now) == 0
    assert pauses == [0, 0, 1, 2, 4, 8, 16, 20, 20, 20, 20]


def test_a_pause_is_over_when_its_time_is_up_and_not_before() -> None:
    throttle = Throttle(PACE)
    for _ in range(5):
        throttle.take("ann", 10.0)
    assert throttle.wait("ann", 13.9) == pytest.approx(0.1)
    assert throttle.wait("ann", 14.0) == 0
    assert throttle.wait("ben", 10.0) == 0


def test_tries_are_forgotten_one_by_one() -> None:
    throttle = Throttle(PACE)
    for _ in range(6):
        throttle.take("ann", 0.0)
    throttle.take("ann", 200.0)
    assert throttle.wait("ann", 200.0) == 4.0
    throttle.take("ann", 2_000.0)
    assert throttle.wait("ann", 2_000.0) == 0


def test_a_try_that_is_given_back_never_was() -> None:
    throttle = Throttle(PACE)
    for _ in range(100):
        throttle.take("ann", 0.0)
        throttle.give_back("ann")
    assert len(throttle) == 0
    throttle.give_back("ann")
    for _ in range(3):
        throttle.take("ann", 0.0)
    throttle.give_back("ann")
    assert throttle.wait("ann", 0.0) == 0


def test_memory_is_bounded_and_who_tried_longest_ago_is_forgotten() -> None:
    throttle = Throttle(PACE)
    for _ in range(10):
        throttle.take("ann", 0.0)
    for number in range(5_000):
        throttle.take(f"name {number}", 0.0)
        if number % 40 == 0:
            throttle.take("ann", 0.0)
        assert len(throttle) <= PACE.most
    assert throttle.wait("ann", 0.0) == PACE.longest
    for number in range(50):
        throttle.take(f"name {number}", 0.0)
    assert throttle.wait("ann", 0.0) == 0


@given(
    st.lists(st.tuples(st.sampled_from(["take", "give_back"]), st.floats(0, 500)), max_size=60),
    st.integers(1, 5),
)
def test_however_it_is_used_a_pause_is_never_longer_than_the_longest(
    steps: list[tuple[str, float]], free: int
) -> None:
    throttle, now = Throttle(Pace(free=free, first=1.0, longest=20.0, relax=50.0)), 0.0
    for step, passed in steps:
        now += passed
        if step == "take":
            throttle.take("ann", now)
        else:
            throttle.give_back("ann")
        assert 0 <= throttle.wait("ann", now) <= 20.0


def test_a_flood_of_tries_never_breaks_the_count() -> None:
    throttle = Throttle(PACE)
    for _ in range(3_000):
        throttle.take("ann", 0.0)
    assert throttle.wait("ann", 0.0) == PACE.longest


# The door


def test_one_name_is_not_tried_from_many_addresses() -> None:
    throttle = LoginThrottle()
    judged = 0
    for number in range(100):
        try:
            throttle.begin_login("ann", f"10.0.{number}.1", 0.0)
        except Refusal:
            continue
        judged += 1
    assert judged == 5
    throttle.begin_login("ben", "10.0.99.1", 0.0)


def test_many_names_are_not_tried_from_one_address() -> None:
    throttle = LoginThrottle()
    judged = 0
    for number in range(100):
        try:
            throttle.begin_login(f"name {number}", HERE, 0.0)
        except Refusal:
            continue
        judged += 1
    assert judged == 20
    throttle.begin_login("ann", THERE, 0.0)


def test_the_refusal_says_how_long_to_wait_and_waiting_helps() -> None:
    throttle, now, waits = LoginThrottle(), 0.0, []
    for _ in range(12):
        knock_until_told_to_wait(throttle, "ann", HERE, now)
        refusal = refuses("login_wait", partial(throttle.begin_login, "ann", HERE, now))
        seconds = refusal.facts["seconds"]
        assert isinstance(seconds, int)
        assert f"wait {seconds} seconds" in refusal.text
        waits.append(seconds)
        now += seconds
    assert waits[:8] == [1, 2, 4, 8, 16, 32, 64, 128]
    assert max(waits) == 300
    throttle.begin_login("ann", HERE, now)


def test_a_refused_try_makes_no_pause_longer() -> None:
    throttle = LoginThrottle()
    knock_until_told_to_wait(throttle, "ann", HERE, 0.0)
    for _ in range(50):
        refuses("login_wait", lambda: throttle.begin_login("ann", THERE, 0.5))
    throttle.begin_login("ann", HERE, 1.0)


def test_a_right_password_lets_the_name_begin_anew() -> None:
    throttle = LoginThrottle()
    for _ in range(4):
        throttle.begin_login("ann", HERE, 0.0)
    throttle.was_right(throttle.begin_login("ann", HERE, 0.0))
    assert knock_until_told_to_wait(throttle, "ann", HERE, 0.0) == 5


def test_an_account_of_ones_own_buys_no_tries_at_those_of_others() -> None:
    throttle = LoginThrottle()
    judged = 0
    for number in range(200):
        try:
            throttle.was_right(throttle.begin_login("eve", HERE, 0.0))
            throttle.begin_login(f"name {number}", HERE, 0.0)
        except Refusal:
            continue
        judged += 1
    assert judged == 20


def test_right_logins_never_use_up_an_address() -> None:
    throttle = LoginThrottle()
    for number in range(500):
        throttle.was_right(throttle.begin_login(f"name {number}", HERE, 0.0))


def test_strangers_who_guess_do_not_keep_the_owner_out() -> None:
    throttle = LoginThrottle()
    throttle.was_right(throttle.begin_login("ann", HERE, 0.0))
    assert knock_until_told_to_wait(throttle, "ann", THERE, 1.0) == 5
    throttle.was_right(throttle.begin_login("ann", HERE, 1.0))
    refuses("login_wait", lambda: throttle.begin_login("ann", THERE, 1.5))
    # From where the owner is one may not try for ever either.
    assert knock_until_told_to_wait(throttle, "ann", HERE, 2.0) == 5


def test_tries_side_by_side_count_before_they_are_judged() -> None:
    throttle = LoginThrottle()
    attempts: list[Attempt] = []
    for _ in range(100):
        try:
            attempts.append(throttle.begin_login("ann", HERE, 0.0))
        except Refusal:
            break
    assert len(attempts) == 5


def test_what_the_house_could_not_judge_does_not_count() -> None:
    throttle = LoginThrottle()
    for _ in range(100):
        throttle.was_not_judged(throttle.begin_login("ann", HERE, 0.0))


def test_accounts_are_not_made_without_end() -> None:
    throttle = LoginThrottle(PerAddress(guests=20, guests_hour=60))
    for _ in range(20):
        throttle.make_new(HERE, 0.0)
    assert refuses("new_wait", lambda: throttle.make_new(HERE, 0.0)).facts == {"seconds": 60}
    throttle.make_new(THERE, 0.0)
    for _ in range(100):
        throttle.make_new("203.0.113.9", 0.0)
        throttle.was_not_made("203.0.113.9")
    throttle.make_new(HERE, 60.0)
    assert refuses("new_wait", lambda: throttle.make_new(HERE, 60.0)).facts == {"seconds": 60}


def test_a_class_behind_one_address_comes_in_and_nobody_ever_waits_long() -> None:
    throttle, waits = LoginThrottle(), []
    for _ in range(60):
        throttle.make_new(HERE, 0.0)
    now = 0.0
    for _ in range(30):
        try:
            throttle.make_new(HERE, now)
        except Refusal as wrong:
            waits.append(int(wrong.facts["seconds"]))
            now += waits[-1]
            throttle.make_new(HERE, now)
    assert max(waits) <= 120


def test_members_count_half_of_what_guests_count() -> None:
    throttle = LoginThrottle(PerAddress(guests=20))
    for _ in range(39):
        throttle.make_new(HERE, 0.0, MEMBER)
    refuses("new_wait", lambda: throttle.make_new(HERE, 0.0, MEMBER))


@pytest.mark.parametrize(
    ("homes", "most"),
    [
        ([f"203.0.113.{number}" for number in range(1, 255)], 5 * 20),
        ([f"2001:db8:1:1{number:02x}::1" for number in range(256)], 5 * 20),
        ([f"2001:db8:1:{number:x}00::1" for number in range(256)], 10 * 20),
    ],
    ids=["an IPv4 /24", "an IPv6 /56", "an IPv6 /48"],
)
def test_the_addresses_of_one_network_make_no_more_than_the_network_may(
    homes: list[str], most: int
) -> None:
    throttle, made = LoginThrottle(PerAddress(guests=20)), 0
    for home in homes * 2:
        with suppress(Refusal):
            throttle.make_new(home, 0.0)
            made += 1
    assert made == most


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::2"),
        ("192.0.2.1", "192.0.2.1"),
        ("a socket", "a socket"),
    ],
)
def test_one_household_is_one_address(one: str, other: str) -> None:
    assert household(one) == household(other)


def test_other_households_are_other_addresses() -> None:
    assert household("2001:db8:1:2::1") != household("2001:db8:1:3::1")
    assert household("192.0.2.1") != household("192.0.2.2")
    throttle = LoginThrottle()
    knock_until_told_to_wait(throttle, "ann", "2001:db8:1:2::1", 0.0)
    for number in range(15):
        throttle.begin_login(f"name {number}", f"2001:db8:1:2::{number + 2}", 0.0)
    refuses("login_wait", lambda: throttle.begin_login("ben", "2001:db8:1:2::99", 0.0))
