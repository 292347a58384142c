"""Reports on disk: what a player has reported, what the house knew of it, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game_server.store.refusals import NoSuchReport, ReportClosed
from game_server.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the house itself knew when a report came: how the player was called, at which table and
    in which round, and the line of the chat that is reported (0: the player, and no line)."""

    name: str
    table: str = ""
    round: int = 0
    line: int = 0
    said: str = ""
    phrase: str = ""
    said_at: int = 0


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report. `answer` is what the reporter was told, `told` whether it has been said; `result`
    is what came of it, by administrator `who`, once it is closed."""

    id: int
    at: int
    reporter: int
    player: int
    why: str
    words: str
    evidence: Evidence
    answer: str
    told: bool
    closed: int | None
    result: str
    who: str


EVIDENCE = "name, tbl, round, line, said, phrase, said_at"
FIELDS = f"id, at, reporter, player, why, words, {EVIDENCE}, answer, told, closed, result, who"


def open_one(
    conn: Transaction, reporter: int, player: int, table: str, line: int
) -> ReportRow | None:
    """The open report of the same by the same, if there is one."""
    row = conn.execute(
        f"SELECT {FIELDS} FROM reports WHERE reporter = ? AND player = ? AND tbl = ? AND line = ?"
        " AND closed IS NULL",
        (reporter, player, table, line),
    ).fetchone()
    return None if row is None else _row(row)


def lately(conn: Transaction, reporter: int, since: int) -> tuple[int, ...]:
    """When the player has reported something since then, the first first."""
    rows = conn.execute(
        "SELECT at FROM reports WHERE reporter = ? AND at > ? ORDER BY at", (reporter, since)
    )
    return tuple(int(at) for (at,) in rows)


def add(
    conn: Transaction,
    *,
    at: int,
    reporter: int,
    player: int,
    why: str,
    words: str,
    evidence: Evidence,
) -> ReportRow:
    """A new report."""
    one = evidence
    number = conn.insert(
        f"INSERT INTO reports (at, reporter, player, why, words, {EVIDENCE})"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(at, reporter, player, why, words),
            *(one.name, one.table, one.round, one.line, one.said, one.phrase, one.said_at),
        ),
    )
    return by_id(conn, number)


def by_id(conn: Transaction, report: int) -> ReportRow:
    """The report of that number; NoSuchReport if there is none."""
    row = conn.execute(f"SELECT {FIELDS} FROM reports WHERE id = ?", (report,)).fetchone()
    if row is None:
        raise NoSuchReport(f"There is no report {report}; look at `reports list`.")
    return _row(row)


def by_reporter(conn: Transaction, reporter: int) -> tuple[ReportRow, ...]:
    """All that a player has reported, the oldest first."""
    found = conn.execute(
        f"SELECT {FIELDS} FROM reports WHERE reporter = ? ORDER BY id", (reporter,)
    )
    return tuple(map(_row, found))


def rows(
    conn: Transaction,
    *,
    every: bool = False,
    player: int | None = None,
    before: int | None = None,
    count: int = 50,
) -> tuple[ReportRow, ...]:
    """Open reports, or all, the newest first, up to so many; `player` is who is reported."""
    found = conn.execute(
        f"SELECT {FIELDS} FROM reports WHERE (?1 = 1 OR closed IS NULL)"
        " AND (player = ?2 OR ?2 IS NULL) AND (id < ?3 OR ?3 IS NULL) ORDER BY id DESC LIMIT ?4",
        (int(every), player, before, count),
    )
    return tuple(map(_row, found))


def answer(conn: Transaction, report: int, text: str) -> ReportRow:
    """What the reporter is to be told; ReportClosed when it is over."""
    _refuse_if_closed(by_id(conn, report))
    conn.execute("UPDATE reports SET answer = ?, told = 0 WHERE id = ?", (text, report))
    return by_id(conn, report)


def close(conn: Transaction, report: int, result: str, who: str, at: int) -> ReportRow:
    """The report is dealt with, once; ReportClosed when it was before."""
    _refuse_if_closed(by_id(conn, report))
    conn.execute(
        "UPDATE reports SET closed = ?, result = ?, who = ? WHERE id = ?",
        (at, result, who, report),
    )
    return by_id(conn, report)


def to_tell(conn: Transaction, reporter: int) -> tuple[ReportRow, ...]:
    """Reports of a player whose answer has not been told."""
    found = conn.execute(
        f"SELECT {FIELDS} FROM reports WHERE reporter = ? AND told = 0 ORDER BY id", (reporter,)
    )
    return tuple(map(_row, found))


def told(conn: Transaction, report: int) -> None:
    """The reporter has been told."""
    conn.execute("UPDATE reports SET told = 1 WHERE id = ?", (report,))


def forget(conn: Transaction, before: int) -> int:
    """Delete reports that were closed before that moment; how many they were."""
    return conn.execute("DELETE FROM reports WHERE closed < ?", (before,)).rowcount


def forget_player(conn: Transaction, player: int) -> None:
    """The account is deleted: what is closed about it goes, and the words that it has written."""
    conn.execute("DELETE FROM reports WHERE player = ? AND closed IS NOT NULL", (player,))
    conn.execute(
        "UPDATE reports SET words = '', answer = '', told = 1 WHERE reporter = ?", (player,)
    )


def _refuse_if_closed(one: ReportRow) -> None:
    if one.closed is not None:
        raise ReportClosed(
            f"Report {one.id} is closed already; what came of it is in `reports show`."
        )


def _row(row: Sequence[Any]) -> ReportRow:
    number, at, reporter, player, why, words = row[:6]
    answer, was_told, closed, result, who = row[13:]
    known, told = Evidence(*row[6:13]), bool(was_told)
    return ReportRow(
        number, at, reporter, player, why, words, known, answer, told, closed, result, who
    )
