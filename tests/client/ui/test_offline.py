"""The app without any house: from the start page to the end of a hand, and back."""

import asyncio
from pathlib import Path

import pytest

from client_link import link
from mobile_client.ui.screens.address import AddressSheet
from tests.client.ui.finding import shows
from tests.client.ui.stage import Stage
from tests.client.ui.thumb import Thumb, thumb
from tests.client.ui.visits import Visit
from tests.house.process import free_port
from tests.offline.hurried import HurriedLine


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "InsideLine", HurriedLine)


async def in_the_lobby(one: Thumb) -> None:
    await one.until(lambda: one.stage.name == "lobby" and one.client.lobby.view.loaded, "the lobby")


async def fold_a_hand(one: Thumb) -> str:
    """Down at a table, and out of one hand by the buttons; the table."""
    client = one.client
    await one.tap("Deal me in")
    await one.until(lambda: one.stage.name == "table", "a table")
    table = client.screen.table
    while not client.tables.history(table):
        await one.until(
            lambda: client.tables.history(table) or client.turn.acts(table).buttons, "my turn"
        )
        if one.find("Fold") is not None:
            await one.tap("Fold")
        elif one.find("Check") is not None:
            await one.tap("Check")
        await one.frame()
    return table


def test_a_whole_hand_is_played_where_no_house_answers(stage: Stage, tmp_path: Path) -> None:
    asyncio.run(alone(stage, tmp_path))


async def alone(stage: Stage, tmp_path: Path) -> None:
    async with thumb(stage, tmp_path) as one:
        one.client.set(animation="off")
        one.client.connection.go_to(f"ws://127.0.0.1:{free_port()}")
        await one.until(lambda: one.client.connection.view.state == "waiting", "no house")
        assert one.app.stage.screen.offline.kind == "primary"
        await one.tap("Play offline")
        await in_the_lobby(one)
        strip = one.stage.strip
        await one.until(lambda: strip.line.parent is not None, "what the strip says")
        assert strip.line.text == "Offline: you play alone"
        table = await fold_a_hand(one)
        assert strip.line.parent is None, "a table needs its room"
        one.client.seat.leave(table)
        await one.until(lambda: table not in one.client.tables.names, "out")
        one.client.show()
        await in_the_lobby(one)
        one.stage.go("rooms", game="holdem")
        assert [name for name, _ in one.stage.screen.filter.choices] == ["all", "free"]
        rooms = one.stage.screen
        assert (rooms.open.disabled, rooms.solo.disabled) == (True, False)
        one.stage.back()
        await one.tap("Online")
        await one.until(lambda: one.stage.name == "start", "the start page")
        assert not one.client.connection.view.offline
    # The next start on this device would go to that house again, and the purse is kept.
    async with thumb(stage, tmp_path) as again:
        again.client.connection.play_offline()
        me = again.client.account
        await again.until(
            lambda: me.me.play and me.me.play == 100_000 + me.me.profit.get("holdem", 0),
            "its chips",
        )
        assert again.client.tables.rounds()[-1].table == table, "the hand of before is kept too"


def test_the_start_page_offers_it_while_a_house_answers_too(stage: Stage) -> None:
    shown = Visit().meet().stage()
    stage.show(shown)
    stage.settle()
    assert shows(shown, "Play offline")
    assert shown.screen.offline.kind == "quiet"
    shown.close()


def test_the_sheet_of_addresses_leads_there(stage: Stage) -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    stage.show(shown)
    sheet = AddressSheet(visit.client)
    shown.open(sheet)
    stage.settle()
    sheet.offline.dispatch("on_release")
    assert visit.client.connection.view.offline
    assert visit.client.settings.url, "the house of before is remembered"
    shown.close()
