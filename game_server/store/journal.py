"""The journal on disk: what happened at each table, under an epoch that is the lease of its writer.

## How it works

A table has one writer. It opens the journal with an epoch, one more than the newest: a lease that
ends when the next writer takes it. Its rows then count 1, 2, 3 within the epoch. A write of an
older epoch, or with a number that is not the next, is refused (`StaleEpoch`, `WrongRow`): so two
writers can never mix their rows, and no row is lost between two others.

`JournalHead` is where a table stands after a write: number, epoch, last row, and the round in play.
The writer keeps it and hands it to the next write, so that a commit reads nothing.

After a crash recovery asks for the rows since the last snapshots, and for each round that was not
over (`OpenRound`); their rows come as bytes, so that a damaged one spoils no other round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from game_server.store.refusals import StaleEpoch, WrongRow
from game_server.store.transaction import Transaction
from game_server.table.journal import (
    ActDone,
    LeaveIntended,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Row,
    Snapshot,
    to_bytes,
)

OF_A_ROUND: Final = (ActDone, LeaveIntended, RoundOpened, RoundClosed, RoundVoided)
"""Rows that stand in a round, or begin or end it."""


@dataclass(frozen=True, slots=True)
class LastRound:
    """The number of a table's last round, 0 if there was none, and the last carry."""

    round: int
    carry: bytes | None


class JournalHead(NamedTuple):
    """Where a table stands: its number, who writes it, its last row, and the round in play."""

    id: int
    epoch: int
    seq: int
    open: int | None
    last: int | None


def take_epoch(conn: Transaction, table: str) -> int:
    """Become the one writer of a table: whoever was it before is refused from now on."""
    row = conn.execute(
        "INSERT INTO tables (name, epoch) VALUES (?, 1)"
        " ON CONFLICT (name) DO UPDATE SET epoch = tables.epoch + 1, seq = 0 RETURNING epoch",
        (table,),
    ).fetchone()
    return int(row[0])


def append(conn: Transaction, table: str, epoch: int, seq: int, rows: Sequence[Row]) -> int:
    """Write rows, the first as number `seq` of this epoch; the number of the next one.

    StaleEpoch when the table has another writer by now; WrongRow when a number, or a round that
    begins or ends, does not follow on what is written.
    """
    at = head(conn, table, epoch)
    if seq != at.seq + 1:
        text = f"Row {seq} of table {table!r} does not follow on {at.seq}; the next is "
        raise WrongRow(text + f"{at.seq + 1}.")
    return follow(conn, table, at, rows).seq + 1


def follow(conn: Transaction, table: str, head: JournalHead, rows: Sequence[Row]) -> JournalHead:
    """Write rows after where the table stood for who wrote it last; where it stands now.

    WrongRow when a round that begins or ends does not follow; StaleEpoch when the table stands
    elsewhere.
    """
    playing = _playing(conn, table, head, rows)
    before = head.last
    for number, row in enumerate(rows, head.seq + 1):
        written = _write(conn, table, head, number, row, before)
        before = written
        if type(row) is ActDone:
            # That is what most rows are.
            continue
        if isinstance(row, RoundOpened):
            conn.execute(
                "INSERT INTO rounds (tbl, round, opened) VALUES (?, ?, ?)",
                (head.id, row.round, written),
            )
        elif isinstance(row, RoundClosed):
            conn.execute(
                "UPDATE rounds SET outcome = 'played', closed = ?, carry = ?"
                " WHERE tbl = ? AND round = ?",
                (written, row.carry, head.id, row.round),
            )
        elif isinstance(row, RoundVoided):
            conn.execute(
                "UPDATE rounds SET outcome = 'void', closed = ? WHERE tbl = ? AND round = ?",
                (written, head.id, row.round),
            )
        elif isinstance(row, Snapshot):
            conn.execute(
                "UPDATE tables SET stood = stands, stands = ? WHERE id = ?", (written, head.id)
            )
    return JournalHead(head.id, head.epoch, head.seq + len(rows), playing, before)


