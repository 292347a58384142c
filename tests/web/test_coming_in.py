"""Coming in by the page of a real house: as a guest, by a link, again, twice, and back."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.house.process import Running
from tests.web.browser import (
    DESKTOP,
    IN_A_BROWSER,
    KEEPS,
    LYING_PHONE,
    PATIENCE_MS,
    PHONE,
    Visitor,
    begun,
)
from tests.web.conftest import Visiting

pytestmark = IN_A_BROWSER


async def come_in(page: Page, name: str = "") -> None:
    """As a guest."""
    await page.get_by_label("Your name").fill(name)
    await page.get_by_role("button", name="Play as guest").click()
    await expect(page.get_by_role("button", name=re.compile("^Deal me in"))).to_be_visible()


async def inside(visitor: Visitor, path: str = "") -> Page:
    page = await visitor.open(path)
    await come_in(page)
    return page


async def is_at(page: Page, title: str) -> None:
    """The page in sight has this heading, and its address and history have settled."""
    await expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()


@pytest.mark.req("B-P2.9")
async def test_a_link_leads_to_the_room_of_its_code(web_house: Running, visiting: Visiting) -> None:
    host, friend = await visiting(web_house, DESKTOP), await visiting(web_house, PHONE)
    page = await inside(host)
    await page.get_by_role("button", name="New room").click()
    await page.get_by_role("button", name="Open the room").click()
    await is_at(page, "Your room is open")
    code = await page.locator(".words.code").inner_text()
    await expect(page.get_by_role("img", name="The invitation as a square")).to_be_visible()
    theirs = await friend.open(f"#join={code}")
    await expect(theirs.get_by_text(code)).to_be_visible()
    await theirs.get_by_role("button", name="Play as guest").click()
    await expect(theirs).to_have_title(re.compile("Hold'em"))
    table = page.url.partition("#")[2]
    assert table.startswith("table=")
    await expect(theirs).to_have_url(re.compile(re.escape(table)))


async def test_a_reload_comes_back_to_the_table_and_back_leads_to_the_menu(
    web_house: Running, visiting: Visiting
) -> None:
    page = await inside(await visiting(web_house, PHONE))
    await page.get_by_role("button", name=re.compile("^Play solo")).click()
    await page.get_by_role("button", name="Sit down").click()
    await expect(page).to_have_url(re.compile("#table="))
    at = page.url
    await page.reload()
    await begun(page)
    await expect(page).to_have_title(re.compile("Hold'em"))
    assert page.url == at
    await page.go_back()
    await expect(page.get_by_text("Your tables")).to_be_visible()
    await expect(page).not_to_have_url(re.compile("#table="))
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_role("button", name="Colours, tables, cards").click()
    await is_at(page, "Colours, tables, cards")
    await page.go_back()
    await is_at(page, "Settings")
    await page.go_back()
    await expect(page.get_by_text("Your tables")).to_be_visible()


async def test_of_two_tabs_the_older_is_told_and_may_come_back(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE)
    first = await inside(visitor)
    second = await visitor.open()
    await expect(second.get_by_role("button", name=re.compile("^Deal me in"))).to_be_visible()
    told = re.compile("newer tab")
    await first.get_by_role("button", name=told).click()
    await expect(first.get_by_role("button", name=told)).to_be_hidden()
    await begun(first)
    await expect(first.get_by_role("button", name=re.compile("^Deal me in"))).to_be_visible()
    await expect(second.get_by_role("button", name=told)).to_be_visible()


WIDE = """() => [...document.querySelectorAll("#page *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".unseen"))
  .map((one) => one.className)"""
SMALL = """() => [...document.querySelectorAll("#page button, #page input")]
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < 43.5)
  .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`)"""


async def test_nothing_is_cut_and_what_is_chosen_is_kept(
    web_house: Running, visiting: Visiting
) -> None:
    page = await inside(await visiting(web_house, LYING_PHONE))
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_role("switch", name="Big text").click()
    await page.get_by_role("button", name="Back").click()
    for door in ("Settings", "Cashier", "Play solo", "New room", "Net profit"):
        await page.get_by_role("button", name=re.compile(door)).click()
        await expect(page.get_by_role("button", name="Back")).to_be_visible()
        for screen in (LYING_PHONE, PHONE):
            await page.set_viewport_size({"width": screen.width, "height": screen.height})
            assert await page.evaluate(WIDE) == [], (door, screen)
            assert await page.evaluate(SMALL) == [], (door, screen)
        await page.get_by_role("button", name="Back").click()
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_role("radio", name="中文").click()
    await is_at(page, "设置")
    await page.reload()
    await begun(page)
    await expect(page.get_by_role("button", name="设置")).to_be_visible()
    assert await page.evaluate("document.documentElement.lang") == "zh"
    assert await page.evaluate("document.documentElement.dataset.text") == "big"


async def test_without_a_network_one_plays_alone_and_goes_on_after_a_reload(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE, **KEEPS)
    page = await visitor.open()
    # What the next visit needs is kept, the house inside and all drawings with it.
    await page.locator("html[data-drawn]").wait_for(state="attached", timeout=PATIENCE_MS)
    await visitor.context.set_offline(True)
    await page.get_by_role("button", name="Play offline").click()
    await page.get_by_role("button", name=re.compile("^Play solo")).click(timeout=PATIENCE_MS)
    await page.get_by_role("button", name="Sit down").click()
    await expect(page).to_have_url(re.compile("#alone="))
    # The table is there before one sits at it; a room without anybody is gone after a reload.
    await page.get_by_text("(you)").first.wait_for(state="attached", timeout=PATIENCE_MS)
    await page.reload()
    await begun(page)
    await expect(page).to_have_title(re.compile("Hold'em"), timeout=PATIENCE_MS)
    assert all("ERR_INTERNET_DISCONNECTED" in wrong for wrong in visitor.wrong), visitor.wrong
    visitor.wrong.clear()
    await visitor.context.set_offline(False)


THINKS_FOR_EVER = """self.addEventListener("message", () => {
  console.log("a bot thinks");
  const memory = new WebAssembly.Memory({ shared: true, initial: 1, maximum: 1 });
  Atomics.wait(new Int32Array(memory.buffer), 0, 0);
})"""


async def test_a_tap_is_answered_while_a_bot_thinks_and_thinks(
    web_house: Running, visiting: Visiting
) -> None:
    page = await (await visiting(web_house, PHONE)).open()
    async with page.expect_event("worker", lambda one: one.url.endswith("/bots.js")) as started:
        await page.get_by_role("button", name="Play offline").click()
    await (await started.value).evaluate(THINKS_FOR_EVER)
    async with page.expect_console_message(lambda one: one.text == "a bot thinks"):
        await page.get_by_role("button", name=re.compile("^Play solo")).click()
        await page.get_by_role("button", name="Sit down").click()
    await page.get_by_text("(you)").first.wait_for(state="attached")
    await page.go_back()
    await expect(page.get_by_text("Your tables")).to_be_visible()
