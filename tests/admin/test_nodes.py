"""Nodes that share a house, as administrators see them: listed, drained, and given tables."""

from contextlib import closing
from pathlib import Path

import pytest

from game_server.admin import node_look
from game_server.admin.nodes import LINES_S
from game_server.config import RoomSettings
from game_server.house.adopted_tables import AdoptedTables
from game_server.store import leases, nodes, placements
from game_server.store.placements import Placement
from game_server.store.transaction import Transaction, writing
from tests.admin.talk import Floor
from tests.house.world import EPS, World
from tests.store.in_memory import in_memory

HOLDEM = RoomSettings("holdem", "holdem", "standard", "play", 200, 4_000, 20_000)


def come(tx: Transaction, name: str, lasts: int = 60_000) -> None:
    """A node comes, and says how it is."""
    what = nodes.lease_of(name)
    leases.take(tx, what, owner=f"word {name}", node=name, house=bytes(32), lasts=lasts)
    nodes.enter(tx, name, version="1.0", roles=("front", "tables"), since=5_000)
    now = tx.execute(f"SELECT {tx.engine.now}").fetchone()[0]
    nodes.say(tx, name, address="ws://b", lines=7, lag=250, clock=now, hours="open")


@pytest.fixture
def floor() -> Floor:
    """A house whose tables are on nodes a and b; c is gone."""
    floor = Floor(World(HOLDEM, EPS, node="a"))
    with writing(floor.world.conn):
        for name in "ab":
            come(floor.world.conn, name)
        come(floor.world.conn, "c", 0)
        placements.add(floor.world.conn, ["holdem", placements.CASH], "a")
        placements.add(floor.world.conn, ["late"], "b")
    return floor


def test_nodes_are_listed_with_what_they_have_and_how_they_are(floor: Floor) -> None:
    found = floor.enter("vic").ask("nodes")
    assert [(one["node"], one["state"], one["tables"]) for one in found["nodes"]] == [
        ("a", "here", 2),
        ("b", "here", 1),
        ("c", "gone", 0),
    ]
    other = found["nodes"][1]
    assert (other["lines"], other["late_s"], other["address"]) == (7, 0.25, "ws://b")
    assert (other["since_at"], other["version"], other["roles"]) == (5, "1.0", "front, tables")
    assert abs(other["skew_s"]) < 5
    assert found["on_no_node"] == 0
    conn = floor.world.conn
    with writing(conn):
        nodes.say(conn, "b", address="", lines=0, lag=0, clock=0, hours="closed")
    assert floor.enter("vic").ask("nodes")["nodes"][1]["state"] == "closed"


def test_a_table_is_wanted_elsewhere_and_those_for_cash_go_together(floor: Floor) -> None:
    operator = floor.enter("olga")
    assert operator.ask("move", table="holdem", node="b")["said"].startswith("The table holdem")
    assert operator.ask("move", table="eps", node="b")["said"].startswith("All tables for cash")
    wanted = {one.unit: one.wish for one in placements.of_house(floor.world.conn)}
    assert wanted == {"holdem": "b", placements.CASH: "b", "late": None}
    assert "already" in operator.ask("move", table="late", node="b")["said"]
    assert operator.refusal("move", table="nothing", node="b") == "no_table"
    assert operator.refusal("move", table="holdem", node="d") == "no_node"
    assert operator.refusal("move", table="holdem", node="c") == "not_taking"
    assert floor.enter("vic").refusal("move", table="holdem", node="b") == "not_allowed"
    assert ("olga", "move", "ok") in floor.audit()


