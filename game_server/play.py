"""`cardroom play`: a house of one's own, and the client opened on it."""

import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Final

from protocol.words import Illegal

CLIENT: Final = "mobile_client.main"
MODULE: Final = (sys.executable, "-m", "game_server.cli")
OPEN: Final = " on ws"
"""Stands in the line that says where a house listens."""
ADDRESS: Final = "CARDROOM_URL"
"""Tells a client where to connect, whatever it remembers."""
HURRY_S: Final = 2.0
SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY")


def play(
    serve: Sequence[str], environment: Mapping[str, str], say: Callable[[str], None] = print
) -> int:
    """Start a house, and the client if there is a screen; the house closes with the client."""
    screen = has_screen(environment, sys.platform)
    if screen and find_spec("kivy") is None:
        text = "The client is not installed: pip install 'cardroom[client]', or say make play."
        raise Illegal("no_client", text)
    house = subprocess.Popen([*MODULE, "serve", *serve], stdout=subprocess.PIPE, text=True)
    try:
        url = _address(house, say)
        if not screen:
            say(f"There is no screen here. Play from a client elsewhere, or connect to {url}.")
            say("Ctrl-C closes the house at the end of the current games, twice at once.")
            return _outlast(house)
        return subprocess.call([sys.executable, "-m", CLIENT], env={**environment, ADDRESS: url})
    finally:
        _close(house)


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a window can be opened."""
    return platform in ("darwin", "win32") or any(environment.get(name) for name in SCREENS)


def _address(house: "subprocess.Popen[str]", say: Callable[[str], None]) -> str:
    assert house.stdout is not None
    for line in house.stdout:
        say(line.rstrip())
        if OPEN in line:
            return line.split()[-1]
    raise Illegal("cannot_serve", "The house did not open; what it said stands above.")


def _close(house: "subprocess.Popen[str]") -> None:
    """Nobody is at the tables any more: a second word closes it at once."""
    for _ in range(2):
        if house.poll() is None:
            house.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                house.wait(HURRY_S)
    house.kill()
    house.wait()


def _outlast(house: "subprocess.Popen[str]") -> int:
    while True:
        try:
            return house.wait()
        except KeyboardInterrupt:
            # The house has had the same signal, and closes.
            continue
