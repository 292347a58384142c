"""What tests in a browser share: a built page, a house that serves it, one Chromium."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.house.process import EPS, Running, house
from tests.web.browser import (
    BRIEFLY,
    DESKTOP,
    PATIENCE_MS,
    Screen,
    Visitor,
    built,
    chromium,
    page_of,
)

Visiting = Callable[..., Awaitable[Visitor]]
HURRIED: Final = "tests.web.hurried"
TABLES: Final = {
    "holdem": ("standard", 2),
    "doudizhu": ("house", 2),
    "blackjack": ("casino", 1),
    "roulette": ("house", 1),
    "sabacc": ("house", 1),
}
"""A table of every game, of the game's own name, by its preset and how many bots sit there. One
test alone plays there: a seat that somebody walks away from is waited for."""
LIMITS: Final = """
[limits]
guests = 1000
guests_hour = 1000
guest_tables = 8
"""


def room(table: str, game: str, preset: str, bots: int) -> str:
    """A table, where there is time to take a seat none is lost between rounds, and a guest
    can afford a seat at all of them."""
    return f"""
[[room]]
table = "{table}"
game = "{game}"
preset = "{preset}"
bots = {bots}
most_buy_in = 15000
pause = 0.1
offer = 60.0
"""


def room_of_axe(game: str) -> str:
    """The table of a game that axe looks at."""
    return f"{game}-seen"


ROOMS: Final = "".join(
    (
        LIMITS,
        *(room(game, game, preset, bots) for game, (preset, bots) in TABLES.items()),
        *(room(room_of_axe(game), game, preset, bots) for game, (preset, bots) in TABLES.items()),
        room("parlour", "holdem", "standard", 2),
        EPS,
    )
)


@pytest.fixture(scope="session")
def web_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with the page, for tests that leave it as they found it."""
    built()
    with house(tmp_path_factory.mktemp("web"), ROOMS, program=HURRIED) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The one Chromium of this process."""
    async with chromium(BRIEFLY) as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def visiting(browser: Browser) -> AsyncIterator[Visiting]:
    """Makes visitors of a house, each with a browser of their own; nothing may go wrong in their
    pages that the test does not take out of `wrong`.

    No page keeps itself for the next visit unless it is asked to (`KEEPS`): that fetches more than
    a thousand files, which is a third of what a visit costs.
    """
    visitors: list[Visitor] = []
    async with AsyncExitStack() as contexts:

        async def visit(house: Running, screen: Screen = DESKTOP, **options: object) -> Visitor:
            told = {"service_workers": "block", **screen.options(), **options}
            context = await browser.new_context(**told)
            context.set_default_timeout(PATIENCE_MS)
            contexts.push_async_callback(context.close)
            visitors.append(Visitor(context, page_of(house)))
            return visitors[-1]

        yield visit
    assert [wrong for one in visitors for wrong in one.wrong] == []
