"""The bench beside a bare server: both answer each act alike, and medians are compared."""

from functools import partial

import pytest

from bench import __main__, fanout
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

    text = compare([(name, partial(racer, name)) for name in costs])
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


def test_a_load_that_limits_the_acts_is_said_in_its_row_and_fails_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A server so fast that its load has no time to spare, beside one that leaves it some.
    def fan(which: str, *_: object) -> tuple[Result, float]:
        own = 0.99 if which == "bare" else 0.5
        return Result(acts=1000, wall=1.0, own=own, late=[0.001]), 0.0001

    monkeypatch.setattr(fanout, "fan", fan)
    assert __main__.run("fanout") == 0
    *_, bare, net = capsys.readouterr().out.splitlines()
    assert bare.endswith("99%: the load's limit |")
    assert net.endswith("50% |")
