"""What a best answer wins from the blueprint, with all real cards and the bets of its tree.

Of the boards a sample is followed. It tells two numbers. An answer that is chosen by one half of
the next cards and paid by the other could be played: the mean of that is at most what the best
answer wins. One that is chosen and paid by the whole sample knows too much: the mean of that is at
least as much.
"""

from ctypes import CDLL, c_void_p
from ctypes import c_int as int_
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game_server.bots.holdem.blueprint import flops, table
from game_server.bots.holdem.buckets import STEPS, bucket, river_bucket
from game_server.bots.holdem.tree import BLIND, BUCKETS
from protocol.cards import PACK, rank, suit
from protocol.words import Cards
from tools.holdem.blueprint import NODE, Floats, grow
from tools.holdem.buckets import PAIRS
from tools.holdem.native import array, library

Bytes = NDArray[np.uint8]
MOST_BEATEN: Final = 2163
"""Twice the hands that a hand can beat on a river, and one."""


@dataclass(frozen=True)
class Sample:
    """Boards that stand for all: of each flop some turns, of each turn some rivers."""

    counts: NDArray[np.int32]
    cards: tuple[Bytes, Bytes, Bytes]
    on_flops: Bytes
    on_turns: Bytes
    """The bucket of every two cards."""


def sampled(seed: int, flops: int, turns: int, rivers: int) -> Sample:
    """Boards by chance, with the buckets that the blueprint has there."""
    chance = Random(f"boards {seed}")
    lying: list[Cards] = []
    then: list[int] = []
    last: list[int] = []
    kinds = []
    for _ in range(flops):
        flop = tuple(chance.sample(PACK, 3))
        kinds.append(_on_flop(flop))
        for turn in chance.sample([card for card in PACK if card not in flop], turns):
            then.append(turn)
            lying.append((*flop, turn))
            left = [card for card in PACK if card not in lying[-1]]
            last += chance.sample(left, rivers)
    first = [card for board in lying[::turns] for card in board[:3]]
    cards = (np.array(first, np.uint8), np.array(then, np.uint8), np.array(last, np.uint8))
    counts = np.array((flops, turns, rivers), np.int32)
    return Sample(counts, cards, np.concatenate(kinds), _on_turns(lying))


def _on_flop(board: Cards) -> Bytes:
    kinds = [
        0 if set(pair) & set(board) else bucket(pair, board, *flops())
        for pair in combinations(PACK, 2)
    ]
    return np.array(kinds, np.uint8)


def _on_turns(boards: list[Cards]) -> Bytes:
    """By mean and spread of what each hand beats, as the tool reckons them that trained."""
    able = library("buckets")
    able.strengths.argtypes = [array(np.uint64), int_, int_, array(np.float32), array(np.float32)]
    keys = np.array([_key(board) for board in boards], np.uint64)
    means = np.zeros((len(boards), PAIRS), np.float32)
    spread = np.zeros_like(means)
    able.strengths(keys, 0, len(boards), means, spread)
    steps = np.minimum((means * STEPS).astype(int), STEPS - 1)
    quarters = np.array(flops()[0], np.float32)[steps]
    quarter = (quarters <= spread[..., None]).sum(axis=-1)
    kinds: Bytes = (4 * steps + quarter).astype(np.uint8).ravel()
    return kinds


def _key(board: Cards) -> int:
    masks = [0, 0, 0, 0]
    for card in board:
        masks[suit(card)] |= 1 << rank(card)
    return masks[0] << 39 | masks[1] << 26 | masks[2] << 13 | masks[3]


class Strategy(NamedTuple):
    """A tree of bets, and how often each choice is taken."""

    nodes: NDArray[np.void]
    shares: Floats


@cache
def played(depth: int) -> Strategy:
    """What the bot plays; all choices alike where it has none."""
    nodes, packed = grow(depth * BLIND), np.frombuffer(table(depth), np.uint8)
    parts = np.stack((packed & 15, packed >> 4), axis=1).ravel().astype(np.float32)
    for row in nodes:
        acts, first = int(row["acts"]), int(row["first"])
        until = first + BUCKETS[row["street"]] * acts
        there = parts[first:until].reshape(-1, acts)
        total = there.sum(axis=1, keepdims=True)
        parts[first:until] = np.where(total > 0, there / np.maximum(total, 1), 1 / acts).ravel()
    return Strategy(nodes, parts)


@cache
def _native() -> CDLL:
    able = library("best_response")
    node = np.ctypeslib.ndpointer(dtype=NODE, flags="C_CONTIGUOUS")
    floats, few = array(np.float32), array(np.uint8)
    first = (node, floats, c_void_p, int_, array(np.int32))
    able.respond.argtypes = [*first, *[few] * 6, array(np.float64)]
    return able


def responds(
    to: Strategy, sample: Sample, player: int, mine: Floats | None = None
) -> tuple[float, float]:
    """What a player wins a hand by the best answer, in big blinds: at least, and at most so much.

    The dealer is player 0. Who plays by shares of `mine` answers nothing, and wins the second.
    """
    by_place = np.array([river_bucket(one / (MOST_BEATEN - 1)) for one in range(MOST_BEATEN)])
    own = None if mine is None else mine.ctypes.data
    won = np.zeros(2)
    _native().respond(
        *(to.nodes, to.shares, own, player, sample.counts),
        *(*sample.cards, sample.on_flops, sample.on_turns, by_place.astype(np.uint8), won),
    )
    return float(won[0]), float(won[1])


def exploitability(depth: int, sample: Sample) -> tuple[float, float]:
    """What the best answer wins from the blueprint, half of the hands as the dealer."""
    least, most = zip(*(responds(played(depth), sample, player) for player in (0, 1)), strict=True)
    return sum(least) / 2, sum(most) / 2
