"""`cardroom play`: a house of one's own, and the client opened on it."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from threading import Thread
from typing import Final

from game_server import output
from protocol.words import Illegal

CLIENT: Final = "mobile_client.main"
MODULE: Final = (sys.executable, "-m", "game_server.cli")
OPEN: Final = " on ws"
"""Stands in the line that says where a house listens."""
ADDRESS: Final = "CARDROOM_URL"
"""Tells a client where to connect, whatever it remembers."""
HURRY_S: Final = 2.0
SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY")
ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What ends this command: Ctrl-C, `kill`, and a terminal that is closed."""


def play(
    serve: Sequence[str], environment: Mapping[str, str], say: Callable[[str], None] = output.say
) -> int:
    """Start a house, and the client if there is a screen; the house closes with the client, and
    with this command, however that ends."""
    with _ended_as_by_ctrl_c():
        # In a session of its own no signal of the terminal reaches it past this command, and at
        # the end of its input, which this command holds open and never writes, it closes.
        house = subprocess.Popen(
            [*MODULE, "serve", "--until-eof", *serve],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            url = _address(house, say)
            Thread(target=_pass_on, args=(house, say), daemon=True).start()
            without = _no_window(environment)
            if without:
                say(f"{without} Play from a client elsewhere, or connect to {url}.")
                say("Ctrl-C closes the house at the end of the current games, twice at once.")
                return _outlast(house)
            return subprocess.call(
                [sys.executable, "-m", CLIENT], env={**environment, ADDRESS: url}
            )
        finally:
            _close(house)


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a window can be opened."""
    return platform in ("darwin", "win32") or any(environment.get(name) for name in SCREENS)


def _no_window(environment: Mapping[str, str]) -> str:
    """Why no client is opened; empty if it is."""
    if not has_screen(environment, sys.platform):
        return "There is no screen here."
    if find_spec("kivy") is None:
        python = ".".join(map(str, sys.version_info[:2]))
        return f"The client is not installed with this Python {python} (see README.md)."
    return ""


@contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in ENDS}
    try:
        for number, did in before.items():
            # `nohup` lets a command outlive its terminal.
            if number != signal.SIGHUP or did is not signal.SIG_IGN:
                signal.signal(number, signal.default_int_handler)
        yield
    finally:
        for number, did in before.items():
            signal.signal(number, did)


def _address(house: "subprocess.Popen[str]", say: Callable[[str], None]) -> str:
    assert house.stdout is not None
    for line in house.stdout:
        say(line.rstrip())
        if OPEN in line:
            return line.split()[-1]
    raise Illegal("cannot_serve", "The house did not open; what it said stands above.")


def _pass_on(house: "subprocess.Popen[str]", say: Callable[[str], None]) -> None:
    assert house.stdout is not None
    for line in house.stdout:
        say(line.rstrip())


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
            house.send_signal(signal.SIGTERM)
