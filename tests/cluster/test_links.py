"""Links between nodes: nothing is lost between two that are there, and who is gone is known."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgpack
import pytest
from twisted.internet.task import Clock

from game_server.cluster import links
from game_server.cluster.links import Links, PeerFacts
from game_server.cluster.words import Words
from tests.cluster.wire import Wire


class Node:
    """A node that keeps what it hears: who came and went, and what was said since."""

    def __init__(self, wire: Wire, name: str) -> None:
        self.name, self.news = name, list[str]()
        self.said = dict[str, list[Any]]()
        self.words: Words = wire.node()
        self.links = Links(
            "h", self.words, wire.clock, lambda own: PeerFacts(own, name, ("front",)), self
        )
        self.links.begin()

    def came(self, peer: PeerFacts) -> None:
        self.news.append(f"{peer.name} came")
        self.said[peer.name] = []

    def gone(self, peer: PeerFacts) -> None:
        self.news.append(f"{peer.name} went")

    def heard(self, peer: PeerFacts, item: Sequence[Any]) -> None:
        self.said[peer.name] += item

    def say(self, other: "Node", *items: object) -> None:
        for item in items:
            self.links.say(other.links.instance, [item])


class House:
    def __init__(self, *names: str) -> None:
        self.clock = Clock()
        self.wire = Wire(self.clock)
        self.nodes = [Node(self.wire, name) for name in names]

    def go(self, seconds: float = 0.5) -> None:
        for _ in range(round(seconds * 20)):
            self.clock.advance(0.05)


@pytest.fixture
def house() -> House:
    made = House("a", "b")
    made.go()
    return made


def test_nodes_meet_and_hear_each_other_in_order(house: House) -> None:
    a, b = house.nodes
    assert (a.news, b.news) == (["b came"], ["a came"])
    assert [one.name for one in a.links.up] == ["b"]
    a.say(b, 1, b"bytes")
    a.say(b, "text")
    b.say(a, 4)
    house.go()
    assert (b.said["a"], a.said["b"]) == ([1, b"bytes", "text"], [4])


def test_what_is_said_in_one_turn_is_one_word_and_what_is_much_are_several(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = house.nodes
    words = list[int]()

    def note(subject: str, said: bytes) -> bool:
        if msgpack.unpackb(said)[0] == "items":
            words.append(len(said))
        return False

    house.wire.loses = note
    a.say(b, *range(1_000))
    house.go()
    assert len(words) == 1
    words.clear()
    a.say(b, *[bytes(60_000)] * 40)
    house.go()
    assert len(words) == 10
    assert max(words) < 2 * links.MOST_BYTES
    assert len(b.said["a"]) == 1_040


@pytest.mark.parametrize("seed", range(8))
def test_between_nodes_that_are_there_no_item_is_lost_or_told_twice(seed: int) -> None:
    house, random = House("a", "b", "c"), Random(seed)
    # Longer than until what is missing is asked for once more.
    house.wire.delay = 0.15 if seed % 2 else 0.0
    house.go(1)
    house.wire.loses = lambda subject, said: random.random() < 0.2
    for number in range(200):
        frm, to = random.sample(house.nodes, 2)
        frm.say(to, number)
        house.clock.advance(random.choice((0.0, 0.01, 0.1)))
    house.wire.loses = lambda subject, said: False
    house.go(2)
    for node in house.nodes:
        assert not [one for one in node.news if "went" in one], "a fifth of words is no silence"
    told = [one for node in house.nodes for said in node.said.values() for one in said]
    assert sorted(told) == list(range(200))
    for node in house.nodes:
        assert all(said == sorted(said) for said in node.said.values())
        kept = [len(one.kept) for one in node.links._peers.values()]
        assert max(kept) == 0, "what both have is let go"


def test_the_last_item_is_missed_too(house: House) -> None:
    a, b = house.nodes
    house.wire.loses = lambda subject, said: msgpack.unpackb(said)[0] == "items"
    a.say(b, 1)
    house.go(0.1)
    house.wire.loses = lambda subject, said: False
    house.go(1)
    assert b.said["a"] == [1]


@pytest.mark.parametrize("deaf", [0, 1, None])
def test_who_was_silent_is_gone_and_has_come_anew_on_both_sides(
    house: House, deaf: int | None
) -> None:
    """`deaf` hears nothing and is heard; None: neither is heard."""
    a, b = house.nodes
    a.say(b, 1)
    house.go()
    if deaf is None:
        house.wire.cut = {a.words}  # type: ignore[arg-type]
    else:
        other = house.nodes[1 - deaf].links.instance
        house.wire.loses = lambda subject, said: msgpack.unpackb(said)[1] == other
    house.go(3)
    a.say(b, 2)
    house.wire.cut.clear()
    house.wire.loses = lambda subject, said: False
    house.go(2)
    for node, other_name in ((a, "b"), (b, "a")):
        assert node.news[:3] == [f"{other_name} came", f"{other_name} went", f"{other_name} came"]
        assert [one.name for one in node.links.up] == [other_name]
    a.say(b, 3)
    b.say(a, 4)
    house.go()
    assert b.said["a"][-1:] == [3]
    assert a.said["b"] == [4]


@pytest.mark.parametrize("seed", range(6))
def test_links_come_together_again_after_whatever_was_cut(seed: int) -> None:
    house, random = House("a", "b", "c"), Random(seed)
    lost = set[str]()
    house.wire.loses = lambda subject, said: msgpack.unpackb(said)[1] in lost
    for _ in range(12):
        lost.clear()
        lost.update(node.links.instance for node in house.nodes if random.random() < 0.4)
        house.wire.cut = {one.words for one in house.nodes if random.random() < 0.3}  # type: ignore[misc]
        frm, to = random.sample(house.nodes, 2)
        frm.say(to, *range(5))
        house.go(random.choice((0.3, 1.0, 2.5)))
    lost.clear()
    house.wire.cut.clear()
    house.go(3)
    before = [len(node.news) for node in house.nodes]
    for frm in house.nodes:
        for to in house.nodes:
            if frm is not to:
                frm.say(to, f"{frm.name} to {to.name}")
    house.go(3)
    for node, count in zip(house.nodes, before, strict=True):
        assert len(node.news) == count, "nobody begins anew any more"
        assert len(node.links.up) == 2
        for name, said in node.said.items():
            assert said[-1] == f"{name} to {node.name}"


def test_who_ends_is_gone_at_once_and_another_process_is_another_node(house: House) -> None:
    a, b = house.nodes
    a.say(b, 1)
    a.links.end()
    house.go(0.1)
    assert b.news == ["a came", "a went"]
    assert b.said["a"] == [1], "what was said before is heard"
    again = Node(house.wire, "a")
    house.go()
    assert b.news == ["a came", "a went", "a came"]
    again.say(b, 2)
    house.go()
    assert b.said["a"] == [2]


def test_an_end_that_keeps_too_much_begins_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = house.nodes
    monkeypatch.setattr(links, "MOST_KEPT", 1_000)
    house.wire.loses = lambda subject, said: msgpack.unpackb(said)[0] == "items"
    a.say(b, bytes(600))
    house.go(0.1)
    a.say(b, bytes(600))
    house.go(0.1)
    house.wire.loses = lambda subject, said: False
    house.go(1)
    assert a.news == ["b came", "b went", "b came"]
    assert b.news == ["a came", "a went", "a came"]
    a.say(b, 3)
    house.go()
    assert b.said["a"] == [3]
