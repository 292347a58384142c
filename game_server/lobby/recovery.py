"""What a table is rebuilt from: its rows on disk, under an epoch that is its own from now on."""

from collections.abc import Sequence
from dataclasses import replace

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from game_server.lobby.inputs import Work
from game_server.lobby.ports import AnyTable
from game_server.store import journal
from game_server.store.ports import Store
from game_server.table.journal import Broken, Row, Snapshot, from_bytes
from game_server.table.orders import Order

_log = Logger()


def read_back(store: Store, table: str) -> Deferred[tuple[int, list[Row]]]:
    """Take the table over: its new epoch, and the rows that say how it stands."""
    reading = store.write(
        lambda conn: (journal.take_epoch(conn, table), journal.rows_since_stands(conn, table))
    )
    return reading.addCallback(lambda found: (found[0], [from_bytes(row) for row in found[1]]))


def recalled(table: str, rows: Sequence[Row], void_why: str = "") -> Work:
    """Let a room stand as these rows say, and go on; `void_why` as `Room.resume` takes it."""

    def resume(room: AnyTable, now: float) -> list[Order]:
        try:
            return room.resume(rows, now, void_why)
        except Broken as wrong:
            # The table was of another game, whose carry these rules cannot read.
            _log.error("{table}: {why}", table=table, why=str(wrong))
            bare = [replace(r, carry=None) if isinstance(r, Snapshot) else r for r in rows]
            return room.resume(bare, now, void_why)

    return resume
