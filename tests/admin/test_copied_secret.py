"""The secret beside a copy: it has the whole name of its copy, and takes the place of nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest

from game_server.store import copying
from game_server.store.copying import CannotCopy
from tests.admin.test_restore import a_house, backup, folder, restore

OTHER = b"a key of somebody else"


def test_a_backup_replaces_no_file_that_is_not_its_secret(tmp_path: Path) -> None:
    data = folder(tmp_path)
    a_house(data)
    theirs = tmp_path / "x.secret"
    theirs.write_bytes(OTHER)
    backup(data, "x.db")
    assert theirs.read_bytes() == OTHER
    taken = tmp_path / "y.db.secret"
    taken.write_bytes(OTHER)
    with pytest.raises(CannotCopy, match=r"y\.db\.secret is there already and is not this secret"):
        backup(data, "y.db")
    assert taken.read_bytes() == OTHER
    assert not list(tmp_path.glob("y.db*.part"))
    assert not (tmp_path / "y.db").exists()


@pytest.mark.parametrize("end", ["", ".secret"])
def test_what_is_put_there_while_the_copy_is_made_stays(
    tmp_path: Path, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = folder(tmp_path)
    a_house(data)
    there, look = tmp_path / f"copy.sqlite{end}", copying.faults

    def meanwhile(*asked: object, **more: object) -> tuple[str, ...]:
        there.write_bytes(OTHER)
        return look(*asked, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(copying, "faults", meanwhile)
    with pytest.raises(CannotCopy, match="is there already"):
        backup(data)
    assert there.read_bytes() == OTHER
    assert [one for one in tmp_path.iterdir() if one.is_file()] == [there]


def test_a_broken_link_is_a_name_that_is_taken(tmp_path: Path) -> None:
    data = folder(tmp_path)
    a_house(data)
    (tmp_path / "copy.sqlite.secret").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CannotCopy):
        backup(data)
    assert not (tmp_path / "elsewhere").exists()


def test_a_copy_whose_own_secret_is_there_already_is_made(tmp_path: Path) -> None:
    data = folder(tmp_path)
    a_house(data)
    backup(data).unlink()
    assert backup(data).exists()


def test_the_copies_of_two_days_have_two_secrets(tmp_path: Path) -> None:
    data = folder(tmp_path)
    a_house(data)
    first, first_secret = backup(data, "2026.11.19"), (data / "secret").read_bytes()
    (data / "secret").write_bytes(b"n" * 32)
    backup(data, "2026.11.20")
    restore(data, first)
    assert (data / "secret").read_bytes() == first_secret


def renamed(file: Path) -> None:
    copying.beside(file).rename(file.with_suffix(".secret"))


def with_another(file: Path) -> None:
    file.with_suffix(".secret").write_bytes(b"o" * 32)


@pytest.mark.parametrize("made", [renamed, with_another])
def test_a_copy_of_before_brings_its_secret_under_the_shorter_name(
    tmp_path: Path, made: Callable[[Path], None]
) -> None:
    data = folder(tmp_path)
    a_house(data)
    file, secret = backup(data), (data / "secret").read_bytes()
    made(file)
    (data / "secret").write_bytes(b"n" * 32)
    assert restore(data, file)["secret"]
    assert (data / "secret").read_bytes() == secret
