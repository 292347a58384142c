"""`cardroom serve` as a process of its own, in a folder of the test."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Final, TypeAlias

from tests.house.fork_server import Forked, forked

Process: TypeAlias = "Forked | subprocess.Popen[str]"
SILENT_S: Final = 60.0
EPS = """
[[room]]
table = "eps"
game = "holdem"
preset = "eps"
purse = "cash"
least_buy_in = 2000
most_buy_in = 100000
pause = 0.1
offer = 60.0
"""
ROOMS = """
[[room]]
table = "holdem"
game = "holdem"
preset = "standard"
stake = 200
pause = 0.1
[[room]]
table = "doudizhu"
game = "doudizhu"
preset = "house"
pause = 0.1
"""


@dataclass(frozen=True)
class Running:
    """A house that is open: its process, where it listens, and where its files are."""

    process: Process
    url: str
    folder: Path
    # The port for metrics and health; 0 is off.
    metrics: int = 0
    # The first line that it said.
    said: str = ""

    @property
    def database(self) -> Path:
        return self.folder / "var" / "cardroom.sqlite"

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    @property
    def troubles(self) -> list[str]:
        """The lines of the log that say more than what usually happens."""
        lines = self.log.splitlines()
        return [line for line in lines if json.loads(line)["level"] not in ("debug", "info")]

    def kill(self) -> None:
        """SIGKILL: the process has no say in it."""
        self.process.kill()
        self.process.wait()


@contextmanager
def house(
    folder: Path,
    config: str = ROOMS,
    environment: Mapping[str, str] | None = None,
    watched: bool = False,
    program: str = "game_server.cli",
    forks: bool = True,
) -> Iterator[Running]:
    """Run a house in that folder with these settings; ports are any that are free.

    The ports and the folder of its data go before the settings, the environment before both.
    One that does not fork is an interpreter of its own, which takes a second more.
    """
    settings = folder / "cardroom.toml"
    settings.write_text(config)
    metrics = free_port() if watched else 0
    known = {
        "CARDROOM_HOUSE_DATA": str(folder / "var"),
        "CARDROOM_LISTEN_PORT": "0",
        "CARDROOM_BANK_DEMO_PORT": "0",
        "CARDROOM_WATCH_METRICS_PORT": str(metrics),
    }
    with (folder / "log").open("a") as log:
        args = ["serve", "--config", str(settings)]
        known = {**plain_environment(), **known, **(environment or {})}
        process: Process
        if forks:
            process = forked(program, args, known, log)
        else:
            process = subprocess.Popen(
                [sys.executable, "-m", program, *args],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=known,
            )
    try:
        said = [line_of(process)]
        while said[-1] and " on ws" not in said[-1]:
            said.append(line_of(process))
        assert said[-1], (said, (folder / "log").read_text())
        yield Running(process, said[-1].split()[-1], folder, metrics, said[0].strip())
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def line_of(process: Process) -> str:
    """The next line that a process says; one that says nothing for a minute is killed, so that no
    test waits for ever."""
    assert process.stdout is not None
    silent = Timer(SILENT_S, process.kill)
    silent.start()
    try:
        return process.stdout.readline()
    finally:
        silent.cancel()


def line_with(process: Process, *words: str) -> str:
    """The next line that a process says with one of these words in it, past all others."""
    while line := line_of(process):
        if any(word in line for word in words):
            return line
    return ""


def plain_environment() -> dict[str, str]:
    """What a process finds on the machine of a stranger: nothing makes Python write at once
    what nobody flushed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
