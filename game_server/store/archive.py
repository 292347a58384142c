"""Rounds that were over long ago, packed: a file for each month, compressed, beside the database.

A part has rows of one table from one snapshot up to another, so that it can be read by itself: to
show a round no more than its part is unpacked. The parts of a file are compressed by the words that
stand in its first ones.
"""

import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from game_server.store.data_folder import ARCHIVE
from game_server.store.erased_names import JournalRow, NameSweep
from game_server.store.packed_rows import (
    DEFLATED,
    PackedPart,
    PackedRow,
    from_bytes,
    players_in,
    to_bytes,
    words_of,
)
from game_server.store.sqlite import SqliteConnection, apply_settings, file_of
from game_server.store.transaction import Transaction, writing

ENDING: Final = ".sqlite"
IDLE: Final = 4
"""So many files are kept open for the next look."""
SETTINGS: Final[dict[str, int | str]] = {
    # A part is a few hundred bytes to some thousand, and the rest of its last page is lost.
    "page_size": 512,
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
CREATE TABLE IF NOT EXISTS words (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    data BLOB NOT NULL
) STRICT;
"""


class PackedRound(NamedTuple):
    """A round of a table in a pack, with the numbers of its first and its last row."""

    table: str
    round: int
    outcome: str
    opened: int
    closed: int


@dataclass(frozen=True)
class Pack:
    """Rows by their table, each part from a snapshot on, and the rounds in them."""

    parts: Mapping[str, Sequence[PackedRow]]
    rounds: tuple[PackedRound, ...]


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


def keep(folder: Path, month: str, pack: Pack) -> tuple[Path, tuple[int, ...]]:
    """Write the parts of a pack into the file of its month; they are on disk when this returns. If
    the number of a round is there already it is the one of this pack from now on. The file, and the
    numbers of the parts."""
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / f"{month}{ENDING}"
    file.touch(mode=0o600)
    numbers: dict[str, int] = {}
    with closing(SqliteConnection.to(file)) as conn:
        apply_settings(conn, {"busy_timeout": 5000, **SETTINGS})
        conn.executescript(SCHEMA)
        with writing(conn):
            words = _words(conn)
            if not words and pack.parts:
                words = words_of(pack.parts)
                conn.execute("INSERT INTO words VALUES (1, ?)", (zlib.compress(words, 9),))
            for table, rows in pack.parts.items():
                data = to_bytes({table: rows}, words)
                number = conn.insert("INSERT INTO packs (data) VALUES (?)", (data,))
                numbers[table] = number
                conn.executemany(
                    "INSERT INTO players VALUES (?, ?)", [(one, number) for one in players_in(rows)]
                )
            conn.executemany(
                "INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?, ?, ?)",
                [(*one, numbers[one.table]) for one in pack.rounds],
            )
    _sync(folder)
    return file, tuple(numbers.values())


def _words(conn: SqliteConnection) -> bytes:
    """What the parts of a file refer to; empty as long as there is none."""
    row = conn.execute("SELECT data FROM words").fetchone()
    return b"" if row is None else _inflated(row[0])


_inflated = lru_cache(IDLE)(zlib.decompress)


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


_idle: Final[dict[tuple[int, int], SqliteConnection]] = {}
_taking_one: Final = Lock()


@contextmanager
def _looking(file: Path) -> Iterator[SqliteConnection]:
    """A connection to a file of packs, the one that looked there last if nobody has it: to open one
    takes longer than to read a round."""
    known = file.stat()
    which = (known.st_dev, known.st_ino)
    with _taking_one:
        conn = _idle.pop(which, None)
    conn = conn or _open(file)
    try:
        yield conn
    except BaseException:
        conn.close()
        raise
    with _taking_one:
        spare = [_idle.pop(which)] if which in _idle else []
        _idle[which] = conn
        while len(_idle) > IDLE:
            spare.append(_idle.pop(next(iter(_idle))))
    for one in spare:
        one.close()


def every_part(file: Path) -> tuple[Mapping[str, Sequence[PackedRow]], ...]:
    """All that is packed in a file."""
    with _looking(file) as conn:
        rows = conn.execute("SELECT data FROM packs ORDER BY id").fetchall()
        return tuple(_unpack(conn, data) for (data,) in rows)


def _unpack(conn: SqliteConnection, data: bytes) -> Mapping[str, Sequence[PackedRow]]:
    return from_bytes(data, _words(conn) if data.startswith(DEFLATED) else b"")


FOUND: Final = "SELECT tbl, round, outcome, opened, closed FROM rounds"


def of_number(folder: Path | None, table: str, number: int) -> PackedRound | None:
    """The round of that number at a table; None if it is not here."""
    for file in months(folder):
        with _looking(file) as conn:
            row = conn.execute(f"{FOUND} WHERE tbl = ? AND round = ?", (table, number)).fetchone()
        if row is not None:
            return PackedRound(*row)
    return None


def there_already(folder: Path | None, rounds: Iterable[PackedRound]) -> frozenset[PackedRound]:
    """Those of these rounds that are in a pack, just as they are. One of the same number that is
    another round, of a database that was put back since, is none of them."""
    wanted, found = tuple(rounds), set[PackedRound]()
    for file in months(folder):
        with _looking(file) as conn:
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
        with _looking(file) as conn:
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
        with _looking(file) as conn:
            asked = "SELECT min(round), max(round) FROM rounds WHERE tbl = ?"
            found += [one for one in conn.execute(asked, (table,)).fetchone() if one is not None]
    return (min(found), max(found)) if found else ()


def part_with(folder: Path | None, table: str, opened: int) -> PackedPart | None:
    """The part of a table in which the round is whose first row that is; None if it is not
    here."""
    for file in months(folder):
        with _looking(file) as conn:
            row = conn.execute(
                "SELECT p.data FROM rounds r JOIN packs p ON p.id = r.pack"
                " WHERE r.opened = ? AND r.tbl = ?",
                (opened, table),
            ).fetchone()
            if row is not None:
                return PackedPart(_unpack(conn, row[0])[table])
    return None


# -- names of deleted players ------------------------------------------------------------------


def packs_with(file: Path, players: Iterable[int]) -> tuple[int, ...]:
    """The packs of a file that have rows of these players."""
    with _looking(file) as conn:
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
    with _looking(file) as conn:
        (data,) = conn.execute("SELECT data FROM packs WHERE id = ?", (pack,)).fetchone()
        before = _unpack(conn, data)
    sweep, changed = NameSweep(frozenset(players)), False
    parts: dict[str, Sequence[PackedRow]] = {}
    for place, (table, rows) in enumerate(before.items()):
        swept = [sweep.changed(JournalRow(row.id, place, row.data)) for row in rows]
        changed = changed or any(swept)
        parts[table] = [
            row if new is None else PackedRow(row.id, new)
            for row, new in zip(rows, swept, strict=True)
        ]
    if changed:
        with closing(SqliteConnection.to(file)) as conn:
            apply_settings(conn, {"busy_timeout": 5000, **SETTINGS})
            conn.executescript(SCHEMA)
            data = to_bytes(parts, _words(conn))
            conn.execute("UPDATE packs SET data = ? WHERE id = ?", (data, pack))
    return changed
