"""A table goes from one node to another while it is played: lines stay, here and at fronts."""

from collections.abc import Callable

import pytest

from game_server.house.adopted_tables import AdoptedTables
from game_server.store import placements
from game_server.store.placements import Placement
from game_server.store.transaction import writing
from protocol import messages
from protocol.messages import Left, Notice, Ok, Session, Told
from tests.cluster.nodes_of_a_house import BOTH, FRONT, Client, Cluster, NodeWorld
from tests.cluster.test_fronts import HOLDEM


class Two(Cluster):
    """Two nodes that have lines and tables, and a front; the table is at the first."""

    def __init__(self) -> None:
        super().__init__()
        self.first = self.node("first", BOTH, HOLDEM)
        self.second = self.node("second", BOTH)
        self.front = self.node("front", FRONT)
        self.meet()

    def seated(self, front: NodeWorld, name: str) -> Client:
        player = front.client(name)
        player.ask(messages.Join, "t")
        player.ask(messages.Queue, "t")
        front.until(lambda: bool(player.heard(messages.Offer)))
        player.sit("t")
        player.plays = True
        return player

    def move(
        self, frm: NodeWorld, to: NodeWorld, meanwhile: Callable[[], object] = lambda: None
    ) -> None:
        """As soon as the round is over; `meanwhile` no node has it."""
        gone = list[bool]()
        config = frm.runner("t").config
        frm.house.lobby.release("t", lambda: gone.append(True))
        self.first.until(lambda: bool(gone))
        meanwhile()
        self.first.wait(to.house.lobby.adopt([(config, "")], {}))


@pytest.fixture
def house() -> Two:
    return Two()


def test_players_of_every_node_stay_at_a_table_that_moves_there_and_back(house: Two) -> None:
    players = [
        house.seated(node, name)
        for node, name in ((house.first, "Ann"), (house.second, "Ben"), (house.front, "Cleo"))
    ]
    for frm, to in ((house.first, house.second), (house.second, house.first)):
        house.first.run(2.0)
        house.move(frm, to)
        rounds = to.probe("t").rounds
        house.first.until(lambda to=to, rounds=rounds: to.probe("t").rounds >= rounds + 2)  # type: ignore[misc]
        for player in players:
            codes = [one.code for one in player.heard(Notice) if one.table == "t"]
            assert codes[-2:] == ["paused", "resumed"], codes
            assert not player.heard(Left)
            assert not player.ending
            assert isinstance(player.ask(messages.Say, "t", "still here"), Ok)
    assert "t" not in house.second.house.lobby.runners
    house.first.check()


def test_who_comes_in_while_no_node_has_the_table_is_at_it_when_one_has(house: Two) -> None:
    ann, ben = house.seated(house.first, "Ann"), house.seated(house.front, "Ben")
    back = list[Client]()

    def comes_in() -> None:
        house.first.run(1.0)
        ann.lose()
        back.append(ann.resumed(house.second))
        house.first.run(1.0)

    house.move(house.first, house.second, comes_in)
    (ann,) = back
    assert ann.heard(Session)[-1].tables == ()
    house.first.run(2.0)
    assert [one.code for one in ann.heard(Notice) if one.table == "t"] == ["resumed"]
    assert house.second.probe("t").people[str(ann.id)].here
    assert ann.heard(Told)
    assert isinstance(ann.ask(messages.Say, "t", "here again"), Ok)
    assert not ben.heard(Left)


def test_whoever_watches_a_table_stays_there_when_it_moves(house: Two) -> None:
    house.seated(house.first, "Ann")
    watchers = [node.client(f"Cleo at {node.name}") for node in house.nodes]
    for one in watchers:
        one.ask(messages.Join, "t")
    house.first.run(0.5)
    frm, to = (_adopting(node) for node in (house.first, house.second))
    gone = list[bool]()
    frm.release("t", lambda: gone.append(True))
    house.first.until(lambda: bool(gone))
    with writing(house.first.conn):
        placements.add(house.first.conn, ["t"], "first")
        placements.give_up(house.first.conn, ["t"], "first", "second", frm.guests("t"))
    to.placed({"t": Placement("t", "second", 1, None)})
    to.adopt(["t"])
    house.first.run(2.0)
    people = house.second.probe("t").people
    for one in watchers:
        assert not one.heard(Left)
        assert people[str(one.id)].here
        codes = [said.code for said in one.heard(Notice) if said.table == "t"]
        assert codes[-2:] == ["paused", "resumed"]
        assert isinstance(one.ask(messages.Say, "t", "still here"), Ok)


def _adopting(node: NodeWorld) -> AdoptedTables:
    house = node.house
    house.hours.tables = node.cluster.nodes[0].house.hours.tables
    return AdoptedTables(house.means, house.lobby, house.hours, house.cashier)
