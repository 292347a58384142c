"""The page of those who last busted the house."""

import pytest

from client_core.client import BusterRow
from mobile_client.ui.screens import busters
from protocol import messages
from protocol.messages import Buster, BusterList
from tests.client.ui.finding import called, shows
from tests.client.ui.moments import MOMENTS
from tests.client.ui.pages import PAGES
from tests.client.ui.stage import Stage
from tests.client.ui.visits import Visit

EVENING = 1_795_030_000


def told(visit: Visit, *busters: Buster) -> None:
    visit.device.house(BusterList(visit.device.last(messages.Busters).id, busters))


@pytest.mark.req("B-P2.7")
def test_the_page_says_who_when_and_with_how_much(stage: Stage) -> None:
    visit = Visit("en").come_in().lobby()
    shown = visit.page("busters")
    shown.size = stage.window.size
    stage.show(shown)
    assert shows(shown, "One moment")
    told(visit, Buster("Mei", EVENING, 51_250), Buster("Ada", EVENING - 86_400, 60_000))
    stage.frames(3)
    assert visit.client.lobby.busters[0] == BusterRow("Mei", EVENING, 51_250)
    for words in ("Mei", "512.50", "2026-11-1", "Ada", "600"):
        assert shows(shown, words)
    rows = [one for one in shown.walk() if isinstance(one, busters.Buster)]
    assert [one.title for one in rows if one.parted] == ["Mei"], "no line stands below the last"
    shown.close()


def test_where_nobody_has_it_says_so_and_how_it_is_done(stage: Stage) -> None:
    visit = Visit("zh").come_in().lobby()
    shown = visit.page("busters")
    shown.size = stage.window.size
    stage.show(shown)
    told(visit)
    stage.frames(3)
    assert shows(shown, "还没有人赢垮过庄家")
    assert shows(shown, "最近十位")
    shown.close()


@pytest.mark.req("B-6.4.4")
def test_who_has_done_it_reads_so_on_a_page_that_leads_to_the_list(stage: Stage) -> None:
    _, made = PAGES["ending-busted"]
    shown = made("en")
    shown.size = stage.window.size
    stage.show(shown)
    assert shows(shown, "You have busted the house!")
    assert shows(shown, "You leave with 525.")
    lists = called(shown, "They busted the house")
    assert lists is not None
    stage.press(*lists.to_window(*lists.center)).lift()
    stage.frames(3)
    assert isinstance(shown.screen, busters.BustersScreen)
    shown.close()


def test_the_menu_of_a_blackjack_table_leads_there_and_no_other() -> None:
    for game, there in (("blackjack_play", True), ("holdem_flop", False)):
        scene = MOMENTS[game]("en")
        shown = scene.stage()
        scene.screen._refresh()
        scene.screen.open_menu()
        assert (called(shown, "They busted the house") is not None) is there
        scene.screen.gone()
        shown.close()
