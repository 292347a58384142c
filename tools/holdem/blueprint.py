"""Train the heads-up blueprint: `python -m tools.holdem.blueprint MINUTES`, as often as one likes.

It goes on from what the last run kept. Every round weighs more than the one before.
"""

import sys
import time
from ctypes import CDLL
from ctypes import c_int as int_
from ctypes import c_int64 as int64_
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game_server.bots.holdem.tree import (
    BLIND,
    FOLD,
    OPENING,
    BettingState,
    choices,
    followers,
    numbers,
)
from tools.holdem.buckets import Buckets, buckets
from tools.holdem.native import BUILT, array, library

DEPTHS: Final = {100: 200_000, 40: 60_000, 20: 30_000}
"""Big blinds that stacks begin with, and deals of a round."""
KEEP: Final = 300.0
"""Seconds from one checkpoint to the next."""
Floats = NDArray[np.float32]
MOST_ACTS: Final = 6
ENDS_BY_FOLD: Final = -1
ENDS_BY_CARDS: Final = -2

NODE: Final = np.dtype(
    [
        ("player", "i1"),
        ("street", "i1"),
        ("acts", "i1"),
        ("unused", "i1"),
        ("first", "i4"),
        ("paid", "i4", 2),
        ("child", "i4", MOST_ACTS),
        ("total", "i4", MOST_ACTS),
    ]
)


@dataclass
class Training:
    """One depth: what was learnt so far."""

    depth: int
    nodes: NDArray[np.void]
    regrets: Floats
    sums: Floats
    chance: NDArray[np.uint64]
    rounds: int = 0


def grow(depth: int) -> NDArray[np.void]:
    """The tree as the C of these tools reads it: a row for each decision."""
    rows: list[tuple[int, int, int, int, int, tuple[int, int], list[int], list[int]]] = []

    def visit(state: BettingState, first: int) -> int:
        number = len(rows)
        found = choices(state, depth)
        children, totals = [0] * MOST_ACTS, [0] * MOST_ACTS
        totals[: len(found)] = [choice.total for choice in found]
        row = (state.player, state.street, len(found), 0, first, state.paid, children, totals)
        rows.append(row)
        for place, (following, at) in enumerate(followers(state, first, depth)):
            ended = ENDS_BY_FOLD if found[place].kind == FOLD else ENDS_BY_CARDS
            children[place] = ended if following is None else visit(following, at)
        return number

    visit(OPENING, 0)
    return np.array(rows, NODE)


def kept(depth: int) -> Path:
    return BUILT / f"blueprint-{depth}.npz"


def begin(depth: int) -> Training:
    """The training of this depth, where the last run left it."""
    rows, size = grow(depth * BLIND), numbers(OPENING, depth * BLIND)
    if kept(depth).exists():
        with np.load(kept(depth)) as old:
            if len(old["regrets"]) == size:
                parts = (old["regrets"], old["sums"], old["chance"])
                return Training(depth, rows, *parts, rounds=int(old["rounds"]))
    zeros = np.zeros(size, np.float32), np.zeros(size, np.float32)
    return Training(depth, rows, *zeros, np.array([depth], np.uint64))


def keep(one: Training) -> None:
    partly = BUILT / "partly.npz"
    np.savez(
        partly, regrets=one.regrets, sums=one.sums, chance=one.chance, rounds=np.array(one.rounds)
    )
    partly.rename(kept(one.depth))


def native() -> tuple[CDLL, Buckets]:
    """The C of the training, and the tables that it points into: they must outlive it."""
    able = library("cfr")
    able.know.argtypes = [int_, array(np.uint64), int_, array(np.uint8)]
    floats, chance = array(np.float32), array(np.uint64)
    node = np.ctypeslib.ndpointer(dtype=NODE, flags="C_CONTIGUOUS")
    able.train.argtypes = [node, floats, floats, int64_, chance]
    able.answer.argtypes = [node, floats, int_, floats, int64_, chance]
    able.contest.argtypes = [node, floats, floats, int64_, chance, array(np.float64)]
    known = buckets()
    for street in range(3):
        able.know(street, known.keys[street], len(known.keys[street]), known.tables[street])
    return able, known


def round_of(able: CDLL, one: Training) -> None:
    share = np.float32(one.rounds / (one.rounds + 1))
    one.regrets *= share
    one.sums *= share
    able.train(one.nodes, one.regrets, one.sums, DEPTHS[one.depth], one.chance)
    one.rounds += 1


def main(minutes: float) -> None:
    able, _known = native()
    trainings = [begin(depth) for depth in DEPTHS]
    end = time.monotonic() + 60 * minutes
    next_keep = time.monotonic() + KEEP
    while time.monotonic() < end:
        for one in trainings:
            round_of(able, one)
        if time.monotonic() > next_keep:
            next_keep += KEEP
            for one in trainings:
                keep(one)
            print(time.strftime("%H:%M"), [one.rounds for one in trainings], flush=True)
    for one in trainings:
        keep(one)


if __name__ == "__main__":
    main(float(sys.argv[1]))
