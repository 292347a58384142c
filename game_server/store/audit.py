"""The audit on disk: what administrators have asked for, and what came of it. Nothing of it ever
changes. Nothing of it ever changes."""

from dataclasses import dataclass
from typing import Final

from game_server.store import chain
from game_server.store.transaction import Transaction, whole

OPEN: Final = "open"
"""Shown for what has no result: it is under way, or the house stopped in the middle of it."""
DONE: Final = "ok"


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """A request of an administrator: who asked for what, on which line, with which values (as JSON,
    without secrets)."""

    at: int
    who: str
    role: str
    line: str
    what: str
    told: str


@dataclass(frozen=True, slots=True)
class AuditRow:
    """A row with what came of it: `ok`, the code of a refusal, or `open`."""

    id: int
    asked: AuditRequest
    result: str
    ended: int | None


def ask(conn: Transaction, asked: AuditRequest) -> int:
    """Write down what is asked for; the number of the row."""
    said = (asked.at, asked.who, asked.role, asked.line, asked.what, asked.told)
    with whole(conn):
        number = conn.insert(
            "INSERT INTO audit (at, who, role, line, what, told) VALUES (?, ?, ?, ?, ?, ?)", said
        )
        chain.follow(conn, number, "asked", said)
    return number


def end(conn: Transaction, row: int, result: str, at: int) -> None:
    """Write down what came of it; once."""
    with whole(conn):
        conn.execute(
            "INSERT INTO audit_results (audit, at, result) VALUES (?, ?, ?)", (row, at, result)
        )
        chain.follow(conn, row, "result", (at, result))


def looks(conn: Transaction, since: int, count: int) -> tuple[AuditRow, ...]:
    """Who has looked at cards that lay face down since then, and why, the newest first."""
    found = conn.execute(
        "SELECT a.id, a.at, a.who, a.role, a.line, a.what, a.told, r.result, r.at FROM audit a"
        " LEFT JOIN audit_results r ON r.audit = a.id"
        " WHERE a.at >= ? AND a.what IN ('watch', 'hand show', 'hand export')"
        " AND a.told LIKE '%\"reason\": %'"
        " AND a.told LIKE '%\"table\": %' AND coalesce(r.result, 'ok') IN ('ok', 'stopped')"
        " ORDER BY a.id DESC LIMIT ?",
        (since, count),
    )
    return tuple(
        AuditRow(number, AuditRequest(*rest[:6]), rest[6] or OPEN, rest[7])
        for number, *rest in found
    )


def rows(
    conn: Transaction,
    *,
    who: str = "",
    what: str = "",
    refused: bool = False,
    since: int = 0,
    before: int | None = None,
    count: int = 50,
) -> tuple[AuditRow, ...]:
    """Rows, the newest first, up to so many; `before` is the number of a row."""
    found = conn.execute(
        "SELECT a.id, a.at, a.who, a.role, a.line, a.what, a.told, r.result, r.at FROM audit a"
        " LEFT JOIN audit_results r ON r.audit = a.id"
        " WHERE (a.who = ?1 OR ?1 = '') AND (a.what = ?2 OR ?2 = '') AND a.at >= ?3"
        " AND (a.id < ?4 OR ?4 IS NULL) AND (?5 = 0 OR r.result NOT IN ('ok', 'stopped'))"
        " ORDER BY a.id DESC LIMIT ?6",
        (who, what, since, before, int(refused), count),
    )
    return tuple(
        AuditRow(number, AuditRequest(*rest[:6]), rest[6] or OPEN, rest[7])
        for number, *rest in found
    )
