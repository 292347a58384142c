"""Hands in the journal: finding rounds that were played, and reading the rows of one of them.

How it works. Rows stand in the order they were written, so the newest rounds are found by going
back from the end, some at a time. Within a table each row names the one before it: from the last
row of a round the chain leads to its first, and from there to the last snapshot, which says who
sat where. Of rounds that are packed (`archive`) the part of their table is unpacked. Read it on a
thread of its own: it may be much.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from game_server.store import archive
from game_server.store.packed_rows import PackedPart
from game_server.store.shelf import PackedRound
from game_server.store.transaction import Transaction
from game_server.table.journal import (
    KINDS,
    ActDone,
    RoundOpened,
    Row,
    SeatSnapshot,
    SeatTaken,
    SeatVacated,
    Snapshot,
    from_bytes,
)
from protocol.words import Seat

OPENED: Final = bytes([KINDS.index(RoundOpened)])
ROUND: Final = (
    "SELECT j.id, t.name, r.round, r.outcome, coalesce(r.closed, t.last), j.before, j.data"
    " FROM rounds r JOIN tables t ON t.id = r.tbl JOIN journal j ON j.id = r.opened"
)


@dataclass(frozen=True, slots=True)
class FoundRound:
    """A round in the journal: the numbers of its first and its last row, of the row before it, and
    what its first row says. `outcome` is `open`, `played` or `void`; `part` is what was unpacked to
    find it, where it is read next."""

    opened: int
    table: str
    round: int
    outcome: str
    last: int
    before: int | None
    row: bytes
    part: PackedPart | None = field(default=None, compare=False, repr=False)


def opened_before(
    conn: Transaction, table: str, number: int | None, most: int
) -> tuple[FoundRound, ...]:
    """Rounds of a table (empty: of all) whose first row stands before that one, the newest
    first."""
    found = {one.opened: one for one in _in_journal(conn, table, number, most)}
    packed = {
        one.opened: one
        for one in archive.opened_before(conn, table, number, most)
        if one.opened not in found
    }
    newest = sorted((*found, *packed), reverse=True)[:most]
    # To unpack one takes longer than to find it: only those that are shown are. So many parts would
    # be much to keep.
    shown = (
        found[opened] if opened in found else _unpacked(conn, packed[opened]) for opened in newest
    )
    return tuple(replace(one, part=None) for one in shown if one is not None)


def _in_journal(
    conn: Transaction, table: str, number: int | None, most: int
) -> tuple[FoundRound, ...]:
    if table:
        rows = conn.execute(
            f"{ROUND} WHERE t.name = ?1 AND (r.opened < ?2 OR ?2 IS NULL)"
            " ORDER BY r.round DESC LIMIT ?3",
            (table, number, most),
        )
        return tuple(FoundRound(*row) for row in rows)
    firsts = conn.execute(
        "SELECT id, tbl FROM journal WHERE (id < ?1 OR ?1 IS NULL) AND substr(data, 1, 1) = ?2"
        " ORDER BY id DESC LIMIT ?3",
        (number, OPENED, most),
    ).fetchall()
    found = (
        conn.execute(f"{ROUND} WHERE r.tbl = ? AND r.opened = ?", (tbl, first)).fetchone()
        for first, tbl in firsts
    )
    return tuple(FoundRound(*row) for row in found if row is not None)


def of_number(conn: Transaction, table: str, number: int) -> FoundRound | None:
    """The round of that number at a table; None if there was none."""
    row = conn.execute(f"{ROUND} WHERE t.name = ? AND r.round = ?", (table, number)).fetchone()
    if row is not None:
        return FoundRound(*row)
    packed = archive.of_number(conn, table, number)
    return None if packed is None else _unpacked(conn, packed)


def _unpacked(conn: Transaction, packed: PackedRound) -> FoundRound | None:
    part = archive.part_with(conn, packed.table, packed.opened)
    if part is None:
        return None
    first = part.between(packed.opened, packed.opened)
    if not first:
        return None
    before = next((row.id for row in part.back(packed.opened)), None)
    table, number, outcome, opened, closed = packed
    return FoundRound(opened, table, number, outcome, closed, before, first[0].data, part)


def _part_of(conn: Transaction, found: FoundRound) -> PackedPart | None:
    """Where the rows of a round and those before it are packed; None: they are in the journal. Of
    what is packed some may be gone there, the oldest first."""
    if found.part is not None:
        return found.part
    (upto,) = conn.execute("SELECT upto FROM archived").fetchone()
    if found.opened > upto:
        return None
    return archive.part_with(conn, found.table, found.opened)


def last_rounds(conn: Transaction, table: str) -> tuple[int, int] | None:
    """The least and the greatest number of a table's rounds; None if it has none."""
    numbers = [
        *conn.execute(
            "SELECT min(round), max(round) FROM rounds WHERE tbl ="
            " (SELECT id FROM tables WHERE name = ?)",
            (table,),
        ).fetchone(),
        *archive.least_and_greatest(conn, table),
    ]
    known = [one for one in numbers if one is not None]
    return (min(known), max(known)) if known else None


