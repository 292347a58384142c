"""Statements on their way: those of which nobody reads an answer go to the server together, in one
step of the network, and cost the house a twentieth of what they cost one by one.

What fails is known when the answers are read (`settle`). So this is for work that is done once
more, statement by statement, when anything in it fails (`group_commit`).
"""

import re
import select
import struct
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

import psycopg
from psycopg import errors
from psycopg.abc import Buffer
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn, PGresult

from game_server.store.postgresql.engine import translated
from game_server.store.transaction import Value

AT_ONCE: Final = 64
"""So many are on their way at most: their answers fit into what the system holds of a line."""
KEPT: Final = 2_000
"""So many prepared statements; then all are forgotten."""
BLIND: Final = re.compile(r"\s*(INSERT|UPDATE|DELETE|SAVEPOINT|RELEASE)\b")
SAYS: Final = re.compile(r"\bRETURNING\b")
WHOLE, FRACTION = struct.Struct(">q").pack, struct.Struct(">d").pack
OF_TEXT, OF_BYTES, OF_WHOLE, OF_FRACTION, OF_NOTHING = 25, 17, 20, 701, 0
"""The types of values, by the numbers that the server has for them."""
READS, WRITES = select.POLLIN, select.POLLOUT


@lru_cache(maxsize=4096)
def says_nothing(sql: str) -> bool:
    """Whether nothing comes back from a statement but how many rows it wrote."""
    return BLIND.match(sql) is not None and SAYS.search(sql) is None


class Sent:
    """A statement on its way. Who asks what came of it waits for it."""

    __slots__ = ("_count", "_settle")

    def __init__(self, settle: Callable[[], None]) -> None:
        self._settle: Callable[[], None] | None = settle
        self._count = 0

    @property
    def rowcount(self) -> int:
        """How many rows it wrote."""
        if self._settle is not None:
            self._settle()
        return self._count

    @classmethod
    def done(cls, count: int) -> "Sent":
        """One that has been done."""
        sent = cls(lambda: None)
        sent.came(count)
        return sent

    def came(self, count: int) -> None:
        """The server has done it."""
        self._settle, self._count = None, count

    def fetchone(self) -> None:
        """It has no rows."""

    def fetchall(self) -> list[object]:
        """It has no rows."""
        return []

    def __iter__(self) -> "Sent":
        return self

    def __next__(self) -> object:
        raise StopIteration


_OnItsWay = tuple[bytes, list[Buffer | None], Sent]


class Pipeline:
    """What is on its way over one connection."""

    def __init__(self, pg: PGconn) -> None:
        self._pg = pg
        self._names: dict[tuple[str, tuple[int, ...]], bytes] = {}
        self._waiting: list[_OnItsWay] = []
        self._poll = select.poll()
        self._poll.register(pg.socket, READS)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is on its way."""
        return not self._waiting

    def add(self, sql: str, values: Sequence[Value]) -> Sent:
        """Let a statement go with those before it."""
        types, written = _written(values)
        name = self._names.get((sql, types)) or self._prepare(sql, types)
        sent = Sent(self.settle)
        self._waiting.append((name, written, sent))
        if len(self._waiting) >= AT_ONCE:
            self.settle()
        return sent

    def drop(self) -> None:
        """Nothing of what waits is sent."""
        self._waiting.clear()

    def settle(self) -> None:
        """Send what waits, and read what came of it; the first that failed is raised."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        try:
            wrong = self._talk(waiting)
        except BaseException:
            # Nobody knows what the server has done: with the line all of it is undone.
            self._pg.finish()
            raise
        if wrong is not None:
            raise wrong

    def _talk(self, waiting: Sequence[_OnItsWay]) -> psycopg.Error | None:
        """What the first failed with that did."""
        pg, wrong = self._pg, None
        pg.enter_pipeline_mode()
        for name, values, _ in waiting:
            pg.send_query_prepared(name, values, [1] * len(values), 1)
        pg.pipeline_sync()
        self._send()
        for _, _, sent in waiting:
            result = self._next()
            status = result.status if result else None
            if result and status == ExecStatus.COMMAND_OK:
                sent.came(result.command_tuples or 0)
            elif result and status == ExecStatus.FATAL_ERROR and wrong is None:
                wrong = errors.error_from_result(result)
                if isinstance(wrong, errors.InvalidSqlStatementName):
                    # The server has forgotten them, after a change of its tables.
                    self._names.clear()
            # After each there is one that says that this was all of it.
            self._next()
        self._next()
        pg.exit_pipeline_mode()
        return wrong

    def _prepare(self, sql: str, types: tuple[int, ...]) -> bytes:
        # Those that wait were made with names that may be forgotten here.
        if len(self._names) >= KEPT:
            self.settle()
            self._pg.exec_(b"DEALLOCATE ALL")
            self._names.clear()
        name = b"p%d" % len(self._names)
        made = self._pg.prepare(name, translated(sql).encode(), types)
        if made.status != ExecStatus.COMMAND_OK:
            raise errors.error_from_result(made)
        self._names[sql, types] = name
        return name

    def _send(self) -> None:
        # The server may have to be heard before it hears more.
        self._poll.modify(self._pg.socket, READS | WRITES)
        while self._pg.flush():
            if any(event & READS for _, event in self._poll.poll()):
                self._pg.consume_input()
        self._poll.modify(self._pg.socket, READS)

    def _next(self) -> PGresult | None:
        while self._pg.is_busy():
            # Waiting in `poll` lets the other threads go on; within `get_result` they could not.
            self._poll.poll()
            self._pg.consume_input()
        return self._pg.get_result()


WRITTEN: Final[Mapping[type, tuple[int, Callable[..., Buffer]]]] = {
    int: (OF_WHOLE, WHOLE),
    str: (OF_TEXT, str.encode),
    bytes: (OF_BYTES, bytes),
    float: (OF_FRACTION, FRACTION),
}


def _written(values: Sequence[Value]) -> tuple[tuple[int, ...], list[Buffer | None]]:
    """Values as the server reads them, and of which types they are."""
    types: list[int] = []
    written: list[Buffer | None] = []
    for value in values:
        if value is None:
            types.append(OF_NOTHING)
            written.append(None)
            continue
        kind = WRITTEN.get(type(value))
        if kind is None:
            raise psycopg.ProgrammingError(f"A value of {type(value).__name__} is not written.")
        types.append(kind[0])
        written.append(kind[1](value))
    return tuple(types), written
