"""`cardroom play`: a house of one's own that closes with whoever plays in it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from websockets.sync.client import connect

from game_server import play
from protocol.words import Illegal
from tests.house.process import free_port, line_of, plain_environment
from tests.house.visiting import alive, children, wait_for

SETTINGS = """
[house]
data = "{data}"
[listen]
port = {port}
[bank]
demo_port = 0
[watch]
metrics_port = 0
"""


def settings(folder: Path) -> Path:
    file = folder / "cardroom.toml"
    file.write_text(SETTINGS.format(data=folder / "var", port=free_port()))
    return file


@pytest.mark.parametrize(
    ("platform", "environment", "has"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
    ],
)
def test_a_screen_is_known_by_what_the_system_says(
    platform: str, environment: dict[str, str], has: bool
) -> None:
    assert play.has_screen(environment, platform) is has


def test_without_a_screen_the_house_says_how_to_connect_and_closes_when_told(
    tmp_path: Path,
) -> None:
    with without_a_screen(tmp_path) as playing:
        url = line_of(playing).split()[-1]
        assert url in line_of(playing)
        with connect(url):
            # As a terminal does it: to all that runs in it.
            os.killpg(playing.pid, signal.SIGINT)
            assert playing.wait(60) == 0
        assert playing.stdout is not None
        assert "The house closes at the end of the current games." in playing.stdout.read()


@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_house_is_left_behind_however_the_command_ends(
    tmp_path: Path, ends: signal.Signals
) -> None:
    with without_a_screen(tmp_path) as playing:
        url = line_of(playing).split()[-1]
        (house,) = children(playing.pid)
        with connect(url):
            playing.send_signal(ends)
            playing.wait(60)
        wait_for(lambda: not alive(house), "the house ends with it")


def test_what_is_said_is_read_at_once_whoever_reads_it(tmp_path: Path) -> None:
    with (tmp_path / "said").open("w") as said, without_a_screen(tmp_path, said) as playing:
        wait_for(lambda: "There is no screen here." in (tmp_path / "said").read_text(), "a file")
        playing.send_signal(signal.SIGTERM)
        assert playing.wait(60) == 0


@contextmanager
def without_a_screen(
    folder: Path, said: "int | IO[str]" = subprocess.PIPE
) -> "Iterator[subprocess.Popen[str]]":
    """`cardroom play` as somebody starts it who has no screen."""
    bare = {k: v for k, v in plain_environment().items() if k not in play.SCREENS}
    command = [*play.MODULE, "play", "--config", str(settings(folder))]
    playing = subprocess.Popen(command, env=bare, stdout=said, text=True, start_new_session=True)
    try:
        yield playing
    finally:
        playing.kill()
        playing.wait()


def test_the_house_closes_with_the_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # In place of the client: somebody who connects where he is told to, and goes.
    client = tmp_path / "visitor.py"
    client.write_text(
        "import os\nfrom websockets.sync.client import connect\n"
        "with connect(os.environ['CARDROOM_URL']): print('been here', flush=True)\n"
    )
    monkeypatch.setattr(play, "CLIENT", "visitor")
    said: list[str] = []
    environment = {**os.environ, "DISPLAY": ":0", "PYTHONPATH": str(tmp_path)}
    assert play.play(["--config", str(settings(tmp_path))], environment, said.append) == 0
    (url,) = (line.split()[-1] for line in said if play.OPEN in line)
    with pytest.raises(ConnectionRefusedError):
        connect(url)


def test_a_house_that_cannot_open_is_no_house_to_play_in(tmp_path: Path) -> None:
    file = settings(tmp_path)
    file.write_text(file.read_text() + "[lisen]\n")
    with pytest.raises(Illegal) as refused:
        play.play(["--config", str(file)], {}, lambda line: None)
    assert refused.value.code == "cannot_serve"
    assert sys.executable in play.MODULE
