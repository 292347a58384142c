"""Hands in the journal: finding rounds that were played, and reading the rows of one of them.

How it works. Rows stand in the order they were written, so the newest rounds are found by going
back from the end, some at a time. Within a table each row names the one before it: from the last
row of a round the chain leads to its first, and from there to the last snapshot, which says who sat
where. Read it on a thread of its own: it may be much.
"""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

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
    what its first row says. `outcome` is `open`, `played` or `void`."""

    opened: int
    table: str
    round: int
    outcome: str
    last: int
    before: int | None
    row: bytes


def opened_before(
    conn: sqlite3.Connection, table: str, number: int | None, most: int
) -> tuple[FoundRound, ...]:
    """Rounds of a table (empty: of all) whose first row stands before that one, the newest
    first."""
    if table:
        rows = conn.execute(
            f"{ROUND} WHERE t.name = ?1 AND (?2 IS NULL OR r.opened < ?2)"
            " ORDER BY r.round DESC LIMIT ?3",
            (table, number, most),
        )
        return tuple(FoundRound(*row) for row in rows)
    firsts = conn.execute(
        "SELECT id, tbl FROM journal WHERE (?1 IS NULL OR id < ?1) AND substr(data, 1, 1) = ?2"
        " ORDER BY id DESC LIMIT ?3",
        (number, OPENED, most),
    ).fetchall()
    found = (
        conn.execute(f"{ROUND} WHERE r.tbl = ? AND r.opened = ?", (tbl, first)).fetchone()
        for first, tbl in firsts
    )
    return tuple(FoundRound(*row) for row in found if row is not None)


def of_number(conn: sqlite3.Connection, table: str, number: int) -> FoundRound | None:
    """The round of that number at a table; None if there was none."""
    row = conn.execute(f"{ROUND} WHERE t.name = ? AND r.round = ?", (table, number)).fetchone()
    return None if row is None else FoundRound(*row)


def last_rounds(conn: sqlite3.Connection, table: str) -> tuple[int, int] | None:
    """The least and the greatest number of a table's rounds; None if it has none."""
    least, most = conn.execute(
        "SELECT min(round), max(round) FROM rounds WHERE tbl ="
        " (SELECT id FROM tables WHERE name = ?)",
        (table,),
    ).fetchone()
    return None if least is None else (least, most)


def rows_of(conn: sqlite3.Connection, found: FoundRound) -> tuple[Row, ...]:
    """The rows of a round, from its first to its last; Broken if one cannot be read."""
    rows = conn.execute(
        "WITH RECURSIVE back (id, before, data) AS ("
        " SELECT id, before, data FROM journal WHERE id = ?1"
        " UNION ALL SELECT j.id, j.before, j.data FROM back b JOIN journal j ON j.id = b.before"
        " WHERE b.id > ?2) SELECT data FROM back ORDER BY id",
        (found.last, found.opened),
    )
    return tuple(from_bytes(data) for (data,) in rows)


def last_act_at(conn: sqlite3.Connection, found: FoundRound) -> int | None:
    """When somebody did something in the round for the last time; None if nobody has."""
    number: int | None = found.last
    while number is not None and number > found.opened:
        before, data = conn.execute(
            "SELECT before, data FROM journal WHERE id = ?", (number,)
        ).fetchone()
        if KINDS[data[0]] is ActDone:
            row = from_bytes(data)
            return row.at if isinstance(row, ActDone) else None
        number = before
    return None


def seats_at(conn: sqlite3.Connection, found: FoundRound) -> Mapping[Seat, SeatSnapshot]:
    """Who sat where when the round began, by the rows since the last snapshot."""
    rows: list[Row] = []
    number = found.before
    while number is not None:
        before, data = conn.execute(
            "SELECT before, data FROM journal WHERE id = ?", (number,)
        ).fetchone()
        if KINDS[data[0]] in (Snapshot, SeatTaken, SeatVacated):
            rows.append(from_bytes(data))
        if KINDS[data[0]] is Snapshot:
            break
        number = before
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
