"""A house ends when it is told to, also when nobody reads what it says; and says who runs."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from game_server.store import data_folder
from game_server.store.ports import CannotOpen
from tests.admin.running import open_house
from tests.house.process import ROOMS, Running, house, plain_environment
from tests.house.visiting import Visitor


def nobody_reads(running: Running) -> None:
    """The program that read what the house says is gone."""
    assert running.process.stdout is not None
    running.process.stdout.close()


@pytest.mark.parametrize("how", ["a signal", "an administrator"])
def test_a_house_that_nobody_reads_closes_when_it_is_told_to(tmp_path: Path, how: str) -> None:
    with ExitStack() as lines, open_house(tmp_path, staff=False) as opened:
        running = opened.running
        Visitor(lines, running.url).guest()
        nobody_reads(running)
        if how == "a signal":
            running.process.send_signal(signal.SIGTERM)
        else:
            assert opened.admin("off", "--exit", "--yes").code == 0
        assert running.process.wait(60) == 0
    assert "Traceback" not in running.log


def test_a_house_that_nobody_reads_goes_on_until_then(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    settings = tmp_path / "cardroom.toml"
    settings.write_text(ROOMS)
    known = {
        "CARDROOM_HOUSE_DATA": str(tmp_path / "var"),
        "CARDROOM_LISTEN_PORT": "0",
        "CARDROOM_BANK_DEMO_PORT": "0",
        "CARDROOM_WATCH_METRICS_PORT": "0",
        "CARDROOM_WATCH_LOG": "debug",
    }
    # Both what it says and its log go to one reader, as with `2>&1 | head -1`.
    process = subprocess.Popen(
        [sys.executable, "-m", "game_server.cli", "serve", "--config", str(settings)],
        stdout=theirs,
        stderr=theirs,
        env={**plain_environment(), **known},
    )
    os.close(theirs)
    try:
        with os.fdopen(ours) as reader:
            url = next(line for line in reader if " on ws" in line).split()[-1]
        for _ in range(2):
            with ExitStack() as lines:
                Visitor(lines, url).guest()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


def test_a_second_house_says_which_one_runs_and_what_ends_it(tmp_path: Path) -> None:
    with house(tmp_path) as running:
        second = subprocess.run(
            [sys.executable, "-m", "game_server.cli", "serve"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env={**plain_environment(), "CARDROOM_HOUSE_DATA": str(tmp_path / "var")},
        )
        assert second.returncode == 2
        pid = running.process.pid
        assert f"process {pid}, since 2" in second.stderr
        assert running.url in second.stderr
        assert f"`cardroom admin off --exit` or `kill {pid}`" in second.stderr
        # It is true.
        os.kill(pid, signal.SIGTERM)
        assert running.process.wait(60) == 0


def test_a_house_that_is_not_open_yet_is_named_too(tmp_path: Path) -> None:
    taken = data_folder.take(tmp_path)
    with pytest.raises(CannotOpen, match=f"process {os.getpid()}, since 2.*, not open yet"):
        data_folder.take(tmp_path)
    os.close(taken.lock)
    os.close(data_folder.take(tmp_path).lock)
