"""Opening a database on a PostgreSQL server: its settings, which are checked, its migrations, and
the lock of the one connection that writes.

## The lock

A connection that writes holds an advisory lock as long as it lives, and the server lets go of it
when the last transaction of that connection is over. So two houses never write to one database;
and when a connection is lost in the middle of a commit, the next one waits until the server has
either written it or undone it. What is read after that is how it is.

Where a house has many writers each node has a lock of its own, for the same reason, and shares the
one that keeps a house of one writer out.
"""

import hashlib
import re
import secrets
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from game_server.store.database import Migration
from game_server.store.ports import CannotOpen
from game_server.store.postgresql.connection import PostgresConnection, Raw
from game_server.store.postgresql.engine import adapters

LEAST: Final = 140000
"""The oldest server of which functions of the schema are understood."""
LOCK: Final = int.from_bytes(b"cardroom")
MIGRATION: Final = LOCK + 2
"""The lock of whoever brings the schema up to date."""
WAIT_MS: Final = 3_000
"""So long a connection that writes waits for the one before it to be over."""
IDLE_MS: Final = 2_000
"""So long a node that was stopped in the middle of a transaction may hold up the others."""
REACH: Final = {
    # A server that does not answer is given up after so many seconds.
    "connect_timeout": 5,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
}
SESSION: Final = (
    # The server does not say that something is written before it is on its disk.
    "SET synchronous_commit = on",
    # A statement sees what others had committed when it began.
    "SET default_transaction_isolation = 'read committed'",
    "SET client_min_messages = warning",
    # A machine that vanished in the middle of a transaction holds its locks no longer than that.
    "SET tcp_keepalives_idle = 2",
    "SET tcp_keepalives_interval = 1",
    "SET tcp_keepalives_count = 3",
    "SET idle_in_transaction_session_timeout = '30s'",
)
UNIQUE: Final = """
SELECT i.relname, string_agg(t.relname || '.' || a.attname, ', ' ORDER BY k.place)
FROM pg_index x
JOIN pg_class i ON i.oid = x.indexrelid
JOIN pg_class t ON t.oid = x.indrelid
CROSS JOIN LATERAL unnest(x.indkey) WITH ORDINALITY AS k (number, place)
JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
WHERE x.indisunique AND t.relnamespace = current_schema()::regnamespace
GROUP BY i.relname
"""
HOLDS: Final = (
    "FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
    " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
    " AND l.mode = 'ExclusiveLock'"
    " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND (l.classid::bigint << 32) + l.objid::bigint = $1"
)
"""Whoever has the lock."""
HOLDER: Final = (
    "SELECT a.application_name, coalesce(host(a.client_addr), 'this machine'), a.backend_start"
    f" {HOLDS}"
)
ENDS: Final = f"SELECT pg_terminate_backend(a.pid, 2000) {HOLDS}"


