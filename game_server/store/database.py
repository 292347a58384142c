"""Opening the database file: its settings, which are checked, and its migrations."""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from game_server.store.migration_functions import finish, lend
from game_server.store.ports import StoreError

MEMORY: Final = ":memory:"
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
READER: Final[Mapping[str, int | str]] = {"query_only": 1, "busy_timeout": 5000, "temp_store": 2}


class CannotOpen(StoreError):
    """The file is no database that this program can use; the sentence says why."""

    code = "cannot_open"


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema, from `number - 1` to `number`."""

    number: int
    name: str
    sql: str


def open_database(path: str | Path) -> sqlite3.Connection:
    """The one connection that writes: settings as they must be, schema up to date.

    It may be handed to another thread, and only one may use it at a time.
    """
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        least = ".".join(map(str, LEAST_SQLITE))
        raise CannotOpen(f"SQLite is {sqlite3.sqlite_version}; it must be {least} or newer.")
    memory = str(path) == MEMORY
    if not memory:
        with suppress(OSError):
            # Hashes and authorizations are nobody else's to read; the WAL takes the file's mode.
            Path(path).touch(mode=0o600)
            Path(path).chmod(0o600)
    with _opening(str(path)) as conn:
        _let_a_new_file_shrink(conn)
        apply_settings(conn, {**SETTINGS, "journal_mode": "memory"} if memory else SETTINGS)
        if migrate(conn, migrations()):
            # What a step has erased is not left behind in the log either.
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return conn


def _let_a_new_file_shrink(conn: sqlite3.Connection) -> None:
    """A file that has nothing in it yet will know where its pages belong, so that those which
    become free can be given back (`free_pages`)."""
    if not conn.execute("PRAGMA page_count").fetchone()[0]:
        conn.execute("PRAGMA auto_vacuum = incremental").fetchall()


def open_reader(conn: sqlite3.Connection) -> sqlite3.Connection | None:
    """Another connection to the same file that only reads; None for a database in memory."""
    file = conn.execute("PRAGMA database_list").fetchone()[2]
    if not file:
        return None
    with _opening(file) as reader:
        apply_settings(reader, READER)
        return reader


def open_to_look(path: str | Path) -> sqlite3.Connection:
    """A connection that changes nothing, to a file that may be of any version; CannotOpen if it is
    no database of a card room. It may be handed to another thread."""
    with _opening(str(path), f"{Path(path).absolute().as_uri()}?mode=ro") as conn:
        apply_settings(conn, READER)
        if not conn.execute(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'schema_version'"
        ).fetchone()[0]:
            raise CannotOpen(f"{path} is no database of a card room; name another file.")
        return conn


def apply_settings(conn: sqlite3.Connection, settings: Mapping[str, int | str]) -> None:
    """Set each, and read it back: SQLite ignores what it does not know or cannot do."""
    for name, wanted in settings.items():
        conn.execute(f"PRAGMA {name} = {wanted}").fetchall()
    for name, wanted in settings.items():
        row = conn.execute(f"PRAGMA {name}").fetchone()
        found = row[0] if row else None
        if found != wanted:
            raise CannotOpen(f"The database has {name} = {found}; it must have {wanted}.")


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


def version(conn: sqlite3.Connection) -> int:
    """The number of the last migration that the database has had."""
    row = conn.execute("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()
    return int(row[0])


def migrate(conn: sqlite3.Connection, steps: Sequence[Migration]) -> int:
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
        except sqlite3.Error as wrong:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            raise CannotOpen(f"Step {step.number} of the schema failed: {wrong}.") from wrong
    return knows - has


@contextmanager
def whole(conn: sqlite3.Connection) -> Iterator[None]:
    """What is done inside is done whole or, when it raises, not at all."""
    conn.execute("SAVEPOINT whole")
    try:
        yield
    except BaseException:
        # A full disk may have ended the transaction already.
        if conn.in_transaction:
            conn.execute("ROLLBACK TO whole")
            conn.execute("RELEASE whole")
        raise
    conn.execute("RELEASE whole")


def begin(conn: sqlite3.Connection) -> None:
    """Begin a transaction that writes; `with conn` ends it."""
    conn.execute("BEGIN IMMEDIATE")


def journal_mode(conn: sqlite3.Connection) -> str:
    """How SQLite keeps its own journal of the file."""
    return str(conn.execute("PRAGMA journal_mode").fetchone()[0])


def scrub(conn: sqlite3.Connection) -> None:
    """Write the file anew, so that nothing is left in it of what was overwritten."""
    conn.execute("VACUUM")
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


@contextmanager
def _opening(path: str, uri: str = "") -> Iterator[sqlite3.Connection]:
    try:
        conn = sqlite3.connect(
            uri or path,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
            uri=bool(uri),
        )
    except sqlite3.Error as wrong:
        raise CannotOpen(f"{path} cannot be opened: {wrong}. Name a file in a folder.") from wrong
    try:
        yield conn
    except sqlite3.Error as wrong:
        conn.close()
        raise CannotOpen(f"{path} cannot be used as the database: {wrong}.") from wrong
    except BaseException:
        conn.close()
        raise
