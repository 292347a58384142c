"""Outlines of signs with thicker strokes, so that thin ones read like the letters beside them."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from fontTools.pens.recordingPen import RecordingPen

Point = tuple[float, float]
FAR: Final = 2.0
"""How much farther out than its sides a sharp corner moves at most."""
TURNS_BACK: Final = 0.2
"""A line that returns upon itself so nearly has no outside there."""


def bolder(drawing: RecordingPen, by: float) -> RecordingPen:
    """The same outlines, each moved outwards by so much."""
    made, contour = RecordingPen(), []
    for verb, points in drawing.value:
        contour.append((verb, points))
        if verb != "closePath":
            continue
        moved = iter(_outwards([point for _, inside in contour for point in inside], by))
        for name, inside in contour:
            made.value.append((name, tuple(next(moved) for _ in inside)))
        contour = []
    return made


def _outwards(points: Sequence[Point], by: float) -> list[Point]:
    """Points on and beside a closed line, which has its inside at the right."""
    corners = [one for one, after in pairwise([*points, points[0]]) if one != after]
    count = len(corners)
    to = {
        corner: _moved(corners[at - 1], corner, corners[(at + 1) % count], by)
        for at, corner in enumerate(corners)
    }
    return [to.get(point, point) for point in points]


def _moved(before: Point, corner: Point, after: Point, by: float) -> Point:
    (ax, ay), (bx, by_) = _way(before, corner), _way(corner, after)
    x, y = -(ay + by_), ax + bx
    long = math.hypot(x, y)
    if long < TURNS_BACK:
        return corner
    far = by * min(FAR, 2 / long) / long
    return corner[0] + x * far, corner[1] + y * far


def _way(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = math.hypot(dx, dy)
    return dx / long, dy / long
