"""A PostgreSQL for tests: one server a worker, started when a test first asks for it, and a fresh
database for each test.

Making a database takes a tenth of a second, emptying one a hundredth: so those that were used are
emptied and used again. Who changes the tables themselves asks for one of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Final

from tools.postgresql import LocalPostgres

if TYPE_CHECKING:
    import psycopg

MADE: Final = "made"
KEPT: Final = "kept"
"""The schema beside the tables that has a copy of the rows which were there from the beginning."""
TABLES: Final = (
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
)


class Databases:
    """The server of this worker."""

    def __init__(self) -> None:
        self.server = LocalPostgres()
        self._numbers = count(1)
        self._emptied: list[str] = []
        self._has_schema = False

    def close(self) -> None:
        """Nothing of it is left."""
        self.server.stop()

    @contextmanager
    def fresh(self) -> Iterator[str]:
        """The address of a database with the tables of a house, and nothing in them."""
        name = self._emptied.pop() if self._emptied else self._new(self._made())
        yield self.server.dsn(name)
        self._empty(name)
        self._emptied.append(name)

    @contextmanager
    def own(self, schema: bool = True) -> Iterator[str]:
        """As `fresh`, for who changes the tables themselves, or wants none."""
        name = self._new(self._made() if schema else "template0")
        yield self.server.dsn(name)
        self.server.drop(name)

    def _new(self, template: str) -> str:
        name = f"test_{next(self._numbers)}"
        self.server.create(name, template)
        return name

    def _made(self) -> str:
        if not self._has_schema:
            from game_server.store.postgresql.opening import open_postgresql

            open_postgresql(self.server.create(MADE)).close()
            with self._connect(MADE) as conn:
                conn.execute(f"CREATE SCHEMA {KEPT}".encode())
                for (table,) in conn.execute(TABLES).fetchall():
                    copy = f"CREATE TABLE {KEPT}.{table} AS TABLE public.{table}"
                    conn.execute(copy.encode())
            self._has_schema = True
        return MADE

    def _empty(self, name: str) -> None:
        with self._connect(name) as conn:
            conn.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            tables = [table for (table,) in conn.execute(TABLES).fetchall()]
            steps = [
                f"DELETE FROM {table}; INSERT INTO {table} TABLE {KEPT}.{table}" for table in tables
            ]
            restart = (
                "SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'"
                " AND relnamespace = 'public'::regnamespace"
            )
            # No trigger keeps a row, and no reference is looked at, while this is set.
            conn.execute(
                "; ".join(("SET session_replication_role = replica", *steps, restart)).encode()
            )

    def _connect(self, name: str) -> "psycopg.Connection[tuple[object, ...]]":
        # It is there only where the extra `cluster` is.
        import psycopg

        return psycopg.connect(self.server.dsn(name), autocommit=True)


def running() -> Databases:
    """A server that runs."""
    made = Databases()
    try:
        made.server.start()
    except BaseException:
        made.close()
        raise
    return made
