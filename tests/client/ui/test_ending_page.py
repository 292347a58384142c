"""The page of how a stay at a table ended."""

import pytest

from tests.client.ui.finding import shows
from tests.client.ui.pages import PAGES


@pytest.mark.parametrize(
    ("language", "comes"),
    [("en", "Leave and come back: the house has new ones"), ("zh", "退出后再回来即可领取新的筹码")],
)
def test_who_has_lost_the_last_chips_of_all_reads_when_new_ones_come(
    language: str, comes: str
) -> None:
    shown = PAGES["ending-nothing"][1](language)
    assert shows(shown, comes)
    shown.close()


@pytest.mark.parametrize("page", ["ending-broke", "ending-cash"])
def test_who_has_some_left_reads_how_many(page: str) -> None:
    shown = PAGES[page][1]("en")
    assert shows(shown, {"ending-broke": "Your chips: 800", "ending-cash": "$45"}[page])
    assert not shows(shown, "come back")
    shown.close()
