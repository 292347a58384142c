"""A front that holds 10,000 lines, beside a node with tables and another front.

Most of the lines are guests who look at the lobby's list; some play, as others do at the other
front. Each thing that happens is measured while both play: the guests are there, the list changes
for all of them, the front is slow, and the guests are gone.
"""

import os
import signal
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from threading import Event, Thread
from time import perf_counter
from typing import Final

from bench.engines import tree_cpu
from bench.front_guests import IdleGuests, Listed
from bench.measure import number, table
from game_server.loadtest.players import Crowd
from game_server.loadtest.run import SPARE, MeasuredProcess, allow_files
from tests.cluster.nodes import NodeProcess, node
from tools.nats import LocalNats
from tools.postgresql import LocalPostgres

GUESTS: Final = 10_000
PLAYERS: Final = 105
"""At each of the two fronts."""
RATE: Final = 50.0
"""Acts a second at each."""
SECONDS: Final = 20.0
LEASE_S: Final = 3.0
STOPPED_S: Final = 0.15
RUNS_S: Final = 0.05
"""A slow front is one that has a quarter of a processor."""
PUBLIC: Final = "eps"
SETTINGS: Final = """
[listen]
connections = {lines}
[limits]
reserved = 0
[watch]
log = "warn"
[[room]]
table = "{table}"
game = "holdem"
preset = "eps"
"""
Sides = list[tuple[int, float, float]]


class Cluster:
    """The nodes, and what each has spent."""

    def __init__(self, folder: Path, guests: int, started: ExitStack) -> None:
        self.server = started.enter_context(LocalPostgres({}))
        nats = started.enter_context(LocalNats())
        dsn = self.server.create("house")
        settings = SETTINGS.format(lines=guests + 2 * PLAYERS + SPARE, table=PUBLIC)

        def start(name: str, roles: str, like: Path | None) -> NodeProcess:
            one = node(
                folder / name, name, dsn, settings, like, nats=nats, roles=roles, lease_s=LEASE_S
            )
            return started.enter_context(one)

        self.tables = start("t1", "tables cashier", None)
        self.tables.until("This node is open")
        self.front, self.other = (start(name, "front", folder / "t1") for name in ("f1", "f2"))
        self.ports = [int(one.opened().url.rpartition(":")[2].strip("/")) for one in self.fronts]

    @property
    def fronts(self) -> tuple[NodeProcess, NodeProcess]:
        return self.front, self.other

    def memory(self, one: NodeProcess) -> int:
        return MeasuredProcess(one.process.pid).memory()

    def spent(self) -> list[float]:
        """Seconds of processor of the front, the other one, the tables' node and PostgreSQL."""
        found = [MeasuredProcess(one.process.pid).cpu() for one in (*self.fronts, self.tables)]
        return [*found, tree_cpu(self.server.pid)]


class Players:
    """A crowd that plays at one front, in a process of its own."""

    def __init__(self, port: int, guests: IdleGuests, started: ExitStack) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        process = context.Process(target=_plays, args=(port, theirs), daemon=True)
        process.start()
        started.callback(process.join, 5)
        started.callback(process.terminate)
        started.callback(self.pipe.close)
        while not self.pipe.poll():
            guests.hear(0.05)
        self.pipe.recv()


def _plays(port: int, pipe: Connection) -> None:
    allow_files(PLAYERS + SPARE)
    crowd = Crowd("127.0.0.1", port, PLAYERS, stake=2)
    crowd.seat(RATE)
    pipe.send(True)
    with suppress(EOFError):
        while True:
            # It hears what comes while it waits to be told to play.
            seconds = pipe.recv() if pipe.poll() else 0.0
            found = crowd.play(seconds or 0.1)
            if seconds:
                pipe.send((found.acts, found.percentile(0.5), found.percentile(0.99)))


class Stretch:
    """A stretch of time in which both crowds play, as a row of figures."""

    def __init__(self, cluster: Cluster, players: list[Players], guests: IdleGuests) -> None:
        self._cluster, self._players, self._guests = cluster, players, guests
        self.rows: list[list[str]] = []

    def measure(self, name: str, seconds: float, beside: Callable[[], None] = lambda: None) -> None:
        """`beside` is done again and again meanwhile; the guests answer pings."""
        before, begun = self._cluster.spent(), perf_counter()
        for one in self._players:
            one.pipe.send(seconds)
        while not all(one.pipe.poll() for one in self._players):
            self._guests.hear(0.05)
            beside()
        wall = perf_counter() - begun
        spent = [now - then for now, then in zip(self._cluster.spent(), before, strict=True)]
        sides: Sides = [one.pipe.recv() for one in self._players]
        acts = sum(acts for acts, _, _ in sides)
        row = [
            name,
            *(f"{one / wall:.0%}" for one in spent),
            number(spent[2] / wall / max(1, acts) * seconds * 1e6),
            *(number(acts / seconds) for acts, _, _ in sides),
            *(number(late * 1e3) for _, p50, p99 in sides for late in (p50, p99)),
        ]
        print(*row, flush=True)
        self.rows.append(row)


