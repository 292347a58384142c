"""Moving a house from one engine to the other: every row as it is, in one transaction, and looked
through before it counts.

Rows are brought in the order in which tables refer to each other, and past the triggers: what they
would do stands in the rows that come after. What both have then is compared by the digest of every
row, and the books are added up on the new side. A move that was broken off has changed nothing, and
one that is done again takes the place of what it brought before; what a house has gone on with is
never replaced.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

import msgpack

from game_server.store import chain, heads, ledger_check, moving_packs
from game_server.store.heads import ChainHeads
from game_server.store.moving_packs import PacksDiffer
from game_server.store.ports import StoreError
from game_server.store.sqlite import SqliteConnection
from game_server.store.transaction import Connection, Transaction, marks, one_moment, writing
from game_server.store.triggers import set_aside

PAGE: Final = 1_000
"""So many rows are on their way at once."""
OWN: Final = frozenset({"schema_version", "sqlite_sequence"})
"""What each database says of itself."""
Tell = Callable[[str, int], None]
"""Hears which table is done, and how many rows it has."""


class CannotMove(StoreError):
    """The house was not moved, and nothing was changed; the sentence says why."""

    code = "cannot_move"


class Moved(NamedTuple):
    """What was brought over: rows, the ends of both chains, rounds that are in play."""

    rows: int
    heads: ChainHeads
    open: int


@dataclass(frozen=True)
class _Shape:
    """A table: its columns, and which of them are its key."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def pages(self, conn: Transaction) -> Iterator[Sequence[tuple[Any, ...]]]:
        """All rows by their keys, some at a time."""
        asked, key = f"SELECT {', '.join(self.columns)} FROM {self.name}", ", ".join(self.key)
        places = [self.columns.index(one) for one in self.key]
        where, after = "", list[Any]()
        while True:
            rows = conn.execute(f"{asked}{where} ORDER BY {key} LIMIT {PAGE}", after).fetchall()
            if rows:
                yield rows
            if len(rows) < PAGE:
                return
            where, after = f" WHERE ({key}) > ({marks(len(places))})", [rows[-1][n] for n in places]


class _Side(Protocol):
    """What one engine needs to take rows in as they are."""

    def unguarded(self, tables: Sequence[str]) -> AbstractContextManager[None]:
        """Without triggers until the end of a `with`; in a transaction."""

    def empty(self, tables: Sequence[str]) -> None:
        """Delete all rows; the first table refers to none after it."""

    def given(self) -> Mapping[str, int]:
        """The last number that each table has given to a row, where that is kept."""

    def go_on_from(self, given: Mapping[str, int], tables: Sequence[_Shape]) -> None:
        """Give no number twice."""


def move(source: Connection, target: Connection, tell: Tell) -> Moved:
    """Bring all rows of the one into the other, which is of the same version; CannotMove, and
    nothing has changed, if the other has gone on by itself or is not right afterwards."""
    shapes = _shapes(source if isinstance(source, SqliteConnection) else target)
    names, side = [shape.name for shape in shapes], _side(target)
    with one_moment(source), writing(target):
        _refuse_what_has_gone_on(source, target)
        rows, digests = 0, dict[str, bytes]()
        with side.unguarded(names):
            side.empty(names)
            for shape in shapes:
                count, digests[shape.name] = _bring(shape, source, target)
                tell(shape.name, count)
                rows += count
            tell("packs", _bring_packs(source, target))
            side.go_on_from(_side(source).given(), shapes)
        _look_through(target, shapes, digests)
        (playing,) = target.execute("SELECT count(*) FROM rounds WHERE outcome = 'open'").fetchone()
        return Moved(rows, heads.heads(target), playing)


def _refuse_what_has_gone_on(source: Transaction, target: Transaction) -> None:
    """A house that was opened has taken an epoch for each of its tables; one that was only looked
    after has written into the audit."""
    asked = "SELECT name, epoch, seq FROM tables"
    known = {name: (epoch, seq) for name, epoch, seq in source.execute(asked)}
    tables = all(
        known.get(name, (0, 0)) >= (epoch, seq) for name, epoch, seq in target.execute(asked)
    )
    rows = {
        "SELECT id, hash FROM entries WHERE id = ?": chain.last_entry(target),
        "SELECT id, hash FROM audit_chain WHERE id = ?": chain.last_audited(target),
    }
    chains = all(
        not head.id or tuple(source.execute(asked, (head.id,)).fetchone() or ()) == head
        for asked, head in rows.items()
    )
    if not (tables and chains):
        raise CannotMove(
            f"There is another house on {target.engine.name} already, or this one has gone on"
            " there; name an empty database."
        )


