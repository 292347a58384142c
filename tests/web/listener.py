"""A player who does not look: hears what the page says, and presses buttons by their names.

What is dealt is chance: whatever is asked, the first of `CHOICES` that is offered is pressed.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from playwright.async_api import Locator, Page, TimeoutError

LOOK_MS: Final = 2_000
"""So often it is looked whether there is something to press; nothing is judged by it."""
CHOICES: Final = (
    "Another game", "Ready", "Spin", "Deal", "Hint", "Check", "Call", "Match", "Stand",
    "Decline", "No insurance", "Show", "Muck", "Pass", "All-in", "No bet", "Sit out",
)  # fmt: skip
"""What is pressed of what is asked: what leads on, what is cheap, what is left at last."""
NEEDS: Final[Mapping[str, tuple[str, str]]] = {
    "No bet": ("The board", "red"),
    "Sit out": ("Lay a chip", "Lay a chip: 1"),
}
"""What is bet rather than nothing: in which group it lies, and its name."""
ANY: Final = re.compile(f"^({'|'.join(CHOICES)})")
BEFOREHAND: Final = re.compile("In advance|Tap again")
SEATED: Final = re.compile(r"""^ +- (?:listitem: |button )"?([^,"]+?)(?: \(you\))?[,"]""", re.M)
HEARS: Final = """log => {
  window.heard = [...log.children].map((one) => one.textContent);
  const hears = (changes) => changes.forEach((one) =>
    one.addedNodes.forEach((line) => window.heard.push(line.textContent)));
  new MutationObserver(hears).observe(log, { childList: true });
}"""


async def listens(page: Page) -> None:
    """From now on all that is said is kept: the page itself lets go of what is long past."""
    await page.get_by_role("log").evaluate(HEARS)


async def heard(page: Page) -> str:
    """Everything that was said, a line each."""
    lines: Sequence[str] = await page.evaluate("heard")
    return "\n".join(lines)


async def seated(page: Page) -> set[str]:
    """The names on the seats, as they are read aloud; none where the stay has just ended."""
    seats = page.get_by_role("list", name="Seats")
    try:
        return {*SEATED.findall(await seats.aria_snapshot(timeout=LOOK_MS))}
    except TimeoutError:
        return set()


async def comes_in(page: Page, name: str = "") -> None:
    """As a guest."""
    await page.get_by_label("Your name").fill(name)
    await page.get_by_role("button", name="Play as guest").click()


async def sits(page: Page) -> None:
    """Takes a seat with the chips that are proposed."""
    await page.get_by_role("button", name="Take a seat").click()
    sit = page.get_by_role("button", name="Sit down with")
    asks = (await sit.inner_text()).endswith("…")
    await sit.click()
    if asks:
        # On a phone the amount is asked for first.
        await page.get_by_role("button", name=re.compile(r"^Sit down with\s+\S*\d")).click()
    seats = page.get_by_role("list", name="Seats")
    await seats.get_by_text("(you)").first.wait_for(state="attached")


def asked(page: Page) -> Locator:
    """What of `CHOICES` is offered now."""
    offered = page.get_by_role("region").get_by_role("button", name=ANY, disabled=False)
    return offered.filter(has_not_text=BEFOREHAND)


async def until_asked(page: Page) -> None:
    """Waits for the first question of a round; at Dou Dizhu the game begins when all are ready."""
    await asked(page).first.wait_for()
    ready = asked(page).filter(has_text=re.compile("^Ready$"))
    if await ready.count():
        await ready.click()
        await ready.wait_for(state="detached")
        await asked(page).first.wait_for()


async def answers(page: Page) -> None:
    """Presses something of what is asked; nothing if nothing is asked for a while."""
    offers = asked(page)
    sure = page.get_by_role("dialog").get_by_role("button", name="All-in")
    try:
        await offers.or_(sure).first.wait_for(timeout=LOOK_MS)
        offered = await offers.all_inner_texts()
        found = (one for one in CHOICES if any(text.startswith(one) for text in offered))
        choice = next(found, "")
        if await sure.count():
            await _press(sure)
        elif choice:
            await _press(await _wanted(page, offers, choice))
            if choice == "Hint":
                await _plays(page)
    except TimeoutError:
        # It was answered meanwhile, or is another question now.
        return


async def _wanted(page: Page, offers: Locator, choice: str) -> Locator:
    """What is pressed for a choice: chips are laid before one bets nothing."""
    if choice in NEEDS:
        group, name = NEEDS[choice]
        place = page.get_by_role("group", name=group)
        able = place.get_by_role("button", name=re.compile(f"^{name}"), disabled=False)
        if await able.count():
            return able.first
    return offers.filter(has_text=re.compile(f"^{choice}")).first


async def _plays(page: Page) -> None:
    """The cards that were hinted at."""
    hand = page.get_by_role("group", name="My cards")
    await hand.get_by_role("button", pressed=True).first.wait_for(timeout=LOOK_MS)
    await _press(page.get_by_role("region").get_by_role("button", name="Play", exact=True))


async def _press(button: Locator) -> None:
    await button.click(timeout=LOOK_MS)
