"""In the middle of a hand in a real browser: another language, and a house whose power goes."""

import re
from pathlib import Path

from playwright.async_api import Page, expect

from tests.house.process import free_port, house
from tests.web.browser import IN_A_BROWSER, KEEPS, PHONE, built
from tests.web.conftest import HURRIED, LIMITS, Visiting, room
from tests.web.listener import asked, comes_in, listens, sits, until_asked
from tests.web.test_rounds import NAME, plays

pytestmark = IN_A_BROWSER


async def cards(page: Page) -> str:
    """My cards, and what lies on the board, as they are read."""
    pot = page.get_by_role("group", name=re.compile("^Pot"))
    return await page.get_by_role("group", name="My cards").aria_snapshot() + str(
        await pot.first.get_attribute("aria-label")
    )


async def speaks(page: Page, language: str, table: str, settings: str, back: str) -> None:
    """Chooses a language in the settings, where the menu of the table leads; the texts are those
    that stand there before, and after it."""
    await page.get_by_role("button", name=table, exact=True).click()
    await page.get_by_role("dialog").get_by_role("button", name=settings).click()
    await page.get_by_role("radio", name=language).click()
    await page.get_by_role("button", name=back, exact=True).click()
    await page.get_by_role("button", name=back, exact=True).wait_for(state="detached")


async def in_chinese(page: Page) -> str:
    """Looks at the hand in another language; my cards as they are read there."""
    await speaks(page, "中文", "Table", "Settings", "返回")
    await expect(page.get_by_role("region", name=re.compile("轮到你"))).to_be_visible()
    said = page.get_by_role("log")
    await expect(said).to_contain_text("轮到你")
    await expect(said).not_to_contain_text("turn")
    read = await page.get_by_role("group", name="我的牌").aria_snapshot()
    await speaks(page, "English", "牌桌", "设置", "Back")
    return read


async def test_the_language_changes_and_the_house_is_killed_and_the_same_hand_goes_on(
    visiting: Visiting, tmp_path: Path
) -> None:
    built()
    rooms = LIMITS + room("holdem", "holdem", "standard", 2)
    port = {"CARDROOM_LISTEN_PORT": str(free_port())}
    with house(tmp_path, rooms, port, program=HURRIED) as running:
        visitor = await visiting(running, PHONE, **KEEPS)
        page = await visitor.open("#table=holdem")
        await listens(page)
        await comes_in(page, NAME)
        await sits(page)
        await until_asked(page)
        held = await cards(page)
        assert len(re.findall("[黑红梅方]", await in_chinese(page))) == 2
        assert await cards(page) == held
        running.kill()
        await expect(page.get_by_text("No connection").first).to_be_visible()
    with house(tmp_path, rooms, port, program=HURRIED):
        await expect(page.get_by_text("No connection")).to_have_count(0)
        await asked(page).first.wait_for()
        assert await cards(page) == held
        told, _ = await plays(page, "Hold'em")
    assert told.startswith("Round 1 of Hold'em")
    assert told.count("The cards are dealt") == 1, told
    # That is how a browser says that nobody is there.
    assert all("ERR_CONNECTION_REFUSED" in wrong for wrong in visitor.wrong), visitor.wrong
    visitor.wrong.clear()
