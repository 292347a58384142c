"""The way between one handheld and the house, which can be cut and mended."""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

CHUNK = 65_536


class Relay:
    """Carries bytes both ways. While it is cut, lines break and no new one comes about."""

    def __init__(self, to: str, port: int) -> None:
        at = urlsplit(to)
        self._to = (at.hostname or "", at.port or 0)
        self._lines: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.port = port

    async def mend(self) -> None:
        """Lines can come about from now on."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", self.port)

    async def cut(self) -> None:
        """All lines break."""
        if self._server is not None:
            self._server.close()
        for line in tuple(self._lines):
            line.transport.abort()

    async def _carry(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, there = await asyncio.open_connection(*self._to)
        pair = {back, there}
        self._lines |= pair
        with suppress(OSError):
            await asyncio.gather(_pour(near, there), _pour(far, back))
        self._lines -= pair


async def _pour(source: asyncio.StreamReader, into: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(CHUNK):
            into.write(data)
            await into.drain()
    finally:
        into.close()
