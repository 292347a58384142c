"""Every house of a test on PostgreSQL, where it would be in memory:
`python -m pytest -p tests.on_postgresql tests/simulation tests/house/test_failed_commits.py`.

For a night, not for each run. Tests that look into the file itself fail with it, and those that
compare numbers of rows: PostgreSQL does not give a number back that it took for a row which it
refused.
"""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from game_server.store.postgresql.connection import PostgresConnection
from game_server.store.postgresql.opening import open_postgresql
from tests.databases import Databases, running
from tests.store import in_memory

SERVER: list[Databases] = []
OPENED = ExitStack()


def on_server() -> PostgresConnection:
    """An empty database that is up to date, until the end of the test."""
    if not SERVER:
        SERVER.append(running())
    conn = open_postgresql(OPENED.enter_context(SERVER[0].fresh()))
    OPENED.callback(conn.close)
    return conn


# Before any test imports it.
setattr(in_memory, "in_memory", on_server)  # noqa: B010  # the types differ


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Whatever a test has opened is closed after it."""
    yield
    OPENED.close()


def pytest_sessionfinish() -> None:
    """The server ends with the tests."""
    for server in SERVER:
        server.close()
