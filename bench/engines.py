"""A house on PostgreSQL beside one on a file, and beside houses whose lines are at a front and
whose tables are at other nodes, in turns, under the same crowd: processor time of all nodes for an
act, that of the servers beside them, and how soon everybody is told.

All are as durable as each other: SQLite waits for the disk at each commit, and so does PostgreSQL.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from shutil import copy2
from statistics import median
from time import perf_counter, sleep

from bench.fanout import Server
from bench.house import CONFIG, crowded
from bench.measure import RUNS, number, table, times
from game_server.loadtest.players import Crowd, LoadPlayer
from game_server.loadtest.run import SPARE, allow_files
from game_server.store import data_folder
from protocol import messages
from protocol.messages import Message
from tools.nats import PASSWORD, USER, LocalNats
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
NODE = """
node = "node {number}"
nats = ["{nats}"]
nats_user = "{user}"
nats_password_file = "{password}"
roles = ["{role}"]
"""
NODES = (1, 2, 4)
PORT = 8810
"""Where a front listens."""
METRICS = 8830
AGAIN_S = 0.7
MEET_S = 3.0
"""So long nodes take until they know each other."""
Spent = Callable[[], float]
Opened = tuple[Crowd, Spent, Spent]
"""A crowd in a house, and the processor time so far of its nodes and of the servers beside them."""


@dataclass
class EngineRun:
    """What was measured of an engine, a figure for each run."""

    name: str
    house: Callable[[int, float], AbstractContextManager[Opened]]
    acts: list[float] = field(default_factory=list)
    """Acts a second of the clock."""
    node: list[float] = field(default_factory=list)
    """Seconds of processor for an act, in the node."""
    server: list[float] = field(default_factory=list)
    """The same in the server."""
    p50: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)


class Persistent(Crowd):
    """A crowd whose players ask again for a room that a friend has opened at another node just
    now: their own hears of it a moment later."""

    def __init__(self, host: str, port: int, players: int) -> None:
        self._again: list[tuple[float, LoadPlayer]] = []
        self._codes: dict[int, str] = {}
        super().__init__(host, port, players)

    def _answer(self, player: LoadPlayer, message: Message) -> None:
        match message:
            case messages.Joined(room=room) if room.code:
                self._codes[id(player.group)] = room.code
            case messages.Refused(code="code_wrong"):
                self._again.append((perf_counter() + AGAIN_S, player))
        super()._answer(player, message)

    def _turn(self, wait: float) -> None:
        now = perf_counter()
        due = [player for at, player in self._again if at <= now]
        self._again = [one for one in self._again if one[0] > now]
        for player in due:
            player.say(messages.Join, "", self._codes[id(player.group)])
        super()._turn(wait)


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
def on_file(players: int, rate: float) -> Iterator[Opened]:
    """A house on a file; there is no server."""
    with crowded(players, rate) as (node, crowd):
        yield crowd, node.cpu, lambda: 0.0


@contextmanager
def on_postgresql(players: int, rate: float) -> Iterator[Opened]:
    """A house on a PostgreSQL of its own, which waits for its disk."""
    with LocalPostgres({}) as server:
        settings = CLUSTER.format(dsn=server.create("house"))
        with crowded(players, rate, more=settings) as (node, crowd):
            yield crowd, node.cpu, lambda: tree_cpu(server.pid)


@dataclass(frozen=True)
class OpenedNodes:
    """A front, nodes with tables, and the servers beside them."""

    nodes: Sequence[Server]
    servers: Sequence[int]
    """Their processes."""
    dsn: str

    def cpu(self) -> float:
        """Seconds of processor time of all nodes so far."""
        return sum(node.cpu() for node in self.nodes)

    def servers_cpu(self) -> float:
        """The same of the servers."""
        return sum(map(tree_cpu, self.servers))


@contextmanager
def nodes_of(count: int, players: int) -> Iterator[OpenedNodes]:
    """A front for so many players, and so many nodes with tables, which know each other."""
    with ExitStack() as left:
        folder = Path(left.enter_context(tempfile.TemporaryDirectory()))
        postgresql = left.enter_context(LocalPostgres({}))
        nats = left.enter_context(LocalNats())
        dsn = postgresql.create("house")
        nodes: list[Server] = []
        for number in range(1 + count):
            command = _node(folder, number, dsn, nats.url, players)
            # A node without lines is heard of where its metrics are.
            nodes.append(Server(command, METRICS + number if number else PORT))
            left.callback(nodes[-1].stop)
        sleep(MEET_S)
        yield OpenedNodes(nodes, (postgresql.pid, nats.pid), dsn)


@contextmanager
def seated(players: int, rate: float) -> Iterator[Crowd]:
    """A crowd that plays at the front."""
    crowd = Persistent("127.0.0.1", PORT, players)
    try:
        crowd.seat(rate)
        yield crowd
    finally:
        crowd.close()


@contextmanager
def on_nodes(count: int, players: int, rate: float) -> Iterator[Opened]:
    """A front that has all lines, and so many nodes that have the tables: every act goes from one
    process to another and back."""
    with nodes_of(count, players) as opened, seated(players, rate) as crowd:
        yield crowd, opened.cpu, opened.servers_cpu


def _node(folder: Path, number: int, dsn: str, nats: str, players: int) -> list[str]:
    """The command that starts a node; the first is the front."""
    data, password = folder / str(number), folder / "password"
    data.mkdir()
    for file in (data_folder.SECRET, data_folder.KEYS) if number else ():
        copy2(folder / "0" / file, data / file)
    password.touch(mode=0o600)
    password.write_text(PASSWORD)
    role = "tables" if number else "front"
    words = NODE.format(number=number, nats=nats, user=USER, password=password, role=role)
    settings = CONFIG.format(data=data, port=PORT + number, lines=players + SPARE)
    settings = settings.replace("metrics_port = 0", f"metrics_port = {METRICS + number}")
    config = folder / f"{number}.toml"
    config.write_text(settings + CLUSTER.format(dsn=dsn) + words.lstrip())
    return [sys.executable, "-m", "game_server.cli", "serve", "--config", str(config)]


def play(run: EngineRun, seconds: float, players: int) -> None:
    """One turn of an engine."""
    with run.house(players, RATE * players / PLAYERS) as (crowd, nodes, servers):
        crowd.play(seconds / 4)
        before, there = nodes(), servers()
        found = crowd.play(seconds)
        acts = max(1, found.acts)
        run.node.append((nodes() - before) / acts)
        run.server.append((servers() - there) / acts)
        run.acts.append(found.acts / found.wall)
        run.p50.append(found.percentile(0.5))
        run.p99.append(found.percentile(0.99))


def main(seconds: float = SECONDS, players: int = PLAYERS) -> None:
    """All of them, in turns."""
    allow_files(2 * players + SPARE)
    runs = [
        EngineRun("a file, one node", on_file),
        EngineRun("PostgreSQL, one node", on_postgresql),
        *(
            EngineRun(f"PostgreSQL, a front and {count} with tables", partial(on_nodes, count))
            for count in NODES
        ),
    ]
    for _ in range(RUNS):
        for run in runs:
            play(run, seconds, players)
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
        "a house on",
        "acts a second",
        "µs of all nodes an act",
        "acts a second of their processor",
        "beside a file",
        "µs of the servers an act",
        "told after ms, p50",
        "p99",
    )
    print(table(head, rows))
    print(f"\nmedian of {RUNS} runs of {seconds:.0f} s in turns, {players} players")
