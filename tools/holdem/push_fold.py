"""Solve all-in or fold: `python -m tools.holdem.push_fold` writes the table of the bots.

Two players: exact equities and regret matching to an equilibrium of the whole game, and of the
game with limps and least raises, of which the answers are kept. More players: seven seats with
equal stacks by sampled deals (`push_fold.c`); with fewer seats left in the hand it is the same
game but for the cards of those who folded.
"""

import time
from collections.abc import Sequence
from ctypes import c_double as double
from ctypes import c_int64 as int64_
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game_server.bots.holdem.push_fold import DEPTHS, FILE, MANY_DEPTHS
from tools.holdem.equities import load
from tools.holdem.native import array, library

Floats = NDArray[np.float64]
ROUNDS: Final = 1000
DEALS: Final = 10_000_000
CHUNKS: Final = 40
TREMBLE: Final = 0.1
"""How often the small blind limps, and raises the least, with any hand in the game with both."""
SEATS: Final = 7


class Mixed:
    """The mixed choice of each class at one node: regret matching, the later rounds heavier."""

    def __init__(self, acts: int) -> None:
        self.regrets: Floats = np.zeros((acts, 169))
        self.sums: Floats = np.zeros((acts, 169))

    def now(self) -> Floats:
        total = self.regrets.sum(axis=0)
        even = np.full_like(self.regrets, 1 / len(self.regrets))
        played: Floats = np.where(total > 0, self.regrets / np.where(total > 0, total, 1), even)
        return played

    def learn(self, worth: Sequence[Floats], number: int) -> None:
        played = self.now()
        values = np.array(worth)
        self.sums += played * number
        self.regrets = np.maximum(0, self.regrets + values - (played * values).sum(axis=0))

    def mean(self) -> Floats:
        mean: Floats = self.sums / np.maximum(self.sums.sum(axis=0), 1e-12)
        return mean


def heads_up(depth: float, rounds: int = ROUNDS) -> tuple[Floats, Floats]:
    """How often each class goes all-in first, and calls that: the equilibrium."""
    equities, met = load()
    won = (2 * equities - 1) * depth
    first, second = Mixed(2), Mixed(2)
    for number in range(1, rounds + 1):
        pushes, calls = first.now()[1], second.now()[1]
        called = met * calls
        push = (called * won).sum(axis=1) + (met - called).sum(axis=1)
        first.learn((-0.5 * met.sum(axis=1), push), number)
        pushed = met.T * pushes
        second.learn((-pushed.sum(axis=1), (pushed * won).sum(axis=1)), number)
    return first.mean()[1], second.mean()[1]


def answers(depth: float, rounds: int = ROUNDS) -> tuple[Floats, Floats, Floats]:
    """What the big blind does: all-in over a limp; call, and all-in over a raise to two blinds.

    The small blind limps and raises with any hand now and then, else as it is best.
    """
    equities, met = load()
    even = 2 * equities - 1
    first = Mixed(4)  # fold, limp, raise, all-in
    limp, raised, pushed = Mixed(2), Mixed(3), Mixed(2)
    stays = [Mixed(2), Mixed(2)]  # after the limp, after the raise
    for number in range(1, rounds + 1):
        enters = first.now() * (1 - 2 * TREMBLE)
        enters[1:3] += TREMBLE
        over_limp, over_raise, over_push = limp.now(), raised.now(), pushed.now()
        kept = [stay.now() for stay in stays]
        in_limp, in_raise = met * over_limp[1], met * over_raise[2]
        for stay, faced, lost in zip(stays, (in_limp, in_raise), (1, 2), strict=True):
            stay.learn((-lost * faced.sum(axis=1), (faced * even).sum(axis=1) * depth), number)
        checked = (met * over_limp[0] * even).sum(axis=1)
        shown = in_limp * (kept[0][1][:, None] * even * depth - kept[0][0][:, None])
        called = (met * over_raise[1] * even * 2).sum(axis=1)
        fought = in_raise * (kept[1][1][:, None] * even * depth - 2 * kept[1][0][:, None])
        first.learn(
            (
                -0.5 * met.sum(axis=1),
                checked + shown.sum(axis=1),
                (met * over_raise[0]).sum(axis=1) + called + fought.sum(axis=1),
                (met * over_push[0]).sum(axis=1) + (met * over_push[1] * even).sum(axis=1) * depth,
            ),
            number,
        )
        reach = [met.T * enters[act] for act in (1, 2, 3)]
        shoved = _fights(reach[0], kept[0], even, depth, 1)
        limp.learn(((reach[0] * even).sum(axis=1), shoved), number)
        raised.learn(
            (
                -reach[1].sum(axis=1),
                (reach[1] * even).sum(axis=1) * 2,
                _fights(reach[1], kept[1], even, depth, 2),
            ),
            number,
        )
        pushed.learn((-reach[2].sum(axis=1), (reach[2] * even).sum(axis=1) * depth), number)
    return limp.mean()[1], raised.mean()[1], raised.mean()[2]


