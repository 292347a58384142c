"""Free pages of the database file, which rounds that were packed leave behind: they are used again,
and what is more than a reserve goes back to the system, a few pages at a time.

A file that was made before the house knew this keeps its free pages until `compact` has written it
anew.
"""

import shutil
from pathlib import Path
from typing import Final, NamedTuple

from game_server.store.ports import StoreError
from game_server.store.sqlite import DatabaseError, SqliteConnection
from game_server.store.transaction import Transaction

INCREMENTAL: Final = 2
"""How SQLite calls a file that can give pages back without being written anew."""
AT_ONCE: Final = 16
"""So many pages go in one commit: no table waits for it."""
RESERVE: Final = 4_096
"""So many free pages stay at least, and a tenth of the file: what is written next takes them."""
SPARE: Final = 64 * 1024 * 1024


class CannotCompact(StoreError):
    """The file was not written anew; the sentence says why, and what would be right."""

    code = "cannot_compact"


class FilePages(NamedTuple):
    """A database file: its pages, how many of them are free, and the bytes of one."""

    pages: int
    free: int
    size: int
    gives_back: bool

    @property
    def used_bytes(self) -> int:
        """What the file would take without its free pages."""
        return (self.pages - self.free) * self.size

    @property
    def free_bytes(self) -> int:
        """What its free pages take."""
        return self.free * self.size


def look(conn: SqliteConnection) -> FilePages:
    """How full the file is; it is read from the head of the file alone."""
    pages, free, size, mode = (
        int(conn.execute(f"PRAGMA {one}").fetchone()[0])
        for one in ("page_count", "freelist_count", "page_size", "auto_vacuum")
    )
    return FilePages(pages, free, size, mode == INCREMENTAL)


def to_spare(conn: Transaction) -> int:
    """How many free pages are more than the reserve; none of a file that cannot give them back, and
    none where there is no file."""
    if not isinstance(conn, SqliteConnection):
        return 0
    now = look(conn)
    return max(0, now.free - max(RESERVE, now.pages // 10)) if now.gives_back else 0


def give_back(conn: Transaction, most: int = AT_ONCE) -> None:
    """Give so many free pages back to the system. The file becomes shorter when the log is copied
    into it the next time."""
    for _ in range(most):
        # Asked for more than one page, SQLite gives one back for each row that is asked of it.
        conn.execute("PRAGMA incremental_vacuum(1)").fetchall()


def compact(conn: SqliteConnection, file: Path) -> None:
    """Write the file anew without its free pages, so that it can give back pages from then on. Call
    it alone with the database; CannotCompact leaves all as it was."""
    takes, free = look(conn).used_bytes, shutil.disk_usage(file.parent).free
    if free < 2 * takes + SPARE:
        text = f"{file.parent} has {free:,} bytes left; writing the file anew takes"
        raise CannotCompact(f"{text} {2 * takes:,} for a while. Make room there.")
    try:
        # What is written meanwhile lies in a file, and not in memory.
        conn.execute("PRAGMA temp_store = 1").fetchall()
        conn.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}").fetchall()
        conn.engine.scrub(conn)
    except DatabaseError as wrong:
        text = f"The file stays as it is: {wrong}. SQLITE_TMPDIR names a folder with more room."
        raise CannotCompact(text) from None
