"""Moving packed rounds from the files of months into tables of a server, or back: their bytes as
they are, for a part is compressed alike in both."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Protocol

import msgpack

from game_server.store import month_files
from game_server.store.month_files import MonthFile
from game_server.store.ports import StoreError
from game_server.store.shelf import PackTables, Shelf
from game_server.store.sqlite import SqliteConnection
from game_server.store.transaction import Connection, Value, marks

PAGE: Final = 1_000
"""So many rows are on their way at once."""
COLUMNS: Final = {
    "packs": ("id", "data"),
    "rounds": ("tbl", "round", "outcome", "opened", "closed", "pack"),
    "players": ("player", "pack"),
}
KEYS: Final = {"packs": ("id",), "rounds": ("tbl", "round"), "players": ("player", "pack")}
NUMBERS: Final = {"packs": 0, "rounds": 5, "players": 1}
"""Which of the columns is the number of a part."""
Page = Sequence[tuple[Any, ...]]


class PacksDiffer(StoreError):
    """What was brought is not what was there, or there is no place for it."""

    code = "packs_differ"


class _Packs(Protocol):
    """The packs of a house, on one engine."""

    def months(self) -> Sequence[str]:
        """The months that there are, the oldest first."""

    def words(self, month: str) -> bytes:
        """The words of a month as they are kept; empty if there are none."""

    def pages(self, month: str, what: str) -> Iterator[Page]:
        """The rows of a month, by their keys."""

    def empty(self) -> None:
        """Delete all of them."""

    def last(self) -> int:
        """The number after which the parts of the next month get theirs."""

    def begin(self, month: str, words: bytes) -> None:
        """Write a month from now on."""

    def add(self, month: str, what: str, rows: Page) -> None:
        """Write rows of it."""

    def finish(self, month: str) -> None:
        """All of it is written."""


def bring(source: Connection, target: Connection) -> int:
    """Bring all packs, in the transaction of the target; how many parts they are. What was there
    before is gone then. PacksDiffer if what is there is not the same."""
    old, new = _packs_of(source), _packs_of(target)
    new.empty()
    count = 0
    for month in old.months():
        words, shift = old.words(month), new.last()
        new.begin(month, words)
        digests = dict[str, bytes]()
        for what in COLUMNS:
            digest = hashlib.sha256()
            for rows in old.pages(month, what):
                new.add(month, what, _shifted(what, rows, shift))
                digest.update(bytes(msgpack.packb(list(rows))))
                count += len(rows) if what == "packs" else 0
            digests[what] = digest.digest()
        new.finish(month)
        same = new.words(month) == words
        for what in COLUMNS:
            digest = hashlib.sha256()
            for rows in new.pages(month, what):
                digest.update(bytes(msgpack.packb(list(_shifted(what, rows, -shift)))))
            same = same and digest.digest() == digests[what]
        if not same:
            raise PacksDiffer(f"The packed rounds of {month} are not the same.")
    return count


def _shifted(what: str, rows: Page, shift: int) -> Page:
    place = NUMBERS[what]
    return [(*row[:place], row[place] + shift, *row[place + 1 :]) for row in rows]


def _pages_of(there: Shelf, what: str, only: str, values: Sequence[Value]) -> Iterator[Page]:
    """Rows of a shelf by their keys, some at a time."""
    columns, keys = COLUMNS[what], KEYS[what]
    key, places = ", ".join(keys), [columns.index(one) for one in keys]
    asked = f"SELECT {', '.join(columns)} FROM {_name(there, what)} WHERE {only}"
    more, after = "", list[Value]()
    while True:
        said = f"{asked}{more} ORDER BY {key} LIMIT {PAGE}"
        rows = there.conn.execute(said, (*values, *after)).fetchall()
        if rows:
            yield rows
        if len(rows) < PAGE:
            return
        more, after = f" AND ({key}) > ({marks(len(keys))})", [rows[-1][n] for n in places]


def _insert(there: Shelf, what: str, columns: Sequence[str], rows: Page) -> None:
    into = f"INSERT INTO {_name(there, what)} ({', '.join(columns)})"
    there.conn.executemany(f"{into} VALUES ({marks(len(columns))})", rows)


def _name(there: Shelf, what: str) -> str:
    return {"packs": there.packs, "rounds": there.rounds, "players": there.players}[what]


def _packs_of(conn: Connection) -> _Packs:
    if isinstance(conn, SqliteConnection):
        return _InFiles(month_files.folder_of(conn))
    return _InTables(conn)


# -- the engines -------------------------------------------------------------------------------


class _InFiles:
    """Each month is written into a file beside its own, which it replaces when it is whole."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._opened = ExitStack()
        self._file: MonthFile | None = None

    def months(self) -> Sequence[str]:
        return sorted(file.stem for file in month_files.months(self._folder))

    def words(self, month: str) -> bytes:
        with month_files.looking_at(self._of(month)) as there:
            known = there.conn.execute("SELECT 1 FROM sqlite_schema WHERE name = 'words'")
            # A file of before has none.
            return (there.words(month) or b"") if known.fetchone() else b""

    def pages(self, month: str, what: str) -> Iterator[Page]:
        with month_files.looking_at(self._of(month)) as there:
            yield from _pages_of(there, what, "1 = 1", ())

    def empty(self) -> None:
        """What is replaced is replaced month by month."""

    def last(self) -> int:
        return 0

    def begin(self, month: str, words: bytes) -> None:
        part = self._part(month)
        part.unlink(missing_ok=True)
        self._file = self._opened.enter_context(month_files.writing_to(part))
        if words:
            self._file.keep_words(month, words)

    def add(self, month: str, what: str, rows: Page) -> None:
        assert self._file is not None
        _insert(self._file, what, COLUMNS[what], rows)

    def finish(self, month: str) -> None:
        self._opened.close()
        os.replace(self._part(month), self._of(month))

    def _of(self, month: str) -> Path:
        if self._folder is None:
            text = "There is no place for packed rounds; name a database in a file."
            raise PacksDiffer(text)
        return month_files.file_in(self._folder, month)

    def _part(self, month: str) -> Path:
        file = self._of(month)
        return file.with_name(f"{file.name}.part")


