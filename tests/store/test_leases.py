"""Leases: one owner at a time, and an epoch that only grows."""

import pytest

from game_server.store import leases
from game_server.store.leases import LeaseLost
from game_server.store.transaction import Connection, Transaction
from tests.store.hands import refuses

HOUSE = bytes(32)
LONG = 60_000


def take(tx: Transaction, owner: str, lasts: int = LONG, house: bytes = HOUSE) -> int | None:
    """The epoch under which it is taken; None if it is another's."""
    name = f"node {owner}"
    taken = leases.take(tx, "tables", owner=owner, node=name, house=house, lasts=lasts)
    return None if taken is None else taken.epoch


def test_a_lease_is_of_one_until_it_is_over(conn: Connection) -> None:
    assert leases.look(conn, "tables") is None
    assert take(conn, "a") == 1
    assert take(conn, "b") is None
    known = leases.look(conn, "tables")
    assert known is not None
    assert (known.owner, known.node, known.house, known.epoch) == ("a", "node a", HOUSE, 1)
    assert LONG - 30_000 < known.left <= LONG
    leases.renew(conn, "tables", 1, 0)
    assert take(conn, "b") == 2
    with pytest.raises(LeaseLost):
        leases.renew(conn, "tables", 1, LONG)
    assert take(conn, "a") is None


def test_whoever_comes_back_has_its_own_lease_at_once_under_another_epoch(
    conn: Connection,
) -> None:
    assert take(conn, "a") == 1
    assert take(conn, "a") == 2


def test_a_lease_that_is_given_back_is_anybodys(conn: Connection) -> None:
    take(conn, "a")
    leases.give_back(conn, "tables", 1)
    assert take(conn, "b") == 2
    leases.give_back(conn, "tables", 1)
    assert take(conn, "a") is None, "what is not one's own is not given back"


def test_a_commit_passes_in_the_epoch_that_is_now(conn: Connection) -> None:
    take(conn, "a")
    leases.hold(conn, "tables", 1)
    leases.renew(conn, "tables", 1, 0)
    leases.hold(conn, "tables", 1)
    take(conn, "b")
    with pytest.raises(LeaseLost, match="Another node has taken over the lease of tables"):
        leases.hold(conn, "tables", 1)


def test_a_node_of_another_house_takes_nothing(conn: Connection) -> None:
    take(conn, "a", lasts=0)
    assert take(conn, "b", house=b"x" * 32) is None
    assert take(conn, "b") == 2


def test_the_schema_itself_lets_no_epoch_fall_and_no_lease_change_hands_within_one(
    conn: Connection,
) -> None:
    take(conn, "a")
    refuses(conn, "UPDATE leases SET epoch = 0", "stale_epoch")
    refuses(conn, "UPDATE leases SET owner = 'b'", "stale_epoch")
    refuses(conn, "DELETE FROM leases", "append_only")
