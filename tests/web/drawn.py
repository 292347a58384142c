"""One view of a table as the page draws it, without a house."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.web.browser import Screen, built
from tools.web.pictures import served


@asynccontextmanager
async def drawn(
    browser: Browser, screen: Screen, told: Any, without: str = ""
) -> AsyncIterator[Page]:
    """The view in a window of that size, without files of that kind; `taps` in the page holds what
    was tapped."""
    built()
    context = await browser.new_context(**screen.options())
    if without:
        await context.route(without, lambda route: route.abort())
    with served() as address:
        page = await context.new_page()
        await page.goto(address)
        await page.wait_for_function("window.ready")
        await page.evaluate("told => show(told)", told)
        await expect(page.locator(".felt-ground")).to_be_visible()
        yield page
    await context.close()
