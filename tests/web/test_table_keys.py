"""The keyboard at a table of the page, without a house."""

from typing import Any

from playwright.async_api import Browser, expect

from protocol.words import Seat
from tests.bridge.seated import Seated
from tests.client.rounds import played
from tests.web.browser import DESKTOP, IN_A_BROWSER
from tests.web.drawn import drawn

pytestmark = IN_A_BROWSER


def my_cards() -> Any:
    """A table at which cards may be chosen."""
    one = Seated()
    one.play(played("doudizhu", "house", 4), "house", Seat(0))
    for asks in one.lines():
        one.ask(asks)
        if any(choice["key"] == "felt.hint" for choice in one.table["bar"]["choices"]):
            return {"now": 0, "view": one.table}
    raise LookupError("Nobody may play.")


async def test_arrows_lead_from_card_to_card_and_the_space_bar_chooses_one(
    browser: Browser,
) -> None:
    told = my_cards()
    count = len(told["view"]["hand"][0]["cards"])
    async with drawn(browser, DESKTOP, told) as page:
        cards = page.locator(".my-hand button.card")
        await page.keyboard.press("ArrowRight")
        await expect(cards.nth(0)).to_be_focused()
        await page.keyboard.press("ArrowLeft")
        await expect(cards.nth(count - 1)).to_be_focused()
        await page.keyboard.press("Space")
        taps = await page.evaluate("taps.map(([tap]) => tap)")
        assert taps == [told["view"]["hand"][0]["cards"][count - 1]["tap"]]


async def test_a_slider_is_heard_in_chips_and_taps_in_cents(browser: Browser) -> None:
    one = Seated()
    one.play(played("holdem", "standard", 4), "standard", Seat(0))
    amounts = (one.table["bar"]["amount"] for asks in one.lines() if one.ask(asks) is not None)
    amount = next(amount for amount in amounts if amount and amount["high"] > amount["low"])
    async with drawn(browser, DESKTOP, {"now": 0, "view": one.table}) as page:
        slider = page.get_by_role("slider")
        await expect(slider).to_have_value(f"{amount['value'] / 100:g}")
        await expect(slider).to_have_attribute("aria-valuetext", amount["text"])
        await slider.fill(f"{amount['high'] / 100:g}")
        assert await page.evaluate("taps.at(-1)") == [amount["slide"], amount["high"]]


async def test_a_button_says_the_key_that_presses_it(browser: Browser) -> None:
    async with drawn(browser, DESKTOP, my_cards()) as page:
        await expect(page.locator(".act").first).to_have_attribute("title", "Key: H")
        await expect(page.locator(".top .round", has_text="Chat")).to_have_attribute(
            "title", "Chat (/)"
        )
