"""A guest, a seat and a hand of hold'em in Firefox: `make test-firefox`."""

import asyncio
from pathlib import Path

import pytest

from tests.house.process import house
from tests.web.browser import built, page_of
from tests.web.conftest import HURRIED, LIMITS, room
from tests.web.firefox import LOOKS_S, PATIENCE_S, Firefox, firefox
from tests.web.listener import CHOICES
from tests.web.test_rounds import NAME, a_round


async def plays(fox: Firefox) -> str:
    """A hand to its end; what was said of it."""
    said: dict[str, None] = {}
    while True:
        # The page lets go of what is long past.
        said |= dict.fromkeys("\n".join(await fox.read("log")).splitlines())
        if told := a_round("\n".join(said), "Hold'em"):
            return told
        for choice in CHOICES:
            if await fox.press(choice):
                break
        await asyncio.sleep(LOOKS_S)


@pytest.mark.asyncio
async def test_a_guest_sits_down_and_plays_a_hand(tmp_path: Path) -> None:
    built()
    with house(tmp_path, LIMITS + room("holdem", "holdem", "standard", 2), program=HURRIED) as one:
        (tmp_path / "profile").mkdir()
        async with firefox(tmp_path / "profile") as fox:
            await fox.open(page_of(one) + "#table=holdem")
            await fox.type("Your name", NAME)
            await fox.pressed("Play as guest", "Take a seat", "Sit down with")
            async with asyncio.timeout(2 * PATIENCE_S):
                told = await plays(fox)
    assert "The cards are dealt" in told