def _fights(reach: Floats, kept: Floats, even: Floats, depth: float, lost: float) -> Floats:
    """What going all-in is worth against hands that then fold or stay."""
    total: Floats = (reach * (kept[1] * even * depth + kept[0] * lost)).sum(axis=1)
    return total


def exploitability(pushes: Floats, calls: Floats, depth: float) -> float:
    """What best answers to both sides win above the value of the game, in big blinds a hand."""
    equities, met = load()
    won = (2 * equities - 1) * depth
    called = met * calls
    push = (called * won).sum(axis=1) + (met - called).sum(axis=1)
    first = np.maximum(-0.5 * met.sum(axis=1), push).sum()
    pushed = met.T * pushes
    folded = 0.5 * (met.sum(axis=1) * (1 - pushes)).sum()
    second = folded + np.maximum(-pushed.sum(axis=1), (pushed * won).sum(axis=1)).sum()
    return float(first + second) / 2


def many(depth: float, deals: int = DEALS) -> dict[str, Floats]:
    """How often each class goes all-in with seven seats: by who did so before.

    `5` is first in with five seats behind; `5 2` over the one who had five behind, with two
    behind; `5 2 +` the same when somebody between has called.
    """
    able = library("push_fold")
    floats = array(np.float32)
    able.solve.argtypes = [
        array(np.float64), double, int64_, double, floats, floats, array(np.uint64),
    ]  # fmt: skip
    equities, _ = load()
    regrets, sums = np.zeros((2, 1 << SEATS, 169, 2), np.float32)
    chance = np.array([1], np.uint64)
    for chunk in range(1, CHUNKS + 1):
        able.solve(equities, depth, deals // CHUNKS, chunk, regrets, sums, chance)
    total: dict[str, Floats] = {}
    for seat in range(SEATS):
        for before in range(1 << seat):
            pushers = [one for one in range(seat) if before >> one & 1]
            name = " ".join(str(SEATS - 1 - one) for one in (*pushers[:1], seat))
            name += " +" if len(pushers) > 1 else ""
            total[name] = total.get(name, 0) + sums[1 << seat | before]
    del total["0"]
    return {name: sum_[:, 1] / np.maximum(sum_.sum(axis=1), 1e-9) for name, sum_ in total.items()}


def line(name: str, shares: Floats) -> str:
    """A line of the table: tenths, ten being a letter."""
    return f"{name}: " + "".join("0123456789A"[round(10 * float(share))] for share in shares)


def main() -> None:
    begun = time.process_time()
    lines = []
    for depth in DEPTHS:
        pushes, calls = heads_up(depth)
        limp, call, again = answers(depth)
        lines += [
            line(f"{depth:g} push", pushes),
            line(f"{depth:g} call", calls),
            line(f"{depth:g} over limp", limp),
            line(f"{depth:g} call raise", call),
            line(f"{depth:g} over raise", again),
        ]
        print(f"{depth:g}: {exploitability(pushes, calls, depth):.6f} bb a hand", flush=True)
    for depth in MANY_DEPTHS:
        lines += [line(f"{depth:g} many {name}", shares) for name, shares in many(depth).items()]
        print(f"{depth:g} with seven seats", flush=True)
    Path(str(FILE)).write_text("\n".join(lines) + "\n", encoding="ascii")
    print(f"{time.process_time() - begun:.0f} s")


if __name__ == "__main__":
    main()
