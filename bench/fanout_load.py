"""Players without hands or eyes: a loop over bare sockets, cheap enough to load a server alone."""

import gc
import select
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter, process_time

from game_server.loadtest.players import percentile
from protocol.codec import FROM_SERVER, decode, encode
from protocol.messages import (
    VERSION,
    Answer,
    Guest,
    Hello,
    Message,
    Welcome,
)

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HELLO = Hello(VERSION, VERSION, client="bench")
PATIENCE = 30.0
STRIDE = 37
"""So many acts further on in the profile each table begins: no two deal together."""


@dataclass
class Result:
    """What one run came to."""

    acts: int
    wall: float
    own: float
    """Seconds of processor time that the load itself took."""
    late: list[float] = field(default_factory=list)
    """From each act to each seat's having been told of it, in seconds."""

    def percentile(self, share: float) -> float:
        """What this share of the delays did not exceed, in seconds."""
        return percentile(self.late, share)


class Far:
    """One connection of the load."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(REQUEST)
        answer = b""
        while b"\r\n\r\n" not in answer:
            got = self.socket.recv(4096)
            if not got:
                raise RuntimeError(f"The server closed the door: {answer.decode()!r}")
            answer += got
        status, _, self.unread = answer.partition(b"\r\n\r\n")
        if b" 101 " not in status:
            raise RuntimeError(f"The server is no WebSocket: {status.decode()!r}")

    def say(self, message: Message) -> None:
        data = encode(message)
        size = len(data)
        head = bytes((0x82, 0x80 | size)) if size < 126 else b"\x82\xfe" + size.to_bytes(2, "big")
        # A mask of zeros is a mask, and costs us nothing.
        self.socket.sendall(head + b"\0\0\0\0" + data)

    def messages(self, data: bytes) -> Iterator[bytes]:
        """The messages that are whole with this; pings are answered."""
        data = self.unread + data
        at = 0
        while (found := _frame(data, at)) is not None:
            opcode, message, at = found
            if opcode == 2:
                yield message
            elif opcode == 9:
                self.socket.sendall(bytes((0x8A, 0x80 | len(message))) + b"\0\0\0\0" + message)
            elif opcode == 8:
                raise RuntimeError(f"The server hung up: {message!r}")
        self.unread = data[at:]

    def expect(self, kind: type[Message]) -> Message:
        """The next message, which must be of this kind."""
        data = b""
        while True:
            for message in self.messages(data):
                said = decode(message, FROM_SERVER)
                if not isinstance(said, kind):
                    raise RuntimeError(f"Expected {kind.__name__}, got {said}")
                return said
            data = self.socket.recv(65536)


def _frame(data: bytes, at: int) -> tuple[int, bytes, int] | None:
    if len(data) < at + 2:
        return None
    size, start = data[at + 1], at + 2
    if size == 126:
        size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
    elif size == 127:
        size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
    if len(data) < start + size or start > len(data):
        return None
    return data[at] & 15, data[start : start + size], start + size


class Rounds:
    """Acts in turn at every table of a server that answers by a profile; bytes are counted."""

    def __init__(
        self, port: int, profile: Sequence[Sequence[Sequence[int]]], tables: int, greet: bool
    ) -> None:
        self._seats = len(profile[0])
        self._far: list[Far] = []
        for _ in range(tables * self._seats):
            far = Far(port)
            if greet:
                far.say(HELLO)
                far.expect(Welcome)
                far.say(Guest(1))
                far.expect(Message)
            self._far.append(far)
        self._profile = [[sum(map(_framed, sizes)) for sizes in act] for act in profile]
        self._acts = [0] * tables
        self._at = [0.0] * tables
        self._due = [0] * len(self._far)
        self._open = [0] * tables

    def run(self, seconds: float, rate: float = 0.0) -> Result:
        """Act at every table as soon as all were told, or about so often a second in all."""
        poll = select.epoll()
        places = {far.socket.fileno(): at for at, far in enumerate(self._far)}
        for number, far in zip(places, self._far, strict=True):
            far.socket.setblocking(False)
            poll.register(number, select.EPOLLIN)
        result = Result(0, 0.0, 0.0)
        tables = len(self._acts)
        pause = tables / rate if rate else 0.0
        # As players act, and as the crowd of the house does: at no regular times.
        chance = Random(1)
        begun, own = perf_counter(), process_time()
        next_at = [begun + pause * table / tables for table in range(tables)]
        waiting = set(range(tables))
        now = begun
        # As the crowd of the house does.
        gc.freeze()
        while now - begun < seconds or len(waiting) < tables:
            if now - begun < seconds:
                for table in [one for one in waiting if next_at[one] <= now]:
                    waiting.discard(table)
                    self._act(table, now)
                    next_at[table] = now + (chance.expovariate(1 / pause) if pause else 0.0)
            soon = min((next_at[one] for one in waiting), default=now + 1) - now
            for number, _ in poll.poll(max(0.0, min(soon, 1.0))):
                done = self._read(places[number], result)
                if done is not None:
                    waiting.add(done)
                    result.acts += 1
            now = perf_counter()
        gc.unfreeze()
        result.wall, result.own = perf_counter() - begun, process_time() - own
        poll.close()
        return result

    def _act(self, table: int, now: float) -> None:
        number, seats = self._acts[table], self._seats
        self._acts[table] += 1
        self._at[table] = now
        due = self._profile[(number + table * STRIDE) % len(self._profile)]
        actor = number % seats
        self._open[table] = sum(size > 0 for size in due)
        for at, size in enumerate(due):
            self._due[table * seats + (actor + at) % seats] = size
        self._far[table * seats + actor].say(Answer(number + 2, "holdem", number + 1, "call"))

    def _read(self, place: int, result: Result) -> int | None:
        got = len(self._far[place].socket.recv(65536))
        if not got:
            raise RuntimeError("The server hung up.")
        self._due[place] -= got
        if self._due[place]:
            return None
        table = place // self._seats
        result.late.append(perf_counter() - self._at[table])
        self._open[table] -= 1
        return table if not self._open[table] else None

    def close(self) -> None:
        for far in self._far:
            far.socket.close()


def _framed(size: int) -> int:
    return size + (2 if size < 126 else 4 if size < 65536 else 10)
