"""A house on PostgreSQL is one node's at a time: another takes it over when that one is gone."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, Self

import pytest
from websockets.asyncio.client import ClientConnection

from game_server.store.place import database_of
from game_server.store.transaction import Connection, Database
from tests.cluster.nodes import PATIENCE_S, NodeProcess, node
from tests.databases import Databases
from tests.house.left_behind import Taken, read
from tests.house.process import Running
from tests.house.stranger import Stranger
from tests.house.test_killed import (
    ROOM,
    TABLES,
    Siege,
    a_request_that_is_sent_again_takes_effect_once,
    acts,
    everybody_is_told_the_same_before_and_after_without_a_gap,
    the_chips_of_everybody_are_what_the_rounds_have_moved,
    what_was_acknowledged_is_on_disk_whenever_the_house_is_killed,
)

GAMES = ("holdem", "doudizhu")
PLAYERS = {1: "Ann", 2: "Ben", 3: "Cleo"}
CHIPS = 50_000


def rooms(*games: str) -> str:
    return "".join(ROOM.format(table=one, **TABLES[one]._asdict()) for one in games)


@dataclass
class Looked:
    """A database that a standby waits for: whoever looks at it takes no lock."""

    database: Database
    failures: tuple[type[Exception], ...] = ()

    def is_new(self) -> bool:
        return False

    def open(self) -> Connection:
        return self.database.look()

    def look(self) -> Connection:
        return self.database.look()


@dataclass
class Relay(Siege):
    """Each time the owner is killed, the standby that waits beside it takes over."""

    started: ExitStack = field(default_factory=ExitStack)
    nodes: list[NodeProcess] = field(default_factory=list)

    @property
    def database(self) -> Database:
        return Looked(database_of(self.folder, self.dsn))

    def house(self) -> AbstractContextManager[Running]:
        @contextmanager
        def opened() -> Iterator[Running]:
            if not self.nodes:
                self.start()
            running = self.nodes[-1].opened()
            self.start()
            self.nodes[-1].stands_by(f"node {len(self.nodes) - 2}")
            yield running

        return opened()

    def start(self) -> None:
        number = len(self.nodes)
        like = self.folder / "0" if number else None
        made = node(self.folder / str(number), f"node {number}", self.dsn, rooms(*GAMES), like)
        self.nodes.append(self.started.enter_context(made))


def test_a_standby_goes_on_with_the_same_hands_when_the_owner_is_killed(
    tmp_path: Path, dsn: str
) -> None:
    relay = Relay(tmp_path, Random(3), kills=1, dsn=dsn, tables=GAMES)
    with relay.started:
        asyncio.run(relay.nights())
    assert len(relay.nodes) == 3
    what_was_acknowledged_is_on_disk_whenever_the_house_is_killed(relay)
    a_request_that_is_sent_again_takes_effect_once(relay)
    everybody_is_told_the_same_before_and_after_without_a_gap(relay)
    the_chips_of_everybody_are_what_the_rounds_have_moved(relay)
    assert out_of_order(dsn) == []


def test_a_node_that_was_stopped_and_wakes_writes_nothing_and_ends(
    tmp_path: Path, dsn: str
) -> None:
    with Wake(tmp_path, dsn) as wake:
        asyncio.run(wake.play())
        assert "node b has taken this house over" in wake.owner.ended()
        assert out_of_order(dsn) == []
        assert wake.acknowledged <= read(Looked(database_of(tmp_path, dsn))).acts.keys()


def test_the_fence_alone_is_enough(tmp_path: Path, unchecked: str) -> None:
    with Wake(tmp_path, unchecked, "tests.cluster.unlocked") as wake:
        asyncio.run(wake.play())
        assert "node b has taken this house over" in wake.owner.ended()
        assert out_of_order(unchecked) == []


def test_without_fencing_a_node_that_wakes_writes_among_the_rows_of_the_next(
    tmp_path: Path, unchecked: str
) -> None:
    with Wake(tmp_path, unchecked, "tests.cluster.unfenced") as wake:
        asyncio.run(wake.play())
        end = time.monotonic() + PATIENCE_S
        while not (wrong := out_of_order(unchecked)):
            assert time.monotonic() < end, "nothing was written by the node that woke"
            time.sleep(0.05)
        assert "of epoch 1 stands after" in wrong[0]


@pytest.fixture
def unchecked(postgresql: Databases) -> Iterator[str]:
    """A database whose schema does not ask for the epoch of a table."""
    with postgresql.own() as dsn:
        with closing(database_of(Path(), dsn).open()) as conn:
            conn.execute(UNCHECKED)
        yield dsn


UNCHECKED: Final = """
CREATE OR REPLACE FUNCTION journal_next() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tables SET seq = NEW.seq, last = NEW.id WHERE id = NEW.tbl;
    RETURN NEW;
