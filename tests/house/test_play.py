"""`cardroom play`: a house of one's own that closes with whoever plays in it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.sync.client import connect

from game_server import play
from protocol.words import Illegal
from tests.house.process import free_port

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
    bare = {k: v for k, v in os.environ.items() if k not in play.SCREENS}
    command = [*play.MODULE, "play", "--config", str(settings(tmp_path))]
    # A session of its own, as a terminal has it: the signal goes to the house as well.
    playing = subprocess.Popen(
        command, env=bare, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert playing.stdout is not None
        url = playing.stdout.readline().split()[-1]
        assert url in playing.stdout.readline()
        with connect(url):
            os.killpg(playing.pid, signal.SIGINT)
            assert playing.wait(60) == 0
    finally:
        playing.kill()


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
    url = said[-1].split()[-1]
    with pytest.raises(ConnectionRefusedError):
        connect(url)


def test_a_house_that_cannot_open_is_no_house_to_play_in(tmp_path: Path) -> None:
    file = settings(tmp_path)
    file.write_text(file.read_text() + "[lisen]\n")
    with pytest.raises(Illegal) as refused:
        play.play(["--config", str(file)], {}, lambda line: None)
    assert refused.value.code == "cannot_serve"
    assert sys.executable in play.MODULE
