"""The bench beside a bare server: both answer each act alike, and medians are compared."""

from functools import partial

import pytest

from bench.fanout import CEILING, USUAL, compare, fan
from bench.fanout_load import Result

UNEVEN = [[[10], [200, 3], [], [70_000]], [[1], [126], [125, 0], [65_535]]]


@pytest.mark.parametrize("which", ["bare", "net"])
@pytest.mark.parametrize("profile", [USUAL, UNEVEN], ids=["usual", "uneven"])
def test_every_seat_is_told_as_many_bytes_as_the_profile_says(
    which: str, profile: list[list[list[int]]]
) -> None:
    # An act ends when each seat has exactly its bytes: one more or less, and it never would.
    result, _ = fan(which, profile, 0.1)
    assert result.acts >= 7
    assert len(result.late) >= result.acts


def test_runs_take_turns_and_their_medians_are_compared() -> None:
    order = []
    costs = {CEILING: iter([1e-4, 9e-4, 2e-4]), "ours": iter([4e-4, 1e-4, 1e-5])}

    def racer(name: str) -> tuple[Result, float]:
        order.append(name)
        return Result(100, 2.0, 0.5, [0.001] * 99 + [0.05]), next(costs[name])

    text, calm = compare([(name, partial(racer, name)) for name in costs])
    assert order == [CEILING, "ours"] * 3
    ours = text.splitlines()[-1].split("|")
    assert [cell.strip() for cell in ours[1:-1]] == [
        "ours",
        "100",
        "200%",
        "50.0",
        "1.00",
        "50.0",
        "25%",
    ]
    assert calm


def test_a_load_that_was_too_busy_says_nothing() -> None:
    busy = Result(1, 1.0, 0.9, [0.1]), 1.0
    assert not compare([(CEILING, lambda: busy)])[1]
