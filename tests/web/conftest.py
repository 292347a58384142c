"""What tests in a browser share: a built page, a house that serves it, one Chromium."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.house.process import Running, house
from tests.web.browser import DESKTOP, PATIENCE_MS, Screen, Visitor, built, chromium, page_of

Visiting = Callable[..., Awaitable[Visitor]]
ROOMS = """
[limits]
guests = 1000
guests_hour = 1000
[[room]]
table = "holdem"
game = "holdem"
preset = "standard"
stake = 200
pause = 0.1
bots = 2
"""


@pytest.fixture(scope="session")
def web_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with the page, for tests that leave it as they found it."""
    built()
    with house(tmp_path_factory.mktemp("web"), ROOMS) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The one Chromium of this process."""
    async with chromium() as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def visiting(browser: Browser) -> AsyncIterator[Visiting]:
    """Makes visitors of a house, each with a browser of their own; nothing may go wrong in their
    pages that the test does not take out of `wrong`."""
    visitors: list[Visitor] = []
    async with AsyncExitStack() as contexts:

        async def visit(house: Running, screen: Screen = DESKTOP, **options: object) -> Visitor:
            context = await browser.new_context(**screen.options(), **options)  # type: ignore[arg-type]
            context.set_default_timeout(PATIENCE_MS)
            contexts.push_async_callback(context.close)
            visitors.append(Visitor(context, page_of(house)))
            return visitors[-1]

        yield visit
    assert [wrong for one in visitors for wrong in one.wrong] == []
