"""The connections of administrators: JSON on a unix socket, or on TCP with TLS."""

import socket
import struct
from collections.abc import Mapping
from typing import Any, Final, cast

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import IAddress, ITransport
from twisted.internet.protocol import Factory, connectionDone
from twisted.logger import Logger
from twisted.protocols.basic import LineOnlyReceiver
from twisted.python.failure import Failure

from game_server.admin import wire
from game_server.admin.menu import MENU
from game_server.admin.menu.words import Json
from game_server.admin.office import CommandResult, Office, Visitor
from game_server.admin.wire import AdminRequest
from game_server.clock import Clock
from game_server.refusals import SecondFactorNeeded
from protocol.words import Refusal

MOST_LINES: Final = 32
MOST_AT_ONCE: Final = 8
LOGIN_S: Final = 30.0
IDLE_S: Final = 15 * 60.0
"""The time to log in, and the longest silence after that."""
SLOW_S: Final = 30.0
"""The longest that a reader may be behind."""
FAREWELL_S: Final = 5.0
"""The time that a house that ends gives to what was asked."""


class AdminConnection(LineOnlyReceiver):
    """The connection of one administrator. Requests are done side by side; what changes something
    is done to its end even when the connection is gone."""

    delimiter = b"\n"
    MAX_LENGTH = wire.REQUEST
    _log = Logger()

    def __init__(self, connections: "AdminConnections") -> None:
        self._connections = connections
        self._under_way: dict[int, tuple[str, Deferred[Any]]] = {}
        self._behind = 0.0
        self._ended = self._leaving = False
        self._until = 0.0
        """The moment until which it may be silent."""

    # -- the connection ------------------------------------------------------------------------

    def connectionMade(self) -> None:
        self.visitor = Visitor(_who(self._transport()))
        self._transport().registerProducer(self, True)
        if len(self._connections.open) >= MOST_LINES:
            self._end("lines_many", "Too many administrators are here; try again in a moment.")
            return
        self._connections.open.add(self)
        self._until = self._connections.clock.seconds() + LOGIN_S
        self._look()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._ended = True
        self._connections.left(self)
        for name, work in tuple(self._under_way.values()):
            if _streams(name):
                work.cancel()

    def _look(self) -> None:
        """End a connection that is silent too long, unless it waits for an answer."""
        left = self._until - self._connections.clock.seconds()
        if self._ended or self._leaving:
            return
        if left > 0 or self._under_way:
            self._connections.clock.callLater(left if 0 < left < LOGIN_S else LOGIN_S, self._look)
        else:
            self._end("idle", "The line was idle too long; connect again.")

    def lineLengthExceeded(self, line: bytes) -> None:
        text = f"That line is too long; {wire.REQUEST} bytes are the most."
        self._end("line_long", text)

    def dismiss(self) -> None:
        """Nothing more is taken; what was asked is answered, and then the connection ends."""
        self._leaving = True
        for name, work in tuple(self._under_way.values()):
            if _streams(name):
                work.cancel()
        self._leave()

    def _leave(self) -> None:
        if self._leaving and not (self._under_way or self._ended):
            self._ended = True
            self._transport().unregisterProducer()
            self._transport().loseConnection()

    def abort(self) -> None:
        """The connection ends at once."""
        self._ended = True
        self._transport().abortConnection()

    # -- the way out ---------------------------------------------------------------------

    def pauseProducing(self) -> None:
        self._behind = self._connections.clock.seconds()

    def resumeProducing(self) -> None:
        self._behind = 0.0

    def stopProducing(self) -> None:
        self._ended = True

    @property
    def slow(self) -> bool:
        return self._behind > 0

    def send(self, data: bytes) -> None:
        """Send a line of JSON; a connection that nobody reads ends."""
        if self._ended:
            return
        if self._behind and self._connections.clock.seconds() - self._behind > SLOW_S:
            self.abort()
            return
        self._transport().write(data)

    def _end(self, code: str, text: str) -> None:
        self.send(wire.refusal(0, Refusal(code, text)))
        self.dismiss()

    def _transport(self) -> Any:
        # What a stream of any sort can do; zope's interfaces are none that mypy sees.
        return cast(ITransport, self.transport)

    # -- requests ------------------------------------------------------------------------

    def lineReceived(self, line: bytes) -> None:
        if self._ended or self._leaving:
            return
        self._until = self._connections.clock.seconds() + IDLE_S
        try:
            asked = wire.read_request(line)
        except Refusal as wrong:
            self.send(wire.refusal(int(wrong.facts.get("id", 0)), wrong))
            if not self.visitor.token:
                # A stranger has one try.
                self.dismiss()
            return
        if asked.do == wire.STOP:
            self._stop(asked)
        elif asked.id in self._under_way or len(self._under_way) >= MOST_AT_ONCE:
            text = f"At most {MOST_AT_ONCE} requests are done at a time, each with its own id."
            self.send(wire.refusal(asked.id, Refusal("too_many", text)))
        else:
            self._begin(asked)

    def _begin(self, asked: AdminRequest) -> None:
        office, visitor = self._connections.office, self.visitor
        if visitor.token:
            steps = office.do(visitor, asked, _Out(self, asked.id))
        elif self._under_way:
            wrong = Refusal(wire.NOT_IN, "You are logging in; wait for the answer.")
            self.send(wire.refusal(asked.id, wrong))
            return
        else:
            steps = self._enter(asked)
        work = Deferred.fromCoroutine(steps)
        self._under_way[asked.id] = (asked.do, work)
        work.addCallbacks(self._done, self._refused, callbackArgs=(asked,), errbackArgs=(asked,))
        work.addErrback(self._fault)

    async def _enter(self, asked: AdminRequest) -> CommandResult:
        return CommandResult(await self._connections.office.enter(self.visitor, asked))

    def _stop(self, asked: AdminRequest) -> None:
        """End what streams; all else is done soon."""
        of = asked.given.get("id")
        name, work = self._under_way.get(of if isinstance(of, int) else 0, ("", None))
        if work is not None and _streams(name):
            work.cancel()
        self.send(wire.reply(asked.id, "ok", {}))

    def _done(self, done: CommandResult, asked: AdminRequest) -> None:
        del self._under_way[asked.id]
        try:
            self.send(wire.reply(asked.id, "ok", done.answer))
        except (TypeError, ValueError):
            self._failed(Failure(), asked)
        for follow in done.after:
            follow()
        self._leave()

    def _refused(self, failure: Failure, asked: AdminRequest) -> None:
        del self._under_way[asked.id]
        wrong = failure.value
        if failure.check(CancelledError):
            self.send(wire.reply(asked.id, "ok", {}))
        elif isinstance(wrong, Refusal):
            self.send(wire.refusal(asked.id, wrong))
            # Whoever has the password is asked for the code on the same connection.
            if not self.visitor.token and not isinstance(wrong, SecondFactorNeeded):
                self.dismiss()
        else:
            self._failed(failure, asked)
        self._leave()

    def _failed(self, failure: Failure, asked: AdminRequest) -> None:
        text = "The house has a fault at that; its log says which."
        self.send(wire.refusal(asked.id, Refusal("failed", text)))
        self._fault(failure)

    def _fault(self, failure: Failure) -> None:
        self._log.failure("An administrator's line has a fault.", failure)


