"""`cardroom play`: a house of one's own that closes with whoever plays in it."""

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO

import pytest
from websockets.sync.client import connect

from game_server import config_file, play
from mobile_client.platform import desktop
from protocol.words import Refusal
from tests.display import shown
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
        assert "browser" in line_of(playing)
        assert url in line_of(playing)
        with connect(url):
            # As a terminal does it: to all that runs in it.
            os.killpg(playing.pid, signal.SIGINT)
            assert playing.wait(60) == 0
        assert playing.stdout is not None
        assert "The house closes at the end of the current games." in playing.stdout.read()


def test_without_a_screen_the_command_is_said_that_plays_in_another_terminal(
    tmp_path: Path,
) -> None:
    with without_a_screen(tmp_path) as playing:
        url = line_of(playing).split()[-1]
        line_of(playing), line_of(playing)
        said = line_of(playing)
        assert said.startswith("Play in another terminal, in text, by: ")
        assert said.endswith(f" terminal --at {url}\n")
        command = shlex.split(said.partition("by: ")[2])
        kept = ("--config-folder", str(tmp_path / "kept"), "--name", "Ann")
        ran = subprocess.run(
            [*command, *kept],
            input="quit\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        assert "You are Ann." in ran.stdout


@pytest.mark.parametrize(
    ("typed", "on_path", "said"),
    [
        (
            "/opt/card room/bin/cardroom",
            False,
            "'/opt/card room/bin/cardroom'",
        ),
        (".venv/bin/cardroom", False, ".venv/bin/cardroom"),
        ("/usr/bin/cardroom", True, "cardroom"),
        ("game_server/cli.py", False, f"{sys.executable} -m game_server"),
    ],
)
def test_the_command_that_is_said_is_the_one_that_was_typed(
    monkeypatch: pytest.MonkeyPatch, typed: str, on_path: bool, said: str
) -> None:
    monkeypatch.setattr(sys, "argv", [typed])
    monkeypatch.setattr(shutil, "which", lambda name: typed if on_path else None)
    line = play.in_text("ws://0.0.0.0:8770")
    assert line.endswith(f"by: {said} terminal --at ws://127.0.0.1:8770")


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


def test_a_house_that_dies_alone_is_told_of_and_ends_the_command(tmp_path: Path) -> None:
    with without_a_screen(tmp_path) as playing:
        line_of(playing)
        (house,) = children(playing.pid)
        os.kill(house, signal.SIGKILL)
        assert playing.wait(60) == 1
        assert playing.stdout is not None
        told = playing.stdout.read().splitlines()[-1]
        assert told.startswith("The house has ended by itself (signal 9): ")
        assert "play` opens it again" in told


def test_what_is_said_is_read_at_once_whoever_reads_it(tmp_path: Path) -> None:
    with (tmp_path / "said").open("w") as said, without_a_screen(tmp_path, said) as playing:
        wait_for(lambda: "There is no screen here." in (tmp_path / "said").read_text(), "a file")
        playing.send_signal(signal.SIGTERM)
        assert playing.wait(60) == 0


def without_a_screen(
    folder: Path, said: "int | IO[str]" = subprocess.PIPE
) -> "AbstractContextManager[subprocess.Popen[str]]":
    return playing_in(settings(folder), said=said)


@contextmanager
def playing_in(
    file: Path,
    environment: dict[str, str] | None = None,
    said: "int | IO[str]" = subprocess.PIPE,
    stderr: int | None = None,
) -> "Iterator[subprocess.Popen[str]]":
    """`cardroom play` as somebody starts it, who has no screen unless the environment says so."""
    bare = {k: v for k, v in plain_environment().items() if k not in play.SCREENS}
    playing = subprocess.Popen(
        [*play.MODULE, "play", "--config", str(file)],
        env=environment or bare,
        stdout=said,
        stderr=stderr,
        text=True,
        start_new_session=True,
    )
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
    file = settings(tmp_path)
    given = config_file.load(file, {})
    assert play.play(given, ["--config", str(file)], environment, said.append) == 0
    (url,) = (line.split()[-1] for line in said if play.OPEN in line)
    with pytest.raises(ConnectionRefusedError):
        connect(url)


def test_a_house_that_waits_for_games_nobody_plays_is_told_to_wait_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In place of the house: one whose games do not end at the first word.
    house = tmp_path / "house.py"
    house.write_text(
        "import signal, sys, time\n"
        "told = []\n"
        "def hears(*_):\n"
        "    told.append(1)\n"
        "    if len(told) > 1: sys.exit(0)\n"
        "signal.signal(signal.SIGTERM, hears)\n"
        f"print('{play.OPEN} ws://127.0.0.1:1', 'no page', sep='\\n', flush=True)\n"
        "while True: time.sleep(0.05)\n"
    )
    (tmp_path / "visitor.py").touch()
    monkeypatch.setattr(play, "MODULE", [sys.executable, str(house)])
    monkeypatch.setattr(play, "CLIENT", "visitor")
    monkeypatch.setattr(play, "HURRY_S", 0.3)
    said: list[str] = []
    environment = {**os.environ, "DISPLAY": ":0", "PYTHONPATH": str(tmp_path)}
    file = settings(tmp_path)
    play.play(config_file.load(file, {}), [], environment, said.append)
    assert said[-1] == play.GAVE_UP


def test_a_house_that_cannot_open_is_no_house_to_play_in(tmp_path: Path) -> None:
    file = settings(tmp_path)
    given = config_file.load(file, {})
    file.write_text(file.read_text() + "[lisen]\n")
    with pytest.raises(Refusal) as refused:
        play.play(given, ["--config", str(file)], {**os.environ}, lambda line: None)
    assert refused.value.code == "cannot_serve"
    assert sys.executable in play.MODULE


def test_ports_that_another_program_has_are_left_to_it(tmp_path: Path) -> None:
    file = settings(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        file.write_text(file.read_text().replace(
            f"port = {config_file.load(file, {}).listen.port}", f"port = {port}"
        ))  # fmt: skip
        with playing_in(file) as playing:
            assert f"Another program has port {port}: players get " in line_of(playing)
            url = line_of(playing).split()[-1]
            assert not url.endswith(f":{port}")
            with connect(url):
                pass


def test_each_port_that_is_taken_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cardroom.toml"
    file.write_text("[bank]\ndemo_port = 8771\n[watch]\nmetrics_port = 8772\n")
    monkeypatch.setattr(play, "_is_taken", lambda address, port: True)
    said: list[str] = []
    play._free_ports(config_file.load(file, {}), said.append)
    told = [line.partition(": ")[2].rsplit(" ", 3)[0] for line in said]
    assert told == ["players get", "the demo bank gets", "metrics get"]


def test_a_second_command_on_the_same_folder_says_where_the_house_is_and_how_it_ends(
    tmp_path: Path,
) -> None:
    file = settings(tmp_path)
    with playing_in(file) as first:
        url = line_of(first).split()[-1]
        (house,) = children(first.pid)
        with playing_in(file) as second:
            said, _ = second.communicate(timeout=60)
            assert second.returncode == 0
        assert f"Your house is open already, on {url}" in said
        assert f"`kill {house}`" in said
        with connect(url):
            pass


def test_a_second_client_joins_the_house_and_leaves_it_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "visitor.py").write_text(
        "import os\nfrom websockets.sync.client import connect\n"
        "with connect(os.environ['CARDROOM_URL']): pass\n"
    )
    monkeypatch.setattr(play, "CLIENT", "visitor")
    file = settings(tmp_path)
    said: list[str] = []
    environment = {**os.environ, "DISPLAY": ":0", "PYTHONPATH": str(tmp_path)}
    with playing_in(file) as first:
        url = line_of(first).split()[-1]
        assert (
            play.play(config_file.load(file, {}), ["--config", str(file)], environment, said.append)
            == 0
        )
        assert said[-1] == "This client joins it."
        with connect(url):
            pass


@pytest.mark.parametrize("ends", [signal.SIGINT, signal.SIGTERM])
def test_house_and_client_end_cleanly_with_the_command(
    tmp_path: Path, ends: signal.Signals
) -> None:
    with shown() as display:
        screen = {**plain_environment(), "DISPLAY": display, "XDG_CONFIG_HOME": str(tmp_path)}
        with playing_in(settings(tmp_path), screen, stderr=subprocess.PIPE) as playing:
            url = line_of(playing).split()[-1]
            wait_for(lambda: len(children(playing.pid)) == 2, "the client begins")
            at_work = children(playing.pid)
            # The client is in, past what it imports.
            wait_for(lambda: (tmp_path / "cardroom" / "session.json").exists(), "it is let in")
            os.killpg(playing.pid, ends)
            _, wrong = playing.communicate(timeout=60)
            assert playing.returncode == 0
            assert "Traceback" not in wrong
            assert not any(map(alive, at_work))
            with pytest.raises(ConnectionRefusedError):
                connect(url)


def test_on_a_terminal_only_troubles_of_the_log_stand_among_what_is_said(tmp_path: Path) -> None:
    terminal, theirs = os.openpty()
    with playing_in(settings(tmp_path), stderr=theirs) as playing:
        os.close(theirs)
        # The log tells of everybody who connects.
        with connect(line_of(playing).split()[-1]):
            os.killpg(playing.pid, signal.SIGINT)
            assert playing.wait(60) == 0
    assert all_that_stands_on(terminal) == b""


def all_that_stands_on(terminal: int) -> bytes:
    found = b""
    # Whoever wrote there is gone: what is left is read, then reading fails.
    with suppress(OSError):
        while part := os.read(terminal, 4096):
            found += part
    os.close(terminal)
    return found


def test_a_trouble_is_passed_on_and_so_is_what_is_no_line_of_the_log(
    capsys: pytest.CaptureFixture[str],
) -> None:
    calm = [json.dumps({"level": level, "text": "all is well"}) for level in ("debug", "info")]
    told = [json.dumps({"level": "warn", "text": "look"}), "Traceback: no log was there yet", "17"]
    lines = "\n".join([*calm, *told])
    code = [sys.executable, "-c", "import sys; sys.stderr.write(sys.argv[1])", lines]
    with subprocess.Popen(code, stderr=subprocess.PIPE, text=True) as house:
        play._pass_on_troubles(house)
    assert capsys.readouterr().err.splitlines() == told


@pytest.mark.parametrize("display", ["", ":61999"])
def test_a_client_without_a_screen_says_so_in_one_sentence(tmp_path: Path, display: str) -> None:
    bare = {k: v for k, v in plain_environment().items() if k not in play.SCREENS}
    bare |= {"XDG_CONFIG_HOME": str(tmp_path), **({"DISPLAY": display} if display else {})}
    ran = subprocess.run(
        [sys.executable, "-m", play.CLIENT], env=bare, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert "found no screen" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_client_without_its_libraries_names_the_packages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desktop, "DRAWS_WITH", (("libnone.so.1", "libnone1"), *desktop.DRAWS_WITH))
    assert (
        desktop.Desktop()
        .lacks()
        .endswith("libnone.so.1, which this machine lacks; as root: apt-get install -y libnone1")
    )
    monkeypatch.setattr(desktop, "DRAWS_WITH", desktop.DRAWS_WITH[1:])
    assert desktop.Desktop().lacks() == ""
