"""A node joins a house that many share: under its own name, in the same house, beside no owner of
all of it."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from game_server.cluster.joining import NodeCard, join
from game_server.cluster.node import TABLES, Node
from game_server.cluster.standby import enter
from game_server.store import leases, nodes
from game_server.store.database import migrations
from game_server.store.nodes import NodeRow
from game_server.store.ports import CannotOpen
from tests.cluster.test_standby import HOUSE, Shared

B = Node("b", "word b", HOUSE, 3.0)
CARD = NodeCard("1.0", ("front", "tables"), 7)


class Joining:
    """A node that joins, and what happens while it waits: one thing at each look."""

    def __init__(self, folder: Path) -> None:
        self.database, self.said = Shared(folder / "house.sqlite"), list[str]()

    def lease(self, what: str, node: str, lasts: int = 60_000, house: bytes = HOUSE) -> None:
        with closing(self.database.open()) as conn:
            leases.take(conn, what, owner=f"word {node}", node=node, house=house, lasts=lasts)

    def over(self, what: str) -> None:
        with closing(self.database.open()) as conn:
            leases.give_back(conn, what, 1)

    def join(self, *then: Callable[[], object], node: Node = B) -> int:
        """The epoch in which it has joined."""
        todo = list(then)
        leased = join(self.database, node, CARD, self.said.append, 0, lambda _: todo.pop(0)())
        assert leased.word == node.word
        return leased.lease.epoch

    def known(self) -> tuple[NodeRow, ...]:
        with closing(self.database.open()) as conn:
            return nodes.known(conn)


@pytest.fixture
def joining(tmp_path: Path) -> Joining:
    return Joining(tmp_path)


def test_a_node_joins_beside_others_and_waits_for_nobody(joining: Joining) -> None:
    joining.lease(nodes.lease_of("a"), "a")
    assert joining.join() == 1
    assert joining.said == []
    (row,) = joining.known()
    assert (row.name, row.version, row.roles, row.since, row.lives) == (
        "b",
        "1.0",
        "front,tables",
        7,
        True,
    )


def test_the_first_node_makes_the_database(joining: Joining) -> None:
    assert joining.database.is_new()
    assert joining.join() == 1
    assert len(migrations()) >= 33


def test_a_node_that_comes_back_has_the_next_epoch_and_is_drained_no_more(
    joining: Joining,
) -> None:
    joining.join()
    with closing(joining.database.open()) as conn:
        nodes.drain(conn, "b", True)
    assert joining.join() == 2
    assert joining.known()[0].takes_tables


def test_two_nodes_do_not_have_one_name(joining: Joining) -> None:
    joining.lease(B.lease, "b")
    other = replace(B, word="another folder")
    assert joining.join(lambda: None, lambda: joining.over(B.lease), node=other) == 2
    assert joining.said == ["This node waits: another one is called b, and it lives."]


def test_a_node_waits_for_an_owner_of_the_whole_house_and_that_one_for_nodes(
    joining: Joining,
) -> None:
    joining.lease(TABLES, "c")
    assert joining.join(lambda: joining.over(TABLES)) == 1
    assert joining.said == ["This node waits: c has the whole house; it has no nats."]
    said, alone = list[str](), Node("c", "word c", HOUSE, 3.0)
    todo = [lambda: joining.over(B.lease)]
    leased = enter(joining.database, alone, said.append, 0, lambda _: todo.pop(0)())
    assert leased.lease.what == TABLES
    assert said == ["This node stands by: nodes share the house (b); set nats too."]


@pytest.mark.parametrize("what", [TABLES, B.lease, "node:a"])
def test_a_node_of_another_house_is_refused(joining: Joining, what: str) -> None:
    joining.lease(what, "a", house=b"x" * 32)
    with pytest.raises(CannotOpen, match="of a house with another secret"):
        joining.join()