def _write(
    conn: Transaction, table: str, head: JournalHead, seq: int, row: Row, before: int | None
) -> int:
    try:
        return conn.insert(
            "INSERT INTO journal (tbl, epoch, seq, data, before) VALUES (?, ?, ?, ?, ?)",
            (head.id, head.epoch, seq, to_bytes(row), before),
        )
    except Exception as wrong:
        if not conn.engine.refused(wrong).startswith(("stale_epoch", "wrong_seq")):
            raise
        text = f"Table {table!r} is not at row {head.seq} of epoch {head.epoch} any more; "
        raise StaleEpoch(text + "stop, take an epoch, and rebuild the table.") from wrong


def rows_since_stands(conn: Transaction, table: str) -> tuple[bytes, ...]:
    """What a table is rebuilt from: its rows since it stood between two rounds the last time but
    one, so that the round that ended last can still be told; all of them if it stood once at most.
    """
    # Each row knows the one before it at its table: no index by table, and writing stays cheap.
    rows = conn.execute(
        "WITH RECURSIVE back (id, before, data, stood) AS ("
        " SELECT j.id, j.before, j.data, coalesce(t.stood, 0)"
        " FROM tables t JOIN journal j ON j.id = t.last WHERE t.name = ?"
        " UNION ALL SELECT j.id, j.before, j.data, b.stood"
        " FROM back b JOIN journal j ON j.id = b.before WHERE b.id > b.stood"
        ") SELECT data FROM back ORDER BY id",
        (table,),
    )
    return tuple(data for (data,) in rows)


def last_carry(conn: Transaction, table: str) -> LastRound:
    """What the next round of a table goes on from; void rounds count as numbers alone."""
    row = conn.execute(
        "SELECT coalesce((SELECT max(round) FROM rounds WHERE tbl = t.id), 0),"
        " (SELECT carry FROM rounds WHERE tbl = t.id AND outcome = 'played'"
        " ORDER BY round DESC LIMIT 1) FROM tables t WHERE t.name = ?",
        (table,),
    ).fetchone()
    return LastRound(0, None) if row is None else LastRound(*row)


def head(conn: Transaction, table: str, epoch: int) -> JournalHead:
    """Where the table stands; StaleEpoch when this epoch does not write it."""
    row = conn.execute(
        "SELECT id, epoch, seq,"
        " (SELECT round FROM rounds WHERE tbl = tables.id AND outcome = 'open'), last"
        " FROM tables WHERE name = ?",
        (table,),
    ).fetchone()
    found = JournalHead(*row) if row is not None else JournalHead(0, 0, 0, None, None)
    if found.epoch != epoch:
        text = f"Table {table!r} is written by epoch {found.epoch}, not {epoch}; "
        raise StaleEpoch(text + "stop, take an epoch, and rebuild the table.")
    return found


def _playing(conn: Transaction, table: str, head: JournalHead, rows: Sequence[Row]) -> int | None:
    """The round in play after these rows; WrongRow where one would begin in another, out of its
    count, or not at all."""
    playing = head.open
    for row in rows:
        if type(row) is ActDone and playing is not None:
            # That is what most rows are.
            continue
        if not isinstance(row, OF_A_ROUND):
            continue
        if isinstance(row, RoundOpened):
            last = last_carry(conn, table).round
            if playing is not None:
                text = f"Round {row.round} of table {table!r} cannot begin; "
                raise WrongRow(text + f"{playing} is open, and must be closed or void before.")
            if row.round <= last:
                text = f"Round {row.round} of table {table!r} cannot begin; the last was {last}, "
                raise WrongRow(text + "count on from it.")
            playing = row.round
        elif playing is None:
            raise WrongRow(f"Table {table!r} has no open round; a round begins with RoundOpened.")
        elif isinstance(row, (RoundClosed, RoundVoided)):
            if row.round != playing:
                text = f"Round {row.round} of table {table!r} cannot end; {playing} is open."
                raise WrongRow(text)
            playing = None
    return playing