END $$
"""


class Wake:
    """Node a is stopped in the middle of a hand, with an act on its way to it; node b takes over
    and plays on; node a wakes, and reads the act."""

    def __init__(self, folder: Path, dsn: str, program: str = "game_server.cli") -> None:
        self.folder, self.dsn, self.program = folder, dsn, program
        self.players = [Stranger(name, seed, f"127.0.2.{seed}") for seed, name in PLAYERS.items()]
        self.acknowledged: set[Taken] = set()
        self._lines: list[ClientConnection] = []
        self._nodes = ExitStack()

    def __enter__(self) -> Self:
        one = node(self.folder / "a", "node a", self.dsn, rooms("holdem"), None, self.program)
        self.owner = self._nodes.enter_context(one)
        self.owner.opened()
        like = self.folder / "a"
        two = node(self.folder / "b", "node b", self.dsn, rooms("holdem"), like, self.program)
        self.standby = self._nodes.enter_context(two)
        self.standby.stands_by("node a")
        return self

    def __exit__(self, *wrong: object) -> None:
        self._nodes.close()

    def taken_over(self) -> str:
        """Where the table is played on, when it is."""
        return self.standby.opened().url

    async def play(self) -> None:
        """Until the first node has been woken."""
        for player in self.players:
            await player.come(self.owner.opened().url, t="guest")
            await player.sit("holdem", CHIPS)
        await self.acts(6)
        asked = await self.question()
        self.owner.stop()
        asked.plays = True
        await asked._answer("holdem")
        assert asked.unanswered, "the act is on its way"
        self.acknowledged = {one for player in self.players for one in acts(player)}
        url = await asyncio.to_thread(self.taken_over)
        for player in self.players:
            await self.change_lines(player, url)
        await self.acts(6)
        self.owner.go_on()
        await self.acts(6)

    async def acts(self, more: int) -> None:
        """Until so many more acts were made."""
        enough = len([one for player in self.players for one in acts(player)]) + more
        for player in self.players:
            player.plays = True
            if "holdem" in player.asked:
                await player._answer("holdem")
        await self.players[0].until(
            lambda _: len([one for player in self.players for one in acts(player)]) >= enough,
            "nobody acts",
        )

    async def question(self) -> Stranger:
        """Somebody who is asked and does not answer."""
        for player in self.players:
            player.plays = False
        await self.players[0].until(
            lambda _: any(one.asked and not one.unanswered for one in self.players), "no question"
        )
        return next(one for one in self.players if one.asked and not one.unanswered)

    async def change_lines(self, player: Stranger, url: str) -> None:
        """Come back at another node; the line to the first stays open."""
        assert player._ws is not None
        assert player._reader is not None
        self._lines.append(player._ws)
        player._reader.cancel()
        player.plays = True
        await player.come_back(url)


def out_of_order(dsn: str) -> list[str]:
    """Rows of the journal that do not follow on the one before at their table: of an epoch that was
    over, or with a number that is not the next."""
    wrong, last = list[str](), dict[str, tuple[int, int]]()
    with closing(database_of(Path(), dsn).look()) as conn:
        for name, epoch, seq in conn.execute(
            "SELECT t.name, j.epoch, j.seq FROM journal j JOIN tables t ON t.id = j.tbl"
            " ORDER BY j.id"
        ):
            before = last.get(name, (0, 0))
            if epoch < before[0] or seq != (before[1] + 1 if epoch == before[0] else 1):
                wrong.append(f"{name}: row {seq} of epoch {epoch} stands after {before}")
            last[name] = (epoch, seq)
    return wrong