class _InTables:
    """All months in the tables of a server."""

    def __init__(self, conn: Connection) -> None:
        self._there = PackTables(conn)
        self._conn = conn

    def months(self) -> Sequence[str]:
        rows = self._conn.execute("SELECT month FROM pack_words ORDER BY month")
        return [month for (month,) in rows]

    def words(self, month: str) -> bytes:
        return self._there.words(month) or b""

    def pages(self, month: str, what: str) -> Iterator[Page]:
        only = "month = ?" if what == "packs" else OF_MONTH
        return _pages_of(self._there, what, only, (month,))

    def empty(self) -> None:
        for name in TABLES:
            self._conn.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        self._conn.execute(f"TRUNCATE {', '.join(TABLES)} RESTART IDENTITY")
        for name in TABLES:
            self._conn.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")

    def last(self) -> int:
        return int(self._conn.execute("SELECT coalesce(max(id), 0) FROM packs").fetchone()[0])

    def begin(self, month: str, words: bytes) -> None:
        self._there.keep_words(month, words)

    def add(self, month: str, what: str, rows: Page) -> None:
        columns = COLUMNS[what]
        if what == "packs":
            rows, columns = [(*row, month) for row in rows], (*columns, "month")
        _insert(self._there, what, columns, rows)

    def finish(self, month: str) -> None:
        """It is there when the transaction ends."""


OF_MONTH: Final = "pack IN (SELECT id FROM packs WHERE month = ?)"
TABLES: Final = ("packed_players", "packed_rounds", "packs", "pack_words")
