"""What the tests of the store share: rows, players, and a reactor that a test turns by hand."""

import sqlite3
from collections.abc import Callable
from queue import Queue
from typing import TypeVar

from twisted.internet.defer import Deferred

from game_server.store import accounts
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


def player(conn: sqlite3.Connection, name: str = "Ann") -> int:
    return accounts.create(conn, kind="guest", name=name, folded=name.lower(), at=1).id


def refuses(conn: sqlite3.Connection, sql: str, why: str, *values: object) -> None:
    """The schema itself refuses this statement, for that reason."""
    try:
        conn.execute(sql, values)
    except sqlite3.IntegrityError as wrong:
        said = str(wrong)
    else:
        raise AssertionError(f"the schema lets {sql} through")
    assert why in said