HEAD: Final = (
    "while", "front", "other", "tables", "PostgreSQL", "us of tables an act",
    "acts/s", "other's", "p50 ms", "p99", "other's p50", "other's p99",
)  # fmt: skip


def main(seconds: float = SECONDS, guests: int = GUESTS) -> int:
    """1 if not all came in, or one of them lost the line."""
    allow_files(guests + SPARE)
    with tempfile.TemporaryDirectory() as made, ExitStack() as started:
        cluster = Cluster(Path(made), guests, started)
        lobby = IdleGuests(cluster.ports[0])
        print(_all_come(cluster, lobby, guests), flush=True)
        print(_rest(cluster, lobby, seconds), flush=True)
        players = [Players(port, lobby, started) for port in cluster.ports]
        stretch = Stretch(cluster, players, lobby)
        stretch.measure(f"{guests:,} look at the list", seconds)
        listed = Listed(cluster.ports[1], PUBLIC)
        lobby.settle()
        told: list[float] = []
        stretch.measure("the list changes for them", seconds, lambda: _change(lobby, listed, told))
        with _slow(cluster.front):
            stretch.measure("the front has a quarter", seconds)
        stretch.measure("and all of it again", seconds)
        held, lost, stayed = cluster.memory(cluster.tables) / 1e6, lobby.lost, len(lobby)
        lobby.leave()
        lobby.settle()
        stretch.measure("the guests are gone", seconds)
        print(table(HEAD, stretch.rows))
        print(f"\nA change of the list: the last of {guests:,} heard of it after", end=" ")
        print(f"{number(median(told))} s, at most {number(max(told))} s; {len(told)} changes.")
        print(f"The node with tables holds {held:.0f} MB. {lost} guests lost their lines.")
        for why, times in lobby.whys.items():
            print(f"{times} times: {why}")
        return int(lost > 0 or stayed < guests)


def _all_come(cluster: Cluster, lobby: IdleGuests, guests: int) -> str:
    """The guests come in; what that took."""
    whole = cluster.front, cluster.tables
    held, spent = [cluster.memory(one) for one in whole], cluster.spent()
    took = lobby.come(guests)
    front, _, tables, server = (
        now - then for now, then in zip(cluster.spent(), spent, strict=True)
    )
    at_front, at_tables = (
        (cluster.memory(one) - then) / guests / 1024 for one, then in zip(whole, held, strict=True)
    )
    return (
        f"{guests:,} guests were in after {took:.1f} s: {front / guests * 1e6:.0f} us of the front"
        f" each, {server / guests * 1e6:.0f} of PostgreSQL, {tables / guests * 1e6:.0f} of the node"
        f" with tables. A line holds {at_front:.1f} KiB at the front, {at_tables:.1f} at the"
        f" tables. Load of the machine: {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores.\n"
    )


def _rest(cluster: Cluster, lobby: IdleGuests, seconds: float) -> str:
    """Nobody plays, and nothing happens but pings."""
    lobby.settle()
    before = cluster.spent()
    until = perf_counter() + seconds
    while perf_counter() < until:
        lobby.hear(0.05)
    front, other, tables, _ = (
        (now - then) / seconds for now, then in zip(cluster.spent(), before, strict=True)
    )
    return (
        f"While nothing happens the front takes {front:.1%} of a core, the one without lines"
        f" {other:.1%}, the node with tables {tables:.1%}.\n"
    )


def _change(lobby: IdleGuests, listed: Listed, told: list[float]) -> None:
    """The list changes, and all the guests hear of it."""
    lobby.listen()
    listed.change()
    told.append(lobby.all_heard())
    lobby.settle()


class _slow:
    """Within it the process runs a part of the time."""

    def __init__(self, one: NodeProcess) -> None:
        self._one, self._over = one, Event()
        self._thread = Thread(target=self._throttle, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _throttle(self) -> None:
        while not self._over.wait(RUNS_S):
            os.kill(self._one.process.pid, signal.SIGSTOP)
            self._over.wait(STOPPED_S)
            os.kill(self._one.process.pid, signal.SIGCONT)
