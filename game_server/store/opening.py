"""The choice of the store by the disk: the one that commits in the loop, or the one on a thread."""

import os
import time
from collections.abc import Callable
from tempfile import TemporaryFile
from typing import Final

from game_server.clock import Loop
from game_server.store.database_thread import reading
from game_server.store.direct import GAP_S, DirectStore
from game_server.store.ports import CannotOpen
from game_server.store.sqlite import SqliteConnection
from game_server.store.transaction import Connection
from game_server.store.writer import Fence, WriterThread

FAST_S: Final = 0.0005
"""A disk that syncs faster than this holds up the loop less than handing work to a thread."""
TRIES: Final = 15
PAGE: Final = bytes(4096)
SYNC: Final[Callable[[int], None]] = getattr(os, "fdatasync", os.fsync)
"""As SQLite does it: some systems know no other way than with the file's own dates."""


def open_store(
    conn: Connection, reactor: Loop, folder: str, fence: Fence | None = None
) -> DirectStore | WriterThread:
    """The store over this connection, whose file lies in the folder if it has one; CannotOpen if
    the disk takes nothing more. For a server no loop waits, and `fence` lets its commits pass."""
    try:
        takes = sync_seconds(folder)
    except OSError as wrong:
        text = f"{folder} cannot be written to: {wrong.strerror}; make room on its disk."
        raise CannotOpen(text) from None
    if takes < FAST_S and isinstance(conn, SqliteConnection):
        return DirectStore(conn, reactor, reading(conn, reactor), GAP_S)
    return WriterThread(conn, reactor, fence)


def sync_seconds(folder: str) -> float:
    """How long the disk takes to make a page last in a file that is long enough: a log is written
    over and over, from its front. Whatever else the machine does at this moment does not count."""
    took = []
    with TemporaryFile(dir=folder, buffering=0) as file:
        for _ in range(TRIES):
            began = time.perf_counter()
            file.seek(0)
            file.write(PAGE)
            SYNC(file.fileno())
            took.append(time.perf_counter() - began)
    return sorted(took)[TRIES // 4]
