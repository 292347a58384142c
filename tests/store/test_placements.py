"""Placements and nodes: a table is on one node at a time, and what a dead node had is anybody's."""

from game_server.store import leases, nodes, placements
from game_server.store.placements import Placement
from game_server.store.transaction import Connection, writing
from tests.store.hands import refuses

HOUSE = bytes(32)
LONG = 60_000


def enter(conn: Connection, name: str, lasts: int = LONG) -> int:
    """A node comes; its epoch."""
    what = nodes.lease_of(name)
    taken = leases.take(conn, what, owner=f"word {name}", node=name, house=HOUSE, lasts=lasts)
    assert taken is not None
    nodes.enter(conn, name, version="1.0", roles=("front", "tables"), since=7)
    return taken.epoch


def on(conn: Connection) -> dict[str, str | None]:
    return {one.unit: one.node for one in placements.of_house(conn)}


def test_a_table_is_claimed_once_and_every_change_has_a_higher_number(conn: Connection) -> None:
    placements.add(conn, ["eps", "holdem"])
    placements.add(conn, ["holdem", "sabacc"])
    assert on(conn) == {"eps": None, "holdem": None, "sabacc": None}
    assert placements.claim(conn, ["eps", "holdem"], "a") == 2
    assert placements.claim(conn, ["holdem", "sabacc"], "b") == 1
    assert on(conn) == {"eps": "a", "holdem": "a", "sabacc": "b"}
    before = placements.newest(conn)
    assert placements.give_up(conn, ["eps", "sabacc"], "a", "b") == 1, "only what one has"
    assert on(conn) == {"eps": "b", "holdem": "a", "sabacc": "b"}
    assert placements.newest(conn) == before + 1


def test_who_wants_a_table_elsewhere_is_heard_until_it_has_moved(conn: Connection) -> None:
    placements.add(conn, ["eps"], "a")
    assert placements.want(conn, "eps", "b")
    assert not placements.want(conn, "nothing", "b")
    (wanted,) = placements.of_house(conn)
    assert (wanted.node, wanted.wish) == ("a", "b")
    placements.give_up(conn, ["eps"], "a", "b")
    assert placements.of_house(conn) == (Placement("eps", "b", wanted.number + 1, "b"),)
    placements.give_up(conn, ["eps"], "b", "a")
    assert placements.of_house(conn) == (Placement("eps", "a", wanted.number + 2, None),)


def test_many_tables_are_named_in_several_statements(conn: Connection) -> None:
    units = [f"t{number}" for number in range(placements.AT_ONCE + 1)]
    with writing(conn):
        placements.add(conn, units)
        assert placements.claim(conn, units, "a") == len(units)


def test_what_a_dead_node_had_is_free_and_the_node_writes_nothing_more(conn: Connection) -> None:
    epoch = enter(conn, "a")
    placements.add(conn, ["eps", "holdem"], "a")
    placements.add(conn, ["sabacc"], "b")
    what = nodes.lease_of("a")
    assert placements.take_over(conn, what, epoch, "a") is None, "it lives"
    leases.give_back(conn, what, epoch)
    assert placements.take_over(conn, what, epoch, "a") == 2
    assert placements.take_over(conn, what, epoch, "a") is None, "once"
    assert on(conn) == {"eps": None, "holdem": None, "sabacc": "b"}
    try:
        leases.hold(conn, what, epoch)
    except leases.LeaseLost:
        pass
    else:
        raise AssertionError("the dead node could still write")


def test_who_lives_is_known_by_the_leases(conn: Connection) -> None:
    enter(conn, "a")
    enter(conn, "b", 0)
    assert nodes.drain(conn, "a", True)
    assert not nodes.drain(conn, "c", True)
    nodes.say(conn, "a", address="ws", lines=3, lag=40, clock=0, hours="open")
    one, other = nodes.known(conn)
    assert (one.name, one.lives, one.has_tables, one.takes_tables) == ("a", True, True, False)
    assert (one.lines, one.lag, one.version, one.address) == (3, 40, "1.0", "ws")
    assert one.skew < -(10**12), "its clock stands at the beginning of time"
    assert (other.name, other.lives, other.takes_tables) == ("b", False, False)
    assert [each.what for each in leases.lasting(conn, nodes.LEASE)] == ["node:a"]
    enter(conn, "a")
    assert nodes.known(conn)[0].takes_tables, "whoever comes anew drains no more"


def test_a_node_that_is_long_gone_is_listed_no_more_and_its_epoch_stays(conn: Connection) -> None:
    day = nodes.KEPT_MS
    for name, ended in (("lives", -60_000), ("late", day - 60_000), ("gone", day + 60_000)):
        enter(conn, name, -ended)
    epoch = enter(conn, "has", -day - 60_000)
    placements.add(conn, ["eps"], "has")
    names = [one.name for one in nodes.known(conn)]
    long_gone = [one.name for one in nodes.known(conn) if one.long_gone]
    assert (names, long_gone) == (["gone", "has", "late", "lives"], ["gone", "has"])
    nodes.forget(conn, names)
    assert [one.name for one in nodes.known(conn)] == ["has", "late", "lives"]
    placements.give_up(conn, ["eps"], "has", None)
    nodes.forget(conn, names)
    assert [one.name for one in nodes.known(conn)] == ["late", "lives"]
    assert enter(conn, "has") == epoch + 1


def test_the_schema_itself_lets_no_table_change_its_place_without_a_number(
    conn: Connection,
) -> None:
    placements.add(conn, ["eps"], "a")
    refuses(conn, "UPDATE placements SET node = 'b'", "stale_epoch")
    refuses(conn, "UPDATE placements SET node = NULL", "stale_epoch")
    refuses(conn, "UPDATE placements SET number = 0", "stale_epoch")
