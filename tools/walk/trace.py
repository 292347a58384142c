"""Trace of a real raise: a house and an app in processes of their own, a tap, and all it calls."""

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from protocol import messages
from tests.display import shown
from tests.e2e.friend import Friend
from tests.e2e.player import Player, players
from tests.house.process import Process, house
from tests.house.visiting import Visitor

ROOT: Final = Path(__file__).resolve().parents[2]
HOOK: Final = Path(__file__).resolve().parent / "hook"
IDLE_S: Final = 1.0
AFTER_S: Final = 0.5
"""How long the last answers take to be drawn and written."""
WAIT_S: Final = 30.0
ROOM: Final = """
[[room]]
table = "holdem"
game = "holdem"
preset = "standard"
stake = 200
least_buy_in = 20000
most_buy_in = 20000
pause = 0.1
offer = 60.0
"""


class Called(NamedTuple):
    """A first call of a function: when, on which side, in which file."""

    at: int
    side: str
    file: str
    function: str


def traced() -> list[Called]:
    """Play one raise at a table for two; the first call of every function that it took."""
    with tempfile.TemporaryDirectory() as name, shown() as display:
        folder = Path(name)
        os.environ["DISPLAY"] = display
        with (
            # What records its calls begins with the interpreter.
            house(
                folder,
                ROOM,
                hooked(folder / "house.json"),
                program="tools.walk.house",
                forks=False,
            ) as running,
            environment(hooked(folder / "app.json")),
        ):
            one = Player("Juno", running.url, folder, confirm_all_in=False, coach=False)
            both = (running.process, one.process)
            with players(one):
                one.comes_in()
                one.tap("Deal me in")
                one.until_table(lambda view: view.me is not None, "a seat")
                with Friend(running.url, seated):
                    one.until(lambda sight: "Raise to" in sight.presses, "a raise")
                    signalled(*both)
                    time.sleep(IDLE_S)
                    signalled(*both)
                    one.tap("Raise to")
                    one.until(lambda sight: "Raise to" not in sight.presses, "raised")
                    time.sleep(AFTER_S)
                    signalled(*both)
                    app, house_ = read(folder / "app.json"), read(folder / "house.json")
    return sorted([*first_calls("app", app), *first_calls("house", house_)])


def hooked(file: Path) -> dict[str, str]:
    """The environment in which a process records its calls."""
    return {"PYTHONPATH": str(HOOK), "WALK_ROOT": str(ROOT), "WALK_FILE": str(file)}


@contextmanager
def environment(more: dict[str, str]) -> Iterator[None]:
    """These variables for processes that begin within."""
    before = dict(os.environ)
    os.environ.update(more)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def seated(one: Visitor) -> None:
    """The other player takes the free seat."""
    one.guest()
    one.ask(messages.Join, "holdem")
    one.ask(messages.Queue, "holdem")
    one.sit("holdem", 20_000)


def signalled(*processes: "Process | subprocess.Popen[bytes]") -> None:
    for process in processes:
        process.send_signal(signal.SIGUSR1)
    time.sleep(0.05)


def read(file: Path) -> dict[str, list[tuple[int, str, str]]]:
    """What a process has recorded, once it is written."""
    end = time.monotonic() + WAIT_S
    while not file.exists():
        assert time.monotonic() < end, f"{file} is not written."
        time.sleep(0.05)
    found: dict[str, list[tuple[int, str, str]]] = json.loads(file.read_text())
    return found


def from_the_wire(calls: list[tuple[int, str, str]]) -> list[tuple[int, str, str]]:
    """What a house does from the first byte of the raise on, until the other player answers it."""
    bytes_at = [at for at, _, function in calls if function.endswith(".dataReceived")]
    end = bytes_at[1] if len(bytes_at) > 1 else calls[-1][0]
    return [one for one in calls if bytes_at[0] <= one[0] < end]


def first_calls(side: str, calls: dict[str, list[tuple[int, str, str]]]) -> Iterator[Called]:
    """Each function once; of the window, which draws all the time, without what it calls anyway."""
    seen = {(file, name) for _, file, name in calls["idle"] if file.startswith("mobile_client")}
    for at, file, function in from_the_wire(calls["walk"]) if side == "house" else calls["walk"]:
        if (file, function) not in seen and not function.split(".")[-1].startswith("<"):
            seen.add((file, function))
            yield Called(at, side, file, function)
