"""Make the table of `game_server/bots/holdem/preflop_table.py`: what 169 hands are worth.

On each random board every two cards are compared with every other two. A hand's equity against k
random hands is the mean over boards of (the share of hands it beats there) to the power k; against
the best x per cent it is its mean against those hands. Some minutes on one core.
"""

import sys
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from game_server.bots.holdem.starting_hands import class_of
from protocol.cards import PACK
from protocol.games.holdem import strength_of, weight

Floats = NDArray[np.float64]
PAIRS = list(combinations(PACK, 2))
TOPS = (60, 40, 25, 15, 8, 4)
"""Ranges of the best hands, in per cent of all."""


def measure(boards: int, seed: int = 1) -> dict[str, list[float]]:
    """For each class: equity against 1 to 6 random hands, then against each range of TOPS."""
    random = Random(seed)
    weights = [weight(pair) for pair in PAIRS]
    holds = np.array([[card in pair for card in PACK] for pair in PAIRS])
    apart = ~(holds.astype(np.int8) @ holds.T.astype(np.int8)).astype(bool)
    won = np.zeros((len(PAIRS), len(PAIRS)), dtype=np.float32)
    met = np.zeros_like(won)
    alone = np.zeros((len(PAIRS), 6))
    seen = np.zeros(len(PAIRS))
    for _ in range(boards):
        board = random.sample(PACK, 5)
        on_board = weight(board)
        free = np.flatnonzero(~holds[:, board].any(axis=1))
        values = np.array([strength_of(weights[place] + on_board) for place in free])
        beats = (values[:, None] > values) + np.float32(0.5) * (values[:, None] == values)
        fair = apart[np.ix_(free, free)]
        beats = (beats * fair).astype(np.float32)
        won[np.ix_(free, free)] += beats
        met[np.ix_(free, free)] += fair
        share = beats.sum(axis=1) / fair.sum(axis=1)
        alone[free] += share[:, None] ** np.arange(1, 7)
        seen[free] += 1
    alone /= seen[:, None]
    classes: dict[str, list[int]] = {}
    for place, pair in enumerate(PAIRS):
        classes.setdefault(class_of(pair), []).append(place)
    random_equity = {name: alone[places].mean(axis=0) for name, places in classes.items()}
    order = sorted(classes, key=lambda name: -worth(random_equity[name]))
    equities = {name: [float(one) for one in random_equity[name]] for name in order}
    for top in TOPS:
        best: list[int] = []
        for name in order:
            if len(best) * 100 < top * len(PAIRS):
                best += classes[name]
        for name in order:
            rows = np.ix_(classes[name], best)
            equities[name].append(float(won[rows].sum() / met[rows].sum()))
    return equities


def worth(equities: Floats) -> float:
    """What hands are ordered by: equity in pots of two, and of four where suits and runs count."""
    return float(equities[0] + 1.5 * equities[2])


def main(boards: int = 8000) -> None:
    """Print the table, a line a class from the best, in thousandths."""
    for name, equities in measure(boards).items():
        print(f"{name:4}" + "".join(f"{round(1000 * one):4}" for one in equities))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
