"""SQLite as an engine of the store: a connection is its own transaction."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

from game_server.store.ports import CannotOpen
from game_server.store.refusals import WrongEngine
from game_server.store.transaction import Engine, Transaction, Value

MEMORY: Final = ":memory:"
VERSION: Final = sqlite3.sqlite_version_info
OF_THE_FILE: Final = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOTADB,
    }
)
"""What is wrong with the file and not with the work that met it: the whole commit fails."""
READER: Final[Mapping[str, int | str]] = {"query_only": 1, "busy_timeout": 5000, "temp_store": 2}
DatabaseError = sqlite3.Error
"""Whatever SQLite says of a file."""


class SqliteEngine:
    """What only SQLite does so."""

    name = "SQLite"
    look_at_one_moment = "BEGIN"
    now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    shared = ""

    def each_number(self, mark: str) -> str:
        """The numbers in a JSON list."""
        return f"SELECT value FROM json_each({mark})"

    def columns(self, tx: Transaction, table: str) -> Sequence[str]:
        """The columns of a table."""
        return [row[1] for row in tx.execute(f"PRAGMA table_info({table})")]

    def order(self, tx: Transaction, at: int) -> int:
        """One process writes, so the time will do."""
        return at

    def sorts_much(self, tx: Transaction) -> None:
        """A file takes what is sorted."""
        tx.execute("PRAGMA temp_store = 1").fetchall()

    def scrub(self, tx: Transaction) -> None:
        """Write the file anew."""
        tx.execute("VACUUM")
        tx.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def refused(self, wrong: BaseException) -> str:
        """What the schema refuses, in SQLite's own words."""
        return str(wrong) if isinstance(wrong, sqlite3.IntegrityError) else ""

    def is_away(self, wrong: BaseException) -> bool:
        """A file is there, or nothing of it works."""
        return False

    def collides(self, wrong: BaseException) -> bool:
        """One writes, and nobody else."""
        return False

    def ends_commit(self, wrong: BaseException) -> bool:
        """Whether it is the file that is wrong."""
        # Extended codes carry the primary one in their low byte.
        code = getattr(wrong, "sqlite_errorcode", None)
        return isinstance(wrong, sqlite3.Error) and code is not None and code & 0xFF in OF_THE_FILE


class SqliteConnection(sqlite3.Connection):
    """A connection to a file, or to a database in memory. It may be handed to another thread, and
    only one may use it at a time."""

    engine: Engine = SqliteEngine()
    ahead = False
    many = False

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        # `execute` makes a cursor for each statement, which costs as much as a row.
        self._cursor = self.cursor()

    @classmethod
    def to(cls, path: str | Path, *, uri: bool = False) -> Self:
        """Open a file; nothing begins a transaction by itself."""
        return sqlite3.connect(
            path,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
            uri=uri,
            factory=cls,
        )

    def begin(self, ahead: bool = False) -> None:
        """Begin a transaction that writes; each statement is done when it returns."""
        self._cursor.execute("BEGIN IMMEDIATE")

    def lock_house(self) -> None:
        """One writes, and nobody else."""

    def settle(self) -> None:
        """All is done."""

    def commit(self) -> None:
        """Make it last. SQLite's own says nothing where no transaction is open."""
        self._cursor.execute("COMMIT")

    def insert(self, sql: str, values: Sequence[Value] = (), /) -> int:
        """Write one row; its number."""
        return self._cursor.execute(sql, values).lastrowid or 0

    def reader(self) -> "SqliteConnection | None":
        """Another connection to the same file; None for a database in memory."""
        file = file_of(self)
        if file is None:
            return None
        with opening(str(file)) as reader:
            apply_settings(reader, READER)
            return reader


def sqlite_of(tx: Transaction) -> SqliteConnection:
    """The connection itself, for what is done with its file; WrongEngine if it has none."""
    if not isinstance(tx, SqliteConnection):
        text = f"The house is on {tx.engine.name}, which keeps no file here; use its own tools."
        raise WrongEngine(text)
    return tx


def file_of(tx: Transaction) -> Path | None:
    """The file of the database; None for one in memory or on a server."""
    if not isinstance(tx, SqliteConnection):
        return None
    file = tx.execute("PRAGMA database_list").fetchone()[2]
    return Path(file) if file else None


def apply_settings(conn: SqliteConnection, settings: Mapping[str, int | str]) -> None:
    """Set each, and read it back: SQLite ignores what it does not know or cannot do."""
    for name, wanted in settings.items():
        conn.execute(f"PRAGMA {name} = {wanted}").fetchall()
    for name, wanted in settings.items():
        row = conn.execute(f"PRAGMA {name}").fetchone()
        found = row[0] if row else None
        if found != wanted:
            raise CannotOpen(f"The database has {name} = {found}; it must have {wanted}.")


@contextmanager
def opening(path: str, uri: str = "") -> Iterator[SqliteConnection]:
    """A connection that is closed again when what is done with it fails; CannotOpen says why."""
    try:
        conn = SqliteConnection.to(uri or path, uri=bool(uri))
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
