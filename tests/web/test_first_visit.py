"""The first visit in a real browser, and the second, with a network and without."""

from playwright.async_api import expect

from tests.house.process import Running
from tests.web.browser import IN_A_BROWSER, PHONE, begun
from tests.web.conftest import Visiting

pytestmark = IN_A_BROWSER


async def test_the_splash_becomes_the_start_page_and_is_connected(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE)
    page = await visitor.open()
    await expect(page.get_by_role("button", name="Play as guest")).to_be_visible()
    await expect(page.get_by_text("Connected")).to_be_visible()


async def test_the_page_opens_again_without_a_network_and_says_so(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE)
    page = await visitor.open()
    # Everything that a first screen needs is kept before the worker says that it is ready.
    await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    await visitor.context.set_offline(True)
    await page.reload()
    await begun(page)
    await expect(page.get_by_role("button", name="Play as guest")).to_be_visible()
    await expect(page.get_by_text("No connection").first).to_be_visible()
    assert all("ERR_INTERNET_DISCONNECTED" in wrong for wrong in visitor.wrong), visitor.wrong
    visitor.wrong.clear()
    await visitor.context.set_offline(False)
