"""What the house is compared with: servers that only fan out frames of given sizes.

`python -m bench.fanout_servers bare|net PROFILE SEATS`. The n-th connections in order share
tables; every message of one is an act, and the n-th act of a table is answered with the n-th
entry of the profile: for each seat, the actor first, the sizes of its messages. `bare` is stock
Autobahn with TCP_NODELAY; `net` is this project's net, with a house behind it that knows nothing.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from autobahn.twisted.websocket import WebSocketServerFactory, WebSocketServerProtocol
from twisted.internet.epollreactor import EPollReactor
from twisted.internet.main import installReactor

from bench.fanout_load import STRIDE
from game_server.net.connection import ClientConnection
from game_server.net.limits import RATES, ListenerLimits
from game_server.net.listener import Listener
from game_server.net.timer_wheel import use_monotonic_time
from game_server.rate_limit import RateLimit
from protocol.messages import Guest, Message, Session

Profile = Sequence[Sequence[Sequence[int]]]
Send = Callable[[Sequence[bytes]], None]
LAVISH = RateLimit(1_000_000, 1_000_000.0)
NEVER = 1e7


class Tables:
    """Who sits where, by the order of coming, and how many acts each table has seen."""

    def __init__(self, profile: Profile, seats: int) -> None:
        self._answers = [[[bytes(size) for size in sizes] for sizes in act] for act in profile]
        self._seats = seats
        self._all: list[Send] = []
        self._acts: list[int] = []

    def sit(self, send: Send) -> int:
        """The place of a new connection."""
        self._all.append(send)
        if len(self._all) % self._seats == 1:
            self._acts.append(0)
        return len(self._all) - 1

    def act(self, place: int) -> None:
        """Tell the table."""
        table, actor = divmod(place, self._seats)
        answer = self._answers[(self._acts[table] + table * STRIDE) % len(self._answers)]
        self._acts[table] += 1
        for at, messages in enumerate(answer):
            seat = (actor + at) % self._seats
            self._all[table * self._seats + seat](messages)


class Bare(WebSocketServerProtocol):
    """Stock Autobahn, as its manual has it, and TCP_NODELAY, which it forgets."""

    tcpNoDelay = True
    tables: Tables

    def onOpen(self) -> None:
        self.place = self.tables.sit(self.tell)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        self.tables.act(self.place)

    def tell(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self.sendMessage(message, True)  # type: ignore[no-untyped-call]  # Autobahn's


class Hollow:
    """A house that lets everybody in and takes any message for an act."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def met(self, line: ClientConnection) -> None: ...
    def gone(self, line: ClientConnection) -> None: ...

    def heard(self, line: ClientConnection, message: Message) -> None:
        if isinstance(line.player, int):
            self._tables.act(line.player)
        elif isinstance(message, Guest):
            line.came_in(False)
            line.player = self._tables.sit(lambda messages: line.send_bytes(*messages))
            line.send(Session(message.id, "token", "guest", guest=True))


def serve(which: str, profile: Path, seats: int) -> None:
    """Listen, print the port, and serve until killed."""
    reactor = EPollReactor()
    installReactor(reactor)
    use_monotonic_time(reactor)
    tables = Tables(json.loads(profile.read_text()), seats)
    if which == "net":
        limits = ListenerLimits(
            apps=True,
            per_address=4000,
            connects=LAVISH,
            logins=LAVISH,
            frames=LAVISH,
            rates=dict.fromkeys(RATES, LAVISH),
            ping_seconds=NEVER,
        )
        port = Listener(Hollow(tables), limits, reactor).listen()
    else:
        factory = WebSocketServerFactory(reactor=reactor)  # type: ignore[no-untyped-call]  # Autobahn's
        Bare.tables = tables
        factory.protocol = Bare
        port = reactor.listenTCP(0, factory, 512, "127.0.0.1").getHost().port
    print(port, flush=True)
    reactor.run()


if __name__ == "__main__":
    serve(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
