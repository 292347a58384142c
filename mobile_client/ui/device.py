"""The device as screens need it."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""


class Device(Protocol):
    """A phone or a desktop. Nothing here waits, and what a device cannot do it leaves."""

    def vibrate(self, seconds: float) -> None: ...

    def keep_awake(self, on: bool) -> None:
        """Let the screen go dark by itself, or not."""

    def insets(self) -> Edges:
        """What cameras, bars and round corners take from each edge of the window."""

    def draw_beneath_bars(self, moved: Callable[[], None]) -> None:
        """Let bars lie over the app's dark ground; call this, on any thread, when they move."""

    def keyboard(self) -> float:
        """How many pixels of the window's lower edge the keyboard covers now."""

    def authority(self) -> Path | None:
        """The folder in which the player may lay the file of a private authority; None: there is
        no such folder."""

    def to_background(self) -> None:
        """Put the app away as the device's own back key would."""

    @property
    def shares(self) -> bool:
        """Whether it has a sheet of its own to send a text by."""

    def share(self, text: str) -> None:
        """Open that sheet, for this text."""
