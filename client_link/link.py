"""Runs the effects of one client on the event loop that draws its frames."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping

from client_core.client import (
    OFFLINE,
    Client,
    Connect,
    Disconnect,
    Effect,
    Keep,
    Quit,
    Send,
    WakeAt,
)
from client_link.connection import Connection
from client_link.inside import InsideLine, Make
from client_link.nearby import Nearby
from protocol import endings

NEVER = float("inf")


class Link:
    """The link between one client and the world: it runs the client's effects. `keep` stores a text
    under a name, `quit` ends the app; both are called from the loop and must not wait. `inside`
    makes the house inside the client, when somebody plays there first. `authority` is the file of a
    private authority that vouches for houses."""

    def __init__(
        self,
        keep: Callable[[str, str], None],
        quit: Callable[[], None],
        inside: Make | None = None,
        authority: str = "",
    ) -> None:
        self._authority = authority
        self._loop = asyncio.get_running_loop()
        self._keep, self._quit = keep, quit
        self._client: Client | None = None
        self._make, self._stored = inside, ""
        self._inside: InsideLine | None = None
        self._number = 0
        """Of the connection to the house inside; 0: there is none."""
        self._connections: dict[int, Connection] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None

    def client(self, kept: Mapping[str, str], language: str = "en", build: str = "") -> Client:
        """The client that this link carries; once."""
        if self._client is not None:
            raise ValueError("This link carries a client already; a link has one.")
        self._stored = kept.get("offline_house", "")
        self._client = Client(self._loop.time, secrets.randbelow, self._run, kept, language, build)
        return self._client

    def look_around(self, interface: str = "") -> None:
        """Look for houses on this network for as long as the client is not inside of one."""
        client = self._client
        if client is not None:
            here = client.connection
            nearby = Nearby(here.found, lambda: here.view.state != "in", interface)
            self._start(nearby.search())

    async def close(self) -> None:
        """Hang up and wait for nothing more."""
        if self._alarm is not None:
            self._alarm.cancel()
        for connection in self._connections.values():
            connection.disconnect()
        if self._inside is not None:
            self._inside.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _run(self, effect: Effect) -> None:
        match effect:
            case Connect(number, url) if url == OFFLINE and self._make is not None:
                self._connect_inside(number, self._make)
            case Connect(number, url):
                self._connect(number, url)
            case Send(number, data) if number == self._number and self._inside is not None:
                self._inside.send(data)
            case Send(number, data):
                if number in self._connections:
                    self._connections[number].send(data)
            case Disconnect(number) if number == self._number and self._inside is not None:
                self._number = 0
                self._inside.disconnect()
            case Disconnect(number):
                if number in self._connections:
                    self._connections.pop(number).disconnect()
            case WakeAt(at):
                self._wake_at(at)
            case Keep(name, text):
                self._keep(name, text)
            case Quit():
                self._quit()

    def _connect(self, number: int, url: str) -> None:
        connection = self._connections[number] = Connection(url, self._authority)
        self._start(self._carry(number, connection))

    def _connect_inside(self, number: int, make: Make) -> None:
        client = self._client
        if client is None:
            return
        self._number = number
        if self._inside is None:
            self._inside = InsideLine(make, self._stored, self._keep, self._heard, self._hung_up)
        self._inside.connect()
        self._loop.call_soon(client.connection.opened, number)

    def _heard(self, frame: bytes) -> None:
        if self._client is not None and self._number:
            self._client.connection.heard(self._number, frame)

    def _hung_up(self) -> None:
        number, self._number = self._number, 0
        if self._client is not None and number:
            self._client.connection.lost(number, endings.GOODBYE.code)

    async def _carry(self, number: int, connection: Connection) -> None:
        client = self._client
        if client is None:
            return
        try:
            end = await connection.carry(
                lambda: client.connection.opened(number),
                lambda data: client.connection.heard(number, data),
            )
        finally:
            self._connections.pop(number, None)
        client.connection.lost(number, end.code, end.status, end.why)

    def _wake_at(self, at: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if at == NEVER else self._loop.call_at(at, self._woken)

    def _woken(self) -> None:
        if self._client is not None:
            self._client.connection.woken()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[None]) -> None:
        """Without this an error in a task would be seen by nobody."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._loop.call_exception_handler(
                {
                    "message": "The connection of the client failed.",
                    "exception": error,
                    "task": task,
                }
            )