@dataclass
class PostgresServer:
    """The way to one database, for every connection of this process to it."""

    dsn: str
    node: str = ""
    """Which of many nodes writes here; empty where there is one writer."""
    word: str = field(default_factory=lambda: secrets.token_hex(6))
    """Tells the connections of this process from those of others."""

    @property
    def many(self) -> bool:
        """Whether others write to it too."""
        return bool(self.node)

    def writer(self) -> Raw:
        """A connection that writes, with the lock."""
        conn = self._connect("writer")
        try:
            conn.execute(f"SET lock_timeout = {WAIT_MS}")
            # The one before may not know yet that nobody is at its other end.
            conn.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = $1 AND pid <> pg_backend_pid()",
                (self._named("writer"),),
            )
            if self.node:
                conn.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MS}")
                conn.execute("SELECT pg_advisory_lock_shared($1)", (LOCK,))
                conn.execute("SELECT pg_advisory_lock($1)", (_lock_of(self.node),))
            else:
                conn.execute("SELECT pg_advisory_lock($1)", (LOCK,))
        except BaseException:
            conn.close()
            raise
        return conn

    def reader(self) -> Raw:
        """A connection that only reads."""
        conn = self._connect("reader")
        conn.execute("SET default_transaction_read_only = on")
        return conn

    def beside(self) -> Raw:
        """A connection that writes beside the one that has the lock."""
        conn = self._connect("lease")
        conn.execute(f"SET lock_timeout = {WAIT_MS}")
        # Who was stopped while it renewed a lease keeps nobody from taking over.
        conn.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MS}")
        return conn

    def end_writers(self, node: str = "") -> None:
        """End whoever has the lock, that of a node or of the one writer, and what it has under
        way."""
        with self._connect("lease") as conn:
            conn.execute(ENDS, (_lock_of(node) if node else LOCK,))

    def holder(self) -> str:
        """Who has the lock, as it is said to who cannot get it."""
        with self._connect("look") as conn:
            row = conn.execute(HOLDER, (LOCK,)).fetchone()
        if row is None:
            return "another one"
        name, where, since = row
        return f"{name} on {where}, since {since:%Y-%m-%d %H:%M:%S %z}"

    def shown(self) -> str:
        """The address without the password."""
        parts = conninfo_to_dict(self.dsn)
        user, host, port, name = (parts.get(key) for key in ("user", "host", "port", "dbname"))
        return f"postgresql://{user or ''}@{host or ''}{f':{port}' if port else ''}/{name or ''}"

    def _connect(self, what: str) -> Raw:
        given: dict[str, Any] = {**REACH, **conninfo_to_dict(self.dsn)}
        given["application_name"] = self._named(what)
        conn = psycopg.Connection.connect(
            make_conninfo(**given),
            autocommit=True,
            cursor_factory=psycopg.RawCursor,
            context=KNOWN,
        )
        conn.prepared_max = 1_000
        for setting in SESSION:
            conn.execute(setting)
        return conn

    def _named(self, what: str) -> str:
        return f"cardroom {what} {self.word}"


@dataclass(frozen=True)
class PostgresDatabase:
    """A database on a server."""

    dsn: str
    node: str = ""
    """The word of the node that writes, where there are many; empty where there is one writer."""
    failures: tuple[type[Exception], ...] = (psycopg.Error, OSError)

    def is_new(self) -> bool:
        """Whether there is no card room in it."""
        try:
            open_postgresql_to_look(self.dsn).close()
        except CannotOpen:
            return True
        return False

    def open(self) -> PostgresConnection:
        """The one connection that writes."""
        return open_postgresql(self.dsn, self.node)

    def look(self) -> PostgresConnection:
        """A connection that changes nothing."""
        return open_postgresql_to_look(self.dsn)

    def beside(self) -> PostgresConnection:
        """A connection that writes beside the one that has the lock."""
        server = PostgresServer(self.dsn)
        return PostgresConnection(server, server.beside(), {}, False, server.beside)

    def end_writers(self, node: str = "") -> None:
        """End whoever writes, or what that node writes: another owns it now."""
        PostgresServer(self.dsn).end_writers(node)


class Known:
    """How values are written and read by every connection."""

    adapters = adapters()
    connection = None


KNOWN: Final = Known()


def _lock_of(node: str) -> int:
    """The number of the lock of that node's connection that writes."""
    return int.from_bytes(hashlib.sha256(node.encode()).digest()[:8]) >> 1


