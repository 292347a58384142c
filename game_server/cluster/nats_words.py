"""Words by NATS: the library's client on the loop that the reactor runs on.

Reconnecting, TLS and users are the library's. What is published while no server is there is not
kept: a word that comes late is worth less than none, for `links` says it again.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error
from twisted.internet.defer import Deferred
from twisted.logger import Logger

from game_server.cluster.servers import NatsServers

RETRY_S: Final = 0.25
"""So long after a failed try the next one begins."""
CONNECT_S: Final = 2
PING_S: Final = 1
PINGS: Final = 2
"""A server that has answered none of so many pings is given up for the next one."""
SAID_EVERY_S: Final = 60.0


class NatsWords:
    """The words of a node. `begin` it in the loop; it connects as soon as a server is there."""

    _log = Logger()

    def __init__(self, loop: asyncio.AbstractEventLoop, servers: NatsServers) -> None:
        self.changed: Callable[[bool], None] = lambda connected: None
        self._loop, self._servers, self._tls = loop, servers, servers.tls()
        self._client = Client()
        self._heard: dict[str, Callable[[bytes], None]] = {}
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._saying: asyncio.Task[None] | None = None
        self._beginning: asyncio.Task[None] | None = None
        self._complained = -SAID_EVERY_S
        self._over = False

    @property
    def connected(self) -> bool:
        """Whether a server is there."""
        return self._client.is_connected

    def begin(self) -> None:
        """Look for a server, for as long as it takes."""
        if self._over:
            return
        self._beginning = self._loop.create_task(self._begin())

    def publish(self, subject: str, said: bytes) -> None:
        """Say it; in the order of the calls, and lost while no server is there."""
        if not self._client.is_connected:
            return
        self._waiting.append((subject, said))
        if self._saying is None:
            self._saying = self._loop.create_task(self._say())

    def listen(self, subject: str, heard: Callable[[bytes], None]) -> None:
        """Hear what is said there; a failure of who hears is logged."""
        self._heard[subject] = heard
        # While it is looked for again too: the library says so to the server when that is back.
        if self._client.is_connected or self._client.is_reconnecting:
            self._loop.create_task(self._subscribe(subject))

    def close(self) -> Deferred[None]:
        """Say what waits, and go."""
        return Deferred.fromFuture(asyncio.ensure_future(self._close(), loop=self._loop))

    # -- how -----------------------------------------------------------------------------------

    async def _begin(self) -> None:
        servers = self._servers
        await self._client.connect(
            list(servers.urls),
            user=servers.user or None,
            password=servers.password or None,
            tls=self._tls,
            no_echo=True,
            connect_timeout=CONNECT_S,
            max_reconnect_attempts=-1,
            # The library waits so long between two tries of one server.
            reconnect_time_wait=RETRY_S,  # type: ignore[arg-type]
            ping_interval=PING_S,
            max_outstanding_pings=PINGS,
            error_cb=self._wrong,
            disconnected_cb=self._went,
            reconnected_cb=self._came,
            closed_cb=self._gave_up,
        )
        for subject in self._heard:
            await self._subscribe(subject)
        await self._client.flush()
        await self._came()

    async def _subscribe(self, subject: str) -> None:
        async def said(message: Msg) -> None:
            try:
                self._heard[subject](message.data)
            except Exception:
                self._log.failure("A word of another node could not be taken.")

        await self._client.subscribe(subject, cb=said)

    async def _say(self) -> None:
        try:
            while self._waiting:
                await self._client.publish(*self._waiting.popleft())
        except Error:
            # The server went at this moment.
            self._waiting.clear()
        finally:
            self._saying = None

    async def _came(self) -> None:
        self._log.info("NATS is there: {url}.", url=self._place())
        self.changed(True)

    async def _went(self) -> None:
        self._waiting.clear()
        if not self._client.is_closed:
            self._log.warn("NATS is away.")
        self.changed(False)

    async def _gave_up(self) -> None:
        """The library is through with a server that has another password than before."""
        if not self._over:
            self._client = Client()
            self._loop.call_later(RETRY_S, self.begin)

    async def _wrong(self, wrong: Exception) -> None:
        now = self._loop.time()
        if now - self._complained >= SAID_EVERY_S:
            self._complained = now
            self._log.warn("NATS cannot be reached: {wrong}", wrong=wrong or type(wrong).__name__)

    def _place(self) -> str:
        url = self._client.connected_url
        return url.netloc.rpartition("@")[2] if url else ""

    async def _close(self) -> None:
        self._over = True
        if self._beginning is not None and not self._beginning.done():
            self._beginning.cancel()
        if self._saying is not None:
            await self._saying
        await self._client.close()


def on_own_reactor(servers: NatsServers) -> NatsWords:
    """The words of this process, on the loop of a reactor that is installed for them; to be called
    before anything asks for the reactor."""
    from twisted.internet import asyncioreactor

    loop = asyncio.new_event_loop()
    asyncioreactor.install(loop)
    return NatsWords(loop, servers)
