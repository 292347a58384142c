"""What lies over a table in a real browser."""

from playwright.async_api import Page, expect

from tests.house.process import Running
from tests.web.browser import DESKTOP, IN_A_BROWSER, Screen
from tests.web.conftest import Visiting
from tests.web.listener import comes_in

pytestmark = IN_A_BROWSER


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
        page = await visitor.open("#table=parlour")
        await comes_in(page)
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
