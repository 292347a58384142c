"""Sizes in the lobby: how its room is shared out among the tiles of the games, in dp."""

from typing import Final

from mobile_client.ui.theme import SPACE

LARGE: Final = 148
"""How high the first tile is."""
LOW: Final = 132
"""And the others."""
GROWS: Final = 150
"""How much higher they become where there is room."""
YIELDS: Final = 20
"""How much lower, so that it is seen that more follow."""
PEEK: Final = 24
"""So much is seen of a tile that the lower edge cuts, and so much is not: nobody takes it, or those
above it, for the last."""


def tile_heights(room: float, rows: int) -> tuple[float, float]:
    """How high the first tile and the others become in so much room for so many rows."""
    needed = LARGE + (rows - 1) * (LOW + SPACE["normal"]) + SPACE["loose"]
    if needed <= room:
        more = min(GROWS, (room - needed) / rows)
        return LARGE + more, LOW + more
    for less in range(YIELDS + 1):
        if _peeks(room, rows, LARGE - less, LOW - less):
            return LARGE - less, LOW - less
    return LARGE, LOW


def _peeks(room: float, rows: int, large: float, low: float) -> bool:
    """Whether all is seen, or enough of the first tile that is not seen whole."""
    top = 0.0
    for high in (large, *([low] * (rows - 1))):
        if top + high > room:
            return PEEK <= room - top <= high - PEEK
        top += high + SPACE["normal"]
    return True
