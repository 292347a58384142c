"""A table in a real browser: a hand by roles and names alone, and by keys."""

import re
from typing import Final

from playwright.async_api import Page, TimeoutError, expect

from tests.house.process import Running
from tests.web.browser import DESKTOP, IN_A_BROWSER, PHONE, Screen
from tests.web.conftest import Visiting

pytestmark = IN_A_BROWSER
LOOK_MS: Final = 2_000
"""So often it is looked whether there is something to press; nothing is judged by it."""
CALM: Final = re.compile("^(Check|Call)")
BEGUN: Final = re.compile(r"Round (\d+) of Hold'em")


async def sits(page: Page) -> None:
    """Takes a seat with the chips that are proposed."""
    await page.get_by_role("button", name="Play as guest").click()
    await page.get_by_role("button", name="Take a seat").click()
    sit = page.get_by_role("button", name="Sit down with")
    await sit.click()
    seats = page.get_by_role("list", name="Seats")
    mine = seats.get_by_role("listitem").filter(has_text="(you)")
    try:
        await mine.wait_for(timeout=LOOK_MS)
    except TimeoutError:
        # On a phone the amount is asked for first.
        await sit.click()
    await expect(mine).to_have_count(1)


async def told(page: Page) -> str:
    """What the page has said aloud."""
    return await page.get_by_role("log").inner_text()


async def plays_on(page: Page) -> str:
    """Checks and calls until another hand has begun; what was said meanwhile."""
    rounds: set[str] = set()
    said = ""
    while len(rounds) < 2:
        now = await told(page)
        said += now
        rounds |= {*BEGUN.findall(now)}
        try:
            await page.get_by_role("button", name=CALM).first.click(timeout=LOOK_MS)
        except TimeoutError:
            continue
    return said


async def test_a_whole_hand_is_played_by_roles_and_names(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE)
    page = await visitor.open("#table=holdem")
    await sits(page)
    said = await plays_on(page)
    assert "The cards are dealt: " in said
    await expect(page.get_by_role("heading", name="Hold'em")).to_be_visible()


async def seen_whole(page: Page) -> None:
    """Nothing to press lies outside the window."""
    for button in await page.locator(".table-screen button:visible").all():
        box = await button.bounding_box()
        if box is not None and page.viewport_size is not None:
            assert box["x"] >= -1
            assert box["x"] + box["width"] <= page.viewport_size["width"] + 1
            assert box["y"] + box["height"] <= page.viewport_size["height"] + 1


async def test_the_menu_and_the_chat_open_by_name_and_close_by_escape(
    web_house: Running, visiting: Visiting
) -> None:
    for screen in (DESKTOP, Screen(640, 360)):
        visitor = await visiting(web_house, screen)
        page = await visitor.open("#table=holdem")
        await page.get_by_role("button", name="Play as guest").click()
        await page.get_by_role("button", name="Table", exact=True).click()
        menu = page.get_by_role("dialog", name="Table")
        await expect(menu.get_by_role("button", name="Leave the table")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(menu).to_have_count(0)
        await seen_whole(page)
        await page.keyboard.press("/")
        await expect(page.get_by_role("dialog", name="Chat")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog", name="Chat")).to_have_count(0)
