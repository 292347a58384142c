"""One WebSocket connection, from its opening to its end, without making anybody wait."""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from client_link.authorities import BadAuthority, trusted
from client_link.pinning import PIN, WrongCertificate, pinned
from protocol.codec import FROM_SERVER

# Kivy logs whatever is said at all; at that level websockets says every frame, PINs among them.
logging.getLogger("websockets").setLevel(logging.WARNING)

OPEN_S = 9.0
CLOSE_S = 1.0
FRAME_S = 0.004
"""So long what has come may be worked through before the screen gets its turn."""
_trusted: dict[str, ssl.SSLContext] = {}


@dataclass(frozen=True, slots=True)
class End:
    """The end of a connection: its close code if it had one, or the HTTP status that denied it."""

    code: int | None = None
    status: int = 0
    why: str = ""
    """What was wrong with the certificate, if it was that."""


class Connection:
    """One WebSocket connection: carries frames both ways until it ends or is closed. `authority` is
    the file of one who vouches for houses besides those that the world knows."""

    def __init__(self, url: str, authority: str = "") -> None:
        self._authority = authority
        self._url, _, self._pin = url.partition(PIN)
        self._out: asyncio.Queue[bytes] = asyncio.Queue()
        self._socket: ClientConnection | None = None
        self._gone = asyncio.Event()

    def send(self, data: bytes) -> None:
        """Send it as soon as the connection takes it."""
        self._out.put_nowait(data)

    def disconnect(self) -> None:
        """End it now, even if the loop stands still from here on."""
        self._gone.set()
        if self._socket is not None:
            transport = self._socket.transport
            with suppress(OSError):
                transport.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
            transport.abort()

    async def carry(self, opened: Callable[[], None], heard: Callable[[bytes], None]) -> End:
        """Open it and carry; how it ended."""
        opening = asyncio.ensure_future(self._open())
        gone = asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait((opening, gone), return_when=asyncio.FIRST_COMPLETED)
            if not opening.done():
                return End()
            self._socket = opening.result()
        except InvalidStatus as denied:
            return End(status=denied.response.status_code)
        except WrongCertificate:
            return End(why="certificate")
        except (ssl.SSLCertVerificationError, BadAuthority):
            return End(why="untrusted")
        except (OSError, TimeoutError, WebSocketException, ValueError):
            # Whatever is wrong with the way there, the core tries again or asks for another.
            return End()
        finally:
            for task in (opening, gone):
                task.cancel()
        return await self._both_ways(self._socket, opened, heard)

    async def _open(self) -> ClientConnection:
        return await connect(
            self._url,
            ssl=await self._trusts() if self._url.startswith("wss:") else None,
            compression=None,
            user_agent_header=None,
            # An app of a phone goes straight to the house, whatever its shell may say.
            proxy=None,
            open_timeout=OPEN_S,
            close_timeout=CLOSE_S,
            # The core asks for signs of life itself.
            ping_interval=None,
            max_size=FROM_SERVER.size,
        )

    async def _trusts(self) -> ssl.SSLContext:
        return pinned(self._pin) if self._pin else await _trust(self._authority)

    async def _both_ways(
        self, ws: ClientConnection, opened: Callable[[], None], heard: Callable[[bytes], None]
    ) -> End:
        writing = asyncio.ensure_future(self._write(ws))
        try:
            if not self._gone.is_set():
                opened()
            await self._read(ws, heard)
        finally:
            writing.cancel()
            ws.transport.abort()
        return End(ws.close_code)

    async def _write(self, ws: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                await ws.send(await self._out.get())

    async def _read(self, ws: ClientConnection, heard: Callable[[bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        since = loop.time()
        with suppress(ConnectionClosed):
            async for data in ws:
                if self._gone.is_set():
                    return
                if isinstance(data, bytes):
                    heard(data)
                if loop.time() - since > FRAME_S:
                    await asyncio.sleep(0)
                    since = loop.time()


async def _trust(authority: str) -> ssl.SSLContext:
    """Who is believed, read once and beside the loop."""
    if authority not in _trusted:
        _trusted[authority] = await asyncio.to_thread(trusted, authority)
    return _trusted[authority]
