"""A line between browsers and a house that notes when words of a WebSocket pass it."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, TypeAlias

Note: TypeAlias = Callable[[bytes], None]
LEAST: Final = 24
"""Of a browser pings, pongs and closings are shorter."""
HEAD_ENDS: Final = b"\r\n\r\n"
KIND: Final = 0x0F
TEXT: Final = 1
BINARY: Final = 2


class Relay:
    """Passes everything on; what it notes is in seconds of the machine's clock."""

    def __init__(self, port: int) -> None:
        self._house = port
        self.said: list[float] = []
        """When words of browsers came."""
        self.told: list[float] = []
        """When each word of the house came, on the line that was opened last."""
        self.port = 0

    async def serve(self, ready: threading.Event) -> None:
        server = await asyncio.start_server(self._line, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        async with server:
            await server.serve_forever()

    async def _line(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, on = await asyncio.open_connection("127.0.0.1", self._house)
        first = await near.read(65_536)
        on.write(first)
        said: Note | None = None
        words: Note | None = None
        if b"pgrade: websocket" in first:
            self.told = []
            said, words = self._spoke, Words(self.told).heard
        with suppress(ConnectionError):
            await asyncio.gather(_pass(near, on, said), _pass(far, back, words))

    def _spoke(self, data: bytes) -> None:
        if len(data) >= LEAST:
            self.said.append(time.time())


class Words:
    """Takes what a house says apart: when each message of its WebSocket began to come."""

    def __init__(self, told: list[float], clock: Callable[[], float] = time.time) -> None:
        self._told, self._clock = told, clock
        self._data, self._met, self._body = b"", False, 0

    def heard(self, data: bytes) -> None:
        """So many bytes have come."""
        self._data += data
        if not self._met:
            _, found, rest = self._data.partition(HEAD_ENDS)
            if not found:
                return
            self._met, self._data = True, rest
        while self._data:
            skipped = min(self._body, len(self._data))
            self._body, self._data = self._body - skipped, self._data[skipped:]
            head = _head(self._data)
            if head is None:
                return
            if self._data[0] & KIND in (TEXT, BINARY):
                self._told.append(self._clock())
            self._data, self._body = self._data[head[0] :], head[1]


def _head(data: bytes) -> tuple[int, int] | None:
    """How long the head and the body of the frame are that begins here, if that can be read."""
    if len(data) < 2:
        return None
    wide = {126: 2, 127: 8}.get(data[1], 0)
    if len(data) < 2 + wide:
        return None
    return 2 + wide, int.from_bytes(data[2 : 2 + wide]) if wide else data[1]


async def _pass(
    source: asyncio.StreamReader,
    target: asyncio.StreamWriter,
    note: Note | None,
) -> None:
    while data := await source.read(65_536):
        if note is not None:
            note(data)
        target.write(data)
        await target.drain()
    target.close()


@contextmanager
def relay(port: int) -> Iterator[Relay]:
    """A relay to the house on that port, in a thread of its own."""
    made, ready = Relay(port), threading.Event()
    loop = asyncio.new_event_loop()
    task = loop.create_task(made.serve(ready))

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    ready.wait()
    yield made
    loop.call_soon_threadsafe(task.cancel)
    thread.join()
