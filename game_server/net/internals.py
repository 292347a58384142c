"""What the net uses of the inside of Autobahn and Twisted, all in this module.

Both are bounded in `pyproject.toml`, and `tests/net/test_internals.py` says which of these parts a
newer release has changed.

## How it works

Autobahn parses the handshake and every frame. What goes past it and Twisted, or changes them:

- Small whole frames, which are nearly all, are read and written without its objects: `mid_message`
  says whether it is in the middle of a message and must be fed, and `send_now` sends past a
  transport that holds nothing back, so that what is sent now is sent in its order.
- Its verdicts (`_fail_connection` and others) come to hooks of `AutobahnProtocol`, under our names:
  we end with codes of our own, at once, and read nothing more.
- A request for a WebSocket that it would grant is answered without it (`opens`); any other it
  reads and judges.
- Its handshake makes words for a debug log that nobody reads, coloured and pretty-printed, and
  notes of the transport; they are made of nothing here.
- Twisted's loop makes a context of words for a log at everything that a socket is ready for;
  `drop_log_context` leaves that out.
- Its timers run on our wheel, its settings are attributes of a class, and a port takes a few
  connections a turn, so that a crowd costs no pauses.
"""

from collections.abc import Callable
from contextlib import suppress
from socket import socket
from typing import Any, Final, Protocol, TypeVar, cast

from autobahn.twisted import websocket as twisted_websocket
from autobahn.twisted.websocket import WebSocketServerFactory, WebSocketServerProtocol
from autobahn.websocket import protocol as autobahn_protocol
from twisted.internet.interfaces import IProtocolFactory
from twisted.internet.tcp import Connection, Port
from twisted.python import log

ACCEPT: Final = 16
"""New connections a turn of the loop: each costs a tenth of a millisecond."""
CLOSE: Final = 8
HYBI: Final = 13
"""The version of WebSocket that is spoken."""
VIOLATED: Final = 1002
NOT_UTF8: Final = 1007
P = TypeVar("P", bound="AutobahnProtocol")


def _for_nobody(*_: object) -> str:
    return ""


def drop_log_context() -> None:
    """Let the loop call what a socket is ready for without words for a log that nobody reads."""
    log.callWithLogger = _called  # type: ignore[assignment]  # it has no types


def _called(logger: object, call: Callable[..., object], *args: object, **more: object) -> object:
    try:
        return call(*args, **more)
    except KeyboardInterrupt:
        raise
    except BaseException:
        log.err()
        return None


for _module in (autobahn_protocol, twisted_websocket):
    for _word in {"hltype", "hlval", "pformat"} & vars(_module).keys():
        setattr(_module, _word, _for_nobody)


