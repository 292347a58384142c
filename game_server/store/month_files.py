"""The files of months, in which packs lie beside the database file of a house."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

from game_server.store.copying import sync_folder
from game_server.store.data_folder import ARCHIVE
from game_server.store.shelf import Shelf
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


class MonthFile(Shelf):
    """The packs of one month in a file of their own."""

    def words(self, month: str) -> bytes | None:
        """The words of the file."""
        row = self.conn.execute("SELECT data FROM words").fetchone()
        return None if row is None else row[0]

    def keep_words(self, month: str, data: bytes) -> None:
        """Let these be the words of the file."""
        self.conn.execute("INSERT INTO words VALUES (1, ?) ON CONFLICT (id) DO NOTHING", (data,))

    def keep_data(self, month: str, data: bytes) -> int:
        """Keep a part."""
        return self.conn.insert("INSERT INTO packs (data) VALUES (?)", (data,))

    def month_of(self, number: int) -> str:
        """All are of one."""
        return ""


def folder_of(conn: Transaction) -> Path | None:
    """Where the packs of this database lie; None for one in memory or on a server."""
    file = file_of(conn)
    return file.parent / ARCHIVE if file else None


def months(folder: Path | None) -> tuple[Path, ...]:
    """The files that there are, the newest first."""
    if folder is None:
        return ()
    return tuple(sorted(folder.glob(f"*{ENDING}"), reverse=True))


def file_in(folder: Path, month: str) -> Path:
    """The file of a month."""
    return folder / f"{month}{ENDING}"


# -- writing -----------------------------------------------------------------------------------


@contextmanager
def writing_to(file: Path) -> Iterator[MonthFile]:
    """The file of a month, which is made if it is not there, until the end of a `with`; what was
    written is on disk then, or, when it raises, nothing of it."""
    file.parent.mkdir(mode=0o700, exist_ok=True)
    file.touch(mode=0o600)
    with closing(SqliteConnection.to(file)) as conn:
        apply_settings(conn, {"busy_timeout": 5000, **SETTINGS})
        conn.executescript(SCHEMA)
        with writing(conn):
            yield MonthFile(conn)
    sync_folder(file.parent)


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
        sync_folder(target)
    return brought


# -- reading -----------------------------------------------------------------------------------


def _open(file: Path) -> SqliteConnection:
    uri = f"{file.absolute().as_uri()}?mode=ro"
    conn = SqliteConnection.to(uri, uri=True)
    conn.execute("PRAGMA busy_timeout = 5000").fetchall()
    return conn


_idle: Final[dict[tuple[int, int], SqliteConnection]] = {}
_taking_one: Final = Lock()


@contextmanager
def looking_at(file: Path) -> Iterator[MonthFile]:
    """The file of a month until the end of a `with`, over the connection that looked there last if
    nobody has it: to open one takes longer than to read a round."""
    known = file.stat()
    which = (known.st_dev, known.st_ino)
    with _taking_one:
        conn = _idle.pop(which, None)
    conn = conn or _open(file)
    try:
        yield MonthFile(conn)
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
