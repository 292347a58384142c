"""What only PostgreSQL does so: how it refuses, how it fails, how values go in and come out."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import psycopg
from psycopg import errors
from psycopg.abc import Buffer
from psycopg.adapt import AdaptersMap
from psycopg.types.numeric import FloatBinaryDumper, Int8BinaryDumper, NumericBinaryLoader
from psycopg.types.string import BytesBinaryDumper, StrBinaryDumper

from game_server.store.transaction import Transaction

MARK: Final = re.compile(r"'[^']*'|\?(\d*)")
LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)
SERVER_AWAY: Final = (
    *LOST,
    errors.ReadOnlySqlTransaction,
    errors.DataCorrupted,
    errors.IndexCorrupted,
)
"""The connection is lost, the server stops, its disk is full, or it has become a standby."""

IN_THE_WAY: Final = (errors.DeadlockDetected, errors.SerializationFailure)
OF_THE_WORK: Final = (
    errors.InvalidSavepointSpecification,
    errors.InvalidSqlStatementName,
    errors.InFailedSqlTransaction,
)
"""What comes of statements that are sent ahead: done one by one it does not happen."""


class NotCommitted(psycopg.OperationalError):
    """The server ended a transaction without writing it."""


class PostgresEngine:
    """What differs from SQLite. `unique` says which columns each unique index of the schema has."""

    name = "PostgreSQL"
    look_at_one_moment = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
    shared = " FOR SHARE"

    def __init__(self, unique: Mapping[str, str]) -> None:
        self._unique = unique

    def each_number(self, mark: str) -> str:
        """The numbers in the JSON list that stands for the mark."""
        return f"SELECT value::bigint FROM json_array_elements_text(CAST({mark} AS json))"

    def columns(self, tx: Transaction, table: str) -> Sequence[str]:
        """The columns of a table in their order."""
        rows = tx.execute(
            "SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass(?)"
            " AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
            (table,),
        )
        return [name for (name,) in rows]

    def order(self, tx: Transaction, at: int) -> int:
        """The server numbers its transactions as they begin to write."""
        (number,) = tx.execute("SELECT pg_current_xact_id()::text::bigint").fetchone()
        return int(number)

    def sorts_much(self, tx: Transaction) -> None:
        """The server has files for what does not fit into its memory."""

    def scrub(self, tx: Transaction) -> None:
        """Write the tables anew in which secrets are sealed. What the server's log has of them goes
        with its age."""
        tx.execute("VACUUM (FULL) proved_cards, payments, factors")

    def refused(self, wrong: BaseException) -> str:
        """What the schema refuses: the word of a trigger, the name of the constraint, and the
        columns of a unique index as SQLite names them."""
        if not isinstance(wrong, psycopg.IntegrityError):
            return ""
        said = wrong.diag
        name = said.constraint_name or ""
        columns = self._unique.get(name, "")
        return " ".join(part for part in (said.message_primary, name, columns) if part)

    def is_away(self, wrong: BaseException) -> bool:
        """Whether the connection is lost, or none can be had."""
        return isinstance(wrong, LOST)

    def collides(self, wrong: BaseException) -> bool:
        """Whether the server has undone it because others wrote at the same time."""
        return isinstance(wrong, IN_THE_WAY)

    def ends_commit(self, wrong: BaseException) -> bool:
        """Whether it is the server that is wrong, or the way to it."""
        return isinstance(wrong, SERVER_AWAY) and not isinstance(wrong, OF_THE_WORK)


@lru_cache(maxsize=4096)
def translated(sql: str) -> str:
    """A statement with `?` or `?1` for values as PostgreSQL numbers them."""
    count = 0

    def numbered(found: re.Match[str]) -> str:
        nonlocal count
        if found[1] is None:
            return found[0]
        count += 1
        return f"${found[1] or count}"

    return MARK.sub(numbered, sql)


class WholeNumberLoader(NumericBinaryLoader):
    """Sums are wider than what is summed; here they are whole numbers as in SQLite."""

    def load(self, data: Buffer) -> int:  # type: ignore[override]
        """The number, which has no fraction."""
        return int(super().load(data))


def adapters() -> AdaptersMap:
    """Every whole number goes as the widest, so that a statement is prepared once and not for each
    width; text as text, so that nothing is left to be guessed."""
    known = AdaptersMap(psycopg.adapters)
    known.register_dumper(int, Int8BinaryDumper)
    known.register_dumper(str, StrBinaryDumper)
    known.register_dumper(bytes, BytesBinaryDumper)
    known.register_dumper(float, FloatBinaryDumper)
    known.register_loader("numeric", WholeNumberLoader)
    return known
