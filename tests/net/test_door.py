"""Credits and the door: who may come in, how often, and what is forgotten."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.addresses import household, networks
from game_server.net.credits import Credits, Rate
from game_server.net.door import FORGET, PORCH, Door
from game_server.net.limits import Limits

LIMITS = Limits(
    apps=True, connections=10, per_address=4, connects=Rate(100, 10.0), logins=Rate(3, 0.5)
)


@given(
    st.integers(1, 20),
    st.floats(0.1, 50),
    st.lists(st.tuples(st.floats(0, 3), st.integers(1, 4)), max_size=60),
)
def test_nobody_spends_more_than_the_burst_and_what_time_gives(
    burst: int, pace: float, tries: list[tuple[float, int]]
) -> None:
    credits, now, spent = Credits(Rate(burst, pace), 0.0), 0.0, 0
    for passed, cost in tries:
        now += passed
        wait = credits.wait(now, cost)
        taken = credits.take(now, cost)
        spent += cost * taken
        assert taken == (wait == 0.0)
        assert spent <= burst + pace * now + 1e-6
    assert credits.full(now + burst / pace + 1e-3)


def test_credits_that_were_refused_are_there_after_the_wait() -> None:
    credits = Credits(Rate(2, 0.5), 100.0)
    assert [credits.take(100.0) for _ in range(3)] == [True, True, False]
    assert credits.wait(100.0) == 2.0
    assert not credits.take(101.9)
    assert credits.take(102.0)


def test_rest_saves_no_more_than_a_burst() -> None:
    credits = Credits(Rate(2, 1.0), 0.0)
    assert [credits.take(1000.0) for _ in range(3)] == [True, True, False]


def test_an_address_is_told_that_it_has_too_many_lines_then_shut_out() -> None:
    door = Door(replace(LIMITS, connections=100))
    answers = [door.enter("a", 0.0) for _ in range(4 + PORCH + 2)]
    assert answers == ["in"] * 4 + ["too_many_lines"] * PORCH + ["shut"] * 2
    assert door.enter("b", 0.0) == "in"
    assert door.lines == 4 + PORCH + 1


def test_an_address_that_may_hold_a_crowd_may_also_come_back_as_one() -> None:
    door = Door(Limits(apps=True, connections=4000, per_address=2000))
    assert {door.enter("hall", 0.0) for _ in range(2000)} == {"in"}
    assert {door.login("hall", 0.0) for _ in range(2000)} == {0.0}
    assert door.login("hall", 0.0) > 0.0


def test_a_full_house_says_so_then_shuts() -> None:
    door = Door(LIMITS)
    answers = [door.enter(f"guest {number}", 0.0) for number in range(10 + PORCH + 1)]
    assert answers == ["in"] * 10 + ["house_full"] * PORCH + ["shut"]


def test_a_place_is_free_when_somebody_has_left() -> None:
    door = Door(LIMITS)
    assert [door.enter("a", 0.0) for _ in range(5)][-1] == "too_many_lines"
    door.leave("a")
    door.leave("a")
    assert door.enter("a", 0.0) == "in"
    assert door.lines == 4


def test_lines_opened_too_fast_are_shut_out_even_if_each_is_gone_at_once() -> None:
    door = Door(replace(LIMITS, connects=Rate(5, 1.0)))
    answers = []
    for _ in range(7):
        answers.append(door.enter("a", 0.0))
        if answers[-1] != "shut":
            door.leave("a")
    assert answers == ["in"] * 5 + ["shut"] * 2
    assert door.lines == 0
    assert door.enter("b", 0.0) == "in"
    assert door.enter("a", 1.0) == "in"


def test_logins_are_counted_by_address_and_not_by_line() -> None:
    door = Door(LIMITS)
    door.enter("a", 0.0)
    door.enter("b", 0.0)
    assert [door.login("a", 0.0) for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]
    door.leave("a")
    door.enter("a", 0.0)
    assert door.login("a", 0.0) == 2.0
    assert door.login("b", 0.0) == 0.0


def test_addresses_that_owe_nothing_are_forgotten() -> None:
    door = Door(LIMITS)
    for number in range(1000):
        address = f"guest {number}"
        if door.enter(address, 0.0) != "shut":
            door.leave(address)
    door.enter("stays", 0.0)
    assert door.known() == 1001
    door.enter("late", 2 * FORGET)
    assert door.known() == 2


def test_an_address_that_owes_credits_is_not_forgotten() -> None:
    door = Door(replace(LIMITS, connects=Rate(2, 0.001)))
    for _ in range(2):
        door.enter("a", 0.0)
        door.leave("a")
    assert door.enter("a", 2 * FORGET) == "shut"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("not an address", "not an address", True),
    ],
)
def test_a_household_of_ipv6_is_one_address(one: str, other: str, same: bool) -> None:
    assert (household(one) == household(other)) is same


@pytest.mark.parametrize(
    ("homes", "most"),
    [
        ([f"203.0.113.{number}" for number in range(1, 255)], 3 * 4),
        ([f"2001:db8:1:1{number:02x}::1" for number in range(256)], 3 * 4),
        ([f"2001:db8:1:{number:x}00::1" for number in range(256)], 6 * 4),
    ],
    ids=["an IPv4 /24", "an IPv6 /56", "an IPv6 /48"],
)
def test_the_addresses_of_one_network_hold_no_more_lines_than_the_network_may(
    homes: list[str], most: int
) -> None:
    door = Door(replace(LIMITS, connections=1_000, near=3, wide=6))
    answers = [door.enter(home, 0.0) for home in homes]
    assert answers.count("in") == most
    assert door.enter("198.51.100.1", 0.0) == "in"
    assert door.login(homes[0], 0.0) == 0.0
    for home, answer in zip(homes, answers, strict=True):
        if answer != "shut":
            door.leave(home)
    assert door.lines == 1
    assert door.enter(homes[-1], 100.0) == "in"


def test_what_comes_by_ipv6_as_ipv4_counts_as_ipv4() -> None:
    assert networks("::ffff:192.0.2.1") == networks("192.0.2.1") == ("192.0.2.1", "192.0.2.0/24")
    assert networks("2001:db8:1:2ff::1") == (
        "2001:db8:1:2ff::/64",
        "2001:db8:1:200::/56",
        "2001:db8:1::/48",
    )
