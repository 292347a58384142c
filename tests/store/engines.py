"""The engines that the tests of the store run over."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from game_server.store.database import open_database
from game_server.store.sqlite import MEMORY
from game_server.store.transaction import Connection


@pytest.fixture
def conn() -> Iterator[Connection]:
    """An empty database that is up to date."""
    with closing(open_database(MEMORY)) as made:
        yield made
