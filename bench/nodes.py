"""What an act costs with more and more nodes that each have a few tables: one house on PostgreSQL,
then a front before 1, 2, 4 and 16 nodes. Each node has as many players, who act as often.

A node costs something while nothing happens: it renews its lease, looks at the others and tells
them that it is there. What an act costs is counted with that and without it.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep
from typing import Final

from bench.engines import CLUSTER, nodes_of, seated, tree_cpu
from bench.house import crowded
from bench.measure import number, table
from game_server.loadtest.players import Crowd, LoadMeasured
from game_server.loadtest.run import SPARE, allow_files
from game_server.store import placements
from game_server.store.place import database_of
from tools.postgresql import LocalPostgres

NODES: Final = (0, 1, 2, 4, 16)
"""How many nodes have tables; 0 is one house without a front."""
EACH: Final = 28
"""Players of a node, at four tables."""
RATE: Final = 20.0
"""Acts a second of them."""
SECONDS: Final = 10.0
REST_S: Final = 4.0
"""So long nothing happens, to see what that costs."""


@dataclass(frozen=True)
class NodesRun:
    """What was measured with so many nodes."""

    nodes: int
    acts: float
    """Acts a second of the clock."""
    rest: float
    """Seconds of processor that all nodes take in a second in which nothing happens; of a house
    without a front it is not measured."""
    all: float
    """Seconds of processor of all nodes in a second of play."""
    servers: float
    p50: float
    p99: float
    tables: str
    """How many tables a node has, from the fewest to the most."""

    def row(self) -> tuple[str, ...]:
        """A line of the table."""
        return (
            f"a front and {self.nodes}" if self.nodes else "one house",
            self.tables,
            number(self.acts),
            f"{self.rest / (self.nodes + 1) * 100:.1f} %" if self.nodes else "",
            number(self.all / self.acts * 1e6),
            number((self.all - self.rest) / self.acts * 1e6) if self.nodes else "",
            number(self.servers / self.acts * 1e6),
            number(self.p50 * 1e3),
            number(self.p99 * 1e3),
        )


def measure(count: int, seconds: float) -> NodesRun:
    """One turn with so many nodes."""
    players, rate = EACH * max(1, count), RATE * max(1, count)
    with ExitStack() as left:
        if count:
            opened = left.enter_context(nodes_of(count, players))
            nodes, servers, dsn = opened.cpu, opened.servers_cpu, opened.dsn
            rest = _rest(nodes)
            crowd: Crowd = left.enter_context(seated(players, rate))
        else:
            server = left.enter_context(LocalPostgres({}))
            dsn = server.create("house")
            settings = CLUSTER.format(dsn=dsn)
            node, crowd = left.enter_context(crowded(players, rate, more=settings))
            nodes, servers = node.cpu, lambda: tree_cpu(server.pid)
            rest = 0.0
        crowd.play(seconds / 4)
        before, there = nodes(), servers()
        found: LoadMeasured = crowd.play(seconds)
        return NodesRun(
            count,
            max(1, found.acts) / found.wall,
            rest,
            (nodes() - before) / found.wall,
            (servers() - there) / found.wall,
            found.percentile(0.5),
            found.percentile(0.99),
            _spread(dsn) if count else str(EACH // 7),
        )


def _rest(cpu: Callable[[], float]) -> float:
    """Seconds of processor in a second in which nothing happens."""
    before, began = cpu(), perf_counter()
    sleep(REST_S)
    return (cpu() - before) / (perf_counter() - began)


def _spread(dsn: str) -> str:
    """How many tables each node has."""
    with closing(database_of(Path(), dsn).look()) as conn:
        had = Counter(one.node for one in placements.of_house(conn) if one.node)
    return f"{min(had.values())} to {max(had.values())}" if had else "none"


def main(seconds: float = SECONDS) -> None:
    """Each of them once."""
    allow_files(2 * EACH * max(NODES) + SPARE)
    head = (
        "nodes with tables",
        "tables each",
        "acts a second",
        "a node at rest, of a core",
        "µs of all nodes an act",
        "without their rest",
        "µs of the servers an act",
        "told after ms, p50",
        "p99",
    )
    print(table(head, [measure(count, seconds).row() for count in NODES]))
    print(f"\none turn of {seconds:.0f} s each, {EACH} players a node")
