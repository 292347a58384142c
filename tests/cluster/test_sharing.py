"""Nodes share the tables of one house: each plays its own, and what a dead one had goes on."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Self

import psycopg
import pytest

from game_server.store import nodes, placements
from game_server.store.place import database_of
from tests.cluster.nodes import PATIENCE_S, NodeProcess, node
from tests.cluster.test_takeover import UNCHECKED, Looked, Wake, out_of_order, rooms
from tests.databases import Databases
from tests.house.left_behind import read

GAMES = ("holdem", "doudizhu", "roulette")


class Shared(Wake):
    """Two nodes share the tables, and players are at one of them: that node is stopped, the other
    takes its tables over, and the first one wakes."""

    def __enter__(self) -> Self:
        self.nodes: dict[str, NodeProcess] = {}
        for name in "ab":
            like = self.folder / "a" if self.nodes else None
            one = node(
                self.folder / name,
                f"node {name}",
                self.dsn,
                rooms(*GAMES),
                like,
                self.program,
                many=True,
            )
            self.nodes[name] = self._nodes.enter_context(one)
            self.nodes[name].opened()
        # Until nothing is on its way any more: players are to sit where the table stays.
        until(lambda: self._shares() == [2, 2], "one node has more than its share")
        owner = (self.placed()["holdem"] or "").removeprefix("node ")
        self.owner = self.nodes.pop(owner)
        (self.standby,) = self.nodes.values()
        return self

    def placed(self) -> dict[str, str | None]:
        """Which node has which tables."""
        with closing(database_of(self.folder, self.dsn).look()) as conn:
            return {one.unit: one.node for one in placements.of_house(conn)}

    def _shares(self) -> list[int]:
        count = Counter(self.placed().values())
        return [] if None in count else sorted(count.values())

    def taken_over(self) -> str:
        log = self.standby.folder / "log"
        until(lambda: "1 rounds of before go on" in log.read_text(), "nobody takes over")
        assert len(set(self.placed().values())) == 1
        return self.standby.opened().url


def until(so: object, otherwise: str) -> None:
    """Wait until it is so."""
    end = time.monotonic() + PATIENCE_S
    while not so():  # type: ignore[operator]
        assert time.monotonic() < end, otherwise
        time.sleep(0.05)


@pytest.fixture
def unchecked(postgresql: Databases) -> Iterator[str]:
    """A database whose schema does not ask for the epoch of a table."""
    with postgresql.own() as dsn:
        with psycopg.connect(dsn) as conn:
            conn.execute(UNCHECKED)
        yield dsn


def test_a_table_of_a_node_that_was_stopped_goes_on_at_another_and_the_first_writes_nothing(
    tmp_path: Path, dsn: str
) -> None:
    with Shared(tmp_path, dsn) as shared:
        asyncio.run(shared.play())
        assert "others have taken over what it had" in shared.owner.ended()
        assert out_of_order(dsn) == []
        assert shared.acknowledged <= read(Looked(database_of(tmp_path, dsn))).acts.keys()


def test_the_fence_of_a_node_alone_is_enough(tmp_path: Path, unchecked: str) -> None:
    with Shared(tmp_path, unchecked, "tests.cluster.unlocked") as shared:
        asyncio.run(shared.play())
        assert "others have taken over what it had" in shared.owner.ended()
        assert out_of_order(unchecked) == []


def test_without_fencing_a_node_writes_among_the_rows_of_the_one_that_has_its_table(
    tmp_path: Path, unchecked: str
) -> None:
    with Shared(tmp_path, unchecked, "tests.cluster.unfenced") as shared:
        asyncio.run(shared.play())
        until(lambda: out_of_order(unchecked), "nothing was written by the node that woke")


def test_a_node_that_is_told_to_end_gives_its_tables_to_the_others(
    tmp_path: Path, dsn: str
) -> None:
    with Shared(tmp_path, dsn) as shared:
        shared.owner.process.terminate()
        assert shared.owner.process.wait(PATIENCE_S) == 0
        until(lambda: set(shared.placed().values()) == {other(shared)}, "they are on no node")
        with closing(database_of(tmp_path, dsn).look()) as conn:
            gone, lives = sorted(nodes.known(conn), key=lambda one: one.lives)
        assert (gone.lives, lives.lives, lives.name) == (False, True, other(shared))


def test_when_the_database_comes_back_each_node_goes_on_with_its_own(
    tmp_path: Path, postgresql: Databases
) -> None:
    with postgresql.fresh() as dsn, Shared(tmp_path, dsn) as shared:
        before, both = shared.placed(), (shared.owner, shared.standby)
        postgresql.server.kill()
        try:
            for one in both:
                until(partial(has_said, one, "is not renewed"), "it holds a lease without a base")
        finally:
            postgresql.server.start()
        for one in both:
            until(partial(has_said, one, "is renewed; the house goes on"), "it does not go on")
            assert one.process.poll() is None
        assert shared.placed() == before
        with closing(database_of(tmp_path, dsn).look()) as conn:
            assert [one.epoch for one in nodes.known(conn)] == [1, 1]


def has_said(one: NodeProcess, words: str) -> bool:
    """Whether that is in its log."""
    return words in (one.folder / "log").read_text()


def other(shared: Shared) -> str:
    return f"node {shared.standby.folder.name}"
