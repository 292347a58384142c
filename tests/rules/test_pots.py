"""Uncalled bets, side pots, ties and odd chips, for every game that has a pot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.pots import Pot, layers, seats_after, share, uncalled
from protocol.words import Seat

A, B, C, D = (Seat(number) for number in range(4))
PAID = st.dictionaries(st.integers(0, 6).map(Seat), st.integers(0, 500), min_size=1)


def test_what_nobody_called_goes_back() -> None:
    assert uncalled({A: 100, B: 60, C: 20}) == (A, 40)
    assert uncalled({A: 100, B: 100, C: 20}) is None
    assert uncalled({A: 100}) == (A, 100)
    assert uncalled({}) is None


@pytest.mark.req("E-RF-BR-011")
def test_each_all_in_level_is_a_pot_of_its_own() -> None:
    paid = {A: 20, B: 50, C: 100, D: 100}
    assert layers(paid, {A, B, C, D}) == (
        Pot(80, frozenset({A, B, C, D})),
        Pot(90, frozenset({B, C, D})),
        Pot(100, frozenset({C, D})),
    )


def test_what_a_folded_seat_paid_stays_where_it_lies() -> None:
    assert layers({A: 20, B: 35, C: 50}, {A, C}) == (
        Pot(60, frozenset({A, C})),
        Pot(45, frozenset({C})),
    )


def test_a_level_that_only_leavers_reached_falls_to_the_pot_below() -> None:
    assert layers({A: 20, B: 70, C: 70}, {A}) == (Pot(160, frozenset({A})),)


def test_chips_that_no_live_seat_matched_are_still_somebodys() -> None:
    assert layers({A: 20, B: 30}, {C}) == (Pot(50, frozenset({C})),)


@pytest.mark.req("C-2.12")
def test_odd_chips_go_one_each_in_the_winners_order() -> None:
    assert share(1100, (B, C, A), 100) == {B: 400, C: 400, A: 300}
    assert share(1000, (B, C), 100) == {B: 500, C: 500}


def test_what_is_smaller_than_a_unit_goes_to_the_first_winner_without_an_odd_one() -> None:
    assert share(1250, (C, A), 500) == {C: 750, A: 500}
    assert share(1750, (C, A), 500) == {C: 1000, A: 750}


def test_playing_order_begins_left_of_the_seat_which_is_last() -> None:
    assert seats_after(B, {A, B, C, D}) == (C, D, A, B)
    assert seats_after(B, {A, D}) == (D, A)


@given(paid=PAID, live=st.sets(st.integers(0, 6).map(Seat), min_size=1))
def test_the_pots_hold_what_was_paid(paid: dict[Seat, int], live: set[Seat]) -> None:
    pots = layers(paid, live)
    assert sum(pot.amount for pot in pots) == sum(paid.values())
    assert all(pot.amount > 0 and pot.seats and pot.seats <= live for pot in pots)


@given(paid=PAID, live=st.sets(st.integers(0, 6).map(Seat), min_size=1))
def test_nobody_can_win_more_from_another_than_it_paid_while_others_reach_higher(
    paid: dict[Seat, int], live: set[Seat]
) -> None:
    pots = layers(paid, live)
    highest = max((paid.get(seat, 0) for seat in live), default=0)
    for seat in live:
        own = paid.get(seat, 0)
        if own < highest:
            able = sum(pot.amount for pot in pots if seat in pot.seats)
            assert able <= sum(min(put, own) for put in paid.values()) or own == 0


@given(
    amount=st.integers(0, 10_000),
    winners=st.lists(st.integers(0, 6).map(Seat), min_size=1, unique=True),
    unit=st.sampled_from([1, 100, 500]),
)
def test_shares_are_even_to_a_unit_and_lose_nothing(
    amount: int, winners: list[Seat], unit: int
) -> None:
    shares = share(amount, winners, unit)
    assert sum(shares.values()) == amount
    assert max(shares.values()) - min(shares.values()) <= unit
    assert list(shares) == winners
