"""Write what was trained into the package, and measure it: `python -m tools.holdem.export`.

A number of the table is how often a choice is taken, in fifteenths. What a best answer wins from
that is found by letting one player learn against it in the same tree, and played on fresh deals.
"""

import sys
from pathlib import Path
from typing import Final
from zlib import compress

import numpy as np
from numpy.typing import NDArray

from game_server.bots import holdem
from game_server.bots.holdem.blueprint import file_of
from game_server.bots.holdem.tree import BUCKETS
from tools.holdem.blueprint import DEPTHS, Floats, Training, begin, native
from tools.holdem.buckets import Buckets, buckets

HERE: Final = Path(holdem.__file__).parent
PARTS: Final = 15


def shares(one: Training) -> NDArray[np.uint8]:
    """The mean strategy in fifteenths; nothing where a hand was never met."""
    rounded = np.zeros(len(one.sums), np.uint8)
    for row in one.nodes:
        acts, first = int(row["acts"]), int(row["first"])
        until = first + BUCKETS[row["street"]] * acts
        sums = one.sums[first:until].reshape(-1, acts)
        total = sums.sum(axis=1, keepdims=True)
        part = np.rint(PARTS * sums / np.maximum(total, 1e-9)).astype(np.uint8)
        rounded[first:until] = part.reshape(-1)
    return rounded


def strategy(one: Training, rounded: NDArray[np.uint8]) -> Floats:
    """What the bot plays by these fifteenths; all acts alike where it has none."""
    found = np.zeros(len(rounded), np.float32)
    for row in one.nodes:
        acts, first = int(row["acts"]), int(row["first"])
        until = first + BUCKETS[row["street"]] * acts
        parts = rounded[first:until].reshape(-1, acts).astype(np.float32)
        total = parts.sum(axis=1, keepdims=True)
        found[first:until] = np.where(total > 0, parts / np.maximum(total, 1), 1 / acts).reshape(-1)
    return found


def best_answer(one: Training, fixed: Floats, deals: int) -> tuple[float, float]:
    """What a learnt answer wins from both seats, in big blinds a hand, and the 95 % interval."""
    able, _known = native()
    chance = np.array([777 + one.depth], np.uint64)
    mean = square = 0.0
    for learner in (0, 1):
        regrets = np.zeros(len(fixed), np.float32)
        for chunk in range(10):
            regrets *= chunk / (chunk + 1)
            able.answer(one.nodes, fixed, learner, regrets, deals // 10, chance)
        answer = pure(one, regrets)
        sums = np.zeros(2)
        both = (answer, fixed) if learner == 0 else (fixed, answer)
        able.contest(one.nodes, *both, deals, chance, sums)
        mean += (1 - 2 * learner) * sums[0] / deals / 2
        square += (sums[1] / deals - (sums[0] / deals) ** 2) / deals / 4
    return mean, 1.96 * square**0.5


def pure(one: Training, regrets: Floats) -> Floats:
    """The choice that is regretted most, at every decision."""
    found = np.zeros_like(regrets)
    for row in one.nodes:
        acts, first = int(row["acts"]), int(row["first"])
        until = first + BUCKETS[row["street"]] * acts
        best = regrets[first:until].reshape(-1, acts).argmax(axis=1)
        found[first + np.arange(len(best)) * acts + best] = 1
    return found


def flops(known: Buckets) -> bytes:
    """The quarters of the turn, then the bucket of every two cards on every flop."""
    turn: bytes = known.quarters[1].astype("<f4").tobytes()
    return turn + known.tables[0].tobytes()


def main(deals: int = 0) -> None:
    (HERE / "flops.bin").write_bytes(compress(flops(buckets()), 9))
    for depth in DEPTHS:
        one = begin(depth)
        rounded = shares(one)
        even = np.append(rounded, np.zeros(len(rounded) % 2, np.uint8))
        packed = compress((even[0::2] | even[1::2] << 4).tobytes(), 9)
        (HERE / file_of(depth)).write_bytes(packed)
        print(f"{depth} blinds: {one.rounds} rounds, {len(packed)} bytes", flush=True)
        if deals:
            won, within = best_answer(one, strategy(one, rounded), deals)
            print(f"  a learnt answer wins {1000 * won:.0f} ± {1000 * within:.0f} mbb a hand")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
