"""A standby waits for the lease of the tables, says why, and answers what the operator asks."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from game_server.cluster.node import TABLES, Node, node_of
from game_server.cluster.standby import enter
from game_server.store import leases
from game_server.store.database import SqliteDatabase
from game_server.store.ports import CannotOpen
from game_server.store.sqlite import DatabaseError, SqliteConnection
from tests.house.process import free_port

HOUSE = b"h" * 32
MINE = Node("node b", "b", HOUSE, 3.0)


class Shared(SqliteDatabase):
    """A file that stands for a server which several nodes reach."""

    away = False

    def beside(self) -> SqliteConnection:
        if self.away:
            raise DatabaseError("no route to it")
        return self.open()

    def end_writers(self, node: str = "") -> None:
        """There are none."""


class Waiting:
    """A standby, and what happens while it waits: one thing at each look."""

    def __init__(self, folder: Path) -> None:
        self.database = Shared(folder / "house.sqlite")
        self.said = list[str]()
        with closing(self.database.open()) as conn:
            leases.take(conn, TABLES, owner="a", node="node a", house=HOUSE, lasts=60_000)

    def over(self) -> None:
        with closing(self.database.open()) as conn:
            leases.give_back(conn, TABLES, 1)

    def enter(self, *then: Callable[[], object], node: Node = MINE, port: int = 0) -> int:
        """The epoch in which it has entered."""
        todo = list(then)
        return enter(
            self.database, node, self.said.append, port, lambda _: todo.pop(0)()
        ).lease.epoch


@pytest.fixture
def waiting(tmp_path: Path) -> Waiting:
    return Waiting(tmp_path)


def test_a_standby_waits_until_the_lease_is_given_back(waiting: Waiting) -> None:
    assert waiting.enter(lambda: None, waiting.over) == 2
    assert waiting.said == ["This node stands by: node a has the house."], "it says it once"


def test_a_standby_outlasts_a_database_that_is_away(waiting: Waiting) -> None:
    def goes() -> None:
        Shared.away = True

    def comes() -> None:
        Shared.away = False

    assert waiting.enter(goes, comes, waiting.over) == 2
    by = "This node stands by: node a has the house."
    assert waiting.said == [by, "The database cannot be reached: no route to it.", by]


def test_a_node_that_comes_back_to_its_folder_waits_for_nobody(
    waiting: Waiting, tmp_path: Path
) -> None:
    assert waiting.enter(node=Node("node a", "a", HOUSE, 3.0)) == 2
    first, again = (node_of(tmp_path, b"secret", "", 3.0) for _ in range(2))
    assert first == again
    assert first.name, "the machine's, where no setting names it"


def test_a_node_with_another_secret_is_refused(waiting: Waiting, tmp_path: Path) -> None:
    other = node_of(tmp_path, b"another secret", "node c", 3.0)
    with pytest.raises(CannotOpen, match="of a house with another secret"):
        waiting.enter(waiting.over, node=other)


def test_a_standby_is_alive_and_not_ready_and_says_why(waiting: Waiting) -> None:
    port, heard = free_port(), list[tuple[int, str]]()

    def ask() -> None:
        for page in ("health", "ready", "metrics"):
            try:
                with urlopen(f"http://127.0.0.1:{port}/{page}") as answer:
                    heard.append((answer.status, answer.read().decode()))
            except HTTPError as wrong:
                heard.append((wrong.code, wrong.read().decode()))

    assert waiting.enter(ask, waiting.over, port=port) == 2
    by = "This node stands by: node a has the house."
    assert heard == [(200, "alive\n"), (503, f"{by}\n"), (404, "\n")]
    with pytest.raises(OSError, match="refused"):
        urlopen(f"http://127.0.0.1:{port}/health")
