"""Rate limits and admission control: who may connect, how often, and what is forgotten."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.addresses import household, networks
from game_server.net.admission import FORGET_S, TOLD_TOO_MANY, AdmissionControl
from game_server.net.limits import ListenerLimits
from game_server.rate_limit import RateLimit, TokenBucket

LIMITS = ListenerLimits(
    apps=True,
    connections=10,
    per_address=4,
    connects=RateLimit(100, 10.0),
    logins=RateLimit(3, 0.5),
)


@given(
    st.integers(1, 20),
    st.floats(0.1, 50),
    st.lists(st.tuples(st.floats(0, 3), st.integers(1, 4)), max_size=60),
)
def test_nobody_spends_more_than_the_burst_and_what_time_gives(
    burst: int, pace: float, tries: list[tuple[float, int]]
) -> None:
    credits, now, spent = TokenBucket(RateLimit(burst, pace), 0.0), 0.0, 0
    for passed, cost in tries:
        now += passed
        wait = credits.wait(now, cost)
        taken = credits.take(now, cost)
        spent += cost * taken
        assert taken == (wait == 0.0)
        assert spent <= burst + pace * now + 1e-6
    assert credits.full(now + burst / pace + 1e-3)


def test_credits_that_were_refused_are_there_after_the_wait() -> None:
    credits = TokenBucket(RateLimit(2, 0.5), 100.0)
    assert [credits.take(100.0) for _ in range(3)] == [True, True, False]
    assert credits.wait(100.0) == 2.0
    assert not credits.take(101.9)
    assert credits.take(102.0)


def test_rest_saves_no_more_than_a_burst() -> None:
    credits = TokenBucket(RateLimit(2, 1.0), 0.0)
    assert [credits.take(1000.0) for _ in range(3)] == [True, True, False]


def test_an_address_is_told_that_it_has_too_many_lines_then_shut_out() -> None:
    admission = AdmissionControl(replace(LIMITS, connections=100))
    answers = [admission.enter("a", 0.0) for _ in range(4 + TOLD_TOO_MANY + 2)]
    assert answers == ["in"] * 4 + ["too_many_lines"] * TOLD_TOO_MANY + ["shut"] * 2
    assert admission.enter("b", 0.0) == "in"
    assert admission.connections == 4 + TOLD_TOO_MANY + 1


def test_an_address_that_may_hold_a_crowd_may_also_come_back_as_one() -> None:
    admission = AdmissionControl(ListenerLimits(apps=True, connections=4000, per_address=2000))
    assert {admission.enter("hall", 0.0) for _ in range(2000)} == {"in"}
    assert {admission.login("hall", 0.0) for _ in range(2000)} == {0.0}
    assert admission.login("hall", 0.0) > 0.0


def test_a_full_house_says_so_then_shuts() -> None:
    admission = AdmissionControl(LIMITS)
    answers = [admission.enter(f"guest {number}", 0.0) for number in range(10 + TOLD_TOO_MANY + 1)]
    assert answers == ["in"] * 10 + ["house_full"] * TOLD_TOO_MANY + ["shut"]


def test_a_place_is_free_when_somebody_has_left() -> None:
    admission = AdmissionControl(LIMITS)
    assert [admission.enter("a", 0.0) for _ in range(5)][-1] == "too_many_lines"
    admission.leave("a")
    admission.leave("a")
    assert admission.enter("a", 0.0) == "in"
    assert admission.connections == 4


def test_lines_opened_too_fast_are_shut_out_even_if_each_is_gone_at_once() -> None:
    admission = AdmissionControl(replace(LIMITS, connects=RateLimit(5, 1.0)))
    answers = []
    for _ in range(7):
        answers.append(admission.enter("a", 0.0))
        if answers[-1] != "shut":
            admission.leave("a")
    assert answers == ["in"] * 5 + ["shut"] * 2
    assert admission.connections == 0
    assert admission.enter("b", 0.0) == "in"
    assert admission.enter("a", 1.0) == "in"


def test_logins_are_counted_by_address_and_not_by_line() -> None:
    admission = AdmissionControl(LIMITS)
    admission.enter("a", 0.0)
    admission.enter("b", 0.0)
    assert [admission.login("a", 0.0) for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]
    admission.leave("a")
    admission.enter("a", 0.0)
    assert admission.login("a", 0.0) == 2.0
    assert admission.login("b", 0.0) == 0.0


def test_addresses_that_owe_nothing_are_forgotten() -> None:
    admission = AdmissionControl(LIMITS)
    for number in range(1000):
        address = f"guest {number}"
        if admission.enter(address, 0.0) != "shut":
            admission.leave(address)
    admission.enter("stays", 0.0)
    assert admission.known() == 1001
    admission.enter("late", 2 * FORGET_S)
    assert admission.known() == 2


def test_an_address_that_owes_credits_is_not_forgotten() -> None:
    admission = AdmissionControl(replace(LIMITS, connects=RateLimit(2, 0.001)))
    for _ in range(2):
        admission.enter("a", 0.0)
        admission.leave("a")
    assert admission.enter("a", 2 * FORGET_S) == "shut"


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
    admission = AdmissionControl(
        replace(LIMITS, connections=1_000, network_factor=3, site_factor=6)
    )
    answers = [admission.enter(home, 0.0) for home in homes]
    assert answers.count("in") == most
    assert admission.enter("198.51.100.1", 0.0) == "in"
    assert admission.login(homes[0], 0.0) == 0.0
    for home, answer in zip(homes, answers, strict=True):
        if answer != "shut":
            admission.leave(home)
    assert admission.connections == 1
    assert admission.enter(homes[-1], 100.0) == "in"


def test_what_comes_by_ipv6_as_ipv4_counts_as_ipv4() -> None:
    assert networks("::ffff:192.0.2.1") == networks("192.0.2.1") == ("192.0.2.1", "192.0.2.0/24")
    assert networks("2001:db8:1:2ff::1") == (
        "2001:db8:1:2ff::/64",
        "2001:db8:1:200::/56",
        "2001:db8:1::/48",
    )
