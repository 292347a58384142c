"""Somebody who has come into a house as a guest, driven by touches."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.client.ui.stage import Stage
from tests.client.ui.thumb import Thumb, thumb
from tests.house.process import house

ROOMS = """
[[room]]
table = "holdem"
game = "holdem"
preset = "standard"
stake = 200
least_buy_in = 4000
most_buy_in = 20000
"""


async def come_in(one: Thumb, url: str, name: str = "Juno") -> None:
    one.client.connection.go_to(url)
    await one.until(lambda: one.client.connection.view.state == "met", "met")
    one.type("Your name", name)
    await one.tap("Play as guest")
    await one.until(lambda: one.stage.name == "lobby" and one.client.lobby.view.loaded, "the lobby")


@asynccontextmanager
async def guest(stage: Stage, folder: Path, rooms: str = ROOMS) -> AsyncIterator[Thumb]:
    """In the lobby of a house in a process of its own, until the end of a `with`."""
    with house(folder, rooms) as running:
        async with thumb(stage, folder / "kept") as one:
            await come_in(one, running.url)
            yield one
