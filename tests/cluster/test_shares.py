"""Shares: which tables a node takes and gives up, by what is on disk."""

from collections.abc import Callable, Sequence

import pytest

from game_server.cluster import shares
from game_server.cluster.shares import Leaves, SharedHouse, adopts, claims
from game_server.store.nodes import NodeRow
from game_server.store.placements import Placement


def node(
    name: str,
    left: int = 3000,
    roles: str = "front,tables",
    draining: int = 0,
    hours: str = "open",
) -> NodeRow:
    return NodeRow(name, "1.0", roles, "", 0, draining, 0, 0, 0, hours, f"word {name}", 1, left)


def house(nodes: Sequence[NodeRow], **placed: str) -> SharedHouse:
    """A house where each unit is on a node; "" for none, "a>b" for one that is wanted on b."""
    rows = []
    for number, (unit, where) in enumerate(sorted(placed.items()), 1):
        at, _, wish = where.partition(">")
        rows.append(Placement(unit, at or None, number, wish or None))
    return SharedHouse(nodes, rows)


def free(count: int, **more: str) -> dict[str, str]:
    return {**{f"t{number}": "" for number in range(count)}, **more}


def leaves(
    looked: SharedHouse, me: str, here: set[str], idle: Callable[[str], bool]
) -> list[Leaves]:
    """What goes where somebody is at each table but `w`."""
    return shares.leaves(looked, me, here, idle, lambda unit: unit != "w")


class All:
    """Whatever it is."""

    def __contains__(self, unit: object) -> bool:
        return True


ANY = All()
A, B, C = node("a"), node("b"), node("c")


def test_a_node_alone_takes_everything() -> None:
    assert claims(house([A], **free(5)), "a", ANY) == ["t0", "t1", "t2", "t3", "t4"]


def test_two_nodes_that_look_at_once_want_different_halves() -> None:
    looked = house([A, B], **free(6))
    one, other = claims(looked, "a", ANY), claims(looked, "b", ANY)
    assert len(one) == len(other) == 3
    assert not set(one) & set(other)


@pytest.mark.parametrize("count", range(12))
@pytest.mark.parametrize("nodes", [(A,), (A, B), (A, B, C)])
def test_whoever_looks_first_all_tables_are_taken_and_nobody_has_two_more_than_a_share(
    count: int, nodes: tuple[NodeRow, ...]
) -> None:
    placed = free(count)
    for one in (*nodes, *nodes):
        for unit in claims(house(nodes, **placed), one.name, ANY):
            assert placed[unit] == ""
            placed[unit] = one.name
    assert "" not in placed.values()
    share = -(-count // len(nodes))
    assert all(list(placed.values()).count(one.name) <= share for one in nodes)


def test_a_node_takes_no_more_than_its_share_and_leaves_what_it_does_not_know() -> None:
    looked = house([A, B], **free(4, u="a", v="a"))
    assert claims(looked, "a", ANY) == ["t0"]
    assert claims(looked, "b", {"t3"}) == ["t3"]


@pytest.mark.parametrize(
    "other", [node("b", left=0), node("b", draining=1), node("b", roles="front")]
)
def test_who_is_gone_or_drained_or_a_front_has_no_share(other: NodeRow) -> None:
    looked = house([A, other], **free(3))
    assert claims(looked, "a", ANY) == ["t0", "t1", "t2"]
    assert claims(looked, "b", ANY) == []


def test_the_dead_are_those_whose_lease_is_over_and_that_have_tables() -> None:
    gone, left = node("b", left=0), node("c", left=-5)
    assert house([A, gone, left], t="b", u="a").dead() == [gone]
    assert house([A, B], t="b").dead() == []


def test_what_is_placed_here_and_does_not_run_is_adopted() -> None:
    looked = house([A, B], t="a", u="a", v="b", w="")
    assert adopts(looked, "a", {"t"}, ANY) == ["u"]
    assert adopts(looked, "a", {"t"}, {"v"}) == []


def test_a_table_goes_to_who_wants_it_if_that_one_lives() -> None:
    here = {"t", "u", "v"}
    looked = house([A, B, node("c", left=0)], t="a>b", u="a>c", v="a>a")
    assert leaves(looked, "a", here, lambda _: False) == [Leaves("t", "b")]


def test_all_go_from_a_node_that_is_drained_if_another_takes_them() -> None:
    drained, here = node("a", draining=1), {"t", "u"}
    looked = house([drained, B], t="a", u="a>b", v="a")
    assert leaves(looked, "a", here, lambda _: False) == [Leaves("t", None), Leaves("u", "b")]
    assert leaves(house([drained], t="a", u="a"), "a", here, lambda _: True) == []


def test_a_node_whose_lease_is_not_renewed_yet_gives_nothing_up() -> None:
    looked = house([node("a", left=0), B], t="a", v="a>b")
    assert leaves(looked, "a", {"t", "v"}, lambda _: True) == []


def test_a_node_that_has_more_than_others_gives_up_tables_at_which_nobody_is() -> None:
    here = {"t0", "t1", "t2", "t3"}
    placed = dict.fromkeys(here, "a")
    looked = house([A, B, C], **placed)
    going = leaves(looked, "a", here, lambda unit: unit != "t0")
    assert going == [Leaves("t1", "b"), Leaves("t2", "c")]
    assert leaves(looked, "a", here, lambda _: False) == [Leaves("t0", "b")], "one at a time"
    some = house([A, B, C], **{**placed, "u": "b", "v": "c"})
    assert leaves(some, "a", here, lambda _: True) == [Leaves("t0", "b"), Leaves("t1", "c")]
    little = house([A, B], **dict.fromkeys(("t0", "t1", "t2", "t3", "u"), "a"), v="b", w="b")
    assert leaves(little, "a", here, lambda _: False) == [], "little more than a share"
    cash = house([A, B], CASH="a", t="a")
    assert leaves(cash, "a", {"CASH", "t"}, lambda _: False) == [Leaves("t", "b")]
    empty = house([A, B], CASH="a", w="a", x="a>a")
    assert leaves(empty, "a", {"CASH", "w", "x"}, lambda _: False) == []
    kept = house([A, B], **dict.fromkeys(here, "a>a"))
    assert leaves(kept, "a", here, lambda _: True) == [], "they are wanted here"
    assert leaves(house([A, B], t="a", u="b"), "a", {"t"}, lambda _: True) == []
    assert leaves(house([A, B], t="a"), "a", {"t"}, lambda _: True) == [], "not to and fro"


@pytest.mark.parametrize("settings", [True, False])
def test_a_node_that_comes_does_as_the_others_do(settings: bool) -> None:
    closed, closing = node("b", hours="closed"), node("c", hours="closing")
    assert shares.opens((node("a", hours="closed"), node("b")), "a", settings)
    assert not shares.opens((node("a"), closed, closing), "a", settings)
    assert shares.opens((closed, node("c", hours="opening")), "a", settings)
    gone, new = node("d", left=0, hours="closed"), node("e", hours="")
    assert shares.opens((node("a", hours="closed"), gone, new), "a", settings) is settings


def test_a_node_knows_that_it_is_drained() -> None:
    looked = house([node("a", draining=1), node("b")])
    assert [looked.drains(name) for name in ("a", "b", "c")] == [True, False, False]
