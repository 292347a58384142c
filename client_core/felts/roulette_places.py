"""Geometry of a roulette board: where each of its places lies.

In cells of its own: `along` the twelve streets from 0 to 12, with zero before and the columns
after them; `across` the three columns from 0 to 3, with dozens (-1) and halves (-2) beside them.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from protocol.games.roulette import NUMBERS, kind

Cell = tuple[float, float]
Box = tuple[float, float, float, float]
Knots = tuple[tuple[float, float], ...]
HALVES: Final = ("low", "even", "red", "black", "odd", "high")
BEGINS: Final = "straight:17"
"""In the middle of the board: there a keyboard begins."""
STREETS: Final = 12
OUTER: Final = 3.0
"""Across: the edge of the numbers that is farthest from the dozens. Streets and lines lie there."""
MARGIN: Final = 0.15
"""How far beside the numbers, in cells, a finger still means an inside bet."""
SQUARE: Final = 1.02
"""A field that is wider than high by no more than this does not lie."""
INWARD: Final = (0.1, 0.06)
"""How far within the outer edge its chips lie, in cells, on an upright board and on a wide one: a
narrow window holds them, and they cover no number."""


def at(place: str) -> Cell:
    """The middle of a place, in cells: along and across."""
    what, _, which = place.partition(":")
    match what:
        case "dozen":
            return 4 * int(which) - 2, -0.5
        case "column":
            return 12.5, int(which) - 0.5
        case "street" | "sixline":
            first = min(NUMBERS[place])
            return (first - 1) // 3 + (0.5 if what == "street" else 1.0), OUTER
        case "first_four":
            return 0.0, OUTER
        case "straight" if which == "0":
            return -0.5, 1.5
    if place in HALVES:
        return 2 * HALVES.index(place) + 1, -1.5
    numbers = sorted(NUMBERS[place])
    if numbers[0] == 0:
        across = [(number - 1) % 3 + 0.5 for number in numbers[1:]]
        return 0.0, sum(across) / len(across)
    along = [(number - 1) // 3 + 0.5 for number in numbers]
    across = [(number - 1) % 3 + 0.5 for number in numbers]
    return sum(along) / len(along), sum(across) / len(across)


def box(place: str) -> Box | None:
    """The field of a place that has one: along, across, and how far it goes."""
    what, _, which = place.partition(":")
    match what:
        case "dozen":
            return 4 * int(which) - 4, -1, 4, 1
        case "column":
            return 12, int(which) - 1, 1, 1
        case "straight":
            number = int(which)
            return ((number - 1) // 3, (number - 1) % 3, 1, 1) if number else (-1, 0, 1, 3)
    return (2 * HALVES.index(place), -2, 2, 1) if place in HALVES else None


SPOTS: Final[Mapping[str, Cell]] = {place: at(place) for place in NUMBERS}
FIELDS: Final = {place: found for place in NUMBERS if (found := box(place)) is not None}
INNER: Final[Mapping[Cell, str]] = {
    spot: place for place, spot in SPOTS.items() if place not in FIELDS
}
"""What is laid on lines and where they meet, by its spot."""
MEANT: Final[Mapping[Cell, str]] = {
    **{(along, 0.0): place for (along, across), place in INNER.items() if across == OUTER},
    **INNER,
}
"""The same by every spot where a finger means it: many casinos lay streets beside the dozens."""


def inside(along: float, across: float) -> bool:
    """Among the numbers, where several places share a field."""
    return -MARGIN <= along <= STREETS and -MARGIN <= across <= 3


def on_board(along: float, across: float) -> bool:
    """On the board, or so little beside its outer edge that the edge is meant."""
    return -1 <= along <= STREETS + 1 and -2 <= across <= OUTER + MARGIN


def field_at(along: float, across: float) -> str:
    """The field there."""
    for place, (x, y, wide, high) in FIELDS.items():
        if x <= along < x + wide and y <= across < y + high:
            return place
    return ""


def meant(along: float, across: float, offered: Iterable[str], edge: float) -> str:
    """The place that a finger means: the field that it is on, or what is laid on a line that is no
    farther from it than `edge`, in cells; 0 means fields alone."""
    able = set(offered)
    field = field_at(along, across)
    if edge and -edge <= along <= STREETS and -edge <= across <= OUTER + edge:
        line, column = round(along), round(across)
        on_line = abs(along - line) <= edge and line >= 0
        on_column = abs(across - column) <= edge and column >= 0
        spot = (
            float(line) if on_line else math.floor(along) + 0.5,
            float(column) if on_column else math.floor(across) + 0.5,
        )
        found = MEANT.get(spot, "") if on_line or on_column else ""
        if found in able:
            return found
    return field if field in able else ""


def nearest(along: float, across: float, offered: Iterable[str], reach: float = 9.0) -> str:
    """The place that a finger means, none farther than that; beside the numbers the field."""
    able = set(offered)
    if not inside(along, across):
        field = field_at(along, across)
        return field if field in able else ""
    outer = ("dozen", "column", *HALVES)
    far = {one: math.dist(SPOTS[one], (along, across)) for one in able if kind(one) not in outer}
    found = min(sorted(far), key=far.__getitem__, default="")
    return found if found and far[found] <= reach else ""


def stretched(knots: Knots, value: float) -> float:
    """The value on a line through these points, which are in order of what is asked for."""
    lines = tuple(pairwise(knots))
    (x0, y0), (x1, y1) = next((one for one in lines if value <= one[1][0]), lines[-1])
    return y0 + (y1 - y0) * (value - x0) / (x1 - x0)


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells as pixels: each axis by points of (cell, pixel), straight between them."""

    along: Knots = ((-1, 0), (13, 1))
    across: Knots = ((-2, 0), (3, 1))
    upright: bool = True
    """The streets from top to bottom."""
    large: bool = False
    """Numbers are so large that chips on the lines about them lie clear of what they are called."""

    def spot(self, along: float, across: float) -> tuple[float, float]:
        """A point of the board in pixels."""
        one, other = stretched(self.along, along), stretched(self.across, across)
        return (other, one) if self.upright else (one, other)

    def cells(self, x: float, y: float) -> Cell:
        """The point of the board under a pixel, in cells."""
        one, other = (y, x) if self.upright else (x, y)
        return _back(self.along, one), _back(self.across, other)

    def field(self, place: str) -> Box:
        """The field of a place in pixels: left, low, width, height."""
        along, across, da, dc = FIELDS[place]
        x0, y0 = self.spot(along, across)
        x1, y1 = self.spot(along + da, across + dc)
        return min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)

    def label_spot(self, place: str) -> tuple[float, float]:
        """Where the name of a field stands: beside where its chips lie."""
        return self._on_field(place, (0.28, 0.64), (0.36, 0.62))

    def chip_spot(self, place: str) -> tuple[float, float]:
        """Where the chips of a place lie: on its spot, where no label is."""
        along, across = SPOTS[place]
        if place in FIELDS:
            return self._on_field(place, (0.6, 0.26), (0.8, 0.3))
        x, y = self.spot(along, min(across, OUTER - INWARD[0 if self.upright else 1]))
        if self.large:
            return x, y
        wide, high = self.number
        over, up = (across, along) if self.upright else (along, across)
        # In the middle of the side of a number stands what it is called: beside that.
        if over % 1 == 0.5:
            x += 0.24 * wide
        elif wide <= high * SQUARE and up % 1 == 0.5 and across < OUTER:
            y -= 0.24 * high
        return x, y

    def _on_field(
        self, place: str, small: tuple[float, float], large: tuple[float, float]
    ) -> tuple[float, float]:
        """In the middle of a field, so far along it where it lies, or so far up where it stands;
        numbers and columns are small, the others large."""
        x, y, wide, high = self.field(place)
        is_small = kind(place) in ("straight", "column") and place != "straight:0"
        along, up = small if is_small else large
        lies = wide > (SQUARE if is_small else 1.6) * high
        return (x + along * wide, y + high / 2) if lies else (x + wide / 2, y + up * high)

    @property
    def number(self) -> tuple[float, float]:
        """The width and height of the field of a number in pixels."""
        along, across = self.cell
        return (across, along) if self.upright else (along, across)

    @property
    def cell(self) -> tuple[float, float]:
        """The size of a number in pixels: along and across."""
        along = stretched(self.along, 7) - stretched(self.along, 6)
        across = stretched(self.across, 2) - stretched(self.across, 1)
        return abs(along), abs(across)


def _back(knots: Knots, pixel: float) -> float:
    turned = sorted((pixel, cell) for cell, pixel in knots)
    return stretched(tuple(turned), pixel)


def whole(room: Box, upright: bool, least: float) -> Grid:
    """The whole board in a box; what is not a number is at least so broad for a thumb."""
    x, y, wide, high = room
    if upright:
        end = max(least, high / 14)
        top = y + high
        along = ((-1.0, top), (0.0, top - end), (12.0, y + end), (13.0, y))
        return Grid(along, ((-2.0, x), (3.0, x + wide)), True)
    end, beside = max(least, wide / 14), max(least, high / 5)
    return Grid(
        ((-1.0, x), (0.0, x + end), (12.0, x + wide - end), (13.0, x + wide)),
        ((-2.0, y), (0.0, y + 2 * beside), (3.0, y + high)),
        False,
    )