def _bring(shape: _Shape, source: Transaction, target: Transaction) -> tuple[int, bytes]:
    """Bring the rows of a table; how many they are, and their digest."""
    count, digest = 0, hashlib.sha256()
    into = f"INSERT INTO {shape.name} ({', '.join(shape.columns)})"
    insert = f"{into} VALUES ({marks(len(shape.columns))})"
    for rows in shape.pages(source):
        target.executemany(insert, rows)
        digest.update(_packed(rows))
        count += len(rows)
    return count, digest.digest()


def _bring_packs(source: Connection, target: Connection) -> int:
    try:
        return moving_packs.bring(source, target)
    except PacksDiffer as wrong:
        raise CannotMove(f"{wrong} Nothing was changed.") from None


def _look_through(
    target: Transaction, shapes: Sequence[_Shape], digests: Mapping[str, bytes]
) -> None:
    """Read what was written; CannotMove if a row is another one, or the books do not add up."""
    for shape in shapes:
        digest = hashlib.sha256()
        for rows in shape.pages(target):
            digest.update(_packed(rows))
        if digest.digest() != digests[shape.name]:
            text = f"The rows of {shape.name} are not the same on {target.engine.name}."
            raise CannotMove(f"{text} Nothing was changed.")
    wrong = ledger_check.whole_faults(target) + chain.faults(target)
    if wrong:
        raise CannotMove(f"The books are not right: {wrong[0]} Nothing was changed; see `doctor`.")


def _packed(rows: Sequence[tuple[Any, ...]]) -> bytes:
    return b"".join(bytes(msgpack.packb(row)) for row in rows)


def _shapes(conn: Connection) -> Sequence[_Shape]:
    """All tables, each after those that it refers to."""
    found, refers = dict[str, _Shape](), dict[str, set[str]]()
    for (name,) in conn.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        if name in OWN:
            continue
        columns = conn.execute(f"PRAGMA table_info({name})").fetchall()
        key = [column for *_, column in sorted((row[5], row[1]) for row in columns if row[5])]
        found[name] = _Shape(name, tuple(row[1] for row in columns), tuple(key))
        refers[name] = {row[2] for row in conn.execute(f"PRAGMA foreign_key_list({name})")} - {name}
    order: list[_Shape] = []
    while found:
        free = [name for name in found if not refers[name] & found.keys()]
        order += [found.pop(name) for name in free]
    return order


# -- the engines -------------------------------------------------------------------------------


def _side(conn: Connection) -> _Side:
    return _Sqlite(conn) if isinstance(conn, SqliteConnection) else _Postgres(conn)


@dataclass(frozen=True)
class _Sqlite:
    conn: SqliteConnection

    @contextmanager
    def unguarded(self, tables: Sequence[str]) -> Iterator[None]:
        rows = self.conn.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        with set_aside(self.conn, *(name for (name,) in rows)):
            yield

    def empty(self, tables: Sequence[str]) -> None:
        for name in reversed(tables):
            self.conn.execute(f"DELETE FROM {name}")

    def given(self) -> Mapping[str, int]:
        return dict(self.conn.execute("SELECT name, seq FROM sqlite_sequence").fetchall())

    def go_on_from(self, given: Mapping[str, int], tables: Sequence[_Shape]) -> None:
        # It keeps them where a number of a row that is gone must not come again.
        asked = "SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'"
        for (name,) in self.conn.execute(asked).fetchall():
            self.conn.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            if name in given:
                values = (name, given[name])
                self.conn.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", values)


@dataclass(frozen=True)
class _Postgres:
    conn: Connection

    @contextmanager
    def unguarded(self, tables: Sequence[str]) -> Iterator[None]:
        for name in tables:
            self.conn.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        yield
        for name in tables:
            self.conn.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")

    def empty(self, tables: Sequence[str]) -> None:
        self.conn.execute(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY")

    def given(self) -> Mapping[str, int]:
        found = {}
        for name, sequence in self.conn.execute(NUMBERED).fetchall():
            asked = "SELECT pg_sequence_last_value(CAST(CAST(? AS text) AS regclass))"
            (last,) = self.conn.execute(asked, (sequence,)).fetchone()
            if last is not None:
                found[name] = last
        return found

    def go_on_from(self, given: Mapping[str, int], tables: Sequence[_Shape]) -> None:
        for name, sequence in self.conn.execute(NUMBERED).fetchall():
            asked = f"SELECT coalesce(max(id), 0) FROM {name}"
            last = max(given.get(name, 0), *self.conn.execute(asked).fetchone())
            if last:
                self.conn.execute(
                    "SELECT setval(CAST(CAST(? AS text) AS regclass), ?)", (sequence, last)
                )


NUMBERED: Final = (
    "SELECT table_name::text, pg_get_serial_sequence(table_name, column_name)"
    " FROM information_schema.columns"
    " WHERE is_identity = 'YES' AND table_schema = current_schema()"
)
"""The tables whose rows are numbered, and what numbers them."""
