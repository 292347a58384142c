"""A node with 1,000 tables is killed, and two others take them over: how long after the end of its
lease all are up again, and what processor time that took.

Each table is a copy of one at which three players have a hand in play, row for row. What else the
machine does counts too: `python -m bench takeover` says how busy it was.
"""

import asyncio
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import psycopg

from bench.engines import TICK
from bench.measure import number, table
from tests.cluster.nodes import NodeProcess, node
from tests.cluster.test_takeover import CHIPS, PLAYERS
from tests.house.stranger import Stranger
from tests.house.test_killed import acts
from tools.postgresql import LocalPostgres

TABLES: Final = 1_000
LEASE_S: Final = 3.0
ACTS: Final = 6
PATIENCE_S: Final = 300.0
ROOM: Final = """
[[room]]
table = "{name}"
game = "holdem"
preset = "standard"
stake = 200
pause = 0.1
"""
UP: Final = re.compile(r'"time": "([^"]+)".*"text": "(\d+) tables came to this node and are up')
Rows = psycopg.Connection[tuple[Any, ...]]


def main() -> None:
    """Measure it once, and say so."""
    with tempfile.TemporaryDirectory() as made, LocalPostgres() as server, ExitStack() as started:
        folder, dsn = Path(made), server.create("house")
        asyncio.run(_play(folder, dsn))
        with psycopg.connect(dsn) as conn:
            names = _copied(conn)
        rooms = "".join(ROOM.format(name=name) for name in names)

        def start(name: str) -> NodeProcess:
            like = folder / "first"
            one = node(folder / name, name, dsn, rooms, like, many=True, lease_s=LEASE_S)
            return started.enter_context(one)

        first = start("a")
        _until(lambda: _up(first) >= TABLES)
        others = [start(name) for name in "bc"]
        for one in others:
            _until(partial(_is_open, one))
        before, busy = [_cpu(one) for one in others], os.getloadavg()[0]
        first.process.kill()
        first.process.wait()
        with psycopg.connect(dsn) as conn:
            (over,) = conn.execute("SELECT until FROM leases WHERE what = 'node:a'").fetchall()[0]
        _until(lambda: sum(map(_up, others)) >= TABLES)
        rows = [
            [one.folder.name, str(_up(one)), number(_cpu(one) - spent), number(_last(one) - over)]
            for one, spent in zip(others, before, strict=True)
        ]
    print(table(["node", "tables", "s of processor", "ms after the end of the lease"], rows))
    print(f"Load of the machine before: {busy:.1f} on {os.cpu_count()} cores.")


async def _play(folder: Path, dsn: str) -> None:
    """Three players are in the middle of a hand when their node is killed."""
    rooms = ROOM.format(name="first")
    with node(folder / "first", "first", dsn, rooms, many=True, lease_s=LEASE_S) as one:
        url = one.opened().url
        _until(lambda: _up(one) >= 1)
        players = [Stranger(name, seed, f"127.0.2.{seed}") for seed, name in PLAYERS.items()]
        for player in players:
            await player.come(url, t="guest")
            await player.sit("first", CHIPS)
        await players[0].until(
            lambda _: sum(len([*acts(one)]) for one in players) >= ACTS, "no act"
        )
        for player in players:
            player.plays = False
        await players[0].until(
            lambda _: any(one.asked and not one.unanswered for one in players), "no question"
        )
        one.process.kill()
        one.process.wait()


def _copied(conn: Rows) -> list[str]:
    """Tables that stand as that one does; their names. Nothing is placed any more."""
    conn.execute("SET session_replication_role = replica")
    (like,) = conn.execute("SELECT id FROM tables WHERE name = 'first'").fetchall()[0]
    rows = conn.execute(
        "SELECT id, epoch, seq, data, before FROM journal WHERE tbl = %s ORDER BY id", (like,)
    ).fetchall()
    names = [f"t{number:04}" for number in range(TABLES)]
    for name in names:
        _copy(conn, like, rows, name)
    conn.execute("DELETE FROM placements")
    conn.execute("UPDATE leases SET until = 0")
    return names


def _copy(conn: Rows, like: int, rows: list[tuple[Any, ...]], name: str) -> None:
    count = len(rows)
    fresh = conn.execute(
        "SELECT nextval(pg_get_serial_sequence('journal', 'id')) FROM generate_series(1, %s)",
        (count,),
    ).fetchall()
    new = {row[0]: number for row, (number,) in zip(rows, fresh, strict=True)}
    last, stands, stood = conn.execute(
        "SELECT last, stands, stood FROM tables WHERE id = %s", (like,)
    ).fetchall()[0]
    (made,) = conn.execute(
        "INSERT INTO tables (name, epoch, seq, last, stands, stood)"
        " SELECT %s, epoch, seq, %s, %s, %s FROM tables WHERE id = %s RETURNING id",
        (name, new.get(last), new.get(stands), new.get(stood), like),
    ).fetchall()[0]
    with conn.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO journal (id, tbl, epoch, seq, data, before)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            [(new[old], made, *rest, new.get(before)) for old, *rest, before in rows],
        )
        for number, opened, closed, outcome, carry in conn.execute(
            "SELECT round, opened, closed, outcome, carry FROM rounds WHERE tbl = %s", (like,)
        ).fetchall():
            cursor.execute(
                "INSERT INTO rounds (tbl, round, opened, closed, outcome, carry)"
                " VALUES (%s, %s, %s, %s, %s, %s)",
                (made, number, new.get(opened, opened), new.get(closed), outcome, carry),
            )


def _said(one: NodeProcess) -> Iterator[tuple[float, int]]:
    for line in (one.folder / "log").read_text().splitlines():
        found = UP.search(line)
        if found:
            yield datetime.fromisoformat(found[1]).timestamp() * 1000, int(found[2])


def _up(one: NodeProcess) -> int:
    """How many tables have come to a node, and are up."""
    return sum(count for _, count in _said(one))


def _is_open(one: NodeProcess) -> bool:
    return "The house is open" in (one.folder / "log").read_text()


def _last(one: NodeProcess) -> float:
    """When the last of them was, in milliseconds."""
    return max(at for at, _ in _said(one))


def _cpu(one: NodeProcess) -> float:
    """Seconds of processor that a node has had."""
    stat = Path(f"/proc/{one.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(stat[11]) + int(stat[12])) / TICK


def _until(so: Any) -> None:
    end = time.monotonic() + PATIENCE_S
    while not so():
        if time.monotonic() > end:
            raise TimeoutError("It takes too long.")
        time.sleep(0.1)
