"""SQLite and PostgreSQL answer every operation alike: what is written, read and refused."""

from collections.abc import Callable
from contextlib import closing
from typing import Concatenate, Final, ParamSpec

from game_server.store.database import open_database
from game_server.store.postgresql.opening import open_postgresql
from game_server.store.sqlite import MEMORY
from game_server.store.transaction import Transaction
from tests.store.operations.doing import Doing
from tests.store.operations.test_every_operation import PARTS

P = ParamSpec("P")
NUMBERED: Final = (
    "SELECT table_name::text FROM information_schema.columns"
    " WHERE is_identity = 'YES' AND table_schema = 'public'"
)


class DoingWithoutGaps(Doing):
    """Does operations on PostgreSQL, which takes a number for a row that it refuses and does not
    give it back: it is given back here, so that numbers can be compared."""

    def refused(
        self,
        wrong: type[Exception],
        work: Callable[Concatenate[Transaction, P], object],
        *args: P.args,
        **named: P.kwargs,
    ) -> None:
        super().refused(wrong, work, *args, **named)
        for (table,) in self.conn.execute(NUMBERED).fetchall():
            number = f"(SELECT coalesce(max(id), 0) + 1 FROM {table})"
            sequence = f"pg_get_serial_sequence('{table}', 'id')"
            self.conn.execute(f"SELECT setval({sequence}, {number}, false)")


def done_by(do: Doing) -> list[tuple[str, object]]:
    """What every operation answered, one after the other."""
    for part in PARTS:
        part(do)
    return do.said


def test_every_operation_answers_alike_on_both_engines(dsn: str) -> None:
    with closing(open_database(MEMORY)) as one, closing(open_postgresql(dsn)) as other:
        said = zip(done_by(Doing(one)), done_by(DoingWithoutGaps(other)), strict=True)
        for on_sqlite, on_postgresql in said:
            assert on_sqlite == on_postgresql
