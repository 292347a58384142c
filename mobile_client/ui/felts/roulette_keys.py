"""The keyboard at the roulette board: arrows and digits lead to a place, a chip is laid there."""

import math
from collections.abc import Iterable
from typing import Final

from client_core.felts.roulette_places import FIELDS, Grid

ASIDE: Final = 2.0
"""What is off the straight way counts as so much farther away."""
STEPS: Final = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}


def spot(grid: Grid, place: str) -> tuple[float, float]:
    """The middle of a field, else where its chips lie."""
    if place in FIELDS:
        x, y, wide, high = grid.field(place)
        return x + wide / 2, y + high / 2
    return grid.chip_spot(place)


def towards(grid: Grid, at: str, key: str, able: Iterable[str]) -> str:
    """The nearest place in the direction of an arrow; the same where there is none."""
    right, up = STEPS[key]
    x, y = spot(grid, at)
    nearest, least = at, math.inf
    for place in able:
        left, low = spot(grid, place)
        along = (left - x) * right + (low - y) * up
        far = along + ASIDE * (abs((left - x) * up) + abs((low - y) * right))
        if along > 1 and far < least:
            nearest, least = place, far
    return nearest
