"""Packing and shrinking the books after years: what stays of a round, and how long the commits take
that tables share."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter, process_time
from typing import Final, NamedTuple

from bench.grown_books import Grown
from bench.measure import number, table
from game_server.store import archive_moves, data_folder, free_pages, month_files
from game_server.store.archive import Step
from game_server.store.archive_moves import pack_next
from game_server.store.database import open_database, open_to_look
from game_server.store.group_commit import CommitJob, commit
from game_server.store.sqlite import SqliteConnection
from game_server.store.transaction import Connection

PACKS: Final = 20
"""So many packs are made of the oldest rounds."""
EVER: Final = 2**50
GIVEN: Final = 2_000
"""So many free pages are given back at most."""


class Took(NamedTuple):
    """What a commit took, in seconds of the clock, with the disk, and of the processor."""

    clock: float
    processor: float


def packed(data: Path, made: Grown) -> str:
    """What packing leaves of rounds, and how long it kept others from committing."""
    file, dropped, given, rounds = data / data_folder.DATABASE, list[Took](), list[Took](), 0
    with closing(open_database(file)) as conn, closing(open_to_look(file)) as look:
        conn.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
        for _ in range(PACKS):
            move = pack_next(look, EVER)
            if move is None:
                break
            rounds += len(move.rounds)
            dropped += [timed(conn, step) for step in archive_moves.steps(move)]
            _checkpoint(conn)
        before = free_pages.look(conn)
        for _ in range(0, min(before.free, GIVEN), free_pages.AT_ONCE):
            given.append(timed(conn, free_pages.give_back))
        _checkpoint(conn)
        after = free_pages.look(conn)
        asked = "SELECT count(*) FROM transfers WHERE why IN ('won', 'lost')"
        (moved,) = conn.execute(asked).fetchone()
        (entries,) = conn.execute("SELECT count(*) FROM entries").fetchone()
        booked = _used(conn, "entries") / entries
        booked += _used(conn, "transfers") / made.transfers * moved / made.rounds
    size = sum(one.stat().st_size for one in month_files.months(data / data_folder.ARCHIVE))
    shorter = (before.pages - after.pages) * after.size
    named = ("that delete what is packed", dropped), ("that give pages back", given)
    return (
        f"Of {rounds:,} rounds that are packed stay {number(size / rounds)} bytes each, and"
        f" {number(booked)} bytes in the ledger. {shorter / 1e6:.1f} MB were given back.\n\n"
        + table(*commits(*named))
    )


def commits(
    *named: tuple[str, Sequence[Took]],
) -> tuple[Sequence[str], Sequence[tuple[str, ...]]]:
    """A table of what kinds of commits took."""
    head = ("commits", "how many", "p50 ms", "p99 ms", "worst ms", "processor p99", "worst")
    return head, [_said(name, took) for name, took in named]


def _said(name: str, took: Sequence[Took]) -> tuple[str, ...]:
    clock, processor = (sorted(one) for one in zip(*took, strict=True))
    shown = (_at(clock, 0.5), _at(clock, 0.99), clock[-1], _at(processor, 0.99), processor[-1])
    return (name, f"{len(took):,}", *(f"{one * 1e3:.2f}" for one in shown))


def _at(sorted_times: Sequence[float], part: float) -> float:
    return sorted_times[min(len(sorted_times) - 1, int(len(sorted_times) * part))]


def timed(conn: Connection, step: Step, alone: bool = False) -> Took:
    """Commit the step, and say what that took."""
    job = CommitJob[None](step, _nothing, _nothing, alone)
    clock, processor = perf_counter(), process_time()
    commit(conn, [job])
    took = Took(perf_counter() - clock, process_time() - processor)
    if job.wrong is not None:
        raise job.wrong
    return took


def _checkpoint(conn: SqliteConnection) -> None:
    """As a house does it: the log begins again at its front, and is long enough by then."""
    conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _used(conn: SqliteConnection, name: str) -> int:
    """The bytes that a table takes with its indexes."""
    (size,) = conn.execute(
        "SELECT coalesce(sum(d.pgsize), 0) FROM dbstat d JOIN sqlite_schema s ON s.name = d.name"
        " WHERE s.tbl_name = ?",
        (name,),
    ).fetchone()
    return int(size)


def _nothing(told: object) -> None:
    """Waits for no commit."""
