"""Packing on a PostgreSQL server: what of a round stays there, and what the commits take that
tables share with it.

A house of some megabytes is made in a file, as `grown` does it, and moved to a server of its own,
which syncs. Then all that was ever played there is packed.
"""

import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

from bench.grown_books import Grown, grow
from bench.grown_packing import Took, commits, timed
from bench.measure import number, table
from game_server.store import archive_moves, data_folder, hands, moving
from game_server.store.archive_moves import Move
from game_server.store.database import open_database
from game_server.store.postgresql.opening import open_postgresql, open_postgresql_to_look
from game_server.store.transaction import Connection, Transaction
from tools.postgresql import LocalPostgres

MEGABYTES: Final = 40.0
EVER: Final = 2**50
SINGLE: Final = 200
"""Commits of a single row, to compare with."""
PACKS: Final = ("packs", "packed_rounds", "packed_players", "pack_words")


def main(megabytes: float = MEGABYTES) -> None:
    """Make the house, move it, and pack all of it."""
    with tempfile.TemporaryDirectory(prefix="grown-") as folder, LocalPostgres({}) as server:
        data = Path(folder) / "house"
        made = grow(data, megabytes)
        dsn = server.create("house")
        with closing(open_postgresql(dsn)) as conn:
            with closing(open_database(data / data_folder.DATABASE)) as source:
                moving.move(source, conn, lambda name, rows: None)
            print(_packed(conn, dsn, made))


def _packed(conn: Connection, dsn: str, made: Grown) -> str:
    writes, deletes, packing, rounds = list[Took](), list[Took](), list[float](), 0
    journal = _size(conn, "journal") + _size(conn, "rounds")
    shown = [_shown(dsn)]
    with closing(open_postgresql_to_look(dsn)) as look:
        while True:
            begun = process_time()
            move = archive_moves.pack_next(look, EVER)
            if move is None:
                break
            packing.append(process_time() - begun)
            rounds += len(move.rounds)
            _write(conn, move, writes, deletes)
    shown.append(_shown(dsn))
    sizes = {one: _size(conn, one) / rounds for one in PACKS}
    spent = sum(packing) / max(1, rounds)
    single = [timed(conn, _one_row, alone=True) for _ in range(SINGLE)]
    return (
        f"{made.rounds:,} rounds took {number(journal / made.rounds)} bytes each in the journal;"
        f" {rounds:,} of them are packed, {number(sum(sizes.values()))} bytes each"
        f" ({', '.join(f'{name} {number(size)}' for name, size in sizes.items())})."
        f" To pack one took {spent * 1e6:.0f} us of the processor. `hand show` of the first took"
        f" {shown[0] * 1e3:.1f} ms in the journal, and {shown[1] * 1e3:.1f} packed.\n\n"
        + table(
            *commits(
                ("of a single row", single),
                ("that write packs", writes),
                ("that delete what is packed", deletes),
            )
        )
    )


def _write(conn: Connection, move: Move, writes: list[Took], deletes: list[Took]) -> None:
    for place, step in enumerate(archive_moves.steps(move)):
        took = timed(conn, step, alone=True)
        (writes if place < len(move.keeps) else deletes).append(took)


def _one_row(tx: Transaction) -> None:
    tx.execute("UPDATE tables SET epoch = epoch + 1 WHERE id = 1")


def _shown(dsn: str) -> float:
    """Seconds by the clock to read the first round that was ever played, at best of five times."""
    with closing(open_postgresql_to_look(dsn)) as look:
        times = list[float]()
        for _ in range(5):
            begun = perf_counter()
            found = hands.of_number(look, "t1", 1)
            if found is None:
                raise RuntimeError("There is no first round.")
            hands.rows_of(look, found)
            hands.seats_at(look, found)
            times.append(perf_counter() - begun)
        return min(times)


def _size(conn: Connection, name: str) -> int:
    """The bytes that a table takes with its indexes."""
    (size,) = conn.execute(f"SELECT pg_total_relation_size('{name}')").fetchone()
    return int(size)