class AutobahnProtocol(WebSocketServerProtocol):
    """Autobahn's protocol of a server; a subclass overrides the hooks, which bear our names."""

    # -- what is asked of Autobahn ---------------------------------------------------------

    def connectionMade(self) -> None:
        # Autobahn's own makes notes of the transport that nobody reads.
        with suppress(AttributeError, OSError):
            cast(Any, self.transport).setTcpNoDelay(True)
        self._connectionMade()

    def opens(self, answer: bytes) -> None:
        """The request was one that Autobahn would grant: answer it, and be open as after its own
        handshake."""
        self.websocket_version = HYBI
        self.websocket_protocols, self.websocket_protocol_in_use = [], None
        self.websocket_extensions, self.websocket_extensions_in_use = [], []
        self.data = b""
        self.sendData(answer)
        self.state = self.STATE_OPEN
        self._wait_for_no_request()
        self.inside_message = False
        self.current_frame = None  # type: ignore[assignment]  # as Autobahn does
        self.onOpen()

    @property
    def state(self) -> int:
        """How far Autobahn is."""
        return self._state

    @state.setter
    def state(self, state: int) -> None:
        self._state = state
        self.is_open_now(state == self.STATE_OPEN)

    @property
    def connecting(self) -> bool:
        """Whether the handshake is not over."""
        return bool(self._state == self.STATE_CONNECTING)

    @property
    def ended(self) -> bool:
        """Whether nothing that comes is read any more."""
        return bool(self._state == self.STATE_CLOSED)

    @property
    def mid_message(self) -> bool:
        """Whether Autobahn has read a part of something and must read the rest."""
        return bool(self.data or self.current_frame is not None or self.inside_message)

    def feed(self, data: bytes) -> None:
        """Let Autobahn read it."""
        self.data += data
        self.consumeData()

    def unread(self) -> bytes:
        """What Autobahn has received and not read."""
        return bytes(self.data)

    def send_close(self, payload: bytes) -> None:
        """Send a close frame; what is known as closing of Autobahn's own does not begin."""
        self.sendFrame(CLOSE, payload)

    def end_reading(self) -> None:
        """Read nothing more, and wait for no request."""
        self.state = self.STATE_CLOSED
        self.data = b""
        self._wait_for_no_request()

    def _wait_for_no_request(self) -> None:
        if self.openHandshakeTimeoutCall is not None:
            self.openHandshakeTimeoutCall.cancel()
            self.openHandshakeTimeoutCall = None

    def forget_deferreds(self) -> None:
        """Let go of Autobahn's Deferreds: that of the end has this protocol as its result, and
        what holds itself would wait for the garbage collector."""
        self.is_closed = self.is_open = None

    # -- hooks -----------------------------------------------------------------------------

    def say(self, data: bytes) -> None:
        """Write bytes to the other side."""

    def is_open_now(self, is_open: bool) -> None:
        """The handshake is over and no end was said, or that is so no more."""

    def frame_begins(self) -> bool:
        """A frame begins that Autobahn reads; False if it has ended the connection."""
        return True

    def message_begins(self, binary: bool) -> None:
        """The first frame of a message is read."""

    def part_begins(self) -> None:
        """A frame of a message is read."""

    def refused(self, code: int) -> None:
        """Autobahn's judgement on a frame, as the code of a close frame."""

    def request_refused(self, code: int) -> None:
        """The request is denied with this status of HTTP."""

    def waits_for_close(self) -> None:
        """The connection is to be closed by the other side."""

    # -- how the hooks are reached ---------------------------------------------------------

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        self.say(data)

    def onFrameBegin(self) -> None:
        if self.frame_begins():
            super().onFrameBegin()

    def _onMessageBegin(self, isBinary: bool) -> None:
        super()._onMessageBegin(isBinary)
        self.message_begins(isBinary)

    def _onMessageFrameBegin(self, length: int) -> None:
        self.part_begins()
        super()._onMessageFrameBegin(length)

    def _fail_connection(self, code: int = VIOLATED, reason: str = "") -> None:
        self.refused(code)

    def _protocol_violation(self, reason: str) -> bool:
        self._fail_connection(VIOLATED)
        # Reading on would let a frame that was refused fill the memory.
        return True

    def _invalid_payload(self, reason: str) -> bool:
        self._fail_connection(NOT_UTF8)
        return True

    def onOpenHandshakeTimeout(self) -> None:
        self.openHandshakeTimeoutCall = None
        if self.connecting:
            self.request_refused(408)

    def failHandshake(self, reason: str, code: int = 400, responseHeaders: object = None) -> None:
        if not self.connecting:
            return
        if code == 400 and (responseHeaders or "parse HTTP Sec-WebSocket-Version" in reason):
            # RFC 6455, 4.4: a version that is not spoken is answered with those that are.
            code = 426
        elif code == 400 and "origin" in reason.lower():
            # Autobahn's words for the origins that are not in its list.
            code = 403
        self.request_refused(code)

    def _closeConnection(self, abort: bool = False) -> None:
        super()._closeConnection(abort)
        if not abort:
            self.waits_for_close()


class Later(Protocol):
    """A clock that calls later, as a timer wheel does."""

    def callLater(self, delay: float, callable: Callable[..., object], *args: object) -> object: ...


