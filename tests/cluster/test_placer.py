"""Placers of nodes over one database, on a fake clock: tables are on one node each, whoever dies,
comes, or is drained."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from twisted.internet.task import Clock

from game_server.cluster.node import Node
from game_server.cluster.placer import Placer
from game_server.store import leases, nodes, placements
from game_server.store.direct import CommitFault, DirectStore
from game_server.store.placements import Placement
from game_server.store.transaction import Transaction, writing
from tests.store.in_memory import in_memory

LONG = 60_000
TABLES = ("eps", "holdem", "roulette", "sabacc")


class Tables:
    """The tables of a node, which come at once, and go when the test says that a round is over."""

    def __init__(self, name: str) -> None:
        self.name, self.here, self.takes = name, set[str](), True
        self.where: Mapping[str, Placement] = {}
        self.going: dict[str, Callable[[], None]] = {}
        self.busy, self.coming = set[str](), set[str]()

    def can(self, unit: str) -> bool:
        return True

    def idle(self, unit: str) -> bool:
        return unit not in self.busy

    def attended(self, unit: str) -> bool:
        return unit in self.busy

    def guests(self, unit: str) -> str:
        return f"those of {unit}"

    def can_go(self, unit: str) -> bool:
        return unit not in self.coming

    def units(self, tx: Transaction) -> Sequence[str]:
        return TABLES

    def adopt(self, units: Sequence[str]) -> None:
        assert not self.here & set(units), "it runs here already"
        self.here |= set(units)

    def release(self, unit: str, gone: Callable[[], None]) -> None:
        assert unit in self.here
        self.going[unit] = gone
        if unit not in self.busy:
            self.over(unit)

    def placed(self, where: Mapping[str, Placement]) -> None:
        self.where = where
        self.here = {unit for unit in self.here if where[unit].node == self.name}

    def over(self, unit: str) -> None:
        """Its round is over."""
        self.busy.discard(unit)
        if unit in self.going:
            self.here.discard(unit)
            self.going.pop(unit)()


class Nodes:
    """Nodes that share a house in memory."""

    def __init__(self) -> None:
        self.conn, self.clock = in_memory(), Clock()
        self.stores: dict[str, DirectStore] = {}
        self.tables: dict[str, Tables] = {}
        self.placers: dict[str, Placer] = {}
        self.ended, self.steady = list[str](), True

    def come(self, name: str) -> Tables:
        """A node enters, and takes part."""
        node = Node(name, f"word {name}", bytes(32), 3.0)
        with writing(self.conn):
            leases.take(
                self.conn, node.lease, owner=node.word, node=name, house=node.house, lasts=LONG
            )
            nodes.enter(self.conn, name, version="1.0", roles=("tables",), since=0)
        store = self.stores[name] = DirectStore(self.conn, self.clock)
        tables = self.tables[name] = Tables(name)
        self.placers[name] = Placer(
            node, store, store, self.clock, tables, self.ended.append, lambda: self.steady
        )
        self.placers[name].start()
        self.go()
        return tables

    def go(self, seconds: float = 2.0) -> None:
        for _ in range(round(seconds * 20)):
            self.clock.advance(0.05)

    def die(self, name: str) -> None:
        """It is killed, and its lease is over."""
        self.placers.pop(name).stop()
        self.tables.pop(name)
        with writing(self.conn):
            leases.renew(self.conn, nodes.lease_of(name), self.epoch(name), 0)

    def epoch(self, name: str) -> int:
        known = leases.look(self.conn, nodes.lease_of(name))
        assert known is not None
        return known.epoch

    def each_is_on_one(self) -> None:
        """Every table runs on the node that it is placed on, and on no other."""
        for one in placements.of_house(self.conn):
            assert [name for name, has in self.tables.items() if one.unit in has.here] == [one.node]


@pytest.fixture
def house() -> Nodes:
    return Nodes()


def test_nodes_that_come_share_the_tables(house: Nodes) -> None:
    a = house.come("a")
    assert a.here == set(TABLES)
    b = house.come("b")
    assert len(a.here) == len(b.here) == 2
    house.each_is_on_one()
    assert b.where == {one.unit: one for one in placements.of_house(house.conn)}


def test_tables_that_are_played_at_go_one_at_a_time_between_two_rounds(house: Nodes) -> None:
    a = house.come("a")
    a.busy = set(TABLES)
    b = house.come("b")
    assert (len(a.going), b.here) == (1, set())
    a.over(min(a.going))
    house.go()
    assert (len(a.going), len(b.here)) == (1, 1)
    a.over(min(a.going))
    house.go()
    assert (len(a.going), len(b.here)) == (0, 2)
    house.each_is_on_one()


def test_the_guests_of_a_table_that_goes_are_written_for_whoever_takes_it(house: Nodes) -> None:
    a, b = house.come("a"), house.come("b")
    unit = min(a.here)
    with writing(house.conn):
        placements.want(house.conn, unit, "b")
    house.go()
    assert unit in b.here
    assert placements.guests(house.conn, [unit]) == {unit: f"those of {unit}"}
    with writing(house.conn):
        placements.forget_guests(house.conn, ["u", *TABLES])
    assert placements.guests(house.conn, TABLES) == {}


def test_a_node_that_is_long_gone_is_forgotten_once_its_tables_are_taken(house: Nodes) -> None:
    a, _ = house.come("a"), house.come("b")
    assert a.here
    house.die("a")
    with writing(house.conn):
        long = -nodes.KEPT_MS - 60_000
        leases.renew(house.conn, nodes.lease_of("a"), house.epoch("a"), long)
    house.go()
    assert [one.name for one in nodes.known(house.conn)] == ["b"]
    house.each_is_on_one()


def test_a_table_that_is_coming_is_not_released(house: Nodes) -> None:
    a, b = house.come("a"), house.come("b")
    unit = min(a.here)
    a.coming = {unit}
    with writing(house.conn):
        placements.want(house.conn, unit, "b")
    house.go()
    assert unit in a.here
    a.coming.clear()
    house.go()
    assert unit in b.here


def test_what_a_dead_node_had_is_shared_by_those_who_live(house: Nodes) -> None:
    a, b, c = (house.come(name) for name in "abc")
    assert sorted(map(len, (a.here, b.here, c.here))) == [1, 1, 2]
    before = house.epoch("a")
    house.die("a")
    house.go()
    assert len(b.here) == len(c.here) == 2
    house.each_is_on_one()
    assert house.ended.count("word a") >= 1, "what it had under way is ended first"
    assert house.epoch("a") == before + 1


def test_nobody_is_taken_over_from_when_the_database_has_just_come_back(house: Nodes) -> None:
    a, b = house.come("a"), house.come("b")
    house.steady = False
    for name in "ab":
        with writing(house.conn):
            leases.renew(house.conn, nodes.lease_of(name), house.epoch(name), 0)
    house.go()
    assert [house.epoch(name) for name in "ab"] == [1, 1]
    with writing(house.conn):
        leases.renew(house.conn, nodes.lease_of("a"), 1, LONG)
    house.steady = True
    house.go()
    assert (len(a.here), len(b.here), house.epoch("b")) == (4, 0, 2), "it has not come back"


def test_a_node_that_comes_back_in_time_goes_on_with_what_it_had(house: Nodes) -> None:
    had = house.come("a").here.copy()
    house.placers["a"].stop()
    assert house.come("a").here == had
    house.each_is_on_one()


def test_a_table_goes_where_it_is_wanted_when_its_round_is_over(house: Nodes) -> None:
    a, b = house.come("a"), house.come("b")
    a.busy, b.busy = set(a.here), set(b.here)
    unit = min(a.here)
    with writing(house.conn):
        placements.want(house.conn, unit, "b")
    house.go()
    assert unit in a.here
    a.over(unit)
    house.go()
    assert unit in b.here
    house.each_is_on_one()


def test_a_node_that_is_drained_gives_everything_up_and_takes_nothing(house: Nodes) -> None:
    a, b = house.come("a"), house.come("b")
    playing = min(a.here)
    a.busy = {playing}
    with writing(house.conn):
        nodes.drain(house.conn, "a", True)
    house.go()
    assert a.here == {playing}
    a.over(playing)
    house.go()
    assert (a.here, b.here) == (set(), set(TABLES))
    house.each_is_on_one()
    with writing(house.conn):
        nodes.drain(house.conn, "a", False)
    house.go()
    assert len(a.here) == 2, "it takes some again"


def test_a_node_that_ends_leaves_when_its_last_round_is_over_whoever_takes_it(
    house: Nodes,
) -> None:
    a, left = house.come("a"), list[None]()
    a.busy = {"eps"}
    house.placers["a"].leave().addCallback(left.append)
    house.go()
    assert (a.here, left) == ({"eps"}, [])
    a.over("eps")
    house.go()
    assert left == [None]
    assert {one.node for one in placements.of_house(house.conn)} == {None}
    assert house.come("b").here == set(TABLES)


def test_what_the_disk_does_not_take_is_tried_again(house: Nodes) -> None:
    a, b = house.come("a"), house.come("b")
    with writing(house.conn):
        placements.want(house.conn, min(a.here), "b")
    house.die("b")
    house.come("b")
    for _ in range(20):
        for store in house.stores.values():
            store.fault = CommitFault.FAILS
        house.clock.advance(0.05)
    for store in house.stores.values():
        store.fault = None
    house.go()
    house.each_is_on_one()
    assert b.here is not None


def test_a_house_that_is_closed_takes_no_tables(house: Nodes) -> None:
    a = house.come("a")
    a.takes = False
    house.come("b")
    assert len(a.here) == 4, "nothing is taken from it"
    house.tables["b"].takes = False
    house.die("a")
    house.go()
    assert house.tables["b"].here == set()
    house.tables["b"].takes = True
    house.go()
    assert house.tables["b"].here == set(TABLES)
