"""Nobody but the user who runs a house opens its files."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from game_server.store import data_folder
from tests.admin.running import Office, open_house
from tests.house.process import plain_environment
from tests.house.visiting import Visitor, wait_for

OTHERS = 0o077


@contextmanager
def open_handed() -> Iterator[None]:
    """As a machine has it on which everybody reads what everybody makes."""
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What in a folder others may touch, the folder itself too."""
    found = [folder, *folder.rglob("*")]
    return [str(one) for one in found if stat.S_IMODE(one.lstat().st_mode) & OTHERS]


def test_nobody_else_opens_a_file_of_a_running_house_or_a_copy_of_it(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "var", tmp_path / "elsewhere"
    elsewhere.mkdir()
    with open_handed(), ExitStack() as lines, open_house(tmp_path, staff=False) as opened:
        Visitor(lines, opened.running.url).guest()
        assert opened.admin("backup", "friday").code == 0
        assert opened.admin("backup", str(elsewhere / "friday.sqlite")).code == 0
        names = {one.name for one in data.rglob("*")}
        # Whatever it makes hereafter, too.
        status = Path(f"/proc/{opened.running.process.pid}/status").read_text()
        assert "Umask:\t0077\n" in status
        for database in ("cardroom.sqlite", "demo-bank.sqlite"):
            assert {database, f"{database}-wal", f"{database}-shm"} <= names, "it is in use"
        assert {"secret", "lock", "friday.sqlite", "friday.sqlite.secret"} <= names
        assert open_to_others(data) == []
        assert open_to_others(elsewhere) == [str(elsewhere)], "the folder is not the house's"


def test_what_an_earlier_version_left_open_is_closed_at_the_start(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.settle("ann")
    data = tmp_path / "var"
    (data / "backups").mkdir()
    for name in ("demo-bank.sqlite", "backups/old.sqlite", "backups/old.secret", "secret.until-1"):
        (data / name).touch()
    for one in (data, *data.rglob("*")):
        one.chmod(0o777 if one.is_dir() else 0o666)
    beside = data / "notes of the operator"
    beside.touch(mode=0o644)
    beside.chmod(0o644)
    with open_house(tmp_path, office=office) as opened:
        assert open_to_others(data) == [str(beside)]
        assert opened.running.troubles == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives a file to somebody else")
def test_what_is_not_the_houses_own_is_said(tmp_path: Path) -> None:
    data = tmp_path / "var"
    data.mkdir()
    os.chown(data, 65534, 65534)
    data.chmod(0o755)
    (data / "cardroom.sqlite.old").symlink_to("/etc/passwd")
    taken = data_folder.take(data)
    assert taken.loose == (data,)
    assert stat.S_IMODE(data.stat().st_mode) == 0o755
    os.close(taken.lock)


def test_a_folder_for_everybody_is_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    taken = data_folder.take(tmp_path)
    assert taken.loose == (tmp_path,)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
    os.close(taken.lock)


def test_the_books_of_a_demo_bank_by_itself_are_its_users_own(tmp_path: Path) -> None:
    file = tmp_path / "bank.sqlite"
    file.touch()
    file.chmod(0o644)
    command = [sys.executable, "-m", "game_server.cli", "demo-bank", "--port", "0"]
    with open_handed():
        bank = subprocess.Popen(
            [*command, "--file", str(file)],
            stdout=subprocess.PIPE,
            text=True,
            env=plain_environment(),
        )
    try:
        assert bank.stdout is not None
        assert "The demo bank listens" in bank.stdout.readline()
        wait_for(lambda: Path(f"{file}-wal").exists(), "it is in use")
        modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
        assert modes == dict.fromkeys(modes, 0o600)
    finally:
        bank.kill()
        bank.wait()
