"""A house that first starts on a full disk says so, and starts when there is room."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from game_server.store import data_folder
from game_server.store.ports import CannotOpen
from tests.house.process import house, plain_environment


@pytest.mark.parametrize("room", [0, 16, 4_096, 65_536, 262_144])
def test_a_first_start_on_a_full_disk_is_refused_and_the_next_one_is_not(
    tmp_path: Path, room: int
) -> None:
    assert "too short" not in refused(tmp_path, room)
    kept = tmp_path / "var" / data_folder.SECRET
    assert not kept.exists() or len(kept.read_bytes()) == data_folder.SECRET_BYTES
    with house(tmp_path):
        assert len(kept.read_bytes()) == data_folder.SECRET_BYTES


def test_books_of_the_demo_bank_that_cannot_be_used_are_told_in_one_sentence(
    tmp_path: Path,
) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "demo-bank.sqlite").write_text("no database, and longer than a header " * 9)
    assert "cannot be used as the books of the demo bank" in refused(tmp_path, ROOMY)


def refused(folder: Path, room: int) -> str:
    """The one sentence of a house that does not start where no file may grow beyond this: it fails
    as it does on a disk that is full."""
    (folder / "cardroom.toml").write_text("")
    ran = subprocess.run(
        [sys.executable, "-c", LIMITED, str(room)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={
            **plain_environment(),
            "CARDROOM_HOUSE_DATA": str(folder / "var"),
            "CARDROOM_LISTEN_PORT": "0",
            "CARDROOM_BANK_DEMO_PORT": "0",
            "CARDROOM_WATCH_METRICS_PORT": "0",
        },
    )
    assert ran.returncode == 2, ran
    (line,) = ran.stderr.splitlines()
    assert line.startswith("cardroom: ")
    return line


ROOMY = 1 << 30
LIMITED = f"""
import resource, sys
limit = int(sys.argv.pop())
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, {resource.RLIM_INFINITY}))
from game_server import cli
sys.exit(cli.main(["serve"]))
"""


def test_a_secret_that_a_full_disk_left_empty_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / data_folder.SECRET).write_bytes(b"")
    (tmp_path / data_folder.DATABASE).write_bytes(b"")
    secret = data_folder.take(tmp_path).secret
    assert len(secret) == data_folder.SECRET_BYTES
    assert (tmp_path / data_folder.SECRET).read_bytes() == secret


@pytest.mark.parametrize("left", [b"", b"half of it"])
def test_a_secret_that_accounts_need_is_not_made_anew(tmp_path: Path, left: bytes) -> None:
    (tmp_path / data_folder.SECRET).write_bytes(left)
    (tmp_path / data_folder.DATABASE).write_bytes(b"accounts")
    with pytest.raises(CannotOpen, match="beside the newest backup"):
        data_folder.take(tmp_path)
    assert (tmp_path / data_folder.SECRET).read_bytes() == left
