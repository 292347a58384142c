"""A line between a node and what it needs, PostgreSQL or NATS, that a test can cut: bytes are
passed on, held back in one direction or in both, or the line is broken and nobody gets through."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
MOST: Final = 1 << 16


class CutLine:
    """Passes on whatever a node and its server say to each other."""

    def __init__(self, reach: Callable[[], Coroutine[Any, Any, Ends]]) -> None:
        self._reach = reach
        self._there, self._back = asyncio.Event(), asyncio.Event()
        self._broken = False
        self._passing: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.heal()

    async def listen_at(self, socket: Path) -> None:
        """Let a node find it at this path."""
        self._server = await asyncio.start_unix_server(self._meet, str(socket))
        # PostgreSQL is reached by whoever runs as `nobody` too.
        socket.chmod(0o777)

    async def listen(self) -> int:
        """Let a node find it at the port that is returned."""
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    def heal(self) -> None:
        """All goes through, and what was held back first."""
        self._broken = False
        self._there.set()
        self._back.set()

    def hold(self, there: bool = True, back: bool = True) -> None:
        """What is said in these directions is kept until it heals; nobody is told."""
        if there:
            self._there.clear()
        if back:
            self._back.clear()

    def cut(self) -> None:
        """All lines end, and no new one comes about until it heals."""
        self._broken = True
        self._there.set()
        self._back.set()
        for writer in self._writers:
            writer.close()

    async def close(self) -> None:
        """Nobody is reached by it any more."""
        self.cut()
        if self._server is not None:
            self._server.close()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._broken:
                raise OSError("the line is cut")
            far_reader, far_writer = await self._reach()
        except OSError:
            writer.close()
            return
        for one in (writer, far_writer):
            self._writers.add(one)
        for ends in ((reader, far_writer, self._there), (far_reader, writer, self._back)):
            task = asyncio.create_task(self._pass(*ends))
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, open_: asyncio.Event
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(MOST):
                await open_.wait()
                writer.write(data)
                await writer.drain()
        self._writers.discard(writer)
        writer.close()
