"""The connection of a load test's player, as a bare socket: one core loads a whole house."""

import os
import socket
import ssl
from collections.abc import Iterator
from typing import Final

from protocol.codec import encode
from protocol.messages import Message

REQUEST: Final = (
    b"GET / HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PATIENCE: Final = 30.0
PER_ADDRESS: Final = 16
"""Players behind one address: the house makes no more guests for one than a household needs."""
MASK: Final = b"\0\0\0\0"
"""A mask of zeros is a mask, and costs the load nothing."""


class HouseHungUp(Exception):
    """The house has ended a connection, and what it said of that."""


class LoadConnection:
    """A connection of the load test, from an address of this machine that few others share."""

    def __init__(
        self, host: str, port: int, number: int, trusts: ssl.SSLContext | None = None
    ) -> None:
        source = (address(number), 0) if host.startswith("127.") else None
        self.socket = socket.create_connection((host, port), PATIENCE, source)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if trusts is not None:
            self.socket = trusts.wrap_socket(self.socket, server_hostname=host)
        self.socket.sendall(REQUEST)
        answer = b""
        while b"\r\n\r\n" not in answer:
            got = self.socket.recv(4096)
            if not got:
                raise HouseHungUp("The house closed the door without a word.")
            answer += got
        status, _, self._unread = answer.partition(b"\r\n\r\n")
        if b" 101 " not in status:
            raise HouseHungUp(
                f"The house did not let a player in: {status.splitlines()[0].decode()}."
            )

    def say(self, message: Message) -> None:
        """Send it; all that a player says is short, so the system takes it at once."""
        self._frame(0x82, encode(message))

    def hear(self) -> Iterator[bytes]:
        """The messages that have come; pings are answered."""
        data, at = self._unread + self._come(), 0
        while (found := _frame(data, at)) is not None:
            opcode, message, at = found
            if opcode == 2:
                yield message
            elif opcode == 9:
                self._frame(0x8A, message)
            elif opcode == 8:
                raise HouseHungUp(f"The house hung up: {message[2:].decode(errors='replace')}.")
        self._unread = data[at:]

    def _come(self) -> bytes:
        """What has come; over TLS that may be nothing, or more than the socket tells of."""
        if not isinstance(self.socket, ssl.SSLSocket):
            got = self.socket.recv(65536)
            if not got:
                raise HouseHungUp("The house hung up.")
            return got
        self.socket.setblocking(False)
        try:
            got = self.socket.recv(65536)
            if not got:
                raise HouseHungUp("The house hung up.")
            while self.socket.pending():
                got += self.socket.recv(65536)
        except ssl.SSLWantReadError:
            # A ticket for the next time, or half a record.
            return b""
        finally:
            self.socket.settimeout(PATIENCE)
        return got

    def close(self) -> None:
        """Go without a word."""
        self.socket.close()

    def _frame(self, first: int, data: bytes) -> None:
        size = len(data)
        head = bytes((first, 0x80 | size)) if size < 126 else b"\x82\xfe" + size.to_bytes(2, "big")
        self.socket.sendall(head + MASK + data)


def address(number: int) -> str:
    """Whence the player of that number comes, a household in each network as long as there are
    some; another run comes from elsewhere."""
    house = number // PER_ADDRESS + os.getpid() % 1000 * 1000
    return f"127.{64 + house // 62_500}.{house % 250}.{house // 250 % 250 + 1}"


def _frame(data: bytes, at: int) -> tuple[int, bytes, int] | None:
    """Opcode, content and end of the frame that begins there, if it is whole."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1], at + 2
    if size >= 126:
        start += 2 if size == 126 else 8
        size = int.from_bytes(data[at + 2 : start], "big")
    if len(data) < start + size:
        return None
    return data[at] & 15, data[start : start + size], start + size
