"""A whole hand in the real window, against a house in a process of its own."""

import asyncio
from pathlib import Path

import pytest

from mobile_client.ui.look import px
from mobile_client.ui.sound import Sounds
from mobile_client.ui.stage import Stage as Whole
from tests.client.player import player
from tests.client.ui.scenes import SCREENS, Phone
from tests.client.ui.stage import Stage
from tests.house.process import house

ROOMS = """
[[room]]
table = "holdem"
game = "holdem"
preset = "standard"
stake = 200
least_buy_in = 4000
most_buy_in = 20000
pause = 0.1
"""
CALM = ("sit", "act.check", "act.call", "act.all_in", "act.fold")
PATIENCE_S = 150.0


@pytest.mark.req("E-UC-010")
def test_a_hand_is_played_to_its_end_by_touching_the_table(stage: Stage, tmp_path: Path) -> None:
    async def evening() -> None:
        async with player(seed=1) as me:
            with house(tmp_path, ROOMS) as running:
                await me.come_in(running.url)
                me.client.set(confirm_all_in=False, animation="off")
                number = me.client.play_solo("holdem", "casino", 3, buy_in=20_000)
                await me.until(lambda: not me.client.pending(number), "opened")
                table = me.client.screen.table
                whole = Whole(me.client, Phone(), Sounds(lambda path: None), SCREENS)
                whole.size_hint = (None, None)
                whole.size = (px(392), px(600))
                stage.show(whole)
                screen = whole.screen
                end = asyncio.get_running_loop().time() + PATIENCE_S
                touched: set[str] = set()
                drawn = stage.drawn
                while not me.client.history(table):
                    assert asyncio.get_running_loop().time() < end, me.client.table(table)
                    await asyncio.sleep(0.02)
                    stage.frames(1)
                    bar = screen.bar
                    able = {choice.key: at for at, choice in enumerate(bar._ordered())}
                    key = next((one for one in CALM if one in able), "")
                    key = key or next((one for one in able if one.startswith("act.")), "")
                    if key and len(bar.buttons) == len(able):
                        stage.tap(bar.buttons[able[key]])
                        touched.add(key)
                assert touched & {"act.check", "act.call", "act.all_in"}
                assert stage.drawn > drawn
                rows = me.client.history(table)
                assert all(row.over and row.mine for row in rows)
                told = me.client.hand(table, rows[0].round)
                assert told[-1].view.winners
                screen.gone()
                whole.close()

    asyncio.run(evening())
