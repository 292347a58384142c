"""Whose the folder of a continuous copy is, and up to when the copy goes."""

import os
from pathlib import Path

import pytest

from game_server.store import copy_folder
from game_server.store.copying import CannotCopy

MINE, OTHER = b"m" * 32, b"o" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "second"
    made.mkdir()
    return made


def house(at: Path, secret: bytes = MINE) -> Path:
    """The data of a house."""
    at.mkdir()
    (at / "secret").write_bytes(secret)
    (at / "cardroom.sqlite").touch()
    return at


def copied(folder: Path, last: int, at: int, level: int = 0, mark: bytes = b"LTX1") -> Path:
    """A file as Litestream writes it, as far as the house reads it."""
    within = folder / "database/ltx" / str(level)
    within.mkdir(parents=True, exist_ok=True)
    file = within / f"{1 if level else last:016x}-{last:016x}.ltx"
    file.write_bytes(mark + bytes(28) + at.to_bytes(8, "big") + bytes(60))
    return file


def test_an_empty_folder_becomes_that_of_the_machine_and_stays_so(
    tmp_path: Path, folder: Path
) -> None:
    data = house(tmp_path / "var")
    (folder / "lost+found").mkdir()
    assert not copy_folder.held(data, folder)
    copy_folder.claim(data, folder)
    copied(folder, 1, 1)
    copy_folder.claim(data, folder)
    assert copy_folder.held(data, folder)
    assert copy_folder.is_copy(folder)
    assert (folder / "secret").read_bytes() == MINE
    assert {one.stat().st_mode & 0o077 for one in folder.iterdir() if one.is_file()} == {0}


def test_a_folder_of_another_house_or_of_something_else_is_left_alone(
    tmp_path: Path, folder: Path
) -> None:
    other = house(tmp_path / "other", OTHER)
    copy_folder.claim(other, folder)
    before = sorted(one.read_bytes() for one in folder.iterdir())
    with pytest.raises(CannotCopy, match="copy of another house"):
        copy_folder.claim(house(tmp_path / "var"), folder)
    assert sorted(one.read_bytes() for one in folder.iterdir()) == before
    letters = tmp_path / "letters"
    letters.mkdir()
    (letters / "letter").touch()
    with pytest.raises(CannotCopy, match="something else"):
        copy_folder.claim(tmp_path / "var", letters)


def test_a_disk_that_is_not_mounted_is_no_new_copy(tmp_path: Path, folder: Path) -> None:
    data = house(tmp_path / "var")
    copy_folder.claim(data, folder)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(CannotCopy, match="mount its disk"):
        copy_folder.claim(data, empty)
    with pytest.raises(CannotCopy, match="mount its disk"):
        copy_folder.claim(data, tmp_path / "nothing")
    assert not any(empty.iterdir())


def test_the_machine_that_was_thought_lost_copies_nothing_over_its_heir(
    tmp_path: Path, folder: Path
) -> None:
    lost, heir = house(tmp_path / "lost"), house(tmp_path / "heir")
    copy_folder.claim(lost, folder)
    kept = copied(folder, 7, 1_000).read_bytes()
    copy_folder.claim(heir, folder)
    assert copy_folder.newest_at(folder) is None, "the heir begins anew"
    (aside,) = folder.glob("database.until-*")
    assert [one.read_bytes() for one in aside.rglob("*.ltx")] == [kept]
    with pytest.raises(CannotCopy, match="Another machine"):
        copy_folder.claim(lost, folder)
    assert copy_folder.held(heir, folder)
    assert not copy_folder.held(lost, folder)


def test_a_copy_goes_up_to_its_newest_change_whatever_was_packed(folder: Path) -> None:
    assert copy_folder.newest_at(folder) is None
    copied(folder, 9, 1_000, level=9)
    copied(folder, 10, 2_000, level=1)
    assert copy_folder.newest_at(folder) == 2_000
    copied(folder, 16, 3_000)
    copied(folder, 15, 2_500)
    assert copy_folder.newest_at(folder) == 3_000
    assert copy_folder.last_changes(folder) == [f"{one:016x}" for one in (16, 15, 10, 9)]
    copied(folder, 17, 4_000).with_suffix(".ltx.tmp").touch()
    assert copy_folder.newest_at(folder) == 4_000
    copied(folder, 18, 5_000, mark=b"\0\0\0\0")
    assert copy_folder.newest_at(folder) is None, "half written: nobody knows"


def test_one_copier_at_a_time(tmp_path: Path) -> None:
    with pytest.raises(CannotCopy, match="start the house once"):
        copy_folder.alone(tmp_path)
    data = house(tmp_path / "var")
    lock = copy_folder.alone(data)
    with pytest.raises(CannotCopy, match="already"):
        copy_folder.alone(data)
    os.close(lock)
    os.close(copy_folder.alone(data))