def rows_of(conn: Transaction, found: FoundRound) -> tuple[Row, ...]:
    """The rows of a round, from its first to its last; Broken if one cannot be read."""
    part = _part_of(conn, found)
    if part is not None:
        return tuple(from_bytes(row.data) for row in part.between(found.opened, found.last))
    rows = conn.execute(
        "WITH RECURSIVE back (id, before, data) AS ("
        " SELECT id, before, data FROM journal WHERE id = ?1"
        " UNION ALL SELECT j.id, j.before, j.data FROM back b JOIN journal j ON j.id = b.before"
        " WHERE b.id > ?2) SELECT data FROM back ORDER BY id",
        (found.last, found.opened),
    ).fetchall()
    return tuple(from_bytes(data) for (data,) in rows)


def last_act_at(conn: Transaction, found: FoundRound) -> int | None:
    """When somebody did something in the round for the last time; None if nobody has."""
    for data in _back(conn, found, found.last, found.opened):
        if KINDS[data[0]] is ActDone:
            row = from_bytes(data)
            return row.at if isinstance(row, ActDone) else None
    return None


def _back(conn: Transaction, found: FoundRound, number: int | None, above: int) -> Iterator[bytes]:
    """The rows of a round's table from that one back, above another."""
    part = None if number is None else _part_of(conn, found)
    if part is not None and number is not None:
        for packed in part.back(number + 1):
            if packed.id <= above:
                return
            yield packed.data
        return
    while number is not None and number > above:
        row = conn.execute("SELECT before, data FROM journal WHERE id = ?", (number,)).fetchone()
        if row is None:
            return  # It is being moved, the oldest first.
        number = row[0]
        yield row[1]


def seats_at(conn: Transaction, found: FoundRound) -> Mapping[Seat, SeatSnapshot]:
    """Who sat where when the round began, by the rows since the last snapshot."""
    rows: list[Row] = []
    for data in _back(conn, found, found.before, 0):
        if KINDS[data[0]] in (Snapshot, SeatTaken, SeatVacated):
            rows.append(from_bytes(data))
        if KINDS[data[0]] is Snapshot:
            break
    return _seated(rows)


def _seated(rows: Sequence[Row]) -> Mapping[Seat, SeatSnapshot]:
    """Who sits where after these rows, the last first."""
    seats: dict[Seat, SeatSnapshot] = {}
    for row in reversed(rows):
        match row:
            case Snapshot():
                seats = dict(row.seats)
            case SeatTaken():
                seats[row.seat] = row.who
            case SeatVacated():
                seats.pop(row.seat, None)
    return seats


def dealt_in(conn: Transaction, found: FoundRound) -> frozenset[int]:
    """The numbers of the players who were dealt in; bots have none."""
    row = from_bytes(found.row)
    names = row.names if isinstance(row, RoundOpened) else {}
    seats = seats_at(conn, found)
    sat = (seats[seat].player for seat in names if seat in seats)
    return frozenset(int(player) for player in sat if player.isdecimal())
