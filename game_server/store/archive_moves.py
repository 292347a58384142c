"""Moving rounds that were over long ago out of the journal: what is next, and its deletion in small
steps once it is packed.

A table's rows go from one snapshot up to another, and never beyond the snapshot from which the
table is rebuilt; of a room that is closed all go. What was packed and not deleted, because the
house stopped in between, is packed once more.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple

import msgpack

from game_server.store import archive, deletions
from game_server.store.archive import Pack, Step
from game_server.store.packed_rows import PackedRow
from game_server.store.shelf import PackedRound
from game_server.store.transaction import Transaction, marks
from game_server.table.journal import KINDS, ActDone, SeatTaken, Snapshot

MOST_ROWS: Final = 2_000
"""A pack takes in no more tables when it has so many rows."""
WINDOWS: Final = tuple(2_000 * 4**step for step in range(5))
"""So many rows are looked through for tables that have something to move, the next if there is
none."""
AT_ONCE: Final = 15
"""So many rows, or rounds, go in one commit: a few pages of the file, and no pause for a table."""
AT_ONCE_THERE: Final = 100
"""On a server, which has the pages of many rows in its memory."""
ACT, TAKEN, STANDS = (KINDS.index(kind) for kind in (ActDone, SeatTaken, Snapshot))


@dataclass(frozen=True)
class Move:
    """What is next: a pack, its month, and what goes from the journal once that is on disk: rows,
    and rounds by the number of their table. `keeps` are the commits that write the pack, `players`
    those whose names are in it."""

    pack: Pack
    month: str
    rows: tuple[int, ...]
    rounds: tuple[tuple[int, int], ...]
    ends: tuple[int, ...]
    """Closed rooms of which nothing is left in the journal then, by their numbers."""
    keeps: tuple[Step, ...] = ()
    players: frozenset[int] = frozenset()
    at_once: int = AT_ONCE


class _Stretch(NamedTuple):
    """Rows of a table from one number up to another, which stays unless nothing is behind it."""

    tbl: int
    name: str
    first: int
    upto: int
    rows: int
    ends: bool


def next_move(conn: Transaction, older_than: int) -> Move | None:
    """What is next of all that happened before that moment; None if that is nothing."""
    end = _first_since(conn, older_than)
    for window in WINDOWS:
        found = _stretches(conn, end, window)
        if found:
            return _packed(conn, found)
    return None


def waits(conn: Transaction, older_than: int) -> bool:
    """Whether something that happened before that moment should have been packed and is not."""
    if not archive.can_keep(conn):
        return False
    end = _first_since(conn, older_than)
    return any(_stretches(conn, end, window) for window in WINDOWS)


def _first_since(conn: Transaction, moment: int) -> int:
    """The number of the first row of an act since then; that of the last row, which never goes, if
    there is none."""
    (low, high) = conn.execute(
        "SELECT coalesce(min(id), 0), coalesce(max(id), 0) FROM journal"
    ).fetchone()
    newest = conn.execute(
        "SELECT data FROM journal WHERE substr(data, 1, 1) = ? ORDER BY id DESC LIMIT 1",
        (bytes([ACT]),),
    ).fetchone()
    if newest is None or _at(newest[0]) < moment:
        return int(high)
    while low < high:
        middle = (low + high) // 2
        row = conn.execute(
            "SELECT id, data FROM journal WHERE id >= ? AND substr(data, 1, 1) = ?"
            " ORDER BY id LIMIT 1",
            (middle, bytes([ACT])),
        ).fetchone()
        if row is None or row[0] >= high or _at(row[1]) >= moment:
            high = middle
        else:
            low = row[0] + 1
    return int(low)


def _at(data: bytes) -> int:
    return int(msgpack.unpackb(data[1:], strict_map_key=False).get("at", 0))


def _stretches(conn: Transaction, end: int, window: int) -> Sequence[_Stretch]:
    rows = conn.execute(
        "WITH few AS (SELECT j.id, j.tbl, substr(j.data, 1, 1) AS kind FROM journal j"
        " JOIN tables t ON t.id = j.tbl LEFT JOIN rooms r ON r.name = t.name"
        " WHERE j.id < ?2 AND (j.id < t.stood OR r.closed IS NOT NULL) ORDER BY j.id LIMIT ?3)"
        " SELECT t.id, t.name, min(f.id), max(f.id), max(CASE WHEN f.kind = ?1 THEN f.id END),"
        " count(*), t.last, t.stood, r.closed FROM few f JOIN tables t ON t.id = f.tbl"
        " LEFT JOIN rooms r ON r.name = t.name GROUP BY t.id, r.name ORDER BY min(f.id)",
        (bytes([STANDS]), end, window),
    )
    found: list[_Stretch] = []
    for tbl, name, first, last, stands, count, newest, stood, closed in rows:
        ends = closed is not None and last == newest
        # The snapshot from which a table is rebuilt is the end of all that may go.
        upto = last + 1 if ends else _cut(conn, tbl, first, last, stands, stood, closed is not None)
        if upto > first:
            found.append(_Stretch(tbl, name, first, upto, count, ends))
        if sum(one.rows for one in found) >= MOST_ROWS:
            break
    return found


def _cut(
    conn: Transaction,
    tbl: int,
    first: int,
    last: int,
    stands: int | None,
    stood: int | None,
    closed: bool,
) -> int:
    if not closed and stood is not None:
        # All rows up to the one from which the table is rebuilt may be in the window.
        follows = conn.execute(
            "SELECT 1 FROM journal WHERE id = ? AND before = ?", (stood, last)
        ).fetchone()
        if follows:
            return int(stood)
    return first if stands is None else int(stands)


def _packed(conn: Transaction, found: Sequence[_Stretch]) -> Move:
    names = {one.tbl: one for one in found}
    parts: dict[str, list[PackedRow]] = {one.name: [] for one in found}
    rows = conn.execute(
        "SELECT id, tbl, data FROM journal WHERE id >= ? AND id < ?"
        f" AND tbl IN ({marks(len(found))}) ORDER BY id",
        (min(one.first for one in found), max(one.upto for one in found), *names),
    )
    for number, tbl, data in rows:
        if names[tbl].first <= number < names[tbl].upto:
            parts[names[tbl].name].append(PackedRow(number, data))
    rounds, gone = list[PackedRound](), list[tuple[int, int]]()
    for one in found:
        for number, outcome, opened, closed in conn.execute(
            "SELECT round, outcome, opened, coalesce(closed, opened) FROM rounds"
            " WHERE tbl = ? AND outcome <> 'open' AND opened >= ? AND opened < ?",
            (one.tbl, one.first, one.upto),
        ):
            rounds.append(PackedRound(one.name, number, outcome, opened, closed))
            gone.append((one.tbl, number))
    return Move(
        Pack(parts, tuple(rounds)),
        _month(parts),
        tuple(sorted(row.id for rows in parts.values() for row in rows)),
        tuple(gone),
        tuple(one.tbl for one in found if one.ends),
    )


def _month(parts: Mapping[str, Sequence[PackedRow]]) -> str:
    rows = [row for part in parts.values() for row in part]
    acts = [row for row in rows if row.data[0] == ACT]
    # Where nobody acted somebody sat down.
    newest = max(_at(row.data) for row in ([max(acts)] if acts else rows))
    return datetime.fromtimestamp(newest / 1000, UTC).strftime("%Y-%m")


def pack_next(conn: Transaction, older_than: int) -> Move | None:
    """Pack what is next, and leave it in the journal; None if there is nothing, or no place."""
    move = next_move(conn, older_than) if archive.can_keep(conn) else None
    if move is None:
        return None
    players = archive.players_of(move.pack.parts)
    gone = deletions.among(conn, players)
    parts = archive.without_names(move.pack.parts, gone) if gone else move.pack.parts
    # What was packed before the house stopped is whole there; some of it may be gone here.
    known = archive.there_already(conn, move.pack.rounds)
    pack = Pack(parts, tuple(one for one in move.pack.rounds if one not in known))
    return replace(
        move,
        pack=pack,
        keeps=archive.keep(conn, move.month, pack),
        players=players.difference(gone),
        at_once=AT_ONCE if archive.is_apart(conn) else AT_ONCE_THERE,
    )


# -- deleting ----------------------------------------------------------------------------------


def steps(move: Move) -> Iterator[Step]:
    """The commits that write what is packed, as far as it is not on disk, and then delete it from
    the journal: rows, the oldest first, then rounds. Before that one says which these are, so that
    they are read from the pack from then on."""
    most = move.at_once
    yield from move.keeps
    yield partial(_forget_the_deleted, move=move)
    yield partial(_are_packed, upto=max(move.rows))
    for start in range(0, len(move.rows), most):
        yield partial(_drop_rows, rows=move.rows[start : start + most])
    for start in range(0, len(move.rounds), most):
        yield partial(_drop_rounds, rounds=move.rounds[start : start + most])
    for start in range(0, len(move.ends), most):
        yield partial(_end_tables, tables=move.ends[start : start + most])


def _forget_the_deleted(conn: Transaction, move: Move) -> None:
    """Whoever was deleted while the rows were packed; a deletion that comes later finds the
    pack."""
    gone = deletions.among(conn, move.players)
    for place in archive.packs_with(conn, gone):
        archive.erase(conn, place, gone)


def _are_packed(conn: Transaction, upto: int) -> None:
    conn.execute("UPDATE archived SET upto = ?1 WHERE upto < ?1", (upto,))


def _drop_rows(conn: Transaction, rows: Sequence[int]) -> None:
    numbers = conn.engine.each_number("?1")
    conn.execute(f"DELETE FROM journal WHERE id IN ({numbers})", (json.dumps(rows),))


def _drop_rounds(conn: Transaction, rounds: Sequence[tuple[int, int]]) -> None:
    """The last round that was played at a table stays, for its number and its carry, unless the
    room is closed."""
    for tbl, number in rounds:
        conn.execute(
            "DELETE FROM rounds WHERE tbl = ?1 AND round = ?2 AND (EXISTS (SELECT 1 FROM rounds"
            " WHERE tbl = ?1 AND round > ?2 AND outcome = 'played') OR EXISTS (SELECT 1"
            " FROM tables t JOIN rooms r ON r.name = t.name WHERE t.id = ?1"
            " AND r.closed IS NOT NULL))",
            (tbl, number),
        )


def _end_tables(conn: Transaction, tables: Sequence[int]) -> None:
    conn.executemany(
        "UPDATE tables SET last = NULL, stands = NULL, stood = NULL WHERE id = ?",
        [(tbl,) for tbl in tables],
    )
