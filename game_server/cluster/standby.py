"""A standby: a node that waits until the lease of the tables is free, and takes it.

It runs before the house does, without a reactor: it looks at the lease a few times a second, says
why it waits, and answers `/ready` meanwhile.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Final

from game_server.cluster.node import TABLES, Node
from game_server.store import leases, nodes
from game_server.store.leases import Lease
from game_server.store.ports import CannotOpen
from game_server.store.transaction import Connection, SharedDatabase, writing

LOOK_S: Final = 0.2
"""So often a standby looks at the lease."""
START_MS: Final = 20_000
"""So long the first lease lasts: the house starts in it, and renews it from then on."""
SLEEP: Final[Callable[[float], object]] = time.sleep
TRIES: Final = 10
"""So often a new owner ends the connections of the one before."""
HERE: Final = "127.0.0.1"
OTHER_HOUSE: Final = (
    "The database is of a house with another secret: bring `secret` and `card-keys` of its data"
    " folder into that of this node."
)


@dataclass(frozen=True)
class LeasedDatabase:
    """The database of a house whose tables this node has leased."""

    database: SharedDatabase
    lease: Lease
    word: str = ""
    """Of the node, where many write."""

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What is raised when it cannot be reached or read."""
        return self.database.failures

    def is_new(self) -> bool:
        """Whether nothing was ever written to it."""
        return self.database.is_new()

    def open(self) -> Connection:
        """The one connection that writes; a node that had the lease before may hold on to its own
        for a moment."""
        for left in reversed(range(TRIES)):
            self.database.end_writers(self.word)
            try:
                return self.database.open()
            except CannotOpen:
                if not left:
                    raise
        raise AssertionError("the last try returns or raises")

    def look(self) -> Connection:
        """A connection that changes nothing."""
        return self.database.look()

    def beside(self) -> Connection:
        """A connection that writes leases beside the one that writes all else."""
        return self.database.beside()


Takes = Callable[[SharedDatabase, Node], tuple[Lease | None, str]]
"""Takes the lease of a node, or says why it waits."""


def enter(
    database: SharedDatabase,
    node: Node,
    say: Callable[[str], None],
    port: int,
    sleep: Callable[[float], object] = SLEEP,
    takes: Takes | None = None,
    word: str = "",
    address: str = HERE,
) -> LeasedDatabase:
    """Wait until the lease of the tables is this node's; CannotOpen if that can never be. `port` is
    where `/ready` is asked at that `address`, 0 for none. `takes` is for another lease, and `word`
    of the node where many write."""
    take = takes or _taken
    told = [""]
    with _answering(address, port, lambda: told[0]):
        while True:
            try:
                taken, waits = take(database, node)
            except database.failures as wrong:
                taken, waits = None, f"The database cannot be reached: {_line(wrong)}."
            if taken is not None:
                return LeasedDatabase(database, taken, word)
            if waits != told[0]:
                told[0] = waits
                say(waits)
            sleep(LOOK_S)


def _taken(database: SharedDatabase, node: Node) -> tuple[Lease | None, str]:
    """The lease if it is this node's now, and else why it waits."""
    with closing(database.beside()) as conn:
        if not conn.engine.columns(conn, "leases"):
            # Of an older version, or new: whoever writes brings it up to date.
            with closing(database.open()):
                pass
        known = leases.look(conn, TABLES)
        if known is not None and known.house != node.house:
            raise CannotOpen(OTHER_HOUSE)
        if known is not None and known.left > 0 and known.owner != node.word:
            return None, f"This node stands by: {known.node} has the house."
        sharing = [one.node for one in leases.lasting(conn, nodes.LEASE)]
        if sharing:
            return (
                None,
                f"This node stands by: nodes share the house ({', '.join(sharing)}); set nats too.",
            )
        take = partial(leases.take, owner=node.word, node=node.name, house=node.house)
        with writing(conn):
            taken = take(conn, TABLES, lasts=START_MS)
        return taken, "This node stands by: another was quicker."


@contextmanager
def _answering(address: str, port: int, why: Callable[[], str]) -> Iterator[None]:
    """Answer `/health` and `/ready` on this port until the end of a `with`."""
    if not port:
        yield
        return

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            said = {"/health": (200, "alive"), "/ready": (503, why())}.get(self.path, (404, ""))
            self.send_response(said[0])
            self.send_header("Content-Type", "text/plain; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"{said[1]}\n".encode())

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads who asked."""

    try:
        server = ThreadingHTTPServer((address, port), Answers)
    except OSError as wrong:
        text = f"What the operator looks at cannot listen on port {port}: {wrong.strerror}; set"
        raise CannotOpen(f"{text} another metrics_port.") from None
    thread = Thread(target=server.serve_forever, args=[LOOK_S], daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def _line(wrong: BaseException) -> str:
    return " ".join(str(wrong).split()).rstrip(".")
