"""How many chips are proposed to one who is offered a seat."""

import pytest

from client_core.bringing import bringing


@pytest.mark.parametrize(
    ("least", "most", "stake", "have", "usual"),
    [
        (20_000, 200_000, 1_000, 1_000_000, 100_000),
        (2_000, 100_000, 1_000, None, 100_000),
        (20_000, 60_000, 1_000, 1_000_000, 50_000),
        (20_000, 100_000, 1_000, 100_000, 50_000),
        (20_000, 100_000, 1_000, 30_000, 20_000),
        (4_000, 20_000, 200, 1_000_000, 20_000),
        (10_000, 50_000, 5_000, 100_000, 50_000),
        (100, 50_000, 0, 1_000_000, 50_000),
        (100, 50_000, 0, 70_000, 20_000),
        (1_020, 1_050, 0, 70_000, 1_020),
    ],
    ids=["deep", "of a bank", "shallow room", "half of what one has", "poor", "low blinds",
         "antes", "no stake", "no stake, little", "nothing round"],
)  # fmt: skip
def test_a_hundred_stakes_are_proposed_or_another_round_number_that_leaves_as_much(
    least: int, most: int, stake: int, have: int | None, usual: int
) -> None:
    found = bringing(least, most, stake, 10 if not stake else 100, have)
    assert found.usual == usual
    assert usual in [one.amount for one in found.presets]
    assert [found.presets[0].name, found.presets[-1].name] == ["min", "max"]


def test_nobody_is_offered_to_bring_more_than_there_is() -> None:
    found = bringing(4_000, 20_000, 200, 1_000, 9_500)
    assert (found.low, found.high) == (4_000, 9_000)
    assert all(found.low <= one.amount <= found.high for one in found.presets)
    poor = bringing(4_000, 20_000, 200, 1_000, 1_000)
    assert not poor.ranges, "the house says what is missing"
