"""Starts the app: `python -m mobile_client.main`, and on Android `main.py` itself."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from client_core.client import Client
from mobile_client.platform import Android, Desktop, device
from protocol.release import RELEASE

if TYPE_CHECKING:
    from client_link.inside import InnerHouse, World

LONGEST: Final = 30
"""So much of what a device is called is told to the house, which shows it to its player."""

ENDS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
CANNOT: Final = 1
NO_SCREEN: Final = (
    "The client found no screen with OpenGL to open its window on: start it inside a desktop, with"
    " DISPLAY or WAYLAND_DISPLAY set, or play in text with `cardroom terminal`."
)


def prepare(on: Android | Desktop) -> None:
    """What Kivy reads when it is first imported."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    if isinstance(on, Desktop):
        on.only_on_a_screen()
        on.only_with_a_loudspeaker()
        on.without_middle_button()
        # Its own way of logging puts a page about itself on the terminal of a player.
        os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    from kivy.config import Config

    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "multisamples", "0")
    if isinstance(on, Android):
        return
    on.alone()
    density = float(os.environ.get("KIVY_METRICS_DENSITY", "1"))
    wide, high = on.window(os.environ.get("CARDROOM_WINDOW", ""))
    Config.set("graphics", "width", round(wide * density))
    Config.set("graphics", "height", round(high * density))
    # A part of Kivy: nothing of it before what it reads is there.
    from mobile_client.ui import touches

    Config.set("input", "mouse", touches.mouse())


async def play(on: Android | Desktop) -> None:
    """The app from its first frame to its end."""
    from kivy.base import EventLoop

    from client_link import Link
    from mobile_client.ui import own, touches
    from mobile_client.ui.app import CardroomApp
    from mobile_client.ui.sound import Sounds

    link = Link(on.keep, lambda: app.stop(), inside, authority_of(on, os.environ))
    client = link.client(on.kept(), on.language(), f"{on.name()[:LONGEST]} {RELEASE}")
    # Who opened this client says where; else it goes where it was last.
    if url := os.environ.get("CARDROOM_URL") or on.opened_by():
        client.connection.go_to(url)
    heed_links(on, client)
    link.look_around()
    touches.in_order(EventLoop)
    pictures = own.find_pictures(on.pictures())
    app = CardroomApp(client, on, Sounds(own=on.music()), client.connection.start, pictures)
    unheed = heed_network(on, client)
    end_when_told(app.stop)
    try:
        await app.async_run(async_lib="asyncio")
    finally:
        unheed()
        if isinstance(on, Desktop) and "CARDROOM_WINDOW" not in os.environ:
            on.keep_window()
        client.connection.paused()
        await link.close()


def authority_of(on: Android | Desktop, environment: Mapping[str, str]) -> str:
    """The file of a private authority that vouches for houses: the one that the environment names,
    or that lies on the device; "" for none."""
    from client_link.authorities import VARIABLE
    from mobile_client.ui.own_authority import find_authority

    return environment.get(VARIABLE) or find_authority(on.authority()).believed


def inside(world: "World", stored: str) -> "InnerHouse":
    """The house inside the app; whoever plays at others need not wait for its rules and bots."""
    from client_offline.chance import offline_house

    return offline_house(world, stored)


def heed_network(on: Android | Desktop, client: Client) -> Callable[[], None]:
    """From here on the client knows when networks come and go; the result ends it."""
    loop = asyncio.get_running_loop()

    def changed() -> None:
        # The device tells on a thread of its own, the client lives on that of the loop.
        loop.call_soon_threadsafe(lambda: client.connection.network(on.online()))

    return on.watch_network(changed)


def heed_links(on: Android | Desktop, client: Client) -> None:
    """From here on a link to the app leads the client to its house."""
    loop = asyncio.get_running_loop()

    def opened(link: str) -> None:
        loop.call_soon_threadsafe(client.connection.go_to, link)

    on.watch_links(opened)


def has_window() -> bool:
    """Whether the window could be opened. Why not Kivy says in twenty lines that nobody can use."""
    kivy = logging.getLogger("kivy")
    before = kivy.level
    kivy.setLevel(logging.CRITICAL + 1)
    try:
        from kivy.core.window import Window
    finally:
        kivy.setLevel(before)
    return Window is not None


def end_when_told(stop: Callable[[], object]) -> None:
    """Ctrl-C, `kill` and a terminal that is closed end the app as its own button does."""
    loop = asyncio.get_running_loop()
    for number in ENDS:
        # Not every system has them.
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stop)


def main() -> int:
    on = device()
    lacks = on.lacks() if isinstance(on, Desktop) else ""
    if lacks:
        print(lacks, file=sys.stderr)
        return CANNOT
    try:
        prepare(on)
        if not has_window():
            print(NO_SCREEN, file=sys.stderr)
            return CANNOT
        asyncio.run(play(on))
    except KeyboardInterrupt:
        # Before there is a loop to tell.
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
