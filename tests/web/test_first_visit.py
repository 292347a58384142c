"""The first visit in a real browser, and the second, with a network and without."""

from playwright.async_api import expect

from tests.house.process import Running
from tests.web.browser import IN_A_BROWSER, KEEPS, PHONE, Visitor, begun
from tests.web.conftest import Visiting
from tests.web.test_coming_in import inside
from tools.web.build import SNAPSHOT, WITHOUT_SNAPSHOT

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
    visitor = await visiting(web_house, PHONE, **KEEPS)
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


async def test_where_a_file_of_the_page_does_not_come_it_says_so_and_is_tried_again(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE)
    page = await visitor.context.new_page()
    for file in ("**/patches.js", "**/blocks.css"):
        await visitor.context.route(file, lambda route: route.fulfill(status=429))
    await page.goto(visitor.address)
    await expect(page.get_by_text("This page could not be started")).to_be_visible()
    await visitor.context.unroute("**/patches.js")
    await page.get_by_role("button", name="Try again").click()
    await begun(page)
    await visitor.context.unroute("**/blocks.css")
    sheet = "[...document.styleSheets].some((one) => one.href?.endsWith('/blocks.css'))"
    await page.wait_for_function(sheet)


def fetches(visitor: Visitor) -> list[str]:
    """The names of the files that are asked for from now on."""
    asked: list[str] = []
    visitor.context.on("request", lambda one: asked.append(one.url.rpartition("/")[2]))
    return asked


LIBRARY = {name.rpartition("/")[2] for name in WITHOUT_SNAPSHOT}


async def test_the_page_starts_from_a_snapshot_and_imports_nothing_more(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE)
    asked = fetches(visitor)
    page = await inside(visitor)
    assert SNAPSHOT in asked
    await page.get_by_role("button", name="New room").click()
    await page.get_by_role("button", name="Open the room").click()
    await expect(page.get_by_role("img", name="The invitation as a square")).to_be_visible()
    assert not LIBRARY & set(asked)


async def test_a_browser_that_gets_no_snapshot_starts_from_the_library(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE)
    asked = fetches(visitor)
    await visitor.context.route(f"**/{SNAPSHOT}", lambda route: route.fulfill(body=b"\1\0\0\0" * 4))
    page = await visitor.open()
    await expect(page.get_by_text("Connected")).to_be_visible()
    assert set(asked) >= LIBRARY
