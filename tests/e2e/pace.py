"""The frames of an app under test: at once when there is something to do, else few."""

import asyncio
from contextlib import suppress
from typing import Final

from kivy.clock import Clock

IDLE_S: Final = 0.5
FRAME_S: Final = 0.008
AFTER: Final = 4
"""So many frames follow whatever has happened: what one has scheduled, the next one does."""


class Pace:
    """Takes Kivy's place in saying when the next frame is due; `hurry` when something happened."""

    def __init__(self) -> None:
        self.frames = 0
        self._due = AFTER
        self._hurried = asyncio.Event()
        Clock.async_idle = self._idle

    def hurry(self, *_: object) -> None:
        self._due = AFTER
        self._hurried.set()

    async def frame(self, count: int = 1) -> None:
        """Let so many whole frames pass."""
        wanted = self.frames + count + 1
        while self.frames < wanted:
            self.hurry()
            await asyncio.sleep(FRAME_S / 4)

    async def _idle(self) -> float:
        if self._due:
            self._due -= 1
            await asyncio.sleep(FRAME_S)
        else:
            self._hurried.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurried.wait(), IDLE_S)
        self.frames += 1
        now = float(Clock.time())
        Clock._dt, Clock._last_tick = now - Clock._last_tick, now
        return now
