"""The live view in a house of several nodes: it works at any of them, and follows a table."""

from collections.abc import Iterator

import pytest

from protocol import messages
from tests.admin.looker import LOOKERS, Looker
from tests.cluster.test_whole_house import Whole


@pytest.fixture
def house() -> Iterator[Whole]:
    yield Whole()
    while LOOKERS:
        LOOKERS.pop().talk.lose()


def test_a_table_of_another_node_is_looked_at(house: Whole) -> None:
    house.seated("Ann", "Ben")
    looker = Looker(house.floor, "t")
    shown = looker.look(0.5)
    assert {one["name"] for one in shown["seats"].values()} == {"Ann", "Ben"}
    assert shown["faces"]
    assert house.floor.audit()[-1] == ("cleo", "watch", "open")
    cid = house.front.client("Cid")
    cid.ask(messages.Join, "t")
    house.front.run(0.3)
    assert looker.look(0.5)["watching"] == 1
    assert house.tables.runner("t").lookers
    looker.end()
    house.front.run(0.2)
    assert not house.tables.runner("t").lookers
    plain = Looker(house.floor, "t", "vic", "")
    assert not plain.look(0.5)["faces"]


def test_who_does_not_keep_up_is_shown_little_of_another_node(house: Whole) -> None:
    ann, ben = house.seated("Ann", "Ben")
    looker = Looker(house.floor, "t")
    looker.look(0.5)
    looker.talk.line.pauseProducing()
    before = looker.items
    ann.plays = ben.plays = True
    house.front.run(20.0)
    assert looker.items == before
    looker.look(0.1)
    assert looker.items <= before + 5
    looker.talk.line.resumeProducing()
    house.front.run(1.0)
    assert looker.look(1.0)["round"] == house.tables.runner("t").view.rounds


def test_whoever_looks_at_a_table_follows_it_to_another_node(house: Whole) -> None:
    house.seated("Ann", "Ben")
    looker = Looker(house.floor, "t")
    looker.look(0.5)
    there = house.moves()
    house.front.run(1.0)
    before = looker.items
    looker.look(0.5)
    assert looker.items > before
    assert there.runners["t"].lookers
    assert looker.shown["state"] != "paused"


def test_all_tables_of_all_nodes_are_looked_at(house: Whole) -> None:
    house.seated("Ann", "Ben")
    looker = Looker(house.floor, "", "vic", "")
    shown = looker.look(3.0)
    assert [(name, one["node"], one["people"]) for name, one in shown["rooms"].items()] == [
        ("t", "tables", 2)
    ]
    house.tables.dies()
    house.front.run(3.0)
    assert looker.look(1.5)["rooms"] == {}


def test_who_may_not_look_any_more_sees_nothing_of_other_nodes(house: Whole) -> None:
    house.seated("Ann", "Ben")
    there = house.staffed(house.tables)
    looker = Looker(there, "t")
    assert looker.look()
    house.floor.enter("ann").ask("staff role", name="cleo", role="viewer")
    looker.look(0.2)
    (said,) = [one for one in looker.talk.heard if one["id"] == looker.number and "no" in one]
    assert said["no"]["code"] == "not_allowed"
    assert not house.tables.runner("t").lookers


def test_a_table_without_words_to_its_node_is_refused_with_its_name(house: Whole) -> None:
    house.wire[0].cut.add(house.front.words)
    house.front.run(3.0)
    viewer = house.floor.enter("vic")
    assert viewer.refusal("watch", table="t") == "elsewhere"
    assert "on the node tables" in viewer.heard[-1]["no"]["text"]
