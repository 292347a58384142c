"""The hash chain of the ledger and of the audit: each row bears the SHA-256 of the hash before it
and of all that it says, so that no row can be changed, taken out or put in between unseen."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, Literal, NamedTuple

import msgpack

from game_server.bank.entries import Entry

START: Final = bytes(32)
"""Stands before the first row."""
BATCH: Final = 200
"""After so many rows whoever looks through them rests."""
Part = Literal["asked", "result"]
Row = Sequence[object]


class ChainHead(NamedTuple):
    """The last row of a chain, by number and hash; number 0 when there is none."""

    id: int
    hash: bytes


def link(before: bytes, says: Row) -> bytes:
    """The hash of a row that says this and follows on that hash."""
    return hashlib.sha256(before + bytes(msgpack.packb(says))).digest()


# -- the ledger ------------------------------------------------------------------------------


def last_entry(conn: sqlite3.Connection) -> ChainHead:
    """The entry on which the next one follows."""
    row = conn.execute("SELECT id, hash FROM entries ORDER BY id DESC LIMIT 1").fetchone()
    return ChainHead(0, START) if row is None else ChainHead(row[0], row[1] or START)


def says(number: int, entry: Entry) -> Row:
    """All that an entry says, in the form in which it is hashed."""
    moved = [
        [one.src.name, one.src.kind, one.dst.name, one.dst.kind, one.amount, one.why]
        for one in entry.transfers
    ]
    return [number, entry.key, entry.purse, entry.at, entry.why, entry.memo, moved]


ENTRIES: Final = (
    "SELECT e.id, e.hash, e.key, e.purse, e.at, e.why, e.memo,"
    " s.name, s.kind, d.name, d.kind, t.amount, t.why FROM entries e"
    " LEFT JOIN transfers t ON t.entry = e.id LEFT JOIN accounts s ON s.id = t.src"
    " LEFT JOIN accounts d ON d.id = t.dst ORDER BY e.id, t.id"
)


def entries(conn: sqlite3.Connection) -> Iterator[tuple[int, bytes | None, Row]]:
    """Every entry with its hash and all that it says, in the order in which they were booked."""
    for number, rows in groupby(conn.execute(ENTRIES), key=itemgetter(0)):
        lines = list(rows)
        _, kept, *first = lines[0]
        moved = [list(row[7:]) for row in lines if row[7] is not None]
        yield number, kept, [number, *first[:5], moved]


# -- the audit -------------------------------------------------------------------------------


def follow(conn: sqlite3.Connection, audit: int, part: Part, says: Row) -> None:
    """Chain a row of the audit, or what came of it, to the rows before."""
    before = last_audited(conn)
    conn.execute(
        "INSERT INTO audit_chain (id, audit, part, hash) VALUES (?, ?, ?, ?)",
        (before.id + 1, audit, part, link(before.hash, [part, audit, *says])),
    )


def last_audited(conn: sqlite3.Connection) -> ChainHead:
    """The link on which the next one follows."""
    row = conn.execute("SELECT id, hash FROM audit_chain ORDER BY id DESC LIMIT 1").fetchone()
    return ChainHead(0, START) if row is None else ChainHead(*row)


AUDITED: Final = (
    "SELECT c.id, c.hash, c.part, c.audit, a.at, a.who, a.role, a.line, a.what, a.told,"
    " r.at, r.result FROM audit_chain c LEFT JOIN audit a ON a.id = c.audit"
    " LEFT JOIN audit_results r ON r.audit = c.audit ORDER BY c.id"
)


def audited(conn: sqlite3.Connection) -> Iterator[tuple[int, int, bytes, Row]]:
    """Every link with the number of its row, its hash and all that the row says."""
    for number, kept, part, audit, *rest in conn.execute(AUDITED):
        yield number, audit, kept, [part, audit, *(rest[:6] if part == "asked" else rest[6:])]


def stands(conn: sqlite3.Connection) -> bool:
    """Whether this database has the chains; those of an older version have none."""
    return "hash" in [row[1] for row in conn.execute("PRAGMA table_info(entries)")]


# -- looking through them ----------------------------------------------------------------------


def faults(conn: sqlite3.Connection, rest: Callable[[], None] = lambda: None) -> tuple[str, ...]:
    """The first row of each chain that does not fit, as sentences; slow. `rest` is called now and
    then, so that others get their turn."""
    return tuple(one for one in (_entry_fault(conn, rest), _audit_fault(conn, rest)) if one)


def _entry_fault(conn: sqlite3.Connection, rest: Callable[[], None]) -> str:
    before, last = START, 0
    for count, (number, kept, content) in enumerate(entries(conn)):
        if kept is None or link(before, content) != kept:
            why = f"it was changed, or what stood between it and entry {last}" if last else CHANGED
            return f"Entry {number} ({content[1]}) does not fit the chain of the ledger: {why}."
        before, last = kept, number
        if count % BATCH == BATCH - 1:
            rest()
    return ""


CHANGED: Final = "it was changed, or stood not at the beginning"


def _audit_fault(conn: sqlite3.Connection, rest: Callable[[], None]) -> str:
    before, follows = START, 1
    for count, (number, audit, kept, content) in enumerate(audited(conn)):
        if number != follows or link(before, content) != kept:
            return (
                f"Row {audit} of the audit does not fit its chain: it, what came of it, or what"
                f" stood before it was changed."
            )
        before, follows = kept, number + 1
        if count % BATCH == BATCH - 1:
            rest()
    row = conn.execute(
        "SELECT id FROM audit WHERE id NOT IN (SELECT audit FROM audit_chain WHERE part = 'asked')"
        " UNION SELECT audit FROM audit_results WHERE audit NOT IN"
        " (SELECT audit FROM audit_chain WHERE part = 'result') ORDER BY 1 LIMIT 1"
    ).fetchone()
    return "" if row is None else f"Row {row[0]} of the audit is not in its chain: it was put in."


# -- a database from before --------------------------------------------------------------------


def begin(conn: sqlite3.Connection) -> None:
    """Chain what stands in a ledger and an audit that have no chain yet."""
    before, some = START, list[tuple[bytes, int]]()
    for number, _, content in entries(conn):
        before = link(before, content)
        some.append((before, number))
    conn.executemany("UPDATE entries SET hash = ? WHERE id = ?", some)
    rows = conn.execute("SELECT id, at, who, role, line, what, told FROM audit ORDER BY id")
    for number, *content in rows.fetchall():
        follow(conn, number, "asked", content)
    rows = conn.execute("SELECT audit, at, result FROM audit_results ORDER BY audit")
    for number, *content in rows.fetchall():
        follow(conn, number, "result", content)
