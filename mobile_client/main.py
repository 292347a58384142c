"""Starts the app: `python -m mobile_client.main`, and on Android `main.py` itself."""

import asyncio
import os
import sys
from collections.abc import Callable
from typing import Final

from client_core.client import Client
from mobile_client.platform import Android, Desktop, device

BUILD: Final = "0.1.0"
LONGEST: Final = 30
"""So much of what a device is called is told to the house, which shows it to its player."""
WIDTH, HEIGHT = 411, 860
"""A phone's window on a desktop, in dp."""


def prepare(on: Android | Desktop) -> None:
    """What Kivy reads when it is first imported."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    from kivy.config import Config

    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "multisamples", "0")
    if isinstance(on, Android):
        return
    on.alone()
    density = float(os.environ.get("KIVY_METRICS_DENSITY", "1"))
    wide, high = os.environ.get("CARDROOM_WINDOW", f"{WIDTH}x{HEIGHT}").split("x")
    Config.set("graphics", "width", round(int(wide) * density))
    Config.set("graphics", "height", round(int(high) * density))
    # A part of Kivy: nothing of it before what it reads is there.
    from mobile_client.ui import touches

    Config.set("input", "mouse", touches.mouse())


async def play(on: Android | Desktop) -> None:
    """The app from its first frame to its end."""
    from kivy.base import EventLoop

    from client_link import Link
    from mobile_client.ui import touches
    from mobile_client.ui.app import CardroomApp
    from mobile_client.ui.sound import Sounds

    link = Link(on.keep, lambda: app.stop())
    client = link.client(on.kept(), on.language(), f"{on.name()[:LONGEST]} {BUILD}")
    # Who opened this client says where; else it goes where it was last.
    if url := os.environ.get("CARDROOM_URL"):
        client.go_to(url)
    touches.in_order(EventLoop)
    app = CardroomApp(client, on, Sounds(own=on.music()), client.start)
    unheed = heed_network(on, client)
    try:
        await app.async_run(async_lib="asyncio")
    finally:
        unheed()
        client.paused()
        await link.close()


def heed_network(on: Android | Desktop, client: Client) -> Callable[[], None]:
    """From here on the client knows when networks come and go; the result ends it."""
    loop = asyncio.get_running_loop()

    def changed() -> None:
        # The device tells on a thread of its own, the client lives on that of the loop.
        loop.call_soon_threadsafe(lambda: client.network(on.online()))

    return on.watch_network(changed)


def main() -> int:
    on = device()
    prepare(on)
    asyncio.run(play(on))
    return 0


if __name__ == "__main__":
    sys.exit(main())
