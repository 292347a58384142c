"""Another player at a table of the page, and the way out for good, in a real browser."""

import re

from playwright.async_api import expect

from tests.house.process import Running
from tests.web.browser import IN_A_BROWSER, PHONE
from tests.web.conftest import Visiting
from tests.web.listener import comes_in, sits

pytestmark = IN_A_BROWSER


async def test_a_player_is_blocked_and_reported_from_the_plate_and_the_account_deleted(
    web_house: Running, visiting: Visiting
) -> None:
    other = await (await visiting(web_house, PHONE)).open("#table=parlour")
    await comes_in(other, "Greta")
    await sits(other)
    page = await (await visiting(web_house, PHONE)).open("#table=parlour")
    await comes_in(page)
    await page.get_by_role("button", name=re.compile("^Greta")).click()
    sheet = page.get_by_role("dialog", name="Greta", exact=True)
    await sheet.get_by_role("switch", name="Block").click()
    await expect(sheet.get_by_role("switch", name="Block")).to_be_checked()
    await sheet.get_by_role("button", name="Report to the house").click()
    report = page.get_by_role("dialog", name="Report Greta")
    await report.get_by_role("radio", name="The name").click()
    await report.get_by_label("In your words").fill("Not hers.")
    await report.get_by_role("button", name="Report", exact=True).click()
    await expect(page.get_by_text("Thank you. The house looks at it")).to_be_visible()
    await expect(report).to_have_count(0)
    await page.go_back()
    await page.locator(".player").click()
    await page.get_by_role("button", name="Blocked players").click()
    await page.get_by_role("button", name="Hear Greta again").click()
    await expect(page.get_by_text("You have blocked nobody.")).to_be_visible()
    await page.get_by_role("button", name="Back").click()
    await page.get_by_role("button", name="Delete my account").click()
    await page.get_by_role("button", name="Delete for good").click()
    sure = page.get_by_role("dialog", name="Delete your account?")
    await sure.get_by_role("button", name="Delete for good").click()
    await expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    await expect(page.get_by_role("button", name="Play as guest")).to_be_visible()
