"""The parts of a reactor that the house uses: time, calls later, calls from other threads."""

from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """The part of a reactor, or of a fake clock, that tells time and calls later."""

    def seconds(self) -> float:
        """Seconds since some moment."""

    def callLater(self, delay: float, callable: Callable[..., object], *args: object) -> object:
        """Call it after so many seconds."""


class Threads(Protocol):
    """The part of a reactor that takes calls from another thread."""

    def callFromThread(self, callable: Callable[..., object], *args: object) -> object:
        """Call it in the reactor's thread, in the order asked."""


class Loop(Clock, Threads, Protocol):
    """A reactor, as far as a store needs one."""
