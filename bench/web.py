"""The page in Chromium: a first visit and a second one, to the lobby and by the link of a table, a
tap on its way to the house, and what the house tells on its way to a frame.

What a machine needs for Chromium's own start of a page is the measure: an empty page of the same
house. Everything is on one machine, the house and its bots too.
"""

import asyncio
import re
import tempfile
import time
from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Page

from bench.measure import table, times
from bench.relay import Relay, relay
from bench.web_frames import LETS, counting, seen, watch
from tests.house.process import house
from tests.web.browser import FLAGS, PHONE, built, chromium

VISITS: Final = 5
TAPS: Final = 12
FRAMES: Final = 200
"""Of fewer a p95 says little."""
HURRIED: Final = "tests.web.hurried"
"""Its bots think briefly: so many words would take minutes else."""
ROOM: Final = """
[[room]]
table = "holdem"
game = "holdem"
preset = "standard"
stake = 200
least_buy_in = 4000
most_buy_in = 20000
pause = 0.5
bots = 5
"""
CLICK: Final = "button => { const at = Date.now() / 1000; button.click(); return at; }"
LINK: Final = "#table=holdem"
LOBBY: Final = re.compile("^Deal me in")
TABLE: Final = re.compile("^Take a seat")
ACT: Final = re.compile("^(Fold|Check|Call)(?!.*advance)", re.DOTALL)
"""What sends something: not what is tapped before its time."""


async def _context(browser: Browser, **options: Any) -> BrowserContext:
    return await browser.new_context(**PHONE.options(), **options)


async def _first_visit(
    context: BrowserContext, address: str, there: re.Pattern[str] = LOBBY
) -> float:
    """Seconds until the button `there` takes taps, for one who was never here."""
    page = await context.new_page()
    begun = time.perf_counter()
    await page.goto(address)
    await page.get_by_role("button", name="Play as guest").click()
    await page.get_by_role("button", name=there, disabled=False).wait_for()
    took = time.perf_counter() - begun
    await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    await page.close()
    return took


async def _second_visit(
    context: BrowserContext, address: str, there: re.Pattern[str] = LOBBY
) -> float:
    """Seconds until the button `there` takes taps, for one whom the house knows."""
    page = await context.new_page()
    begun = time.perf_counter()
    await page.goto(address)
    await page.get_by_role("button", name=there, disabled=False).wait_for()
    took = time.perf_counter() - begun
    await page.close()
    return took


async def _visits(
    browser: Browser, address: str, there: re.Pattern[str]
) -> tuple[list[float], list[float]]:
    """First visits and second ones, each pair in a browser that knows nothing yet."""
    first, second = [], []
    for _ in range(VISITS):
        context = await _context(browser)
        first.append(await _first_visit(context, address, there))
        second.append(await _second_visit(context, address, there))
        await context.close()
    return first, second


async def _empty_visit(browser: Browser, address: str) -> float:
    context = await _context(browser)
    page = await context.new_page()
    begun = time.perf_counter()
    await page.goto(f"{address}nothing")
    took = time.perf_counter() - begun
    await context.close()
    return took


async def _play(page: Page, relay: Relay) -> tuple[list[float], list[float]]:
    """Seconds from a tap to its word at the house's door, and from a word of the house to the frame
    that shows it."""
    await page.get_by_role("button", name=LOBBY).click()
    act = page.get_by_role("button", name=ACT).first
    await act.wait_for()
    await watch(page)
    told = relay.told
    taps: list[float] = []
    frames: list[float] = []
    while len(taps) < TAPS or len(frames) < FRAMES:
        await act.wait_for()
        handle = await act.element_handle()
        if handle is None:
            continue
        at = await handle.evaluate(CLICK)
        for _ in range(500):
            if relay.said and relay.said[-1] >= at:
                taps.append(relay.said[bisect_left(relay.said, at)] - at)
                break
            await asyncio.sleep(0.01)
        if relay.told is not told:
            raise RuntimeError("The page lost its line: no word of before belongs to a frame now.")
        frames = (await seen(page)).waited(told)
    return taps, frames


async def measure() -> list[list[str]]:
    """The rows of the table."""
    built()
    with (
        tempfile.TemporaryDirectory() as folder,
        house(Path(folder), ROOM, program=HURRIED) as running,
        relay(int(running.url.rpartition(":")[2])) as line,
    ):
        address = f"http://127.0.0.1:{line.port}/"
        async with chromium((*FLAGS, LETS)) as browser:
            empty = [await _empty_visit(browser, address) for _ in range(VISITS)]
            first, second = await _visits(browser, address, LOBBY)
            linked, again = await _visits(browser, f"{address}{LINK}", TABLE)
            context = await _context(browser, service_workers="block")
            await counting(context)
            page = await context.new_page()
            await page.goto(address)
            await page.get_by_role("button", name="Play as guest").click()
            taps, frames = await _play(page, line)
    base = median(empty)
    return [
        _row("an empty page of the house", empty, base),
        _row("first visit, to a lobby that takes taps", first, base, "4 s"),
        _row("second visit, to the same", second, base, "1.5 s"),
        _row("first visit by a link, to a table that takes taps", linked, base, "4 s"),
        _row("second visit by that link, to the same", again, base, "1.5 s"),
        _row("a tap to its word at the house's door", taps, base, "0.05 s"),
        _row("a word of the house to its frame", frames, base, "0.1 s"),
    ]


def _row(what: str, found: Sequence[float], base: float, most: str = "") -> list[str]:
    late = quantiles(found, n=20)[-1] if len(found) > 1 else found[0]
    seconds = [f"{one:.3f}" for one in (median(found), late, max(found))]
    return [what, str(len(found)), *seconds, most, times(median(found), base)]


def main() -> None:
    rows = asyncio.run(measure())
    heads = ["the page in Chromium", "times", "p50, s", "p95", "max", "at most", "of an empty page"]
    print(table(heads, rows))
