"""Frames written straight to the socket of a plain TCP transport, and how it ends in good order."""

import socket
from collections.abc import Callable
from typing import Protocol, cast

from game_server.net.frames import framed
from game_server.net.internals import plain_tcp, send_now, tcp_below


class TwistedTransport(Protocol):
    """The part of a Twisted transport that a websocket needs."""

    def write(self, data: bytes) -> None: ...
    def loseConnection(self) -> None: ...
    def abortConnection(self) -> None: ...


class FrameSender:
    """Sends frames over a transport, past its buffer if it is plain TCP."""

    __slots__ = ("_late", "_tcp", "_transport", "open")

    def __init__(self, transport: object, kernel_bytes: int, late: Callable[[int], object]) -> None:
        self.open = False
        """Whether messages may be sent: the handshake is over, and no end was said."""
        self._late = late
        """Told of every message how many bytes the system did not take."""
        self._transport = cast(TwistedTransport, transport)
        self._tcp = plain_tcp(transport)
        below = tcp_below(transport)
        if below is not None:
            below.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, kernel_bytes)

    def send(self, *messages: bytes) -> None:
        """Send messages, each in a frame of its own, in one piece; nothing unless it is open."""
        if self.open:
            data = framed(messages)
            sent = send_now(self._tcp, data)
            if sent < len(data):
                self._transport.write(data[sent:])
                self._late(len(data) - sent)

    def write(self, data: bytes) -> None:
        """Send it, uncounted: what the system does not take now the transport sends later."""
        left = data[send_now(self._tcp, data) :]
        if left:
            self._transport.write(left)

    def forget(self) -> None:
        """The connection is lost: nobody is told any more."""
        self.open, self._late = False, _nobody

    def finish(self) -> None:
        """Send what is left, then no more; on plain TCP what still comes is received."""
        # A socket that is closed with something unread resets the connection, and what was said
        # last may be lost with it.
        if self._tcp is not None:
            self._tcp.loseWriteConnection()
        else:
            self._transport.loseConnection()

    def abort(self) -> None:
        """End it at once, whatever is left."""
        self._transport.abortConnection()


def _nobody(left: int) -> None:
    """Waits for what is left."""
