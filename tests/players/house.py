"""A house with its door, its roll and its sessions, on a clock that only the test moves."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from game_server.bank.bookings import opening_gift
from game_server.players.accounts import Accounts
from game_server.players.factors import Factors, seal_of
from game_server.players.passwords import Passwords, Strength
from game_server.players.pool import DirectPool, Pool
from game_server.players.resets import Resets
from game_server.players.sessions import LiveSession, Sessions
from game_server.players.throttle import LoginThrottle
from game_server.store import ledger
from game_server.store.database import open_database
from game_server.store.direct import DirectStore
from game_server.store.sqlite import MEMORY
from game_server.store.transaction import Transaction
from protocol.words import Refusal
from tests.store.hands import LONG, Reactor
from tests.store.in_memory import in_memory

T = TypeVar("T")
BEGAN_MS = 1_800_000_000_000
CHEAP = Strength(memory_kib=8, passes=1)
SECRET = b"a secret of the house"
KEYS = {"k1": b"a key of the house, 32 bytes long"}
HERE = "192.0.2.1"
PASSWORD = "red kings and four threes"


class House:
    """All of it; `wait` turns the clock until a Deferred has fired."""

    def __init__(self, path: str | Path = ":memory:", pool: Pool | None = None) -> None:
        self.conn = in_memory() if path == MEMORY else open_database(path)
        self.clock = Clock()
        self.store = DirectStore(self.conn, self.clock)
        self.passwords = Passwords(pool or DirectPool(self.clock), CHEAP)
        self.throttle = LoginThrottle()
        self.numbers = count()
        self.factors = Factors(self.store, self.now, seal_of(KEYS), "Cardroom")
        self.accounts = self.roll_of(self.passwords)
        below = Random(7).randrange
        self.resets = Resets(self.store, self.passwords, self.clock, self.now, below)
        self.sessions = Sessions(self.store, self.now)

    def roll_of(self, passwords: Passwords) -> Accounts:
        return Accounts(
            self.store,
            passwords,
            self.throttle,
            self.clock,
            self.now,
            SECRET,
            give,
            self.factors,
            lambda below: next(self.numbers) % below,
        )

    def strengthen(self, pool: Pool | None = None) -> None:
        """From now on a hash costs more."""
        dearer = Strength(memory_kib=16, passes=1)
        self.accounts = self.roll_of(Passwords(pool or DirectPool(self.clock), dearer))

    def now(self) -> int:
        return BEGAN_MS + round(self.clock.seconds() * 1000)

    def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)

    def wait(self, deferred: Deferred[T]) -> T:
        results: list[T] = []
        failures: list[BaseException] = []
        deferred.addCallbacks(results.append, lambda failed: failures.append(failed.value))
        for _ in range(20):
            if results or failures:
                break
            self.clock.advance(0)
        if failures:
            raise failures[0]
        assert results, "it has not fired"
        return results[0]

    def refuses(self, code: str, deferred: Deferred[T]) -> Refusal:
        """The refusal of that code, which is what must come of it."""
        return refuses(code, lambda: self.wait(deferred))

    def member(self, name: str = "Ann", password: str = PASSWORD) -> int:
        return self.wait(self.accounts.register(name, password, HERE)).id

    def entered(self, name: str = "Ann", device: str = "phone") -> LiveSession:
        """A member of that name, who is in."""
        known = self.conn.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()
        return self.wait(self.sessions.begin(known[0] if known else self.member(name), device))

    def count(self, table: str) -> int:
        return int(self.conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def give(conn: Transaction, player: int, at: int) -> None:
    ledger.book(conn, opening_gift(player, at))


def refuses(code: str, doing: Callable[[], object]) -> Refusal:
    """The refusal of that code, which is what must come of it."""
    with pytest.raises(Refusal) as refused:
        doing()
    assert refused.value.code == code, refused.value
    return refused.value


def turn(reactor: Reactor) -> None:
    """Make one call that a thread has for the reactor, or will have."""
    callable, args = reactor.calls.get(timeout=LONG)
    callable(*args)
