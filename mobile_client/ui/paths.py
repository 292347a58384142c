"""Outlines as text, in the manner of SVG: `M10,10 L90,10 C90,50 50,90 10,90 Z`.

Absolute M, L, C, Q and Z; y grows downwards. Pure, so that the icon is made of the same shapes.
"""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

Point = tuple[float, float]
Contour = tuple[Point, ...]
STEPS: Final = 14
"""Straight pieces of a curve: smooth at four times the size of a card."""

WORDS: Final = re.compile(r"[MLCQZ]|-?\d*\.?\d+")


def _numbers(words: list[str], count: int) -> list[Point]:
    taken = [float(words.pop(0)) for _ in range(2 * count)]
    return list(zip(taken[::2], taken[1::2], strict=True))


def _curve(ends: list[Point]) -> Iterator[Point]:
    """The points of a Bezier curve of any order, without the first."""
    order = len(ends) - 1
    for step in range(1, STEPS + 1):
        t = step / STEPS
        weights = [math.comb(order, i) * (1 - t) ** (order - i) * t**i for i in range(order + 1)]
        yield (
            sum(w * x for w, (x, _) in zip(weights, ends, strict=True)),
            sum(w * y for w, (_, y) in zip(weights, ends, strict=True)),
        )


@lru_cache(maxsize=1024)
def contours(path: str) -> tuple[Contour, ...]:
    """The closed outlines of a path as points."""
    words = WORDS.findall(path)
    done: list[Contour] = []
    line: list[Point] = []
    verb = "M"
    while words:
        if words[0].isalpha():
            verb = words.pop(0)
        if verb in "MZ" and line:
            done.append(tuple(line))
            line = []
        if verb == "Z":
            continue
        if verb == "M":
            line = _numbers(words, 1)
            verb = "L"
        elif verb == "L":
            line += _numbers(words, 1)
        else:
            line += _curve([line[-1], *_numbers(words, 3 if verb == "C" else 2)])
    if line:
        done.append(tuple(line))
    return tuple(done)


def ring(x: float, y: float, radius: float, points: int = 48) -> Contour:
    """A circle as an outline."""
    turn = math.tau / points
    return tuple(
        (x + radius * math.cos(i * turn), y + radius * math.sin(i * turn)) for i in range(points)
    )


def star(x: float, y: float, outer: float, inner: float, tips: int = 5) -> Contour:
    """A star that stands on two tips."""
    turn = math.pi / tips
    return tuple(
        (x + r * math.sin(i * turn), y - r * math.cos(i * turn))
        for i in range(2 * tips)
        for r in (inner if i % 2 else outer,)
    )
