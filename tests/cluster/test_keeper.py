"""The owner of a lease: it renews it, stops before it ends, and hears that it is lost."""

from collections.abc import Callable
from functools import partial

import pytest
from twisted.internet.defer import Deferred, fail
from twisted.internet.task import Clock

from game_server.cluster.keeper import LeaseKeeper
from game_server.cluster.node import TABLES, Node
from game_server.store import leases
from game_server.store.direct import CommitFault, DirectStore
from game_server.store.leases import LeaseLost
from game_server.store.ports import CannotRead, CommitFailed, T
from game_server.store.transaction import Transaction
from tests.store.in_memory import in_memory

MINE = Node("node a", "a", bytes(32), 3.0)


class House:
    """A store on a fake clock, and the lease of its tables."""

    def __init__(self, kind: type[DirectStore] = DirectStore) -> None:
        self.conn, self.clock, self.lost = in_memory(), Clock(), list[str]()
        taken = self.take(MINE)
        assert taken is not None
        self.store = kind(self.conn, self.clock)
        self.keeper = LeaseKeeper(MINE, taken, self.clock, self.lost.append)
        self.keeper.begin(self.store)

    def take(self, node: Node) -> leases.Lease | None:
        return leases.take(
            self.conn, TABLES, owner=node.word, node=node.name, house=node.house, lasts=20_000
        )

    def expire(self) -> None:
        """The clock of the database is past its end."""
        leases.renew(self.conn, TABLES, 1, 0)

    @property
    def left(self) -> int:
        known = leases.look(self.conn, TABLES)
        assert known is not None
        return known.left

    def passes(self) -> bool:
        try:
            self.keeper.fence(self.conn)
        except LeaseLost:
            return False
        return True

    def go(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.clock.advance(0.1)


@pytest.fixture
def house() -> House:
    return House()


def test_a_lease_is_renewed_long_before_it_ends(house: House) -> None:
    house.go(0.1)
    assert 0 < house.left <= 3_000, "the first one, for the start, lasted longer"
    for _ in range(3):
        house.expire()
        house.go(1.1)
        assert house.left > 0
    assert house.passes()
    assert house.lost == []


def test_an_owner_who_cannot_renew_stops_before_the_end_and_goes_on_when_it_can(
    house: House,
) -> None:
    house.go(0.1)
    fails(house, 2.5)
    assert house.passes()
    fails(house, 0.5)
    assert not house.passes(), "a tenth before the end"
    house.go(1.0)
    assert house.passes()
    assert house.lost == []


def test_after_a_renewal_that_took_longer_than_the_lease_the_next_is_asked_for_at_once() -> None:
    house = House(Slow)
    assert isinstance(house.store, Slow)
    house.go(3.5)
    house.store.answer()
    house.clock.advance(0)
    assert house.passes(), "no commit fails until there is an answer"
    house.store.answer()
    house.go(2.5)
    assert house.passes(), "this answer came at once"
    assert house.lost == []


class Slow(DirectStore):
    """A store that is busy: what is to be written waits in it."""

    def post(
        self,
        work: Callable[[Transaction], T],
        done: Callable[[T], object],
        failed: Callable[[BaseException], object],
        alone: bool = False,
    ) -> None:
        self._later = partial(super().post, work, done, failed, alone)

    def answer(self) -> None:
        """It comes to what was asked last."""
        self._later()


def fails(house: House, seconds: float) -> None:
    """No commit happens for so long."""
    for _ in range(round(seconds * 10)):
        house.store.fault = CommitFault.FAILS
        house.clock.advance(0.1)
    house.store.fault = None


def test_a_lease_is_steady_when_it_has_lasted_as_long_as_one_lasts(house: House) -> None:
    house.go(2.5)
    assert not house.keeper.steady
    house.go(1.0)
    assert house.keeper.steady
    fails(house, 4.0)
    assert not house.keeper.steady
    house.go(1.0)
    assert house.passes()
    assert not house.keeper.steady, "others may be about to renew too"
    house.go(3.0)
    assert house.keeper.steady


def test_an_owner_hears_once_that_another_has_taken_over_and_writes_nothing(
    house: House,
) -> None:
    house.go(0.1)
    house.expire()
    assert house.take(Node("node b", "b", bytes(32), 3.0)) is not None
    assert not house.passes(), "the next commit is refused already"
    house.go(5.0)
    (said,) = house.lost
    assert said.startswith("node b has taken this house over")
    assert not house.passes()


class Away(DirectStore):
    """A store whose database is out of reach for a while; what is written then is counted."""

    away = False
    tried = 0

    def post(
        self,
        work: Callable[[Transaction], T],
        done: Callable[[T], object],
        failed: Callable[[BaseException], object],
        alone: bool = False,
    ) -> None:
        self.tried += 1
        if self.away:
            failed(CommitFailed("out of reach"))
        else:
            super().post(work, done, failed, alone)

    def read(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        return fail(CannotRead("out of reach")) if self.away else super().read(work)


def test_an_owner_that_comes_back_looks_before_it_writes() -> None:
    house = House(Away)
    assert isinstance(house.store, Away)
    house.go(0.1)
    house.store.away = True
    house.go(5.0)
    house.expire()
    assert house.take(Node("node b", "b", bytes(32), 3.0)) is not None
    house.store.away, tried = False, house.store.tried
    house.go(0.5)
    assert house.lost, "it need not wait for what the new owner holds"
    assert house.store.tried == tried


def test_an_owner_that_comes_back_goes_on_if_nobody_has_taken_over() -> None:
    house = House(Away)
    assert isinstance(house.store, Away)
    house.go(0.1)
    house.store.away = True
    house.go(5.0)
    assert not house.passes()
    house.store.away = False
    house.go(0.5)
    assert house.passes()
    assert house.lost == []


def test_a_house_that_ends_gives_its_lease_back(house: House) -> None:
    house.go(0.1)
    house.keeper.end()
    house.go(0.1)
    assert house.left <= 0
    house.go(5.0)
    assert house.left <= 0, "it is not renewed any more"
    assert house.lost == []
