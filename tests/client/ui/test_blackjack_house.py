"""Blackjack at a real house, from the lobby to the second bet, driven by touches."""

import asyncio
import time
from pathlib import Path

import pytest

from mobile_client.ui.felts.blackjack import BlackjackFelt
from mobile_client.ui.screens.table import TableScreen
from tests.client.ui.guest import guest
from tests.client.ui.stage import Stage
from tests.client.ui.thumb import PATIENCE_S, Thumb

ROOMS = """
[[room]]
table = "blackjack"
game = "blackjack"
preset = "casino"
least_buy_in = 500
most_buy_in = 50000
pause = 1.0
"""


def felt_of(one: Thumb) -> BlackjackFelt:
    screen = one.stage.screen
    assert isinstance(screen, TableScreen)
    assert isinstance(screen.felt, BlackjackFelt)
    return screen.felt


def offers(one: Thumb, verb: str) -> bool:
    acts = one.client.turn.acts(one.client.tables.names[0])
    return not acts.sent and any(button.verb == verb for button in acts.buttons)


@pytest.mark.req("B-P2.8")
def test_a_hand_is_bet_on_dealt_and_played_and_the_bet_made_again(
    stage: Stage, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with guest(stage, tmp_path, ROOMS) as one:
            await one.tap("Blackjack")
            await one.until(lambda: one.stage.name == "rooms")
            await one.tap("Casino")
            await one.until(lambda: one.stage.base == "table", "the table")
            await sit(one)
            await one.until(lambda: felt_of(one).tray and offers(one, "bet"), "my bet")
            table = one.client.tables.names[0]
            chips = {chip.text: chip for chip in felt_of(one).tray}
            await one.tap(chips["5"])
            await one.until(lambda: felt_of(one).betting.down == 500, "5 lie there")
            await one.until(lambda: offers(one, "deal"))
            await one.tap("Double bet")
            await one.until(lambda: felt_of(one).betting.down == 1_000, "10 lie there")
            await one.until(lambda: offers(one, "deal"))
            await one.tap("Deal")
            await one.until(lambda: offers(one, "stand") or over(one, table), "two cards")
            if offers(one, "stand"):
                await one.tap("Stand")
            await one.until(lambda: over(one, table), "the end")
            view = one.client.tables.view(table)
            assert view is not None
            mine = view.at(view.me) if view.me is not None else None
            assert mine is not None
            assert mine.results in (-1_000, 0, 1_000)
            assert sum(hand.net for hand in mine.hands) == mine.results
            await one.until(lambda: offers(one, "sit_out"), "the next round")
            await one.tap("Rebet")
            await one.until(lambda: felt_of(one).betting.down == 1_000, "the same again")

    asyncio.run(evening())


def over(one: Thumb, table: str) -> bool:
    view = one.client.tables.view(table)
    return view is not None and view.over


async def sit(one: Thumb) -> None:
    """The seat that is offered, with the chips that it proposes."""

    def seated() -> bool:
        view = (
            one.client.tables.view(one.client.tables.names[0]) if one.client.tables.names else None
        )
        return view is not None and view.me is not None

    end = time.monotonic() + PATIENCE_S
    while not seated():
        assert time.monotonic() < end, "There is no way to a seat."
        for text in ("Take a seat", "Sit down", "Sit down with"):
            if not seated() and one.find(text) is not None:
                await one.tap(text)
        for _ in range(40):
            await one.frame()
