"""A connection to PostgreSQL as the store uses it: statements of SQLite's kind, prepared once, and
another connection in the place of one that was lost.

A transaction that was lost with its connection is not gone on with: what it did counts as not
written, and the next `begin` connects anew. See `opening.py` for the lock that keeps the lost one
from being written after that.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol

import psycopg
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, TransactionStatus

from game_server.store.postgresql.engine import NotCommitted, PostgresEngine, translated
from game_server.store.postgresql.pipeline import Pipeline, Sent, says_nothing
from game_server.store.transaction import Engine, Rows, Value

Raw = psycopg.Connection[tuple[Any, ...]]
IDLE: Final = TransactionStatus.IDLE
LOST: Final = TransactionStatus.UNKNOWN


HOUSE: Final = int.from_bytes(b"cardroom") + 1
"""The lock of a transaction that writes what is of the whole house."""


class Connects(Protocol):
    """Opens connections to one database."""

    @property
    def many(self) -> bool:
        """Whether others write to it too."""

    def writer(self) -> Raw:
        """One that writes, and keeps out whoever must not write beside it."""

    def beside(self) -> Raw:
        """One that writes a lease, beside the one that writes all else."""

    def reader(self) -> Raw:
        """One that only reads."""


class PostgresConnection:
    """A connection that finds back to its server. One thread at a time may use it."""

    def __init__(
        self,
        server: Connects,
        raw: Raw,
        unique: dict[str, str],
        reads: bool,
        again: Callable[[], Raw] | None = None,
    ) -> None:
        """`again` connects in the place of a line that was lost."""
        self.engine: Engine = PostgresEngine(unique)
        self.ahead = self._has_house = False
        self.many = server.many and not reads
        self._server, self._raw, self._unique, self._reads = server, raw, unique, reads
        self._again = again or (server.reader if reads else server.writer)
        self._pipeline = Pipeline(raw.pgconn)
        self._numbers: list[int] = []
        """Numbers for rows of the journal, of which the next is the last here."""
        self._taken = 0

    @property
    def in_transaction(self) -> bool:
        """Whether one is open, which may have failed already."""
        return self._raw.pgconn.transaction_status not in (IDLE, LOST)

    def execute(self, sql: str, values: Sequence[Value] = (), /) -> Rows:
        """Do one statement. Outside a transaction one that only reads is done again when the
        connection turns out to be lost."""
        if self.ahead:
            if says_nothing(sql):
                return self._pipeline.add(sql, values)
            self._pipeline.settle()
        if sql.startswith(UNDO):
            return self._undo(sql)
        try:
            return self._do(sql, values)
        except psycopg.OperationalError:
            if not (self._reads and self._raw.closed):
                raise
        self._connect()
        return self._do(sql, values)

    def insert(self, sql: str, values: Sequence[Value] = (), /) -> int:
        """Write one row; its number. Rows of the journal get theirs beforehand: there is one for
        each act, and the next refers to it."""
        if self.ahead and sql.startswith(INTO_JOURNAL):
            number = self._number()
            self._pipeline.add(_with_number(sql), (number, *values))
            return number
        return int(self.execute(f"{sql} RETURNING id", values).fetchone()[0])

    def executemany(self, sql: str, rows: Iterable[Sequence[Value]], /) -> Rows:
        """Do it once for each row of values, all of them on their way at once."""
        self.settle()
        cursor = self._raw.cursor(binary=True)
        cursor.executemany(translated(sql), list(rows))
        return cursor

    def begin(self, ahead: bool = False) -> None:
        """Begin a transaction that writes, over another connection if this one is lost."""
        try:
            self._do("BEGIN")
        except (psycopg.OperationalError, psycopg.InterfaceError):
            # Nothing was asked for in it yet.
            if not self._raw.closed:
                raise
            self._connect()
            self._do("BEGIN")
        self.ahead, self._taken, self._has_house = ahead, 0, False
        # Of the last transaction: a table may have been another's since then, whose numbers are
        # higher.
        self._numbers.clear()

    def lock_house(self) -> None:
        """Write what is of the whole house from here to the end of the transaction, and nobody else
        with it. The isolation of READ COMMITTED lets each statement after it see what the one
        before has written."""
        if self.many and not self._has_house:
            self.execute("SELECT pg_advisory_xact_lock(?)", (HOUSE,))
            self._has_house = True

    def settle(self) -> None:
        """Wait until what is on its way is done."""
        self._pipeline.settle()

    def commit(self) -> None:
        """Make it last. The server answers ROLLBACK where a statement of it had failed."""
        self.settle()
        self.ahead = False
        said = self._raw.execute("COMMIT").statusmessage
        if said != "COMMIT":
            raise NotCommitted(f"The server has undone the transaction: it says {said}.")

    def rollback(self) -> None:
        """Undo it; what is lost is undone by the server."""
        self.ahead = False
        self._pipeline.drop()
        if self.in_transaction:
            self._undo(UNDO)

    def close(self) -> None:
        """Let go of the server."""
        self._raw.close()

    def reader(self) -> "PostgresConnection":
        """Another connection to the same database, which changes nothing."""
        return PostgresConnection(self._server, self._server.reader(), self._unique, True)

    def _number(self) -> int:
        """The number of the next row of the journal."""
        if not self._numbers:
            self._pipeline.settle()
            count = min(max(FEW, self._taken), MANY)
            rows = self._do(NUMBERS, (count,)).fetchall()
            self._numbers = [number for (number,) in reversed(rows)]
        self._taken += 1
        return self._numbers.pop()

    def _undo(self, sql: str) -> Rows:
        # Where psycopg sees that something is undone it has the server forget all statements that
        # are prepared, ours too; they are as good as before.
        result = self._raw.pgconn.exec_(sql.encode())
        if result.status != ExecStatus.COMMAND_OK:
            raise error_from_result(result)
        return DONE

    def _do(self, sql: str, values: Sequence[Value] = ()) -> psycopg.Cursor[tuple[Any, ...]]:
        return self._raw.execute(translated(sql), values, prepare=True, binary=True)

    def _connect(self) -> None:
        self._raw = self._again()
        self._pipeline = Pipeline(self._raw.pgconn)


UNDO: Final = "ROLLBACK"
DONE: Final = Sent.done(0)
INTO_JOURNAL: Final = "INSERT INTO journal ("
NUMBERS: Final = (
    "SELECT nextval(pg_get_serial_sequence('journal', 'id')) FROM generate_series(1, ?)"
)
FEW, MANY = 16, 512
"""So many numbers are taken at a time: those that no row gets are given to none."""


@lru_cache
def _with_number(sql: str) -> str:
    """The same with a column more, which is the first."""
    return sql.replace("(", "(id, ", 1).replace("VALUES (", "VALUES (?, ", 1)
