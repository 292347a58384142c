"""The engines that the tests of the store run over."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final

import pytest

from game_server.store.postgresql.opening import open_postgresql
from game_server.store.transaction import Connection
from tests.store.in_memory import in_memory

ENGINES: Final[dict[str, Callable[[pytest.FixtureRequest], Connection]]] = {
    "sqlite": lambda _: in_memory(),
    "postgresql": lambda request: open_postgresql(request.getfixturevalue("dsn")),
}


@pytest.fixture(params=ENGINES)
def conn(request: pytest.FixtureRequest) -> Iterator[Connection]:
    """An empty database that is up to date, on each engine."""
    with closing(ENGINES[request.param](request)) as made:
        yield made
