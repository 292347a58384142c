"""A node starts while another node's commit holds the lock of the house: it waits as long as its
own lease lasts."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.task import Clock

from game_server.cluster.patient_start import AGAIN_S, patiently
from game_server.refusals import NotWritten
from game_server.store.ports import CannotOpen, CannotRead, CommitFailed
from game_server.store.postgresql.connection import HOUSE
from tests.cluster.nodes import node
from tests.cluster.test_sharing import until

LONG_S = 60.0
"""A lease that outlives the start on any machine."""


class Start:
    """A step of a start that fails so, time after time, and is done then."""

    def __init__(self, *fails: Exception, lasts: int = 99) -> None:
        """The lease `lasts` for so many looks at it."""
        self.clock, self.tried = Clock(), 0
        self._fails, self._looks = iter(fails), iter(range(lasts))
        self.ended = list[object]()
        started = patiently(self._step, lambda: next(self._looks, None) is not None, self.clock)
        started.addBoth(self.ended.append)

    def _step(self) -> Deferred[None]:
        self.tried += 1
        wrong = next(self._fails, None)
        return succeed(None) if wrong is None else fail(wrong)


@pytest.fixture
def locked(dsn: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """The lock of the house is held, by a commit that does not end."""
    with psycopg.connect(dsn) as conn:
        conn.execute("SELECT pg_advisory_xact_lock(%s)", (HOUSE,))
        yield conn


def test_a_step_that_the_database_does_not_take_is_done_again() -> None:
    start = Start(CommitFailed("lock timeout"), NotWritten(), CannotRead("away"))
    for tried in (1, 2, 3):
        assert (start.tried, start.ended) == (tried, [])
        start.clock.advance(AGAIN_S)
    assert (start.tried, start.ended) == (4, [None])


def test_a_start_ends_with_its_lease() -> None:
    start = Start(CommitFailed("busy"), CommitFailed("still busy"), lasts=1)
    start.clock.advance(AGAIN_S)
    assert start.tried == 2
    assert "still busy" in str(start.ended)


def test_a_step_that_can_never_be_is_not_done_again() -> None:
    start = Start(CannotOpen("of another house"))
    assert start.tried == 1
    assert "of another house" in str(start.ended)


def test_a_node_opens_when_another_one_lets_go_of_the_lock_of_the_house(
    tmp_path: Path, dsn: str, locked: psycopg.Connection[tuple[object, ...]]
) -> None:
    with node(tmp_path / "a", "node a", dsn, "", many=True, lease_s=LONG_S) as starting:
        log = starting.folder / "log"
        until(lambda: "the start of this node waits" in log.read_text(), "it does not wait")
        locked.rollback()
        starting.opened()
