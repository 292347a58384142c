"""The database file: how it is opened, what it is checked for, how its schema grows."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from game_server.bank import bookings
from game_server.store import audit, database, ledger
from game_server.store.audit import AuditRequest
from game_server.store.database import Migration, migrate, open_database
from game_server.store.journal import append, take_epoch
from game_server.store.ports import CannotOpen
from game_server.store.sqlite import MEMORY, SqliteConnection, apply_settings
from game_server.store.transaction import whole
from tests.store.hands import opened, player, refuses


def test_an_acknowledged_commit_is_synced_and_the_schema_is_kept(tmp_path: Path) -> None:
    conn = open_database(tmp_path / "house.db")
    found = {name: conn.execute(f"PRAGMA {name}").fetchone()[0] for name in database.SETTINGS}
    assert found["journal_mode"] == "wal"
    assert found["synchronous"] == 2
    assert found["foreign_keys"] == 1
    assert found["recursive_triggers"] == 1
    assert found["busy_timeout"] == 5000
    assert found["temp_store"] == 2


@pytest.mark.parametrize(
    ("name", "wanted"), [("journal_mode", "delete"), ("synchronous", 7), ("no_such_setting", 1)]
)
def test_a_setting_that_does_not_hold_is_not_accepted(name: str, wanted: int | str) -> None:
    conn = SqliteConnection.to(":memory:")
    with pytest.raises(CannotOpen, match=f"it must have {wanted}"):
        apply_settings(conn, {name: wanted})


def test_an_empty_file_gets_the_whole_schema_and_keeps_it(tmp_path: Path) -> None:
    conn = open_database(tmp_path / "house.db")
    assert database.version(conn) == len(database.migrations()) >= 1
    number = player(conn)
    conn.close()
    again = open_database(tmp_path / "house.db")
    assert again.execute("SELECT id FROM players").fetchall() == [(number,)]
    assert database.version(again) == len(database.migrations())


def test_only_the_steps_that_are_missing_are_taken() -> None:
    conn = open_database(":memory:")
    known = database.migrations()
    step = Migration(len(known) + 1, "pets", "CREATE TABLE pets (name TEXT) STRICT;")
    migrate(conn, (*known, step))
    conn.execute("INSERT INTO pets VALUES ('Rex')")
    migrate(conn, (*known, step))
    assert conn.execute("SELECT name FROM pets").fetchall() == [("Rex",)]
    assert database.version(conn) == step.number


def test_a_file_of_a_newer_program_is_refused_with_a_sentence(tmp_path: Path) -> None:
    conn = open_database(tmp_path / "house.db")
    conn.execute("INSERT INTO schema_version VALUES (99, 'of the future')")
    conn.close()
    with pytest.raises(CannotOpen, match="of version 99; this program knows up to"):
        open_database(tmp_path / "house.db")


def test_a_step_that_fails_leaves_nothing_behind() -> None:
    conn = open_database(":memory:")
    known = database.migrations()
    sql = "CREATE TABLE pets (name TEXT) STRICT; INSERT INTO nowhere VALUES (1);"
    with pytest.raises(CannotOpen, match="failed: no such table"):
        migrate(conn, (*known, Migration(len(known) + 1, "pets", sql)))
    assert not conn.in_transaction
    assert database.version(conn) == len(known)
    assert not conn.execute("SELECT 1 FROM sqlite_schema WHERE name = 'pets'").fetchall()


def test_what_is_no_database_is_refused_with_its_name(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all, " * 200)
    with pytest.raises(CannotOpen, match=r"letter\.txt cannot be used"):
        open_database(letter)
    with pytest.raises(CannotOpen, match="cannot be opened"):
        open_database(tmp_path / "no" / "folder" / "house.db")


def test_nobody_else_on_the_machine_can_read_the_file(tmp_path: Path) -> None:
    conn = open_database(tmp_path / "house.db")
    player(conn)
    names = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert names == {"house.db": 0o600, "house.db-wal": 0o600, "house.db-shm": 0o600}


def test_a_reader_sees_commits_and_cannot_write(tmp_path: Path) -> None:
    conn = open_database(tmp_path / "house.db")
    reader = conn.reader()
    assert reader is not None
    conn.execute("BEGIN")
    player(conn)
    assert reader.execute("SELECT count(*) FROM players").fetchone() == (0,)
    conn.execute("COMMIT")
    assert reader.execute("SELECT count(*) FROM players").fetchone() == (1,)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        player(reader, "Ben")


def test_what_fails_inside_a_whole_is_undone_and_the_rest_is_kept() -> None:
    conn = open_database(":memory:")
    conn.execute("BEGIN")
    player(conn, "Ann")
    with suppress(ZeroDivisionError), whole(conn):
        player(conn, "Ben")
        _ = 1 // 0
    conn.execute("COMMIT")
    assert conn.execute("SELECT name FROM players").fetchall() == [("Ann",)]


@pytest.mark.parametrize(
    "sql",
    [
        "REPLACE INTO transfers SELECT * FROM transfers LIMIT 1",
        "REPLACE INTO entries VALUES (1, 'x', 'play', 1, 'x', '', NULL)",
        "REPLACE INTO accounts VALUES (1, 'x', 'play', 'play')",
        "REPLACE INTO journal VALUES (1, 1, 1, 2, x'00', NULL)",
        "REPLACE INTO audit_results VALUES (1, 9, 'ok')",
        "REPLACE INTO audit VALUES (1, 9, 'bo', '', '', 'x', '')",
    ],
)
def test_nothing_that_stays_is_replaced(sql: str) -> None:
    """As SQLite alone knows it."""
    with closing(open_database(MEMORY)) as conn:
        ledger.book(conn, bookings.opening_gift(7, 1))
        append(conn, "t", take_epoch(conn, "t"), 1, [opened(1)])
        audit.end(conn, audit.ask(conn, AuditRequest(1, "ann", "owner", "", "init", "{}")), "ok", 2)
        refuses(conn, sql, "append_only")
