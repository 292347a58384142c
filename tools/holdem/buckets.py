"""Which hands the blueprint tells apart: by strength, and by how much it may still change.

On the river a bucket is the share of all hands that a hand beats. Before it, the mean of that
share over all that can come, in thirtieths, and which quarter of the hands there its deviation
is in. The bot reckons the same at the table.
"""

from ctypes import c_int as int_
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game_server.bots.holdem.buckets import STEPS, river_bucket
from tools.holdem.native import BUILT, array, library

PAIRS: Final = 1326
FILE: Final = BUILT / "buckets.npz"
COUNTS: Final = (1755, 16432, 134459)
"""How many flops, turns and rivers there are but for suits."""


@dataclass(frozen=True)
class Buckets:
    """For each street after the first: the keys of its boards, and the bucket of each two cards."""

    keys: tuple[NDArray[np.uint64], ...]
    tables: tuple[NDArray[np.uint8], ...]
    quarters: NDArray[np.float32]
    """On flop and turn, for each thirtieth, the deviations between its quarters."""


def buckets() -> Buckets:
    """Read from `FILE`; made first, in some minutes, if that is missing."""
    if not FILE.exists():
        made = make()
        FILE.parent.mkdir(parents=True, exist_ok=True)
        np.savez(
            FILE,
            *made.keys,
            *made.tables,
            made.quarters,
        )
    with np.load(FILE) as kept:
        parts = [kept[f"arr_{number}"] for number in range(7)]
    return Buckets(tuple(parts[:3]), tuple(parts[3:6]), parts[6])


def make() -> Buckets:
    able = library("buckets")
    able.boards.argtypes = [int_, array(np.uint64)]
    able.strengths.argtypes = [array(np.uint64), int_, int_, array(np.float32), array(np.float32)]
    able.rivers.argtypes = [array(np.uint64), int_, array(np.uint8), array(np.uint8)]
    keys = []
    for cards, count in zip((3, 4, 5), COUNTS, strict=True):
        every = np.zeros(comb(52, cards), np.uint64)
        assert able.boards(cards, every) == count
        keys.append(every[:count].copy())
    tables, quarters = [], np.zeros((2, STEPS, 3), np.float32)
    for street in (0, 1):
        means = np.zeros((COUNTS[street], PAIRS), np.float32)
        spread = np.zeros_like(means)
        able.strengths(keys[street], 0, COUNTS[street], means, spread)
        steps = np.minimum((means * STEPS).astype(int), STEPS - 1)
        table = np.zeros(means.shape, np.uint8)
        for step in range(STEPS):
            there = (steps == step) & (means > 0)
            if there.any():
                quarters[street, step] = np.quantile(spread[there], (0.25, 0.5, 0.75))
            quarter = np.searchsorted(quarters[street, step], spread[there], "right")
            table[there] = step * 4 + quarter
        tables.append(table)
    by_place = np.array([river_bucket(place / 2162) for place in range(2163)], np.uint8)
    table = np.zeros((COUNTS[2], PAIRS), np.uint8)
    able.rivers(keys[2], COUNTS[2], by_place, table)
    return Buckets(tuple(keys), (*tables, table), quarters)
