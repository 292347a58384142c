"""Recovery of a table: its rows since a snapshot are read under a new epoch, and replayed.

How it works

- `TableRunner` asks for it when it starts, and whenever a commit fails or a table raises: what was
  in memory and not on disk is dropped, and the rows alone say how the table stands.
- `read_back` takes a new epoch, so that whoever wrote under the one before can write no more, and
  reads the rows from the last snapshot but one. `RecoveryLoop` tries it again until the disk
  answers.
- `recover` gives the new table the people, the queue and the chat of the one before
  (`Attendance`), which no row tells, and lets it `resume`: `table.recovery` replays the rows
  through `TableState.evolve`, as live play does, and compares the digest of each act's events.
- A round whose rows do not lead to what they say is void: its stakes go back (`void_why`). Who
  failed at it again and again is known to `Failures`, which ends in quarantine.
- At last clocks and questions are set afresh, and all who are here are told the table anew.
"""

from collections.abc import Sequence
from dataclasses import replace

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from game_server.lobby.ports import AnyTable
from game_server.store import journal
from game_server.store.ports import Store
from game_server.store.transaction import Transaction
from game_server.table.attendance import Attendance
from game_server.table.journal import Broken, Row, Snapshot, from_bytes
from game_server.table.orders import Order
from protocol.words import Refusal

_log = Logger()


def read_back(store: Store, table: str) -> Deferred[tuple[int, list[Row]]]:
    """Take the table over: its new epoch, and the rows that say how it stands."""
    reading: Deferred[tuple[int, Sequence[bytes]]] = Deferred()

    def read(tx: Transaction) -> tuple[int, Sequence[bytes]]:
        return journal.take_epoch(tx, table), journal.rows_since_stands(tx, table)

    store.post(read, reading.callback, reading.errback, alone=True)
    return reading.addCallback(lambda found: (found[0], [from_bytes(row) for row in found[1]]))


def recover(
    table: AnyTable, attendance: Attendance, rows: Sequence[Row], void_why: str, now: float
) -> list[Order]:
    """Let a new table stand as these rows say, with those who were at the one before, and go on;
    `void_why` as `Table.resume` takes it."""
    table.attend(attendance)
    try:
        return _resume(table, rows, void_why, now)
    except Refusal as wrong:
        # That is no refusal: the table does not stand.
        raise RuntimeError(f"The rows cannot be: {wrong.text}") from wrong


def _resume(table: AnyTable, rows: Sequence[Row], void_why: str, now: float) -> list[Order]:
    try:
        return table.resume(rows, now, void_why)
    except Broken as wrong:
        # The table was of another game, whose carry these rules cannot read.
        _log.error("{table}: {why}", table=table.config.table, why=str(wrong))
        bare = [replace(r, carry=None) if isinstance(r, Snapshot) else r for r in rows]
        return table.resume(bare, now, void_why)
