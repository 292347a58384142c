"""Runs the effects of one client on the event loop that draws its frames."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping

from client_core.client import (
    Client,
    Connect,
    Effect,
    HangUp,
    Keep,
    Quit,
    Send,
    WakeAt,
)
from client_link.line import Line

NEVER = float("inf")


class Link:
    """One client's way to the world. `keep` stores a text under a name, `quit` ends the app; both
    are called from the loop and must not wait.
    """

    def __init__(self, keep: Callable[[str, str], None], quit: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._keep, self._quit = keep, quit
        self._client: Client | None = None
        self._lines: dict[int, Line] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None

    def client(self, kept: Mapping[str, str], language: str = "en", build: str = "") -> Client:
        """The client that this link carries; once."""
        if self._client is not None:
            raise ValueError("This link carries a client already; a link has one.")
        self._client = Client(self._loop.time, secrets.randbelow, self._run, kept, language, build)
        return self._client

    async def close(self) -> None:
        """Hang up and wait for nothing more."""
        if self._alarm is not None:
            self._alarm.cancel()
        for line in self._lines.values():
            line.hang_up()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _run(self, effect: Effect) -> None:
        match effect:
            case Connect(line, url):
                self._connect(line, url)
            case Send(line, data):
                if line in self._lines:
                    self._lines[line].send(data)
            case HangUp(line):
                if line in self._lines:
                    self._lines.pop(line).hang_up()
            case WakeAt(at):
                self._wake_at(at)
            case Keep(name, text):
                self._keep(name, text)
            case Quit():
                self._quit()

    def _connect(self, number: int, url: str) -> None:
        line = self._lines[number] = Line(url)
        self._start(self._carry(number, line))

    async def _carry(self, number: int, line: Line) -> None:
        client = self._client
        if client is None:
            return
        try:
            end = await line.carry(
                lambda: client.connection.opened(number),
                lambda data: client.connection.heard(number, data),
            )
        finally:
            self._lines.pop(number, None)
        client.connection.lost(number, end.code, end.status)

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
                {"message": "The line of the client failed.", "exception": error, "task": task}
            )
