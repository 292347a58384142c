"""A house in another process, and clients of it: honest ones and bare sockets."""

import json
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from ssl import SSLContext
from types import TracebackType
from typing import Any, TypeVar

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from protocol.codec import FROM_SERVER, decode, encode
from protocol.messages import VERSION, Guest, Hello, Message, Ping, Pong, Session, Welcome
from tests.net.wired import REQUEST, frame, frames

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds after which a test fails rather than waits for ever; nothing is judged by them."""
M = TypeVar("M", bound=Message)


class LivingHouse:
    """The process, and what it has told so far."""

    def __init__(self, **settings: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.net.house_process", json.dumps(settings)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._lines = ExitStack()
        self._told: list[dict[str, Any]] = []
        self._more = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        self.port: int = self.told("port")["port"]

    def told(self, key: str, **values: object) -> dict[str, Any]:
        """The next thing told that has this key and these values; waits for it, takes it away."""

        def found() -> dict[str, Any] | None:
            for told in self._told:
                if key in told and all(told.get(name) == is_ for name, is_ in values.items()):
                    return told
            return None

        with self._more:
            self._more.wait_for(found, PATIENCE)
            told = found()
            assert told is not None, f"never told {key} {values}, but {self._told[-20:]}"
            self._told.remove(told)
            return told

    def stop(self) -> dict[str, Any]:
        """End its input; what it tells last. The process is gone then."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        told = self.told("open")
        assert self._process.wait(PATIENCE) == 0
        return told

    def memory(self, which: str = "VmRSS") -> float:
        """Megabytes that it holds, or held at most (VmHWM)."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        (line,) = (line for line in lines if line.startswith(which))
        return int(line.split()[1]) / 1024

    def __enter__(self) -> "LivingHouse":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._lines.close()
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._more:
                self._told.append(json.loads(line))
                self._more.notify_all()

    # Its clients

    def line(self, host: str = "127.0.0.1", **options: Any) -> ClientConnection:
        """A WebSocket from this address of the loopback."""
        line: ClientConnection = self._lines.enter_context(
            connect(
                f"{'wss' if 'ssl' in options else 'ws'}://127.0.0.1:{self.port}/",
                source_address=(host, 0),
                open_timeout=PATIENCE,
                close_timeout=PATIENCE,
                **options,
            )
        )
        return line

    def bare(self, host: str = "127.0.0.1", **buffers: int) -> socket.socket:
        """A socket from this address, nothing said yet."""
        far = socket.socket()
        for option in buffers:
            far.setsockopt(socket.SOL_SOCKET, getattr(socket, option), buffers[option])
        far.settimeout(PATIENCE)
        far.bind((host, 0))
        far.connect(("127.0.0.1", self.port))
        return far

    def bare_line(self, host: str = "127.0.0.1", **buffers: int) -> socket.socket:
        """A socket that is a WebSocket since just now."""
        far = self.bare(host, **buffers)
        far.sendall(REQUEST % b"")
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += far.recv(1)
        assert answer.startswith(b"HTTP/1.1 101"), answer
        return far


class Honest:
    """A player who asks, and gets an answer."""

    def __init__(
        self, house: LivingHouse, host: str = "127.0.0.1", ssl: SSLContext | None = None
    ) -> None:
        self.socket = house.line(host, **({"ssl": ssl} if ssl else {}))
        self._asked = 0
        self.say(Hello(VERSION, VERSION), Guest(1, "amber"))
        assert isinstance(self.hear(), Welcome)
        assert isinstance(self.hear(), Session)

    def say(self, *messages: Message) -> None:
        for message in messages:
            self.socket.send(encode(message))

    def hear(self) -> Message:
        data = self.socket.recv(PATIENCE)
        assert isinstance(data, bytes)
        return decode(data, FROM_SERVER)

    def is_served(self) -> None:
        """Ask for a sign of life, and get this one."""
        self._asked += 1
        self.say(Ping(self._asked))
        assert self.hear() == Pong(self._asked)


def all_of(far: socket.socket) -> bytes:
    """Everything until the end; a reset is no end that a refusal may have."""
    data = b""
    while True:
        part = far.recv(65536)
        if not part:
            return data
        data += part


def ending(far: socket.socket) -> tuple[int, str]:
    """The close frame before the end."""
    (closing,) = (data for opcode, data in frames(all_of(far)) if opcode == 8)
    far.close()
    return int.from_bytes(closing[:2], "big"), closing[2:].decode()


def closing(line: ClientConnection) -> tuple[int, str]:
    """The code and reason with which the house closes the line, after whatever it still says."""
    with suppress(ConnectionClosed):
        while True:
            line.recv(PATIENCE)
    return line.close_code or 0, line.close_reason or ""


def hello() -> bytes:
    return frame(encode(Hello(VERSION, VERSION))) + frame(encode(Guest(1)))
