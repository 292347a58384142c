"""`tools/at_once.py`: commands that run at the same time."""

import os
from pathlib import Path

import pytest

from tools.at_once import main


def test_commands_run_at_the_same_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Each of them goes on when the other one is there.
    os.mkfifo(tmp_path / "met")
    assert main((f"echo here >{tmp_path}/met", f"cat {tmp_path}/met")) == 0
    assert f"cat {tmp_path}/met\nhere\n" in capsys.readouterr().out


def test_all_that_fails_is_named_and_what_each_has_said_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(("echo well", "echo badly; exit 3", "echo wrong >&2; exit 1")) == 2
    said = capsys.readouterr()
    for words in ("echo well\nwell\n", "exit 3\nbadly\n", "exit 1\nwrong\n"):
        assert words in said.out
    assert sorted(said.err.splitlines()) == [
        "That failed: echo badly; exit 3",
        "That failed: echo wrong >&2; exit 1",
    ]
