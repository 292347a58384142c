"""The hash chain of the ledger and of the audit: each row bears the SHA-256 of the hash before it
and of all that it says, so that no row can be changed, taken out or put in between unseen."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, Literal, NamedTuple

import msgpack

from game_server.bank.entries import Entry
from game_server.store.transaction import Transaction

START: Final = bytes(32)
"""Stands before the first row."""
BATCH: Final = 200
"""After so many rows whoever looks through them rests."""
PAGE: Final = 1_000
"""So many rows are in memory at a time."""
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


def last_entry(conn: Transaction) -> ChainHead:
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
    " LEFT JOIN accounts d ON d.id = t.dst WHERE e.id > ? AND e.id <= ? ORDER BY e.id, t.id"
)
EVER: Final = 2**62


def entries(
    conn: Transaction, after: int = 0, upto: int = EVER
) -> Iterator[tuple[int, bytes | None, Row]]:
    """The entries after that one up to another, each with its hash and all that it says, in the
    order in which they were booked; a page of them is in memory at a time."""
    for start, end in _pages(conn, "entries", after, upto):
        for number, rows in groupby(conn.execute(ENTRIES, (start, end)), key=itemgetter(0)):
            lines = list(rows)
            _, kept, *first = lines[0]
            moved = [list(row[7:]) for row in lines if row[7] is not None]
            yield number, kept, [number, *first[:5], moved]


# -- the audit -------------------------------------------------------------------------------


def follow(conn: Transaction, audit: int, part: Part, says: Row) -> None:
    """Chain a row of the audit, or what came of it, to the rows before."""
    before = last_audited(conn)
    conn.execute(
        "INSERT INTO audit_chain (id, audit, part, hash) VALUES (?, ?, ?, ?)",
        (before.id + 1, audit, part, link(before.hash, [part, audit, *says])),
    )


def last_audited(conn: Transaction) -> ChainHead:
    """The link on which the next one follows."""
    row = conn.execute("SELECT id, hash FROM audit_chain ORDER BY id DESC LIMIT 1").fetchone()
    return ChainHead(0, START) if row is None else ChainHead(*row)


AUDITED: Final = (
    "SELECT c.id, c.hash, c.part, c.audit, a.at, a.who, a.role, a.line, a.what, a.told,"
    " r.at, r.result FROM audit_chain c LEFT JOIN audit a ON a.id = c.audit"
    " LEFT JOIN audit_results r ON r.audit = c.audit WHERE c.id > ? AND c.id <= ?"
    " ORDER BY c.id"
)


def audited(conn: Transaction, after: int = 0) -> Iterator[tuple[int, int, bytes, Row]]:
    """Every link after that one with the number of its row, its hash and all that the row says."""
    for page in _pages(conn, "audit_chain", after, EVER):
        for number, kept, part, audit, *rest in conn.execute(AUDITED, page):
            yield number, audit, kept, [part, audit, *(rest[:6] if part == "asked" else rest[6:])]


def _pages(conn: Transaction, table: str, after: int, upto: int) -> Iterator[tuple[int, int]]:
    """The numbers before and at the end of each page of a table."""
    asked = (
        "SELECT max(id) FROM (SELECT id FROM"
        f" {table} WHERE id > ? AND id <= ? ORDER BY id LIMIT ?) AS page"
    )
    while (end := conn.execute(asked, (after, upto, PAGE)).fetchone()[0]) is not None:
        yield after, end
        after = end


def stands(conn: Transaction) -> bool:
    """Whether this database has the chains; those of an older version have none."""
    return "hash" in conn.engine.columns(conn, "entries")


# -- looking through them ----------------------------------------------------------------------


def faults(conn: Transaction, rest: Callable[[], None] = lambda: None) -> tuple[str, ...]:
    """The first row of each chain that does not fit, as sentences; slow. `rest` is called now and
    then, so that others get their turn."""
    return tuple(one for one in (entry_fault(conn, rest), _audit_fault(conn, rest)) if one)


def newest_faults(conn: Transaction, most: int) -> tuple[str, ...]:
    """As `faults`, of so many of the newest rows of each chain: quick, however long they are."""
    entry, audit = last_entry(conn).id - most, last_audited(conn).id - most
    found = entry_fault(conn, after=max(0, entry)), _audit_fault(conn, after=max(0, audit))
    return tuple(one for one in found if one)


def entry_fault(
    conn: Transaction,
    rest: Callable[[], None] = lambda: None,
    after: int = 0,
    upto: int = EVER,
    before: bytes | None = None,
) -> str:
    """The first entry after that one, up to another, that does not fit, as a sentence; empty if
    all fit. `before` is the hash on which they follow, if that is known."""
    row = conn.execute(
        "SELECT id, hash FROM entries WHERE id <= ? ORDER BY id DESC LIMIT 1", (after,)
    ).fetchone()
    last, kept_before = row or (0, START)
    follows = (kept_before or START) if before is None else before
    for count, (number, kept, content) in enumerate(entries(conn, after, upto)):
        if kept is None or link(follows, content) != kept:
            why = f"it was changed, or what stood between it and entry {last}" if last else CHANGED
            return f"Entry {number} ({content[1]}) does not fit the chain of the ledger: {why}."
        follows, last = kept, number
        if count % BATCH == BATCH - 1:
            rest()
    return ""


CHANGED: Final = "it was changed, or stood not at the beginning"


def _audit_fault(conn: Transaction, rest: Callable[[], None] = lambda: None, after: int = 0) -> str:
    row = conn.execute("SELECT id, hash, audit FROM audit_chain WHERE id = ?", (after,)).fetchone()
    before, since = (row[1], row[2]) if row else (START, 0)
    follows = after + 1 if row else 1
    for count, (number, audit, kept, content) in enumerate(audited(conn, after if row else 0)):
        if number != follows or link(before, content) != kept:
            return (
                f"Row {audit} of the audit does not fit its chain: it, what came of it, or what"
                f" stood before it was changed."
            )
        before, follows = kept, number + 1
        if count % BATCH == BATCH - 1:
            rest()
    row = conn.execute(
        "SELECT id FROM audit WHERE id > ?1 AND NOT EXISTS"
        " (SELECT 1 FROM audit_chain c WHERE c.audit = audit.id AND c.part = 'asked')"
        " UNION ALL SELECT audit FROM audit_results r WHERE audit > ?1 AND NOT EXISTS"
        " (SELECT 1 FROM audit_chain c WHERE c.audit = r.audit AND c.part = 'result') LIMIT 1",
        (since,),
    ).fetchone()
    return "" if row is None else f"Row {row[0]} of the audit is not in its chain: it was put in."


# -- a database from before --------------------------------------------------------------------


def begin(conn: Transaction) -> None:
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
