"""The last hand of a stay at a real house, by touch: seen to its end, and told on a page."""

from pathlib import Path

import pytest

from tests.e2e.player import Player, players
from tests.e2e.sight import Sight
from tests.house.process import free_port, house

CALM = ("Check", "Call", "Match", "Stand", "Keep")


def in_solo(one: Player) -> None:
    """At a table of one's own against one bot."""
    one.comes_in()
    one.tap("Play solo")
    one.tap("Casino")
    for _ in range(2):
        one.tap("minus")
    one.tap("100")
    one.tap("Sit down")
    one.until_table(lambda view: view.live, "a round")


@pytest.mark.req("C-2.12", "C-2.14")
def test_whoever_leaves_after_the_hand_sees_it_to_its_end(display: str, tmp_path: Path) -> None:
    demo = {"CARDROOM_BANK_DEMO_PORT": str(free_port())}
    with house(tmp_path, "", demo) as running:
        one = Player("Juno", running.url, tmp_path, coach=False)
        with players(one):
            in_solo(one)
            one.until(lambda sight: calm(sight), "my turn")
            asked = one.look().table
            assert asked is not None
            assert asked.turn is not None
            assert not asked.turn.clock, "alone against bots nobody is hurried"
            one.tap("menu")
            one.tap("Leave after this hand")
            while (sight := one.until(ends, "a turn, or the end")).screen != "ending":
                table = sight.table
                if table is not None and table.left:
                    assert table.over, "the round lies there to its end"
                    one.until(lambda sight: sight.screen == "ending", "the page")
                elif says := calm(sight):
                    one.tap(says)
            assert sight.says("You have left the table") or one.shown("You have left the table")
            one.tap("To the menu")
            one.until(lambda sight: sight.screen == "lobby", "the menu")


def calm(sight: Sight) -> str:
    """What can be pressed that costs least, in my turn."""
    table = sight.table
    if table is None or table.turn is None or not table.turn.me:
        return ""
    return next((one for one in sight.presses if one.startswith(CALM)), "")


def ends(sight: Sight) -> bool:
    """It is my turn, or the round is over for me."""
    table = sight.table
    return sight.screen == "ending" or (table is not None and bool(table.left)) or bool(calm(sight))
