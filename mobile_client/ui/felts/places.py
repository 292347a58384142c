"""Where the chairs stand: shares of width and height from the lower left, clockwise after mine."""

from types import MappingProxyType
from typing import Final

Share = tuple[float, float]

UPRIGHT: Final = MappingProxyType(
    {
        1: ((0.5, 1.0),),
        2: ((0.0, 0.66), (1.0, 0.66)),
        3: ((0.0, 0.58), (0.5, 1.0), (1.0, 0.58)),
        4: ((0.0, 0.1), (0.1, 0.9), (0.9, 0.9), (1.0, 0.1)),
        5: ((0.0, 0.06), (0.0, 0.68), (0.5, 1.0), (1.0, 0.68), (1.0, 0.06)),
        6: ((0.0, 0.0), (0.0, 0.62), (0.22, 1.0), (0.78, 1.0), (1.0, 0.62), (1.0, 0.0)),
        7: (
            (0.0, 0.0), (0.0, 0.52), (0.0, 0.98), (0.5, 1.0), (1.0, 0.98), (1.0, 0.52),
            (1.0, 0.0),
        ),
    }
)  # fmt: skip
WIDE: Final = MappingProxyType(
    {
        1: ((0.5, 1.0),),
        2: ((0.0, 0.72), (1.0, 0.72)),
        3: ((0.0, 0.6), (0.5, 1.0), (1.0, 0.6)),
        4: ((0.0, 0.42), (0.24, 1.0), (0.76, 1.0), (1.0, 0.42)),
        5: ((0.0, 0.24), (0.06, 0.92), (0.5, 1.0), (0.94, 0.92), (1.0, 0.24)),
        6: ((0.0, 0.12), (0.0, 0.8), (0.32, 1.0), (0.68, 1.0), (1.0, 0.8), (1.0, 0.12)),
        7: (
            (0.0, 0.04), (0.0, 0.55), (0.19, 1.0), (0.5, 1.0), (0.81, 1.0), (1.0, 0.55),
            (1.0, 0.04),
        ),
    }
)  # fmt: skip
"""By how many sit there besides the one at the bottom."""
FREE: Final = MappingProxyType(
    {
        5: ((0.0, 0.0), (0.0, 0.5), (0.25, 1.0), (0.75, 1.0), (1.0, 0.5)),
        6: ((0.0, 0.0), (0.0, 0.5), (0.0, 1.0), (0.5, 1.0), (1.0, 1.0), (1.0, 0.46)),
        7: (
            (0.0, 0.0), (0.0, 0.5), (0.0, 1.0), (0.33, 1.0), (0.67, 1.0), (1.0, 1.0),
            (1.0, 0.46),
        ),
    }
)  # fmt: skip
"""The same on a low screen, with nobody at my right: my hands take the room."""


def chairs(count: int, wide: bool, free: bool = False) -> tuple[Share, ...]:
    """The chairs from place 1 on, of a table of `count`; `free` keeps my right side free."""
    table = WIDE if wide else UPRIGHT
    others = max(1, min(count - 1, max(table)))
    return FREE[others] if free and others in FREE else table[others]
