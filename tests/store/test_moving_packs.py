"""Packed rounds move with their house, to a server and back."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from game_server.store import archive_moves, data_folder, month_files, moving, moving_packs, shelf
from game_server.store.archive_moves import pack_next
from game_server.store.database import open_database
from game_server.store.moving import CannotMove
from game_server.store.postgresql.opening import open_postgresql
from game_server.store.sqlite import MEMORY, SqliteConnection
from game_server.store.transaction import Connection, writing
from tests.store.test_archive import DAY, EVER, Evening, as_before, drop, known, pack, played


@pytest.fixture
def lived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteConnection]:
    """A house in a file with packs of several months, the first as they were made once."""
    monkeypatch.setattr(archive_moves, "MOST_ROWS", 40)
    with closing(in_folder(tmp_path / "old")) as conn:
        evening = Evening(conn)
        played(evening, 200)
        with monkeypatch.context() as patch:
            patch.setattr(shelf, "to_bytes", as_before)
            move = pack_next(conn, EVER)
        assert move is not None
        drop(conn, move)
        (file,) = files_of(tmp_path / "old")
        with closing(SqliteConnection.to(file)) as there:
            there.execute("DROP TABLE words")
        evening.at += 40 * DAY
        played(evening, 150)
        assert pack(conn) > 2
        played(evening, 100)
        yield conn


def in_folder(folder: Path) -> SqliteConnection:
    folder.mkdir()
    conn = open_database(folder / data_folder.DATABASE)
    conn.execute("PRAGMA synchronous = 0").fetchall()
    return conn


def files_of(folder: Path) -> tuple[Path, ...]:
    return month_files.months(folder / data_folder.ARCHIVE)


@pytest.fixture
def server(dsn: str) -> Iterator[Connection]:
    with closing(open_postgresql(dsn)) as conn:
        yield conn


def told(table: str, rows: int) -> None:
    """Nobody listens."""


def test_packed_rounds_are_read_on_a_server_and_in_a_file_again(
    lived: SqliteConnection, server: Connection, tmp_path: Path
) -> None:
    before = known(lived)
    assert len(files_of(tmp_path / "old")) > 1
    said: dict[str, int] = {}
    # Once more takes the place of what was brought.
    for _ in range(2):
        moving.move(lived, server, said.__setitem__)
    assert said["packs"] > 3
    assert known(server) == before
    assert pack(server) > 0, "it goes on there with numbers of its own"
    assert known(server) == before
    with closing(in_folder(tmp_path / "new")) as back:
        moving.move(server, back, said.__setitem__)
        assert known(back) == before
        names = {file.name for file in files_of(tmp_path / "new")}
        assert names >= {file.name for file in files_of(tmp_path / "old")}
        assert {file.stat().st_mode & 0o777 for file in files_of(tmp_path / "new")} == {0o600}


def test_a_pack_that_did_not_come_whole_ends_the_move(
    lived: SqliteConnection, server: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert = moving_packs._insert

    def without_the_last(
        there: shelf.Shelf, what: str, columns: tuple[str, ...], rows: moving_packs.Page
    ) -> None:
        insert(there, what, columns, rows[:-1] if what == "players" else rows)

    monkeypatch.setattr(moving_packs, "_insert", without_the_last)
    with pytest.raises(CannotMove, match="are not the same"):
        moving.move(lived, server, told)
    assert server.execute("SELECT count(*) FROM packs").fetchone() == (0,)
    assert server.execute("SELECT count(*) FROM tables").fetchone() == (0,)


def test_packs_have_no_place_in_memory(lived: SqliteConnection) -> None:
    with (
        closing(open_database(MEMORY)) as other,
        writing(other),
        pytest.raises(moving_packs.PacksDiffer, match="no place"),
    ):
        moving_packs.bring(lived, other)
