"""Opening the database file: its settings, which are checked, and its migrations."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from game_server.store.migration_functions import finish, lend
from game_server.store.ports import CannotOpen
from game_server.store.sqlite import (
    MEMORY,
    READER,
    VERSION,
    DatabaseError,
    SqliteConnection,
    apply_settings,
    opening,
)
from game_server.store.transaction import Transaction

LEAST_SQLITE: Final = (3, 37, 0)
SETTINGS: Final[Mapping[str, int | str]] = {
    "journal_mode": "wal",
    "synchronous": 2,
    "foreign_keys": 1,
    # Without it REPLACE deletes rows past the triggers that keep them.
    "recursive_triggers": 1,
    # What is deleted or written over is not left behind in the pages of the file.
    "secure_delete": 1,
    "busy_timeout": 5000,
    "temp_store": 2,
    # KiB. What is not in it comes from the cache of the system; more only grows.
    "cache_size": -8192,
}


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema, from `number - 1` to `number`."""

    number: int
    name: str
    sql: str


@dataclass(frozen=True, slots=True)
class SqliteDatabase:
    """A database in a file."""

    file: Path
    failures: tuple[type[Exception], ...] = (DatabaseError, OSError)

    def is_new(self) -> bool:
        """Whether there is no file, or nothing in it."""
        return not self.file.exists() or not self.file.stat().st_size

    def open(self) -> SqliteConnection:
        """The one connection that writes."""
        return open_database(self.file)

    def look(self) -> SqliteConnection:
        """A connection that changes nothing."""
        return open_to_look(self.file)


def open_database(path: str | Path) -> SqliteConnection:
    """The one connection that writes: settings as they must be, schema up to date.

    It may be handed to another thread, and only one may use it at a time.
    """
    if VERSION < LEAST_SQLITE:
        least = ".".join(map(str, LEAST_SQLITE))
        raise CannotOpen(f"SQLite is {'.'.join(map(str, VERSION))}; it must be {least} or newer.")
    memory = str(path) == MEMORY
    if not memory:
        with suppress(OSError):
            # Hashes and authorizations are nobody else's to read; the WAL takes the file's mode.
            Path(path).touch(mode=0o600)
            Path(path).chmod(0o600)
    with opening(str(path)) as conn:
        _let_a_new_file_shrink(conn)
        apply_settings(conn, {**SETTINGS, "journal_mode": "memory"} if memory else SETTINGS)
        if migrate(conn, migrations()):
            # What a step has erased is not left behind in the log either.
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return conn


def _let_a_new_file_shrink(conn: SqliteConnection) -> None:
    """A file that has nothing in it yet will know where its pages belong, so that those which
    become free can be given back (`free_pages`)."""
    if not conn.execute("PRAGMA page_count").fetchone()[0]:
        conn.execute("PRAGMA auto_vacuum = incremental").fetchall()


def open_to_look(path: str | Path) -> SqliteConnection:
    """A connection that changes nothing, to a file that may be of any version; CannotOpen if it is
    no database of a card room. It may be handed to another thread."""
    with opening(str(path), f"{Path(path).absolute().as_uri()}?mode=ro") as conn:
        apply_settings(conn, READER)
        if not conn.execute(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'schema_version'"
        ).fetchone()[0]:
            raise CannotOpen(f"{path} is no database of a card room; name another file.")
        return conn


def migrations() -> tuple[Migration, ...]:
    """The numbered steps of the schema, without a gap."""
    steps = []
    for file in files("game_server.store").joinpath("schema").iterdir():
        named = re.fullmatch(r"(\d{4})_(\w+)\.sql", file.name)
        if named:
            steps.append(Migration(int(named[1]), named[2], file.read_text("utf-8")))
    steps.sort(key=lambda step: step.number)
    if [step.number for step in steps] != list(range(1, len(steps) + 1)):
        raise CannotOpen("The schema's steps have a gap; they count from 0001.")
    return tuple(steps)


def version(conn: Transaction) -> int:
    """The number of the last migration that the database has had."""
    row = conn.execute("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()
    return int(row[0])


def migrate(conn: SqliteConnection, steps: Sequence[Migration]) -> int:
    """Take the steps that the database lacks, each whole or not at all; how many there were."""
    lend(conn)
    conn.execute(
        "CREATE TABLE IF NOT EXISTS schema_version"
        " (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"
    )
    has, knows = version(conn), len(steps)
    if has > knows:
        text = f"The database is of version {has}; this program knows up to {knows}. "
        raise CannotOpen(text + "Start the newer program, or give this one another file.")
    for step in steps[has:]:
        taken = f"INSERT INTO schema_version VALUES ({step.number}, '{step.name}');"
        try:
            # The script begins and commits itself: executescript would commit what stood open.
            conn.executescript(f"BEGIN IMMEDIATE;\n{step.sql}\n{taken}")
            finish(conn, step.name)
            conn.execute("COMMIT")
        except DatabaseError as wrong:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            raise CannotOpen(f"Step {step.number} of the schema failed: {wrong}.") from wrong
    return knows - has


def journal_mode(conn: SqliteConnection) -> str:
    """How SQLite keeps its own journal of the file."""
    return str(conn.execute("PRAGMA journal_mode").fetchone()[0])
