"""The page of how a stay at a table ended."""

import pytest

from tests.client.ui.finding import shows
from tests.client.ui.pages import PAGES


@pytest.mark.parametrize(
    ("language", "comes"),
    [("en", "Leave and come back: the house has new ones"), ("zh", "退出后再来即可领取")],
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


@pytest.mark.parametrize(
    ("language", "here"),
    [("en", "You are out of chips at this table"), ("zh", "这桌的筹码输光了")],
)
def test_nobody_is_told_to_be_out_of_chips_who_has_some_beside_the_table(
    language: str, here: str
) -> None:
    for page, there in (("ending-broke", True), ("ending-cash", True), ("ending-nothing", False)):
        shown = PAGES[page][1](language)
        assert bool(shows(shown, here)) is there
        assert there or shows(shown, shown.client.say("ending.broke"))
        shown.close()
