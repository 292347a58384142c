"""What somebody with bad intentions has: bare sockets, from as many addresses as it takes."""

import socket
import time
from contextlib import ExitStack, closing, suppress
from itertools import count
from types import TracebackType
from typing import TypeVar

from protocol.codec import FROM_SERVER, decode, encode
from protocol.messages import (
    VERSION,
    Asked,
    Guest,
    Hello,
    Joined,
    Message,
    Offer,
    Ok,
    Ping,
    Pong,
    Refused,
    Session,
    Welcome,
)
from tests.net.wired import CLOSE, PING, PONG, REQUEST, frame

M = TypeVar("M", bound=Message)
PATIENCE = 60
"""Seconds after which a test fails rather than waits for ever; nothing is judged by them."""
HEADS = {126: 4, 127: 10}
"""How long the head of a frame is, by its second byte; else two bytes."""
HOMES = (f"127.66.{number % 250}.{number // 250 + 1}" for number in count())
"""Addresses, one after the other in networks of their own."""


class Ended(Exception):
    """The house has ended a line: the code and the name, or 0 and nothing if it hung up."""

    def __init__(self, code: int = 0, name: str = "") -> None:
        super().__init__(code, name)
        self.how = (code, name)


class Far:
    """The far end of one connection."""

    def __init__(self, port: int, home: str, **buffers: int) -> None:
        self.home = home
        self.socket = socket.socket()
        for option, size in buffers.items():
            self.socket.setsockopt(socket.SOL_SOCKET, getattr(socket, option), size)
        self.socket.settimeout(PATIENCE)
        self.socket.bind((self.home, 0))
        self.socket.connect(("127.0.0.1", port))
        self.number = 0
        self.token = self.name = ""
        self.asked: Asked | None = None
        """What was asked last."""
        self.offers: dict[str, Offer] = {}
        """By table: the seat that was offered last."""
        self._unread = b""

    def upgrade(self, headers: bytes = b"") -> int:
        """Ask for a WebSocket; the status of the answer, 0 if there was none."""
        try:
            self.socket.sendall(REQUEST % headers)
            while b"\r\n\r\n" not in self._unread:
                self._more()
        except (Ended, OSError):
            return 0
        answer, _, self._unread = self._unread.partition(b"\r\n\r\n")
        return int(answer.split()[1])

    def met(self) -> "Far":
        """Said hello, and was welcomed."""
        assert self.upgrade() == 101
        self.say(Hello(VERSION, VERSION))
        self.until(Welcome)
        return self

    def guest(self, name: str = "") -> "Far":
        """In the house."""
        self.met().say(Guest(self.next(), name))
        session = self.until(Session)
        self.token, self.name = session.token, session.name
        return self

    def next(self) -> int:
        self.number += 1
        return self.number

    def send(self, data: bytes) -> None:
        """Bytes as they are; nothing if the line has ended."""
        with suppress(OSError):
            self.socket.sendall(data)

    def say(self, *messages: Message) -> None:
        self.send(b"".join(frame(encode(message)) for message in messages))

    def hear(self) -> Message:
        """The next message; Ended when the line has ended."""
        end = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < end, "there are only signs of life"
            opcode, data = self._frame()
            if opcode == PING:
                self.send(frame(data, PONG))
            elif opcode == CLOSE:
                raise Ended(int.from_bytes(data[:2], "big"), data[2:].decode())
            else:
                message = decode(data, FROM_SERVER)
                if isinstance(message, Asked):
                    self.asked = message
                if isinstance(message, Offer):
                    self.offers[message.table] = message
                return message

    def until(self, kind: type[M]) -> M:
        """The next message of that kind; nothing may be refused before it."""
        while not isinstance(message := self.hear(), kind):
            assert not isinstance(message, Refused), message
        return message

    def reply(self, message: Message) -> Message:
        """Say it, and hear how it is answered."""
        self.say(message)
        (reply,) = self.replies(1)
        return reply

    def replies(self, count: int) -> list[Message]:
        """The next answers to what was asked."""
        found: list[Message] = []
        while len(found) < count:
            message = self.hear()
            if isinstance(message, Ok | Refused | Session | Joined):
                found.append(message)
        return found

    def offered(self, table: str) -> Offer:
        """The seat that is offered there, however long that takes."""
        while table not in self.offers:
            self.until(Offer)
        return self.offers.pop(table)

    def heard(self) -> list[Message]:
        """What has come so far, without waiting for more."""
        found: list[Message] = []
        self.socket.setblocking(False)
        try:
            while True:
                found.append(self.hear())
        except BlockingIOError:
            return found
        finally:
            self.socket.settimeout(PATIENCE)

    def drain(self) -> None:
        """Take what has come, and look at none of it."""
        self._unread = b""
        self.socket.setblocking(False)
        with suppress(OSError):
            while self.socket.recv(1 << 20):
                pass
        self.socket.settimeout(PATIENCE)

    def ending(self) -> tuple[int, str]:
        """How the house ends the line, after whatever it still says."""
        try:
            while True:
                self.hear()
        except Ended as ended:
            return ended.how
        finally:
            self.close()

    def is_served(self) -> None:
        """Ask for a sign of life, and get this one."""
        number = self.next()
        self.say(Ping(number))
        assert self.until(Pong).n == number

    def close(self) -> None:
        self.socket.close()

    def _more(self) -> None:
        try:
            got = self.socket.recv(65536)
        except ConnectionResetError:
            got = b""
        if not got:
            raise Ended
        self._unread += got

    def _frame(self) -> tuple[int, bytes]:
        while True:
            data = self._unread
            at = 2 if len(data) < 2 else HEADS.get(data[1], 2)
            if len(data) >= at:
                size = data[1] if at == 2 else int.from_bytes(data[2:at], "big")
                if len(data) >= at + size:
                    self._unread = data[at + size :]
                    return data[0] & 15, data[at : at + size]
            self._more()


class Eve:
    """She opens lines from wherever she likes, and in the end none is left."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lines = ExitStack()

    def far(self, home: str = "", **buffers: int) -> Far:
        """A connection, from an address of its own unless one is given."""
        return self._lines.enter_context(closing(Far(self._port, home or next(HOMES), **buffers)))

    def met(self, home: str = "") -> Far:
        return self.far(home).met()

    def guest(self, home: str = "") -> Far:
        return self.far(home).guest()

    def drop(self) -> None:
        """Close every line."""
        self._lines.close()

    def __enter__(self) -> "Eve":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.drop()
