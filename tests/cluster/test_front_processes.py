"""Fronts and nodes with tables as processes of their own, over a real PostgreSQL and a real NATS:
what players at a front notice when a node is killed, a front is, or NATS goes away."""

import asyncio
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Self

import pytest

from game_server.admin.command.connection import Address, HouseConnection
from game_server.admin.listeners import SOCKET
from game_server.store import admins, placements
from game_server.store.place import database_of
from game_server.store.postgresql.opening import PostgresDatabase
from game_server.store.transaction import writing
from tests.admin.running import hashed
from tests.cluster.nodes import PATIENCE_S, NodeProcess, node
from tests.cluster.test_takeover import CHIPS, Looked, out_of_order, rooms
from tests.house.left_behind import read
from tests.house.stranger import Stranger
from tests.house.test_killed import acts
from tests.house.transcript import Map
from tools.nats import LocalNats

GAMES = ("holdem", "roulette")
WORD = "the password of olga"


class AtAFront(Stranger):
    """A player who may miss a round while no words are carried, as one whose line was lost."""

    misses = False

    async def sit(self, table: str, buy_in: int) -> None:
        """Into a room, and then into its queue: a room may be on its way to a node."""
        self.buy_in[table] = buy_in
        await self.ask("join", table=table)
        await self.until(lambda one: table in one.rooms, "not let in")
        await self.ask("queue", table=table)

    async def _notice(self, said: Map) -> None:
        if said["code"] == "resumed" and self.misses:
            self.heard.new_line()
        await super()._notice(said)


class Spread:
    """Two fronts and two nodes with tables."""

    def __init__(self, folder: Path, dsn: str) -> None:
        self.folder, self.dsn, self.nats = folder, dsn, LocalNats()
        self.nodes: dict[str, NodeProcess] = {}
        self.players = [AtAFront(name, 7 + k, f"127.0.3.{k}") for k, name in enumerate("AB", 1)]
        self._started = ExitStack()

    def __enter__(self) -> Self:
        with closing(PostgresDatabase(self.dsn).beside()) as conn, writing(conn):
            admins.add(conn, name="olga", role="operator", password=hashed(WORD), at=1)
        self._started.enter_context(self.nats)
        for name, roles in (("t1", "tables"), ("t2", "tables"), ("f1", "front"), ("f2", "front")):
            like = self.folder / "t1" if self.nodes else None
            one = node(
                self.folder / name,
                name,
                self.dsn,
                rooms(*GAMES),
                like,
                nats=self.nats,
                roles=roles,
            )
            self.nodes[name] = self._started.enter_context(one)
            if not like:
                self.nodes[name].until("This node is open")
        for name in ("f1", "f2"):
            self.nodes[name].opened()
        return self

    def __exit__(self, *wrong: object) -> None:
        self._started.close()

    def command(self, at: str, command: str, **given: object) -> Map:
        """The answer to an operator at the office of that node."""
        with HouseConnection.open(Address(str(self.folder / at / "var" / SOCKET))) as line:
            line.log_in("olga", WORD)
            return dict(line.ask(command, given))

    def status(self, at: str) -> Map:
        """How the house is, as that node says it when it knows all four, and both tables run."""
        end = time.monotonic() + PATIENCE_S
        while True:
            said = self.command(at, "status")
            if len(said["nodes"]) == len(self.nodes) and said["rooms"] == len(GAMES):
                return said
            assert time.monotonic() < end, said

    def has(self, table: str) -> NodeProcess:
        """The node with that table, when they are shared."""
        end = time.monotonic() + PATIENCE_S
        while True:
            with closing(database_of(self.folder, self.dsn).look()) as conn:
                placed = {one.unit: one.node for one in placements.of_house(conn)}
            if len({*placed.values()} - {None}) == 2:
                return self.nodes[placed[table] or ""]
            assert time.monotonic() < end, placed
            time.sleep(0.05)

    async def play(self, more: int = 8) -> None:
        """Until each player has made so many more acts."""
        before = Counter({one.name: len([*acts(one)]) for one in self.players})
        for player in self.players:
            await player.until(
                lambda one: len([*acts(one)]) >= before[one.name] + more, "nobody plays"
            )

    async def hears(self, code: str, times: int) -> None:
        """Each player has heard that notice so often."""
        for player in self.players:
            await player.until(lambda one: one.notices.count(code) >= times, f"no {code}")


@pytest.mark.req("E-SC-IS-01", "E-SC-IS-01b", "E-DD-001", "E-DD-002")
def test_players_at_a_front_play_on_whatever_is_killed_behind_it_and_beside_it(
    tmp_path: Path, dsn: str
) -> None:
    with Spread(tmp_path, dsn) as spread:
        owner = spread.has("holdem")
        asyncio.run(evening(spread, owner))
        assert out_of_order(dsn) == []
        acknowledged = {one for player in spread.players for one in acts(player)}
        assert acknowledged <= read(Looked(database_of(tmp_path, dsn))).acts.keys()


async def evening(spread: Spread, owner: NodeProcess) -> None:
    front, other = spread.nodes["f1"].opened(), spread.nodes["f2"].opened()
    for player in spread.players:
        await player.come(front.url, t="guest")
        await player.sit("holdem", CHIPS)
    watcher = AtAFront("C", 10, "127.0.3.3")
    # The others may play a round to its end before who watches is brought back.
    watcher.misses = True
    await watcher.come(front.url, t="guest")
    await watcher.ask("join", table="holdem")
    await watcher.until(lambda one: "holdem" in one.rooms, "not let in")
    await spread.play()
    # A front is given commands for the table, and the node that has it does them.
    shown = spread.command("f2", "table show", table="holdem")
    assert (len(shown["sitting"]), shown["watching"]) == (len(spread.players), 1)
    # What is asked of the house is of all nodes, whichever is asked.
    assert spread.status("t2")["players"] == 3
    spread.command("f2", "announce", text="Tea is served", table="holdem")
    await spread.hears("announcement", 1)
    # The node with the table dies: no line ends, and the same hand goes on elsewhere.
    owner.process.kill()
    await spread.hears("resumed", 1)
    await watcher.until(lambda one: "resumed" in one.notices, "not told that it goes on")
    await spread.play()
    assert watcher.left == []
    shown = spread.command("f2", "table show", table="holdem")
    assert shown["watching"] == 1, "who watched is there"
    # Words are not carried for a while.
    for player in spread.players:
        player.misses = True
    before = max(one.notices.count("paused") for one in spread.players)
    spread.nats.halt()
    await spread.hears("paused", before + 1)
    spread.nats.start()
    await spread.hears("resumed", 2)
    await spread.play()
    assert not any(player.goodbye for player in spread.players)
    # The front dies: a new line at another, and nothing else.
    front.kill()
    await watcher.end()
    for player in spread.players:
        await player.end()
        await player.come_back(other.url)
    await spread.play()
    for player in spread.players:
        player.check()
