"""Rounds that were over long ago, packed: a file for each month, compressed, beside the database.

A pack has rows of some tables from one snapshot up to another, so that each part can be read by
itself. Reading unpacks a part into a small database with the tables of the journal: whoever reads
hands from the journal reads them there in the same way.
"""

import lzma
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

import msgpack

from game_server.store.data_folder import ARCHIVE
from game_server.store.erased_names import JournalRow, NameSweep
from game_server.store.sqlite import MEMORY, SqliteConnection, apply_settings, file_of
from game_server.store.transaction import Transaction, writing

ENDING: Final = ".sqlite"
SETTINGS: Final[dict[str, int | str]] = {
    "journal_mode": "delete",
    "synchronous": 2,
    "secure_delete": 1,
    "temp_store": 2,
}
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS packs (
    id    INTEGER PRIMARY KEY,
    data  BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS rounds (
    tbl     TEXT NOT NULL,
    round   INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    opened  INTEGER NOT NULL,
    closed  INTEGER NOT NULL,
    pack    INTEGER NOT NULL REFERENCES packs (id),
    PRIMARY KEY (tbl, round)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS rounds_by_opened ON rounds (opened);
CREATE TABLE IF NOT EXISTS players (
    player TEXT NOT NULL,
    pack   INTEGER NOT NULL REFERENCES packs (id),
    PRIMARY KEY (player, pack)
) STRICT, WITHOUT ROWID;
"""
JOURNAL: Final = """
CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL, last INTEGER);
CREATE TABLE journal (id INTEGER PRIMARY KEY, tbl INTEGER, data BLOB, before INTEGER);
CREATE TABLE rounds (
    tbl INTEGER, round INTEGER, opened INTEGER, closed INTEGER, outcome TEXT,
    PRIMARY KEY (tbl, round)
);
"""


class PackedRow(NamedTuple):
    """A row of the journal: its number and its content."""

    id: int
    data: bytes


class PackedRound(NamedTuple):
    """A round of a table in a pack, with the numbers of its first and its last row."""

    table: str
    round: int
    outcome: str
    opened: int
    closed: int


@dataclass(frozen=True)
class Pack:
    """Rows by their table, each part from a snapshot on; the rounds in them; whose names they
    have."""

    parts: Mapping[str, Sequence[PackedRow]]
    rounds: tuple[PackedRound, ...]
    players: frozenset[str]


def folder_of(conn: Transaction) -> Path | None:
    """Where the packs of this database lie; None for one in memory."""
    file = file_of(conn)
    return file.parent / ARCHIVE if file else None


def months(folder: Path | None) -> tuple[Path, ...]:
    """The files that there are, the newest first."""
    if folder is None:
        return ()
    return tuple(sorted(folder.glob(f"*{ENDING}"), reverse=True))


# -- writing -----------------------------------------------------------------------------------


def keep(folder: Path, month: str, pack: Pack) -> tuple[Path, int]:
    """Write a pack into the file of its month; it is on disk when this returns. If the number of a
    round is there already it is the one of this pack from now on. The file, and the number of the
    pack."""
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / f"{month}{ENDING}"
    file.touch(mode=0o600)
    with closing(SqliteConnection.to(file)) as conn:
        apply_settings(conn, {"busy_timeout": 5000, **SETTINGS})
        conn.executescript(SCHEMA)
        with writing(conn):
            number = conn.insert("INSERT INTO packs (data) VALUES (?)", (to_bytes(pack.parts),))
            conn.executemany(
                "INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?, ?, ?)",
                [(*one, number) for one in pack.rounds],
            )
            conn.executemany(
                "INSERT INTO players VALUES (?, ?)", [(one, number) for one in pack.players]
            )
    _sync(folder)
    return file, number


def to_bytes(parts: Mapping[str, Sequence[PackedRow]]) -> bytes:
    """Parts as they are written: the numbers of rows as steps from one to the next."""
    said = [
        [table, [row.id - before for before, row in _after(rows)], [row.data for row in rows]]
        for table, rows in parts.items()
    ]
    return lzma.compress(bytes(msgpack.packb(said)), preset=6)


def _after(rows: Sequence[PackedRow]) -> Iterator[tuple[int, PackedRow]]:
    before = 0
    for row in rows:
        yield before, row
        before = row.id


@lru_cache(4)
def from_bytes(data: bytes) -> Mapping[str, Sequence[PackedRow]]:
    """The parts again."""
    said = msgpack.unpackb(lzma.decompress(data), strict_map_key=False, use_list=False)
    return {table: tuple(map(PackedRow, accumulate(steps), rows)) for table, steps, rows in said}


# -- reading -----------------------------------------------------------------------------------


def bring(source: Path, target: Path) -> int:
    """Copy the files of months that the target lacks, or has as they were before; how many those
    were. A file that has not changed since is not read."""
    brought = 0
    for file in months(source):
        target.mkdir(mode=0o700, exist_ok=True)
        there, known = target / file.name, file.stat()
        if there.exists() and there.stat().st_mtime_ns >= known.st_mtime_ns:
            continue
        part = there.with_name(f"{there.name}.part")
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        with closing(_open(file)) as conn, closing(SqliteConnection.to(part)) as made:
            conn.backup(made, pages=256, sleep=0.0)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.utime(part, ns=(known.st_atime_ns, known.st_mtime_ns))
        os.replace(part, there)
        brought += 1
    if brought:
        _sync(target)
    return brought


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _open(file: Path) -> SqliteConnection:
    uri = f"{file.absolute().as_uri()}?mode=ro"
    conn = SqliteConnection.to(uri, uri=True)
    conn.execute("PRAGMA busy_timeout = 5000").fetchall()
    return conn


FOUND: Final = "SELECT tbl, round, outcome, opened, closed FROM rounds"


def of_number(folder: Path | None, table: str, number: int) -> PackedRound | None:
    """The round of that number at a table; None if it is not here."""
    for file in months(folder):
        with closing(_open(file)) as conn:
            row = conn.execute(f"{FOUND} WHERE tbl = ? AND round = ?", (table, number)).fetchone()
        if row is not None:
            return PackedRound(*row)
    return None


def there_already(folder: Path | None, rounds: Iterable[PackedRound]) -> frozenset[PackedRound]:
    """Those of these rounds that are in a pack, just as they are. One of the same number that is
    another round, of a database that was put back since, is none of them."""
    wanted, found = tuple(rounds), set[PackedRound]()
    for file in months(folder):
        with closing(_open(file)) as conn:
            for one in wanted:
                row = conn.execute(
                    f"{FOUND} WHERE tbl = ? AND round = ?", (one.table, one.round)
                ).fetchone()
                if row is not None and PackedRound(*row) == one:
                    found.add(one)
    return frozenset(found)


def opened_before(
    folder: Path | None, table: str, number: int | None, most: int
) -> tuple[PackedRound, ...]:
    """Rounds of a table (empty: of all) whose first row stands before that one, the newest
    first."""
    found: list[PackedRound] = []
    # A round stands in the file of the month in which its pack ends: none is older as a whole.
    for file in months(folder):
        with closing(_open(file)) as conn:
            rows = conn.execute(
                f"{FOUND} WHERE (?1 = '' OR tbl = ?1) AND (?2 IS NULL OR opened < ?2)"
                " ORDER BY opened DESC LIMIT ?3",
                (table, number, most),
            )
            found += [PackedRound(*row) for row in rows]
    return tuple(sorted(found, key=lambda one: -one.opened)[:most])


def least_and_greatest(folder: Path | None, table: str) -> tuple[int, ...]:
    """The least and the greatest number of a table's rounds that are here; empty if there is
    none."""
    found: list[int] = []
    for file in months(folder):
        with closing(_open(file)) as conn:
            asked = "SELECT min(round), max(round) FROM rounds WHERE tbl = ?"
            found += [one for one in conn.execute(asked, (table,)).fetchone() if one is not None]
    return (min(found), max(found)) if found else ()


def unpacked(folder: Path | None, table: str, opened: int) -> SqliteConnection | None:
    """A database in memory with the part of a table in which that round is; None if it is not
    here."""
    for file in months(folder):
        with closing(_open(file)) as conn:
            row = conn.execute(
                "SELECT p.data, p.id FROM rounds r JOIN packs p ON p.id = r.pack"
                " WHERE r.opened = ? AND r.tbl = ?",
                (opened, table),
            ).fetchone()
            if row is None:
                continue
            data, pack = row
            rounds = conn.execute(f"{FOUND} WHERE pack = ? AND tbl = ?", (pack, table)).fetchall()
        return _journal(table, from_bytes(data)[table], [PackedRound(*one) for one in rounds])
    return None


def _journal(
    table: str, rows: Sequence[PackedRow], rounds: Iterable[PackedRound]
) -> SqliteConnection:
    conn = SqliteConnection.to(MEMORY)
    conn.executescript(JOURNAL)
    conn.execute("INSERT INTO tables VALUES (1, ?, ?)", (table, rows[-1].id))
    conn.executemany(
        "INSERT INTO journal VALUES (?, 1, ?, ?)",
        [(row.id, row.data, before or None) for before, row in _after(rows)],
    )
    conn.executemany(
        "INSERT INTO rounds VALUES (1, ?, ?, ?, ?)",
        [(one.round, one.opened, one.closed, one.outcome) for one in rounds],
    )
    return conn


# -- names of deleted players ------------------------------------------------------------------


def packs_with(file: Path, players: Iterable[int]) -> tuple[int, ...]:
    """The packs of a file that have rows of these players."""
    with closing(_open(file)) as conn:
        found = {
            number
            for player in players
            for (number,) in conn.execute(
                "SELECT pack FROM players WHERE player = ?", (str(player),)
            )
        }
    return tuple(sorted(found))


def erase(file: Path, pack: int, players: Iterable[int]) -> bool:
    """Take the names of these players out of a pack, so that nothing is left of them in the file;
    whether there was one."""
    with closing(_open(file)) as conn:
        (data,) = conn.execute("SELECT data FROM packs WHERE id = ?", (pack,)).fetchone()
    sweep, changed = NameSweep(frozenset(players)), False
    parts: dict[str, Sequence[PackedRow]] = {}
    for place, (table, rows) in enumerate(from_bytes(data).items()):
        swept = [sweep.changed(JournalRow(row.id, place, row.data)) for row in rows]
        changed = changed or any(swept)
        parts[table] = [
            row if new is None else PackedRow(row.id, new)
            for row, new in zip(rows, swept, strict=True)
        ]
    if changed:
        with closing(SqliteConnection.to(file)) as conn:
            apply_settings(conn, {"busy_timeout": 5000, **SETTINGS})
            conn.execute("UPDATE packs SET data = ? WHERE id = ?", (to_bytes(parts), pack))
    return changed
