"""Increments: a copy of the database as the pages that differ from those of another copy, which
lies beside it whole. So a copy of each night takes little room.

The file of an increment says which copy it builds on, and the SHA-256 of what both make together:
a copy that has changed since, or is another one of the same name, is found before it is used.
"""

import hashlib
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from game_server.store.ports import StoreError
from game_server.store.sqlite import DatabaseError, SqliteConnection

PAGE: Final = 4096
"""What is compared and kept at a time, whatever SQLite's own pages are."""
BLOCK: Final = 256 * PAGE
"""So much is read at a time."""
LEVEL: Final = 1
SCHEMA: Final = """
CREATE TABLE increment (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    base   TEXT NOT NULL CHECK (base <> ''),
    size   INTEGER NOT NULL,
    digest BLOB NOT NULL CHECK (length(digest) = 32)
) STRICT;
CREATE TABLE pages (
    number INTEGER PRIMARY KEY,
    data   BLOB NOT NULL
) STRICT;
"""
Rest = Callable[[], None]
"""Lets others have the disk for a moment."""


class BadIncrement(StoreError):
    """An increment cannot be made, or be put together; the sentence says what would be right."""

    code = "cannot_copy"


class Increment(NamedTuple):
    """What an increment builds on, a file of that name in the same folder; how large the whole is,
    and its digest."""

    base: str
    size: int
    digest: bytes


def write(whole: Path, base: Path, file: Path, rest: Rest) -> None:
    """Write to a file, which is there and empty, what the whole copy has otherwise than its base;
    on disk when this returns."""
    if not base.is_file() or read(base) is not None:
        raise BadIncrement(f"{base} is no whole copy; name one that `backup` made without --since.")
    digest, size = hashlib.sha256(), whole.stat().st_size
    with (
        closing(SqliteConnection.to(file)) as made,
        whole.open("rb") as now,
        base.open("rb") as was,
    ):
        made.execute("PRAGMA journal_mode = off").fetchall()
        made.executescript(SCHEMA)
        made.begin()
        for number, pages in _blocks(now):
            digest.update(pages)
            known = was.read(BLOCK)
            if pages != known:
                made.executemany("INSERT INTO pages VALUES (?, ?)", _changed(number, pages, known))
            rest()
        row = (base.name, size, digest.digest())
        made.execute("INSERT INTO increment VALUES (1, ?, ?, ?)", row)
        made.commit()
    _sync(file)


def _blocks(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Blocks of a file, each with the number of its first page."""
    number = 0
    while pages := file.read(BLOCK):
        yield number, pages
        number += BLOCK // PAGE


def _changed(number: int, pages: bytes, known: bytes) -> Iterator[tuple[int, bytes]]:
    for start in range(0, len(pages), PAGE):
        page = pages[start : start + PAGE]
        if page != known[start : start + PAGE]:
            yield number + start // PAGE, zlib.compress(page, LEVEL)


def read(file: Path) -> Increment | None:
    """What an increment says of itself; None if the file is none."""
    try:
        with closing(_open(file)) as conn:
            row = conn.execute("SELECT base, size, digest FROM increment").fetchone()
    except DatabaseError:
        return None
    return None if row is None else Increment(*row)


def assemble(file: Path, into: Path, rest: Rest = lambda: None) -> None:
    """Make the whole copy again, in a file that is there and empty; BadIncrement if its base is
    missing or is not the one."""
    found = read(file)
    if found is None:
        raise BadIncrement(f"{file} is no increment; name one that `backup --since` made.")
    base, digest = file.with_name(found.base), hashlib.sha256()
    if not base.is_file():
        raise BadIncrement(f"{file} builds on {base}, which is not there; bring it back.")
    with closing(_open(file)) as conn, base.open("rb") as was, into.open("wb") as made:
        changed = iter(conn.execute("SELECT number, data FROM pages ORDER BY number"))
        following = next(changed, None)
        for number in range(-(-found.size // PAGE)):
            page = was.read(PAGE)
            if following is not None and following[0] == number:
                page, following = _unpacked(file, following[1]), next(changed, None)
            digest.update(page)
            made.write(page)
            if number % (BLOCK // PAGE) == 0:
                rest()
        made.truncate(found.size)
    if digest.digest() != found.digest:
        raise BadIncrement(
            f"{base} is not the copy that {file.name} builds on, or one of them is damaged;"
            " take another."
        )
    _sync(into)


def _open(file: Path) -> SqliteConnection:
    return SqliteConnection.to(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def _unpacked(file: Path, page: bytes) -> bytes:
    try:
        return zlib.decompress(page)
    except zlib.error:
        raise BadIncrement(f"{file} is damaged; take another copy.") from None


def _sync(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())
