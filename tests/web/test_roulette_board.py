"""The roulette board of the page under fingers, a mouse and keys, without a house: what each lays
there."""

from functools import cache
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from protocol.words import Seat
from tests.bridge.seated import Seated
from tests.client.rounds import played
from tests.web.browser import DESKTOP, IN_A_BROWSER, LYING_PHONE, PHONE, Screen
from tests.web.drawn import drawn

pytestmark = IN_A_BROWSER
HOLDS = ".loupe"


@cache
def open_board() -> Any:
    """A table at which bets are open for me."""
    one = Seated()
    one.play(played("roulette", "standard", 1), "standard", Seat(0))
    for asks in one.lines():
        one.ask(asks)
        if one.table["middle"]["tray"]:
            return {"now": 0, "view": one.table}
    raise LookupError("Nobody may bet.")


async def middle_of(page: Page, place: str, within: str = ".board-places") -> tuple[float, float]:
    box = await page.locator(f'{within} [data-place="{place}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def laid(page: Page) -> list[str]:
    """What was laid since."""
    taps = await page.evaluate("taps.splice(0).map(([tap]) => tap)")
    return [tap[3] for tap in taps if tap[2] == "lay"]


@pytest.mark.parametrize("screen", [PHONE, LYING_PHONE], ids=["upright", "lying"])
async def test_a_thumb_means_numbers_and_lays_on_lines_under_the_loupe(
    browser: Browser, screen: Screen
) -> None:
    async with drawn(browser, screen, open_board()) as page:
        x, y = await middle_of(page, "straight:17")
        await page.touchscreen.tap(x, y)
        await page.touchscreen.tap(*await middle_of(page, "split:17-20"))
        assert {place.partition(":")[0] for place in await laid(page)} == {"straight"}
        hand = await page.context.new_cdp_session(page)
        touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        await hand.send("Input.dispatchTouchEvent", touch)
        await expect(page.locator(HOLDS)).to_be_visible()
        await hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert await laid(page) == []
        await page.touchscreen.tap(*await middle_of(page, "split:17-20", HOLDS))
        await page.touchscreen.tap(*await middle_of(page, "straight:17", HOLDS))
        assert await laid(page) == ["split:17-20", "straight:17"]
        await page.keyboard.press("Escape")
        await expect(page.locator(HOLDS)).to_have_count(0)


async def test_a_mouse_means_lines_too_and_draws_a_chip_from_the_tray(browser: Browser) -> None:
    async with drawn(browser, DESKTOP, open_board()) as page:
        for place in ("split:17-20", "street:16", "straight:0", "red"):
            await page.mouse.click(*await middle_of(page, place))
            assert await laid(page) == [place]
        await page.mouse.move(*await middle_of(page, "black"))
        await expect(page.locator(".place.meant")).to_have_attribute("data-place", "black")
        chip = await page.locator(".tray button").last.bounding_box()
        assert chip is not None
        await page.mouse.move(chip["x"] + 9, chip["y"] + 9)
        await page.mouse.down()
        await page.mouse.move(*await middle_of(page, "column:2"), steps=3)
        await page.mouse.up()
        assert await laid(page) == ["column:2"]


async def test_a_key_leads_to_a_place_and_the_space_bar_lays_there(browser: Browser) -> None:
    async with drawn(browser, DESKTOP, open_board()) as page:
        told = open_board()
        middle = {**told["view"]["middle"], "aimed": "straight:23", "aims": 1}
        await page.evaluate(
            "told => show(told)", {**told, "view": {**told["view"], "middle": middle}}
        )
        await expect(page.locator('.board-places [data-place="straight:23"]')).to_be_focused()
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Space")
        assert await laid(page) == ["split:23-26"]
        await page.get_by_role("button", name="Look closer").click()
        await expect(page.locator(HOLDS)).to_be_visible()