def open_postgresql(dsn: str, node: str = "") -> PostgresConnection:
    """The connection that writes, with its lock and the schema up to date; CannotOpen says why
    that cannot be. `node` is the word of one of many nodes that write."""
    server = PostgresServer(dsn, node)
    try:
        raw = server.writer()
    except psycopg.errors.LockNotAvailable:
        text = f"Another house runs on {server.shown()}: {server.holder()}. Stop it, or name"
        raise CannotOpen(f"{text} another database.") from None
    except psycopg.Error as wrong:
        text = f"{server.shown()} cannot be opened: {_line(wrong)}. Start it, or name another"
        raise CannotOpen(f"{text} database.") from None
    try:
        _check(raw)
        migrate(raw)
        unique = _unique(raw)
    except psycopg.Error as wrong:
        raw.close()
        text = f"{server.shown()} cannot be used as the database: {_line(wrong)}."
        raise CannotOpen(text) from None
    except BaseException:
        raw.close()
        raise
    return PostgresConnection(server, raw, unique, False)


def open_postgresql_to_look(dsn: str) -> PostgresConnection:
    """A connection that changes nothing, beside a house that may run; CannotOpen if there is no
    card room."""
    server = PostgresServer(dsn)
    try:
        raw = server.reader()
        there = raw.execute("SELECT to_regclass('schema_version') IS NOT NULL").fetchone()
    except psycopg.Error as wrong:
        raise CannotOpen(f"{server.shown()} cannot be opened: {_line(wrong)}.") from None
    if there != (True,):
        raw.close()
        raise CannotOpen(f"{server.shown()} is no database of a card room; name another.")
    return PostgresConnection(server, raw, _unique(raw), True)


def migrations() -> tuple[Migration, ...]:
    """The numbered steps of the schema: the first three make what SQLite's first 27 make."""
    steps = []
    for file in files("game_server.store").joinpath("schema", "postgresql").iterdir():
        named = re.fullmatch(r"(\d{4})_(\w+)\.sql", file.name)
        if named:
            steps.append(Migration(int(named[1]), named[2], file.read_text("utf-8")))
    steps.sort(key=lambda step: step.number)
    first = steps[0].number if steps else 0
    if [step.number for step in steps] != list(range(first, first + len(steps))):
        raise CannotOpen("The schema's steps for PostgreSQL have a gap.")
    return tuple(steps)


def migrate(conn: Raw) -> int:
    """Take the steps that the database lacks, each whole or not at all; how many there were."""
    # One of many nodes does it, and the others wait.
    conn.execute("SELECT pg_advisory_lock($1)", (MIGRATION,))
    try:
        return _migrate(conn)
    finally:
        if not conn.closed:
            conn.execute("SELECT pg_advisory_unlock($1)", (MIGRATION,))


def _migrate(conn: Raw) -> int:
    conn.execute(
        "CREATE TABLE IF NOT EXISTS schema_version"
        ' (version bigint PRIMARY KEY, name text COLLATE "C" NOT NULL)'
    )
    row = conn.execute("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()
    has, steps = row[0] if row else 0, migrations()
    knows = steps[-1].number
    if has > knows:
        text = f"The database is of version {has}; this program knows up to {knows}. "
        raise CannotOpen(text + "Start the newer program, or give this one another database.")
    lacks = [step for step in steps if step.number > has]
    for step in lacks:
        try:
            with conn.transaction():
                conn.execute(step.sql)
                conn.execute("INSERT INTO schema_version VALUES ($1, $2)", (step.number, step.name))
        except psycopg.Error as wrong:
            text = f"Step {step.number} of the schema failed: {_line(wrong)}."
            raise CannotOpen(text) from wrong
    return len(lacks)


def _check(conn: Raw) -> None:
    has = conn.info.server_version
    if has < LEAST:
        raise CannotOpen(f"PostgreSQL is {has // 10000}; it must be {LEAST // 10000} or newer.")
    encoding = conn.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise CannotOpen(f"The database has the encoding {encoding}; it must have UTF8.")


def _unique(conn: Raw) -> dict[str, str]:
    """The columns of each unique index."""
    return dict(conn.execute(UNIQUE).fetchall())


def _line(wrong: psycopg.Error) -> str:
    """What is wrong, in one line without a stop."""
    return " ".join(str(wrong).split()).rstrip(".")
