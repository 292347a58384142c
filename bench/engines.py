"""A house on PostgreSQL beside one on a file, in turns, under the same crowd: processor time of
the node for an act, that of the server beside it, and how soon everybody is told.

Both are as durable as each other: SQLite waits for the disk at each commit, and so does PostgreSQL.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bench.house import crowded
from bench.measure import RUNS, number, table, times
from game_server.loadtest.run import SPARE, allow_files
from tools.postgresql import LocalPostgres

PLAYERS = 700
RATE = 1_000.0
"""Acts a second of all of them."""
SECONDS = 10.0
TICK = os.sysconf("SC_CLK_TCK")
CLUSTER = """
[cluster]
dsn = "{dsn}"
"""
Spent = Callable[[], float]


@dataclass
class EngineRun:
    """What was measured of an engine, a figure for each run."""

    name: str
    acts: list[float] = field(default_factory=list)
    """Acts a second of the clock."""
    node: list[float] = field(default_factory=list)
    """Seconds of processor for an act, in the node."""
    server: list[float] = field(default_factory=list)
    """The same in the server."""
    p50: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)


def tree_cpu(root: int) -> float:
    """Seconds of processor time so far of a process, all that it started, and all that ended."""
    parents, spent = dict[int, int](), dict[int, int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            # It has ended in this moment, and its parent has its time.
            continue
        parents[int(stat.parent.name)] = int(fields[1])
        spent[int(stat.parent.name)] = sum(map(int, fields[11:15]))
    found = {root}
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return sum(spent.get(one, 0) for one in found) / TICK


@contextmanager
def on_file() -> Iterator[tuple[str, Spent]]:
    """The settings of a house on a file; there is no server."""
    yield "", lambda: 0.0


@contextmanager
def on_postgresql() -> Iterator[tuple[str, Spent]]:
    """The settings of a house on a PostgreSQL of its own, which waits for its disk."""
    with LocalPostgres({}) as server:
        yield CLUSTER.format(dsn=server.create("house")), lambda: tree_cpu(server.pid)


def play(run: EngineRun, settings: str, server: Spent, seconds: float, players: int) -> None:
    """One turn of an engine."""
    with crowded(players, RATE * players / PLAYERS, more=settings) as (node, crowd):
        crowd.play(seconds / 4)
        before, there = node.cpu(), server()
        found = crowd.play(seconds)
        acts = max(1, found.acts)
        run.node.append((node.cpu() - before) / acts)
        run.server.append((server() - there) / acts)
        run.acts.append(found.acts / found.wall)
        run.p50.append(found.percentile(0.5))
        run.p99.append(found.percentile(0.99))


def main(seconds: float = SECONDS, players: int = PLAYERS) -> None:
    """Both engines, in turns."""
    allow_files(2 * players + SPARE)
    runs = EngineRun("SQLite"), EngineRun("PostgreSQL")
    for _ in range(RUNS):
        for run, engine in zip(runs, (on_file, on_postgresql), strict=True):
            with engine() as (settings, server):
                play(run, settings, server, seconds, players)
    usual = median(runs[0].node)
    rows = [
        (
            run.name,
            number(median(run.acts)),
            number(median(run.node) * 1e6),
            number(1 / max(median(run.node), 1e-9)),
            times(usual, max(median(run.node), 1e-9)),
            number(median(run.server) * 1e6),
            number(median(run.p50) * 1e3),
            number(median(run.p99) * 1e3),
        )
        for run in runs
    ]
    head = (
        "one node on",
        "acts a second",
        "µs of the node an act",
        "acts a second of its processor",
        "beside SQLite",
        "µs of the server an act",
        "told after ms, p50",
        "p99",
    )
    print(table(head, rows))
    print(f"\nmedian of {RUNS} runs of {seconds:.0f} s in turns, {players} players")