def test_a_node_is_drained_when_it_has_no_tables_and_not_before(floor: Floor) -> None:
    operator, conn = floor.enter("olga"), floor.world.conn
    asked = operator.begin("drain", node="b")
    operator.listen(2.0)
    assert operator.heard[-1]["progress"]["tables"] == 1
    assert nodes.known(conn)[1].draining
    assert not any(one.get("ok") for one in operator.heard if one.get("id") == asked)
    with writing(conn):
        placements.give_up(conn, ["late"], "b", "a")
    operator.listen(2.0)
    assert operator.heard[-1]["progress"] == {
        "said": "Tables still there: 0. Lines: 7.",
        "tables": 0,
        "lines": 7,
    }
    with writing(conn):
        nodes.say(conn, "b", address="", lines=0, lag=0, clock=0, hours="open")
    operator.listen(2.0)
    assert "can be stopped" in operator.answer(asked)["said"]
    assert operator.refusal("drain", node="a") == "no_other_node"
    operator.ask("drain", node="b", back=True)
    assert not nodes.known(conn)[1].draining


def test_lines_that_come_back_to_a_drained_node_are_said(floor: Floor) -> None:
    operator, conn = floor.enter("olga"), floor.world.conn
    with writing(conn):
        placements.give_up(conn, ["late"], "b", "a")
    asked = operator.begin("drain", node="b")
    operator.listen(LINES_S - 2.0)
    assert not any("ok" in one for one in operator.heard if one["id"] == asked)
    operator.listen(4.0)
    assert operator.answer(asked)["lines"] == 7


def test_the_last_front_is_not_drained(floor: Floor) -> None:
    operator, conn = floor.enter("olga"), floor.world.conn
    conn.execute("UPDATE nodes SET roles = 'tables' WHERE name = 'a'")
    assert operator.refusal("drain", node="b") == "no_other_node"
    assert "front" in operator.heard[-1]["no"]["text"]
    conn.execute("UPDATE nodes SET roles = 'front' WHERE name = 'b'")
    assert operator.refusal("drain", node="b") == "no_other_node"


def test_who_is_let_take_tables_again_is_not_waited_for(floor: Floor) -> None:
    operator, conn = floor.enter("olga"), floor.world.conn
    asked = operator.begin("drain", node="b")
    with writing(conn):
        nodes.drain(conn, "b", False)
    operator.listen(2.0)
    assert operator.heard[-1]["no"]["code"] == "not_drained"
    assert operator.heard[-1]["id"] == asked


def test_a_table_on_another_node_is_said_to_be_there(floor: Floor) -> None:
    world = floor.world
    house = world.house
    tables = AdoptedTables(house.means, house.lobby, house.hours, house.cashier)
    where = {"holdem": "b", placements.CASH: "a", "late": None}
    tables.placed({unit: Placement(unit, node, 3, None) for unit, node in where.items()})
    assert [tables.number(one) for one in ("holdem", "eps", "nothing")] == [3, 3, 0]
    operator = floor.enter("olga")
    assert operator.refusal("table close", table="holdem") == "elsewhere"
    assert "on the node b" in operator.heard[-1]["no"]["text"]
    assert operator.refusal("table show", table="late") == "paused", "it is on its way"
    assert operator.refusal("table show", table="eps") == "paused"
    assert operator.refusal("table show", table="nothing") == "no_table"


def test_a_house_on_one_node_has_no_nodes() -> None:
    floor = Floor()
    assert floor.enter("vic").refusal("nodes") == "one_node"
    assert floor.enter("olga").refusal("drain", node="a") == "one_node"


def test_the_doctor_looks_at_clocks_and_versions(tmp_path: Path) -> None:
    with closing(in_memory()) as conn:
        assert list(node_look.look(conn)) == []
        come(conn, "a")
        come(conn, "b")
        (fine,) = node_look.look(conn)
        assert (fine.result, fine.found) == ("ok", "a, b: of one version, and of one time.")
        conn.execute("UPDATE nodes SET skew = 2500, version = '1.1' WHERE name = 'b'")
        placements.add(conn, ["late"])
        clock, version, free = node_look.look(conn)
        assert "node b is 2.5 s ahead of" in clock.found
        assert "of versions 1.0, 1.1" in version.found
        assert "1 tables are on no node: late" in free.found
