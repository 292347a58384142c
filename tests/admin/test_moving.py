"""`cardroom migrate`: a stopped house moves to PostgreSQL and back, or is told why it cannot."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from game_server.cli import main
from game_server.store import accounts, data_folder
from game_server.store.database import open_database
from game_server.store.place import database_of
from game_server.store.transaction import Transaction, writing

NOWHERE = "postgresql://ann@/house?host=/nowhere"


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """The settings of a house that has never run."""
    file = tmp_path / "cardroom.toml"
    file.write_text(f'[house]\ndata = "{tmp_path / "var"}"\n')
    return file


@pytest.fixture
def database(tmp_path: Path, settings: Path) -> Path:
    """The file of the house, with a player in it."""
    file = tmp_path / "var" / data_folder.DATABASE
    file.parent.mkdir(mode=0o700)
    with closing(open_database(file)) as conn, writing(conn):
        accounts.create(conn, kind="guest", name="Ann", folded="ann", at=1)
    return file


def names(conn: Transaction) -> list[str]:
    return [name for (name,) in conn.execute("SELECT name FROM players ORDER BY id")]


def test_a_stopped_house_is_moved_to_postgresql_and_back(
    settings: Path, database: Path, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["migrate", "--config", str(settings)]
    assert main([*given, "--to", dsn]) == 0
    said = capsys.readouterr().out
    assert "players: 1 rows\n" in said
    assert "the same one by one, and the ledger adds up" in said
    assert "Next: set dsn of [cluster] to that address" in said
    with closing(database_of(database.parent, dsn).look()) as there:
        assert names(there) == ["Ann"]
    database.unlink()
    assert main([*given, "--from", dsn]) == 0
    assert "leave dsn of [cluster] empty" in capsys.readouterr().out
    with closing(open_database(database)) as back:
        assert names(back) == ["Ann"]


def test_a_house_that_runs_is_not_moved(
    settings: Path, database: Path, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data_folder.take(database.parent)
    assert main(["migrate", "--config", str(settings), "--to", dsn]) == 2
    assert "and this needs it to be stopped" in capsys.readouterr().err


def test_it_is_said_what_is_not_there(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate", "--config", str(settings), "--to", NOWHERE]) == 2
    assert "cardroom.sqlite that could be moved" in capsys.readouterr().err
    assert main(["migrate", "--config", str(settings), "--from", NOWHERE]) == 2
    assert "postgresql://ann@/nowhere/house cannot be opened" in capsys.readouterr().err


def test_a_house_without_psycopg_says_what_to_install(
    settings: Path,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "game_server.store.postgresql.opening", None)
    assert main(["migrate", "--config", str(settings), "--to", NOWHERE]) == 2
    assert "`pip install 'psycopg[binary]'` beside this program" in capsys.readouterr().err
