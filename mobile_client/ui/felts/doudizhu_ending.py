"""The end of a game of Dou Dizhu: its last play and what is left in hands are read before the
reckoning covers them."""

from collections.abc import Callable
from typing import Final

from kivy.clock import Clock, ClockEvent

from client_core.client import TableView
from mobile_client.ui.look import motion

READ: Final = 2.0
"""Seconds in which they are read, beside those in which the play is laid; a touch ends them."""


class Ending:
    """The wait before the reckoning, which `done` then shows. No button waits for this."""

    def __init__(self, done: Callable[[], None]) -> None:
        self.done = done
        self._played = -1
        """The round that was seen while it was played."""
        self._later: ClockEvent | None = None

    def holds(self, view: TableView) -> bool:
        """Whether the last play is still read."""
        if view.live:
            self.cut()
            self._played = view.round
        elif view.round != self._played or not view.over or view.syncing:
            self.cut()
        elif self._later is None:
            self._later = Clock.schedule_once(self._over, READ + motion().deal)
        return self._later is not None

    @property
    def waits(self) -> bool:
        """Whether the reckoning is still to come."""
        return self._later is not None

    def hasten(self) -> bool:
        """The reckoning is wanted now; whether it was still to come."""
        waits = self.waits
        if waits:
            self._over(0)
        return waits

    def cut(self) -> None:
        """How it ended is seen at once."""
        self._played = -1
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _over(self, _: float) -> None:
        self.cut()
        self.done()
