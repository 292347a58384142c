"""What the tests of the store share: rows, players, and a reactor that a test turns by hand."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import TypeVar

from twisted.internet.defer import Deferred

from game_server.store import accounts, data_folder
from game_server.store.database import SqliteDatabase
from game_server.store.transaction import Transaction, Value
from game_server.table.journal import ActDone, RoundClosed, RoundOpened
from protocol.words import Act, Seat

T = TypeVar("T")
LONG = 60
"""Seconds until a test that hangs gives up; nothing takes so long."""


class Reactor:
    """Takes calls from threads, and makes them when the test waits for a Deferred."""

    def __init__(self) -> None:
        self.calls: Queue[tuple[Callable[..., object], tuple[object, ...]]] = Queue()

    def callFromThread(self, callable: Callable[..., object], *args: object) -> None:
        self.calls.put((callable, args))

    def wait(self, deferred: Deferred[T]) -> T:
        """What the Deferred fires with, or the exception that it fails with."""
        results: list[T] = []
        failures: list[BaseException] = []
        deferred.addCallbacks(results.append, lambda failed: failures.append(failed.value))
        while not results and not failures:
            callable, args = self.calls.get(timeout=LONG)
            callable(*args)
        if failures:
            raise failures[0]
        return results[0]


def fired(deferred: Deferred[T]) -> T:
    """What a Deferred has fired with already."""
    results: list[T] = []
    failures: list[BaseException] = []
    deferred.addCallbacks(results.append, lambda failed: failures.append(failed.value))
    if failures:
        raise failures[0]
    assert results, "it has not fired"
    return results[0]


def silent(deferred: Deferred[T]) -> bool:
    """Nobody was told anything."""
    return not deferred.called


def opened(number: int) -> RoundOpened:
    seat = Seat(0)
    return RoundOpened(number, "holdem", "eps", {}, {seat: "Ann"}, {seat: 500}, {seat: 0}, None)


def happened(turn: int) -> ActDone:
    return ActDone(turn, Seat(0), "player", 1_000 + turn, Act("check"), b"12345678")


def closed(number: int, carry: bytes = b"carry") -> RoundClosed:
    return RoundClosed(number, carry)


def player(conn: Transaction, name: str = "Ann") -> int:
    return accounts.create(conn, kind="guest", name=name, folded=name.lower(), at=1).id


def database_in(folder: Path) -> SqliteDatabase:
    """The database of the house whose data lies there."""
    return SqliteDatabase(folder / data_folder.DATABASE)


def refuses(conn: Transaction, sql: str, why: str, *values: Value) -> None:
    """The schema itself refuses this statement, for that reason."""
    with refused(conn, why):
        conn.execute(sql, values)


@contextmanager
def refused(conn: Transaction, why: str) -> Iterator[None]:
    """The schema refuses what is done inside, for that reason: both engines say it with this
    word."""
    try:
        yield
    except Exception as wrong:
        said = conn.engine.refused(wrong)
    else:
        raise AssertionError(f"the schema lets it through; it must say {why}")
    assert why.lower() in said.lower()