class HandshakeTimers:
    """Autobahn's timers on a clock of ours; its own round a time-out down to a whole second."""

    def __init__(self, clock: Later) -> None:
        self._clock = clock

    def call_later(self, delay: float, call: Callable[[], object]) -> object:
        return self._clock.callLater(delay, call)


class AutobahnFactory(WebSocketServerFactory):
    """Autobahn's factory of a server, with timers on a clock of ours."""

    noisy = False

    def __init__(self, clock: Later, reactor: object) -> None:
        super().__init__(server="", reactor=reactor)  # type: ignore[no-untyped-call]  # Autobahn's
        self._batched_timer = HandshakeTimers(clock)

    def configured(self, protocol: type[P]) -> type[P]:
        """The class with the settings of this factory as its attributes."""
        # Autobahn copies its settings to each connection, after it looked in vain for tcpNoDelay,
        # and pretty-prints them for its log, half a millisecond each. Of a class, a function
        # would be bound.
        found = {name: getattr(self, name) for name in protocol.CONFIG_ATTRS}
        settings = {name: staticmethod(it) if callable(it) else it for name, it in found.items()}
        return type(f"Configured{protocol.__name__}", (protocol,), {**settings, "CONFIG_ATTRS": ()})


class PacedPort(Port):
    """A listening port that takes a few connections a turn, however many knock."""

    @property
    def numberAccepts(self) -> int:
        return self._accepts

    @numberAccepts.setter
    def numberAccepts(self, wanted: int) -> None:
        # Twisted takes a hundred, and twenty more each time that all of them were there.
        self._accepts = min(wanted, ACCEPT)

    # Another process may go on listening where this one ends.
    _shouldShutdown = False

    @classmethod
    def over(cls, handed: socket, factory: IProtocolFactory, reactor: object) -> "PacedPort":
        """A port over a socket that listens already, which is the port's own from now on."""
        made = cast(Callable[..., PacedPort], cls._fromListeningDescriptor)
        port = made(reactor, handed.fileno(), handed.family, factory)
        handed.close()
        return port


def plain_tcp(transport: object) -> Connection | None:
    """The transport, if its socket may be written to directly: never where TLS stands between."""
    if not isinstance(transport, Connection) or transport.TLS:
        return None
    known = hasattr(transport, "_tempDataLen") and hasattr(transport, "dataBuffer")
    return transport if known else None


def tcp_below(transport: object) -> Connection | None:
    """The TCP connection that a transport is, or that lies below its TLS."""
    below = getattr(transport, "transport", transport)
    return below if isinstance(below, Connection) else None


def send_now(tcp: Connection | None, data: bytes) -> int:
    """Send past the transport, if that overtakes nothing which waits in it; how many bytes the
    system took. None of them where there is no such transport, or its socket is full or lost: the
    transport finds out which when it tries itself."""
    if tcp is None or not tcp.connected or tcp._tempDataLen or tcp.dataBuffer:
        return 0
    try:
        return tcp.socket.send(data)
    except OSError:
        return 0


USED: Final[dict[type[Any], tuple[str, ...]]] = {
    WebSocketServerProtocol: (
        "_closeConnection",
        "_connectionMade",
        "_fail_connection",
        "_invalid_payload",
        "_onMessageBegin",
        "_onMessageFrameBegin",
        "_protocol_violation",
        "connectionMade",
        "consumeData",
        "failHandshake",
        "onFrameBegin",
        "onOpenHandshakeTimeout",
        "processHandshake",
        "sendData",
        "sendFrame",
        "succeedHandshake",
    ),
    WebSocketServerFactory: ("resetProtocolOptions",),
    Connection: ("doWrite", "loseWriteConnection", "write"),
    Port: ("_closeSocket", "_fromListeningDescriptor", "doRead"),
}
"""The methods that are overridden, or whose order of doing things is relied on."""
