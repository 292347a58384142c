"""How often each of the 169 hands wins against each other, exact: every deal is counted.

`python -m tools.holdem.equities` counts them, in half a minute, into `FILE`.
"""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tools.holdem.native import HERE, array, library

FILE: Final = HERE / "equities.npz"
BOARDS: Final = 1_712_304
"""Boards that can come where two hands are known."""
Floats = NDArray[np.float64]


def count() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each two classes: deals won less deals lost, and pairs of hands that share no card."""
    able = library("equities")
    able.equities.argtypes = [array(np.int64), array(np.int64)]
    won, pairs = np.zeros((2, 169, 169), np.int64)
    able.equities(won, pairs)
    return won - won.T, pairs


def load(file: Path = FILE) -> tuple[Floats, Floats]:
    """Each class's equity against each, and how likely the two are dealt."""
    with np.load(file) as kept:
        net = np.zeros((169, 169))
        net[np.triu_indices(169, 1)] = kept["net"]
        pairs = kept["pairs"].astype(float)
    net -= net.T
    return 0.5 + net / (2 * pairs * BOARDS), pairs / pairs.sum()


def main() -> None:
    net, pairs = count()
    np.savez_compressed(
        FILE, net=net[np.triu_indices(169, 1)].astype(np.int32), pairs=pairs.astype(np.uint8)
    )


if __name__ == "__main__":
    main()
