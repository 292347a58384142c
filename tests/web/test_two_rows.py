"""Many cards of Dou Dizhu on a felt that stands upright, without a house."""

from typing import Any, Final

from playwright.async_api import Browser, Page, expect

from tests.bridge.test_table_doudizhu import choice, first_hand, until
from tests.web.browser import IN_A_BROWSER, PHONE
from tests.web.drawn import drawn

pytestmark = IN_A_BROWSER
HIDDEN: Final = """async () => {
  const rising = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(rising.map((one) => one.finished));
  const hidden = [...document.querySelectorAll(".my-hand button.card")].filter((card) => {
    const box = card.getBoundingClientRect();
    return [[0.08, 0.06], [0.4, 0.06], [0.08, 0.5], [0.4, 0.5]].some(([u, v]) => {
      const seen = document.elementFromPoint(box.x + u * box.width, box.y + v * box.height);
      return seen?.closest(".card") !== card;
    });
  });
  return hidden.map((card) => card.getAttribute("aria-label"));
}"""
"""The cards of which another hides the rank or the suit."""


def many() -> Any:
    """A table at which more than 16 cards may be chosen."""
    one = until(lambda one: choice(one, "felt.hint") is not None and len(first_hand(one)) > 16)
    return {"now": 0, "view": one.table}


def hand_of(told: Any) -> tuple[list[Any], int]:
    """My cards, and how many of them lie above the others."""
    hand = told["view"]["hand"][0]
    return hand["cards"], hand["upper"]


async def corners(page: Page) -> list[tuple[float, float]]:
    """Where the rank of each card is."""
    boxes = [await one.bounding_box() for one in await page.locator(".my-hand button.card").all()]
    return [(box["x"] + 10, box["y"] + 14) for box in boxes if box is not None]


async def taps(page: Page) -> list[Any]:
    """What was tapped since."""
    return list(await page.evaluate("taps.splice(0)"))


async def sweeps(page: Page, *points: tuple[float, float]) -> list[int]:
    """The places that a finger has passed on this way."""
    await page.mouse.move(*points[0])
    await page.mouse.down()
    for point in points[1:]:
        await page.mouse.move(*point)
    await page.mouse.up()
    [[tap, places]] = await taps(page)
    assert tap[0] == "table.slide"
    return list(places)


async def test_rank_and_suit_of_each_are_seen_and_a_touch_of_them_means_that_card(
    browser: Browser,
) -> None:
    told = many()
    cards, upper = hand_of(told)
    assert 0 < upper < len(cards)
    async with drawn(browser, PHONE, told) as page:
        assert await page.evaluate(HIDDEN) == []
        for point in await corners(page):
            await page.touchscreen.tap(*point)
        assert [tap for tap, _ in await taps(page)] == [card["tap"] for card in cards]
        for below in (True, False):
            for at, card in enumerate(cards):
                card["chosen"] = (at >= upper) == below
            await page.evaluate("told => show(told)", told)
            assert await page.evaluate(HIDDEN) == []
        await page.set_viewport_size({"width": 640, "height": 360})
        await expect(page.locator(".two-rows")).to_have_count(0)
        assert await page.evaluate(HIDDEN) == []


async def test_a_sweep_chooses_what_it_passes_and_arrows_lead_from_row_to_row(
    browser: Browser,
) -> None:
    told = many()
    cards, upper = hand_of(told)
    last = len(cards) - 1
    async with drawn(browser, PHONE, told) as page:
        at = await corners(page)
        assert await sweeps(page, at[1], at[upper - 1]) == [*range(1, upper)]
        assert await sweeps(page, at[last], at[upper]) == [*range(upper, last + 1)]
        # Back again is let go.
        assert await sweeps(page, at[1], at[4], at[2]) == [1, 2]
        # A thumb that leaves the cards upwards means those of the upper row.
        above = at[3][0], at[3][1] - 60
        assert await sweeps(page, at[1], above) == [1, 2, 3]
        # From one row into the other only what lies on the way is passed.
        passed = await sweeps(page, at[0], at[upper])
        assert {0, upper} <= {*passed} <= {0, 1, upper}
        shown = page.locator(".my-hand button.card")
        await shown.nth(upper - 1).focus()
        await page.keyboard.press("ArrowRight")
        await expect(shown.nth(upper)).to_be_focused()