class _Out:
    """The part of a connection that a command answers on."""

    def __init__(self, connection: AdminConnection, number: int) -> None:
        self._connection, self._number = connection, number

    def say(self, kind: str, body: Mapping[str, Json]) -> None:
        self._connection.send(
            wire.reply(self._number, "item" if kind == "item" else "progress", body)
        )

    @property
    def slow(self) -> bool:
        return self._connection.slow


class AdminConnections(Factory):
    """All connections of administrators."""

    noisy = False

    def __init__(self, office: Office, clock: Clock) -> None:
        self.office, self.clock = office, clock
        self.open: set[AdminConnection] = set()
        self._gone: Deferred[None] | None = None

    def buildProtocol(self, addr: IAddress | None) -> AdminConnection:
        connection = AdminConnection(self)
        connection.factory = self
        return connection

    def left(self, connection: AdminConnection) -> None:
        """The connection is gone."""
        self.open.discard(connection)
        if self._gone is not None and not self.open:
            gone, self._gone = self._gone, None
            gone.callback(None)

    def dismiss(self) -> Deferred[None]:
        """Let all connections end; fires when the last one is gone."""
        gone: Deferred[None] = Deferred()
        if not self.open:
            gone.callback(None)
            return gone
        self._gone = gone
        for connection in tuple(self.open):
            connection.dismiss()
        self.clock.callLater(FAREWELL_S, self._abort)
        return gone

    def _abort(self) -> None:
        for connection in tuple(self.open):
            connection.abort()


def _streams(name: str) -> bool:
    return name in MENU and MENU[name].streams


def _who(transport: Any) -> str:
    """Whom tries count against: the user at the other end of a unix socket, or the address."""
    peer = transport.getPeer()
    host = getattr(peer, "host", None)
    if isinstance(host, str):
        return host
    size = struct.calcsize("3i")
    handle = cast(socket.socket, transport.getHandle())
    packed = handle.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    _, uid, _ = struct.unpack("3i", packed)
    return f"user {uid}"
