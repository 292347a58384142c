"""What goes between a handheld and who holds it."""

from dataclasses import dataclass
from typing import Any, Final

PLACE: Final = "HANDHELD_AT"
"""The left upper corner of the window on the screen: `x,y`."""
RELAYED: Final = "HANDHELD_RELAYED"
"""The house, where the app is to reach it by a way that can be cut."""
PATIENCE_S: Final = 40.0
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Done:
    answer: Any
    troubles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    why: str
    troubles: tuple[str, ...]
