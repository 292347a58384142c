"""Chips for money in a real browser: a card and its PIN, a seat, more chips, all paid back."""

import re

import pytest
from playwright.async_api import Page, expect

from game_server.bank.demo_bank import shown_cards
from tests.house.process import Running
from tests.web.browser import IN_A_BROWSER, PHONE
from tests.web.conftest import Visiting
from tests.web.listener import comes_in

pytestmark = IN_A_BROWSER
CARD = shown_cards()[0]
ENDING = f"Debit card •••• {CARD.number[-4:]}"


async def presses(page: Page, *names: str) -> None:
    """One after the other: buttons whose names begin so."""
    for name in names:
        await page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()


@pytest.mark.req("E-UC-004", "E-UC-005", "E-UC-008")
async def test_a_guest_pays_with_a_demo_card_and_gets_back_what_is_left(
    web_house: Running, visiting: Visiting
) -> None:
    page = await (await visiting(web_house, PHONE)).open("#table=eps")
    await comes_in(page)
    await presses(page, "Add a bank card")
    await page.get_by_role("radio", name=ENDING).click()
    pin = page.get_by_label("Card PIN")
    await expect(pin).to_have_attribute("placeholder", f"Demo PIN {CARD.pin}")
    await pin.fill("".join(str(9 - int(digit)) for digit in CARD.pin))
    await presses(page, "Use this card")
    await expect(
        page.get_by_role("alert").filter(has_text="Wrong PIN; 2 tries left.")
    ).to_be_visible()
    await pin.fill(CARD.pin)
    await presses(
        page, "Use this card", "Take a seat", "Sit down with", "Min $20", "Sit down with $20"
    )
    await (
        page.get_by_role("list", name="Seats").get_by_text("(you), $20").wait_for(state="attached")
    )
    await presses(page, "Table", "Buy chips")
    await expect(page.get_by_text(f"•••• {CARD.number[-4:]}")).to_be_visible()
    await page.get_by_role("slider").fill("50")
    await presses(page, "Buy $50")
    await expect(page.get_by_text("Bought chips for $50.").first).to_be_visible()
    await presses(page, "Back")
    await (
        page.get_by_role("list", name="Seats").get_by_text("(you), $70").wait_for(state="attached")
    )
    await presses(page, "Table", "Leave now", "Cashier")
    await expect(page.get_by_text("$70 is back on your card.").first).to_be_visible()
