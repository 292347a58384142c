"""Chips as they are drawn: colours and stacks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.chips import EPS, TWENTY_ONE, Chip, stack


def test_the_poker_systems_chips_have_their_colours() -> None:
    assert [(chip.value // 100, chip.colour) for chip in EPS] == [
        (5, "white"),
        (10, "red"),
        (50, "green"),
        (100, "black"),
        (500, "purple"),
    ]


@pytest.mark.req("B-4.1")
def test_the_chips_of_21_are_1_5_25_and_100() -> None:
    assert [chip.value for chip in TWENTY_ONE] == [100, 500, 2_500, 10_000]
    assert len({chip.colour for chip in TWENTY_ONE}) == 4


def test_a_stack_is_taken_from_the_largest_chip_downwards() -> None:
    laid = stack(68_800, EPS)
    assert [(count, chip.colour) for chip, count in laid.chips] == [
        (1, "purple"),
        (1, "black"),
        (1, "green"),
        (3, "red"),
        (1, "white"),
    ]
    assert laid.rest == 300


def test_what_no_chip_covers_is_the_rest() -> None:
    assert stack(0, EPS).chips == ()
    assert stack(499, EPS) == stack(499, [])
    assert stack(750, TWENTY_ONE).rest == 50


def test_a_debt_is_no_stack() -> None:
    with pytest.raises(ValueError, match="the least is 0"):
        stack(-1, EPS)


@given(st.integers(0, 10**9), st.sampled_from([EPS, TWENTY_ONE, (Chip(300, "blue"),)]))
def test_a_stack_is_worth_its_amount(amount: int, denominations: tuple[Chip, ...]) -> None:
    laid = stack(amount, denominations)
    assert sum(chip.value * count for chip, count in laid.chips) + laid.rest == amount
    assert 0 <= laid.rest < min(chip.value for chip in denominations)
    assert all(count > 0 for _, count in laid.chips)
