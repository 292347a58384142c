"""Of the nodes that share a house one at a time packs old rounds."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from twisted.internet.defer import Deferred

from game_server.cluster.node import Node
from game_server.cluster.turn import PACKING, LeasedTurn
from game_server.house.archivist import Archivist
from game_server.store import archive, archive_moves, leases
from game_server.store.archive_moves import Move
from game_server.store.leases import LeaseLost
from game_server.store.long_reads import LongReads
from game_server.store.postgresql.opening import PostgresDatabase, open_postgresql
from game_server.store.transaction import Connection, Transaction, writing
from game_server.store.writer import WriterThread
from tests.store.test_archive import EVER, Evening, House, known, played

A, B = (Node(name, f"word of {name}", b"h" * 32, 3.0) for name in "ab")


@pytest.fixture
def conn(dsn: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """A house with much to pack."""
    monkeypatch.setattr(archive_moves, "MOST_ROWS", 40)
    with closing(open_postgresql(dsn)) as made:
        played(Evening(made), 200)
        yield made


class Nodes(House):
    """Nodes over one connection, each with an archivist."""

    def __init__(self, conn: Connection, dsn: str) -> None:
        super().__init__()
        self._store = WriterThread(conn, self)
        self._aside = LongReads(PostgresDatabase(dsn), self)

    def packs(self, node: Node) -> bool:
        """Whether that node has packed something now."""
        turn = LeasedTurn(node, PACKING)
        archivist = Archivist(self._store, self._aside, self, lambda: EVER, 0, turn)
        return self.wait(Deferred.fromCoroutine(archivist.pack_once()))


def test_one_node_packs_and_another_goes_on_when_it_is_gone(conn: Connection, dsn: str) -> None:
    before, nodes = known(conn), Nodes(conn, dsn)
    assert nodes.packs(A)
    assert not nodes.packs(B), "it is the turn of the first"
    assert nodes.packs(A), "which has it again"
    lease = leases.look(conn, PACKING)
    assert lease is not None
    with writing(conn):
        leases.give_back(conn, PACKING, lease.epoch)
    assert nodes.packs(B)
    assert not nodes.packs(A)
    assert known(conn) == before


def test_a_node_that_slept_while_it_packed_writes_nothing_of_it(
    conn: Connection, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(look: Transaction, older_than: int) -> Move | None:
        move = pack_next(look, older_than)
        with closing(PostgresDatabase(dsn).beside()) as other, writing(other):
            lease = leases.look(other, PACKING)
            assert lease is not None
            leases.give_back(other, PACKING, lease.epoch)
            assert LeasedTurn(B, PACKING).take(other)
        return move

    before, nodes, pack_next = known(conn), Nodes(conn, dsn), archive_moves.pack_next
    monkeypatch.setattr(archive_moves, "pack_next", slowly)
    with pytest.raises(LeaseLost):
        nodes.packs(A)
    assert archive.every_part(conn) == ()
    assert known(conn) == before
