"""A real browser on the page of a real house.

A module of such tests says `pytestmark = IN_A_BROWSER`: its tests share one Chromium, which lives
as long as the worker process of pytest.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    async_playwright,
    expect,
)

from tests.house.process import Running
from tools.web.build import BUILT, build

IN_A_BROWSER: Final = pytest.mark.asyncio(loop_scope="session")
CHROMIUM: Final = "/usr/bin/chromium"
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-component-update",
    "--disable-sync",
)
BRIEFLY: Final = (*FLAGS, "--js-flags=--liftoff-only")
"""For who runs the page's Python for seconds: to optimize it takes a third of such a visit."""
PATIENCE_MS: Final = 60_000
"""After so long a test fails rather than waits for ever; nothing is judged by it."""
KEEPS: Final = {"service_workers": "allow"}
"""For a visitor whose page is kept in the browser, to open again without the house."""


# Its own five seconds are over before a busy machine has drawn anything.
expect.set_options(timeout=PATIENCE_MS)


@dataclass(frozen=True, slots=True)
class Screen:
    """What somebody looks at."""

    width: int
    height: int
    touch: bool = False
    language: str = "en"

    def options(self) -> dict[str, Any]:
        """As a browser's context takes it."""
        size = {"width": self.width, "height": self.height}
        return {"viewport": size, "has_touch": self.touch, "locale": self.language}


PHONE: Final = Screen(360, 640, touch=True)
LYING_PHONE: Final = Screen(640, 360, touch=True)
DESKTOP: Final = Screen(1280, 800)


@dataclass
class Visitor:
    """Somebody's browser: their pages, and what went wrong in them."""

    context: BrowserContext
    address: str
    wrong: list[str] = field(default_factory=list)

    async def open(self, path: str = "") -> Page:
        """The house's page at its start, or at a link of it, once it can be used."""
        page = await self.context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", self._said)
        await page.goto(self.address + path)
        await begun(page)
        return page

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.wrong.append(message.text)


async def begun(page: Page) -> None:
    """Wait until the page has drawn its first screen."""
    await page.locator("#splash").wait_for(state="detached", timeout=PATIENCE_MS)


def page_of(house: Running) -> str:
    """Where a browser finds the page of a house."""
    return house.url.replace("ws", "http", 1) + "/"


def built() -> Path:
    """The page, built if a source has changed; two workers do not do it at once."""
    BUILT.parent.mkdir(parents=True, exist_ok=True)
    with (BUILT.parent / "web.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        build()
    return BUILT


@asynccontextmanager
async def chromium(flags: Sequence[str] = FLAGS) -> AsyncIterator[Browser]:
    """A browser without a window."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=list(flags))
        yield browser
        await browser.close()
