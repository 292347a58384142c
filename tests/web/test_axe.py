"""axe-core finds nothing that keeps anybody out: on screens, and at a question of every game."""

import re
from typing import Final

from playwright.async_api import Page

from tests.house.process import Running
from tests.web.axe import found
from tests.web.browser import IN_A_BROWSER, PHONE
from tests.web.conftest import TABLES, Visiting, room_of_axe
from tests.web.listener import comes_in, sits, until_asked

pytestmark = IN_A_BROWSER
STILL: Final = {"reduced_motion": "reduce"}
"""What is on its way into sight has another contrast than what is there."""
DOORS = ("Settings", "Cashier", "Play solo", "New room")


async def opened(page: Page, name: str) -> None:
    """A page that lies over another is there."""
    await page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
    await page.get_by_role("button", name="Back", exact=True).wait_for()


async def back(page: Page) -> None:
    await page.get_by_role("button", name="Back", exact=True).click()


async def test_axe_finds_nothing_on_screens_outside_a_table(
    web_house: Running, visiting: Visiting
) -> None:
    page = await (await visiting(web_house, PHONE, **STILL)).open()
    assert await found(page) == []
    await comes_in(page)
    await page.get_by_role("button", name=re.compile("^Deal me in")).wait_for()
    assert await found(page) == []
    for door in DOORS:
        await opened(page, door)
        assert await found(page) == [], door
        await back(page)


async def test_axe_finds_nothing_at_the_question_of_any_game_nor_in_its_rules(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE, **STILL)
    page = await visitor.open()
    await comes_in(page)
    for game in TABLES:
        await page.goto(f"{visitor.address}#table={room_of_axe(game)}")
        await sits(page)
        await until_asked(page)
        assert await found(page) == [], game
        await page.get_by_role("button", name="Skip").click()
        assert await found(page) == [], game
        await opened(page, "Rules")
        assert await found(page) == [], game
        await back(page)
