"""The world as a house inside the client needs it: time, the device, and where bots think."""

from collections.abc import Callable
from typing import Protocol

from client_offline.thinking import Question

Below = Callable[[int], int]
"""Chance: a number from 0 to below the bound, each as likely."""


class World(Protocol):
    """What is handed in. None of it calls back before it has returned."""

    def time(self) -> float:
        """Unix time in seconds that only grow."""

    def keep(self, name: str, text: str) -> None:
        """Store this text under this name; the next start gets it."""

    def say(self, frame: bytes) -> None:
        """A frame to the client, after all that were said before."""

    def hang_up(self) -> None:
        """The connection ends, after what was said."""

    def wake_at(self, at: float) -> None:
        """Call `woken` at that time, and not at any that was named before; infinity: never."""

    def think(self, number: int, question: Question) -> None:
        """Let a bot answer where it holds up no frame, and call `thought` with its act; None if it
        has failed."""
