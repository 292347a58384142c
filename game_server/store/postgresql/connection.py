"""A connection to PostgreSQL as the store uses it: statements of SQLite's kind, prepared once, and
another connection in the place of one that was lost.

A transaction that was lost with its connection is not gone on with: what it did counts as not
written, and the next `begin` connects anew. See `opening.py` for the lock that keeps the lost one
from being written after that.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

import psycopg
from psycopg.pq import TransactionStatus

from game_server.store.postgresql.engine import NotCommitted, PostgresEngine, translated
from game_server.store.transaction import Engine, Rows, Value

Raw = psycopg.Connection[tuple[Any, ...]]
IDLE: Final = TransactionStatus.IDLE
LOST: Final = TransactionStatus.UNKNOWN


class Connects(Protocol):
    """Opens connections to one database."""

    def writer(self) -> Raw:
        """One that writes, and keeps all other writers out."""

    def reader(self) -> Raw:
        """One that only reads."""


class PostgresConnection:
    """A connection that finds back to its server. One thread at a time may use it."""

    def __init__(self, server: Connects, raw: Raw, unique: dict[str, str], reads: bool) -> None:
        self.engine: Engine = PostgresEngine(unique)
        self._server, self._raw, self._unique, self._reads = server, raw, unique, reads

    @property
    def in_transaction(self) -> bool:
        """Whether one is open, which may have failed already."""
        return self._raw.pgconn.transaction_status not in (IDLE, LOST)

    def execute(self, sql: str, values: Sequence[Value] = (), /) -> Rows:
        """Do one statement. Outside a transaction one that only reads is done again when the
        connection turns out to be lost."""
        try:
            return self._do(sql, values)
        except psycopg.OperationalError:
            if not (self._reads and self._raw.closed):
                raise
        self._connect()
        return self._do(sql, values)

    def insert(self, sql: str, values: Sequence[Value] = (), /) -> int:
        """Write one row; its number."""
        return int(self.execute(f"{sql} RETURNING id", values).fetchone()[0])

    def executemany(self, sql: str, rows: Iterable[Sequence[Value]], /) -> Rows:
        """Do it once for each row of values, all of them on their way at once."""
        cursor = self._raw.cursor(binary=True)
        cursor.executemany(translated(sql), list(rows))
        return cursor

    def begin(self) -> None:
        """Begin a transaction that writes, over another connection if this one is lost."""
        try:
            self._do("BEGIN")
        except (psycopg.OperationalError, psycopg.InterfaceError):
            # Nothing was asked for in it yet.
            if not self._raw.closed:
                raise
            self._connect()
            self._do("BEGIN")

    def commit(self) -> None:
        """Make it last. The server answers ROLLBACK where a statement of it had failed."""
        said = self._raw.execute("COMMIT").statusmessage
        if said != "COMMIT":
            raise NotCommitted(f"The server has undone the transaction: it says {said}.")

    def rollback(self) -> None:
        """Undo it; what is lost is undone by the server."""
        if self.in_transaction:
            self._raw.execute("ROLLBACK")

    def close(self) -> None:
        """Let go of the server."""
        self._raw.close()

    def reader(self) -> "PostgresConnection":
        """Another connection to the same database, which changes nothing."""
        return PostgresConnection(self._server, self._server.reader(), self._unique, True)

    def _do(self, sql: str, values: Sequence[Value] = ()) -> psycopg.Cursor[tuple[Any, ...]]:
        return self._raw.execute(translated(sql), values, prepare=True, binary=True)

    def _connect(self) -> None:
        connect: Callable[[], Raw] = self._server.reader if self._reads else self._server.writer
        self._raw = connect()
