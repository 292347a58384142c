"""How many chips are proposed to one who is offered a seat."""

import pytest

from client_core.bringing import bringing


@pytest.mark.parametrize(
    ("game", "least", "most", "have", "usual"),
    [
        ("holdem", 20_000, 200_000, 1_000_000, 100_000),
        ("holdem", 20_000, 200_000, None, 20_000),
        ("holdem", 20_000, 60_000, 1_000_000, 40_000),
        ("holdem", 20_000, 100_000, 100_000, 60_000),
        ("sabacc", 20_000, 200_000, 1_000_000, 110_000),
    ],
    ids=["deep", "of a bank", "shallow room", "all one has", "no blinds"],
)
def test_a_hundred_big_blinds_or_the_middle_but_never_everything_and_of_money_the_least(
    game: str, least: int, most: int, have: int | None, usual: int
) -> None:
    found = bringing(least, most, game, 1_000, 100, have)
    assert found.usual == usual
    assert usual in [one.amount for one in found.presets]
    assert [found.presets[0].name, found.presets[-1].name] == ["min", "max"]


def test_nobody_is_offered_to_bring_more_than_there_is() -> None:
    found = bringing(4_000, 20_000, "holdem", 200, 1_000, 9_500)
    assert (found.low, found.high) == (4_000, 9_000)
    assert all(found.low <= one.amount <= found.high for one in found.presets)
    poor = bringing(4_000, 20_000, "holdem", 200, 1_000, 1_000)
    assert not poor.ranges, "the house says what is missing"
