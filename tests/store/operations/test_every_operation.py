"""Every operation of the store is done at least once."""

from contextlib import closing

from game_server.store.database import open_database
from game_server.store.sqlite import MEMORY
from tests.store.operations.doing import Doing, all_operations
from tests.store.operations.money import MONEY
from tests.store.operations.people import PEOPLE
from tests.store.operations.tables import TABLES

PARTS = (*PEOPLE, *MONEY, *TABLES)
ONCE = {
    # For a database from before; it has no second engine.
    "chain.begin",
    # They tell the time: tests/store/test_leases.py does them on each engine.
    "leases.lasting",
    "leases.look",
    "leases.take",
    # tests/store/test_placements.py
    "nodes.known",
}


def test_every_operation_is_done() -> None:
    with closing(open_database(MEMORY)) as conn:
        do = Doing(conn)
        for part in PARTS:
            part(do)
    assert all_operations() - {name for name, _ in do.said} == ONCE
