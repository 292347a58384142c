"""A listener without sockets or time: lines on memory, a clock that the test moves."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.internet.interfaces import IAddress, ITransport
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from game_server.net.admission import AdmissionControl
from game_server.net.connection import ClientConnection, ListenerContext
from game_server.net.limits import ListenerLimits
from game_server.net.listener import ConnectionFactory
from game_server.net.timer_wheel import TimerWheel
from game_server.net.websocket import WebSocketTransport
from protocol.codec import FROM_SERVER, decode, encode
from protocol.messages import (
    VERSION,
    Guest,
    Hello,
    Message,
    Ping,
    Pong,
    Session,
    Welcome,
)

BINARY, TEXT, MORE, CLOSE, PING, PONG = 2, 1, 0, 8, 9, 10
MASK = b"\x11\x22\x33\x44"
REQUEST = (
    b"GET / HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%s\r\n"
)
HELLO = Hello(VERSION, VERSION)
LIMITS = ListenerLimits(apps=True)


def frame(payload: bytes, opcode: int = BINARY, fin: bool = True, mask: bytes = MASK) -> bytes:
    """A frame as a client sends it."""
    first = bytes(((0x80 if fin else 0) | opcode,))
    size = len(payload)
    if size < 126:
        length = bytes((0x80 | size,))
    elif size < 65536:
        length = b"\xfe" + size.to_bytes(2, "big")
    else:
        length = b"\xff" + size.to_bytes(8, "big")
    masked = bytes(one ^ mask[at % 4] for at, one in enumerate(payload))
    return first + length + mask + masked


def spoken(message: Message) -> bytes:
    return frame(encode(message))


def frames(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The frames of a server."""
    while data:
        size, at = data[1], 2
        if size == 126:
            size, at = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, at = int.from_bytes(data[2:10], "big"), 10
        assert len(data) >= at + size
        yield data[0] & 15, data[at : at + size]
        data = data[at + size :]


@dataclass
class Host:
    """A house that logs every guest in, answers pings, and remembers what it was told."""

    met_lines: list[ClientConnection] = field(default_factory=list)
    heard_messages: list[Message] = field(default_factory=list)
    gone_lines: list[ClientConnection] = field(default_factory=list)
    members: set[str] = field(default_factory=lambda: {"Member"})

    def met(self, line: ClientConnection) -> None:
        self.met_lines.append(line)

    def heard(self, line: ClientConnection, message: Message) -> None:
        self.heard_messages.append(message)
        if isinstance(message, Guest):
            line.came_in(message.name in self.members)
            line.player = message.name
            line.send(Session(message.id, "token", message.name or "guest", guest=True))
        elif isinstance(message, Ping):
            line.send(Pong(message.n))

    def gone(self, line: ClientConnection) -> None:
        self.gone_lines.append(line)


class Memory:
    """A transport that keeps what is written, and remembers how it was closed."""

    def __init__(self, host: str) -> None:
        self.written = b""
        self.disconnecting = False
        self.aborting = False
        self.producer: object = None
        self._peer = IPv4Address("TCP", host, 40000)

    def write(self, data: bytes) -> None:
        self.written += data

    def value(self) -> bytes:
        return self.written

    def clear(self) -> None:
        self.written = b""

    def loseConnection(self) -> None:
        self.disconnecting = True

    def abortConnection(self) -> None:
        self.aborting = True

    def registerProducer(self, producer: object, streaming: bool) -> None:
        assert streaming
        self.producer = producer

    def unregisterProducer(self) -> None:
        self.producer = None

    def getPeer(self) -> IPv4Address:
        return self._peer

    def getHost(self) -> IPv4Address:
        return IPv4Address("TCP", "192.0.2.255", 8770)


class Client:
    """The far end of one connection."""

    def __init__(self, wire: WebSocketTransport, transport: Memory) -> None:
        self.wire = wire
        self.transport = transport
        self.http = b""

    def send(self, data: bytes) -> None:
        self.wire.dataReceived(data)

    def open(self, headers: bytes = b"") -> "Client":
        self.send(REQUEST % headers)
        self.http = self.transport.value()
        self.transport.clear()
        return self

    def say(self, *messages: Message) -> None:
        self.send(b"".join(spoken(message) for message in messages))

    def got(self) -> list[tuple[int, bytes]]:
        """The frames that came since the last time."""
        data = self.transport.value()
        self.transport.clear()
        return list(frames(data))

    def told(self) -> list[Message]:
        """The messages that came since the last time."""
        return [decode(data, FROM_SERVER) for opcode, data in self.got() if opcode == BINARY]

    def ending(self) -> tuple[int, str] | None:
        """The close frame, code and reason, if one has come."""
        closes = [data for opcode, data in self.got() if opcode == CLOSE]
        assert len(closes) <= 1
        return (int.from_bytes(closes[0][:2], "big"), closes[0][2:].decode()) if closes else None

    def hang_up(self, clean: bool = True) -> None:
        self.wire.connectionLost(Failure(ConnectionDone() if clean else ConnectionLost()))


class MemoryListener:
    """Lines as `Net` makes them, for clients on memory."""

    def __init__(self, limits: ListenerLimits = LIMITS, features: tuple[str, ...] = ()) -> None:
        self.clock = Clock()
        self.house = Host()
        self.wheel = TimerWheel(self.clock)
        greeting = Welcome(VERSION, features, house="Cardroom")
        self.context = ListenerContext(self.house, limits, AdmissionControl(limits), greeting)
        self.factory = ConnectionFactory(self.context, self.wheel, self.clock)

    def connect(self, host: str = "192.0.2.1") -> Client:
        transport = Memory(host)
        wire = self.factory.buildProtocol(cast(IAddress, transport.getPeer()))
        assert wire is not None
        wire.transport = cast(ITransport, transport)
        wire.connectionMade()
        return Client(wire, transport)

    def met(self, host: str = "192.0.2.1") -> Client:
        """A client that was welcomed."""
        client = self.connect(host).open()
        client.say(HELLO)
        client.told()
        return client

    def shut(self, host: str = "192.0.2.1") -> bool:
        """Whether a connection from there is closed without a word."""
        peer = IPv4Address("TCP", host, 40000)
        return self.factory.buildProtocol(cast(IAddress, peer)) is None

    def inside(self, host: str = "192.0.2.1", member: bool = False) -> Client:
        """A client that is logged in."""
        client = self.met(host)
        client.say(Guest(1, "Member" if member else ""))
        client.told()
        return client

    def pass_seconds(self, seconds: float) -> None:
        """In steps of a grain, as a clock would."""
        self.clock.pump([0.05] * round(seconds / 0.05))
