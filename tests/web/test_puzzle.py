"""A puzzle in a real browser, before anybody has come in."""

import re

from playwright.async_api import expect

from tests.house.process import Running
from tests.web.axe import found
from tests.web.browser import IN_A_BROWSER, PHONE
from tests.web.conftest import Visiting

pytestmark = IN_A_BROWSER
PASS = re.compile("Best to pass here|Nothing you hold beats this")


async def test_a_puzzle_is_solved_by_the_names_of_its_buttons_with_hints(
    web_house: Running, visiting: Visiting
) -> None:
    page = await (await visiting(web_house, PHONE)).open()
    await page.get_by_role("button", name="Puzzles").click()
    await expect(page.get_by_text(re.compile("^0 of"))).to_be_visible()
    assert await found(page) == []
    await page.get_by_role("button", name="Play puzzle 1", exact=True).click()
    bar = page.get_by_role("region")
    hint, to_pass = bar.get_by_role("button", name="Hint"), bar.get_by_text(PASS)
    chosen = page.get_by_role("button", pressed=True)
    solved = bar.get_by_text(re.compile(r"^Solved: \d of \d stars$"))
    await hint.wait_for()
    assert await found(page) == []
    while not await solved.count():
        if await hint.count():
            await hint.click()
            await chosen.or_(to_pass).first.wait_for()
        if await to_pass.count():
            await bar.get_by_role("button", name="Pass").click()
            await expect(to_pass).to_have_count(0)
        else:
            await bar.get_by_role("button", name="Play", exact=True).click()
            await expect(chosen).to_have_count(0)
        await hint.or_(to_pass).or_(solved).first.wait_for()
    await page.get_by_role("button", name="Back", exact=True).click()
    await expect(page.get_by_text(re.compile("^1 of"))).to_be_visible()
