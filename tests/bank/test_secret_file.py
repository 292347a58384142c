"""The file with the secret that the bank knows the house by."""

import os
from pathlib import Path

import pytest

from game_server import config_file, planning
from game_server.bank.secret_file import BadSecret, read_secret

SECRET = "k3y-of-the-house-at-the-bank"


def file_with(folder: Path, held: str, mode: int = 0o600) -> str:
    path = folder / "bank.secret"
    path.write_text(held)
    path.chmod(mode)
    return str(path)


def test_the_secret_is_the_line_of_the_file(tmp_path: Path) -> None:
    for ending in ("", "\n", "\r\n"):
        assert read_secret(file_with(tmp_path, SECRET + ending)) == SECRET


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o610])
def test_a_file_that_others_can_read_is_refused_with_what_to_do(tmp_path: Path, mode: int) -> None:
    path = file_with(tmp_path, SECRET, mode)
    with pytest.raises(BadSecret, match=rf"chmod 600 {path}") as refused:
        read_secret(path)
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize(
    "held", ["", "\n", "short", "has spaces in its midst", "a\nb" * 10, "é" * 20]
)
def test_what_is_no_secret_is_refused_and_never_repeated(tmp_path: Path, held: str) -> None:
    with pytest.raises(BadSecret, match="holds no secret") as refused:
        read_secret(file_with(tmp_path, held))
    assert not held.strip() or held not in str(refused.value)


def test_a_file_that_is_not_there_or_is_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSecret, match=r"none.*No such file"):
        read_secret(str(tmp_path / "none"))
    os.mkfifo(tmp_path / "pipe", 0o600)
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(BadSecret, match=r"no file|Is a directory"):
            read_secret(str(path))


def test_the_house_starts_with_its_secret_and_not_with_one_that_others_read(
    tmp_path: Path,
) -> None:
    path = file_with(tmp_path, SECRET)
    settings = {"CARDROOM_BANK_SECRET_FILE": path, "CARDROOM_HOUSE_DATA": str(tmp_path / "var")}
    planned = planning.plan(config_file.load(None, settings))
    assert planned.bank_secret == SECRET
    assert SECRET not in repr(planned)
    Path(path).chmod(0o644)
    with pytest.raises(planning.CannotServe, match="chmod 600"):
        planning.plan(config_file.load(None, settings))
