"""The house inside the client: frames go to it and come from it without a socket, bots think in a
thread, and its alarms are those of the loop."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from client_link.connection import FRAME_S
from protocol.words import Act

NEVER = float("inf")


class InnerHouse(Protocol):
    """What is carried: a house that is handed this line as its world."""

    def connect(self) -> None:
        """A client has connected."""

    def disconnect(self) -> None:
        """The connection is gone."""

    def heard(self, frame: bytes) -> None:
        """A frame of the client."""

    def woken(self) -> None:
        """The time that was named last has come."""

    def thought(self, number: int, act: Act | None) -> None:
        """A bot has chosen; None: it has failed."""


class World(Protocol):
    """What the line is to its house."""

    def time(self) -> float:
        """Unix time in seconds that only grow."""

    def keep(self, name: str, text: str) -> None:
        """Store this text under this name."""

    def say(self, frame: bytes) -> None:
        """A frame to the client."""

    def hang_up(self) -> None:
        """The connection ends, after what was said."""

    def wake_at(self, at: float) -> None:
        """Call `woken` at that time, and not at any that was named before."""

    def think(self, number: int, choose: Callable[[], Act]) -> None:
        """Let a bot choose, and call `thought` with its act."""


Make = Callable[[World, str], InnerHouse]
"""Makes the house, of what was kept of it."""


class InsideLine:
    """The line between a client and the house inside it, and the world of that house.

    `heard` takes each frame for the client, `ended` is called when the house has hung up.
    """

    def __init__(
        self,
        make: Make,
        stored: str,
        keep: Callable[[str, str], None],
        heard: Callable[[bytes], None],
        ended: Callable[[], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._began = time.time() - self._loop.time()
        self._keep = keep
        self._heard, self._ended = heard, ended
        self._frames: deque[bytes] = deque()
        self._delivering = self._hung_up = False
        self._alarm: asyncio.TimerHandle | None = None
        # One after another: what thinks beside a screen must not take it all.
        self._pool = ThreadPoolExecutor(1, "bots")
        self._closed = False
        self.house = make(self, stored)

    # -- the client's end ------------------------------------------------------------------------

    def connect(self) -> None:
        """Open it."""
        self._frames.clear()
        self._hung_up = False
        self.house.connect()

    def disconnect(self) -> None:
        """Close it: nothing more is heard."""
        self._frames.clear()
        self._hung_up = False
        self.house.disconnect()

    def send(self, frame: bytes) -> None:
        """A frame for the house; it is answered in a moment, never at once."""
        self._loop.call_soon(self.house.heard, frame)

    def close(self) -> None:
        """The app ends; what is kept is kept."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    # -- the world of the house ------------------------------------------------------------------

    def time(self) -> float:
        return self._began + self._loop.time()

    def keep(self, name: str, text: str) -> None:
        self._keep(name, text)

    def say(self, frame: bytes) -> None:
        self._frames.append(frame)
        self._deliver_soon()

    def hang_up(self) -> None:
        self._hung_up = True
        self._deliver_soon()

    def wake_at(self, at: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        left = at - self._began
        self._alarm = None if at == NEVER else self._loop.call_at(left, self.house.woken)

    def think(self, number: int, choose: Callable[[], Act]) -> None:
        chosen = self._pool.submit(choose)

        def done(_: object) -> None:
            if not self._closed:
                self._loop.call_soon_threadsafe(self._thought, number, chosen)

        chosen.add_done_callback(done)

    def _thought(self, number: int, chosen: "Future[Act]") -> None:
        failed = chosen.cancelled() or chosen.exception() is not None
        self.house.thought(number, None if failed else chosen.result())

    # -- delivering ------------------------------------------------------------------------------

    def _deliver_soon(self) -> None:
        if not self._delivering:
            self._delivering = True
            self._loop.call_soon(self._deliver)

    def _deliver(self) -> None:
        """Frames to the client, for as long as the screen can wait."""
        self._delivering = False
        until = self._loop.time() + FRAME_S
        while self._frames:
            self._heard(self._frames.popleft())
            if self._frames and self._loop.time() > until:
                self._deliver_soon()
                return
        if self._hung_up:
            self._hung_up = False
            self._ended()
