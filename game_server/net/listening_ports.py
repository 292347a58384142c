"""The ports that a listener listens on: opened by itself, or handed over by whoever held them."""

from collections.abc import Sequence
from socket import socket
from typing import Final

from twisted.internet.defer import Deferred, gatherResults, maybeDeferred
from twisted.internet.interfaces import IProtocolFactory
from twisted.internet.posixbase import PosixReactorBase
from twisted.logger import Logger

from game_server.net.internals import PacedPort

BACKLOG: Final = 4_096
"""Connections that the system holds until they are taken, if it holds so many for anybody
(`net.core.somaxconn`). Beyond it a connection is dropped, and its client tries again after one
second, three, and seven: of a full house that comes back at once half came in that late."""
EVERY_ADDRESS: Final = "0.0.0.0"


class ListeningPorts:
    """Opens ports over the sockets that were handed over, where those are of the right address."""

    _log = Logger()

    def __init__(self, reactor: PosixReactorBase, handed: Sequence[socket] = ()) -> None:
        self._reactor = reactor
        self._handed = list(handed)
        self._open: list[PacedPort] = []

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where they listen."""
        return tuple(port.interface for port in self._open)

    def listen(self, address: str, number: int, factory: IProtocolFactory) -> int:
        """Open one; the port, which the system chose if it was 0."""
        handed = self._handed_at(address, number)
        if handed is not None:
            handed.listen(BACKLOG)
            port = PacedPort.over(handed, factory, self._reactor)
        else:
            port = PacedPort(number, factory, BACKLOG, address, self._reactor)
        port.startListening()
        self._open.append(port)
        bound: tuple[str, int] = port.socket.getsockname()[:2]
        return bound[1]

    def close_unused(self) -> None:
        """Close what was handed over and is at no address of ours: its clients would wait."""
        for unused in self._handed:
            text = "No setting names {at}, which was handed over; nobody is let in there."
            self._log.warn(text, at=unused.getsockname())
            unused.close()
        self._handed.clear()

    def sockets(self) -> tuple[socket, ...]:
        """What they listen on, to be handed on: copies that go on when the ports stop."""
        return tuple(port.socket.dup() for port in self._open)

    def stop(self) -> Deferred[None]:
        """Let nobody in; fires when all are closed."""
        ports, self._open = self._open, []
        stopped = gatherResults([maybeDeferred(port.stopListening) for port in ports])
        return stopped.addCallback(lambda _: None)

    def _handed_at(self, address: str, number: int) -> socket | None:
        """The socket that listens at this address, if it was handed over."""
        for one in self._handed:
            at: tuple[str, int] = one.getsockname()[:2]
            if at[0] == (address or EVERY_ADDRESS) and number in (0, at[1]):
                self._handed.remove(one)
                return one
        return None
