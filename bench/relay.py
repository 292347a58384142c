"""A line between browsers and a house that notes when words of a WebSocket pass it."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

LEAST: Final = 24
"""Pings, pongs and closings are shorter."""


class Relay:
    """Passes everything on; what it notes is in seconds of the machine's clock."""

    def __init__(self, port: int) -> None:
        self._house = port
        self.said: list[float] = []
        self.told: list[float] = []
        """When a browser's words came, and when the house's did."""
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
        upgraded = b"pgrade: websocket" in first
        with suppress(ConnectionError):
            await asyncio.gather(
                _pass(near, on, self.said if upgraded else None),
                _pass(far, back, self.told if upgraded else None),
            )


async def _pass(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, times: list[float] | None
) -> None:
    while data := await source.read(65_536):
        if times is not None and len(data) >= LEAST:
            times.append(time.time())
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
