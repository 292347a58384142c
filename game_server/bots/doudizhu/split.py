"""The split of a hand into plays that is worth most, and what it is worth."""

from functools import cache, lru_cache
from typing import Final

from game_server.bots.doudizhu.packed import ACE, BIG, CHAINABLE, ROCKET, SMALL, TWO, Packed
from game_server.bots.doudizhu.worths import WORTHS

Split = tuple[int, int, tuple[tuple[int, int, int], ...]]
"""What a hand is worth, in how many plays it goes out, and the chains in it: copies, length and
lowest rank of each."""
Loose = tuple[int, int, int, tuple[int, ...]]

BETTER: Final = {ACE: WORTHS.ace, TWO: WORTHS.two, SMALL: WORTHS.small, BIG: WORTHS.big}
SOLO: Final = tuple(10 * rank - WORTHS.base + BETTER.get(rank, 0) for rank in range(BIG + 1))
"""What each rank is worth alone, less what it costs to have one more play to make."""
CHAINED: Final = (0, WORTHS.chain, WORTHS.pair_chain, WORTHS.airplane)
"""By copies: what a chain is worth beside its highest rank."""
THE_ROCKET: Final = WORTHS.rocket - SOLO[SMALL] - SOLO[BIG]
"""What the jokers together are worth more than apart."""


@lru_cache(maxsize=1 << 14)
def split(hand: Packed, wings: int = 0) -> Split:
    """The best split; `wings` is how many trios of airplanes were taken out and may carry.

    Each trio carries any loose solo or pair, so that a few hands seem a play shorter than they are.
    """
    best, turns = _without_chains(hand, wings)
    chains: tuple[tuple[int, int, int], ...] = ()
    four = hand >> 2 & CHAINABLE
    one, two = hand & CHAINABLE, hand >> 1 & CHAINABLE
    three = one & two | four
    two |= four
    one |= two
    for copies, length, held, starts in (
        (1, 5, one, one & one >> 4 & one >> 8 & one >> 12 & one >> 16),
        (2, 3, two, two & two >> 4 & two >> 8),
        (3, 2, three, three & three >> 4),
    ):
        while starts:
            left = starts
            while left:
                low = left & -left
                left ^= low
                rank = low.bit_length() - 1 >> 2
                rest = split(
                    hand - copies * low * UNITS[length], wings + length if copies == 3 else wings
                )
                value = rest[0] + 10 * (rank + length - 1) + CHAINED[copies]
                if value > best:
                    best, turns = value, rest[1] + 1
                    chains = ((copies, length, rank), *rest[2])
            starts &= held >> 4 * length
            length += 1
    return best, turns, chains


UNITS: Final = tuple((1 << 4 * length) // 15 for length in range(13))
"""One card of each of so many ranks from 3 up."""


def _without_chains(hand: Packed, wings: int) -> tuple[int, int]:
    """Value and plays of a hand whose chains are all taken out."""
    value, turns, trios, kickers = _loose(0, hand & 0xFFFF)
    if hand > 0xFFFF:
        for place in (4, 8, 12):
            some = hand >> 4 * place & 0xFFFF
            if some:
                more = _loose(place, some)
                value += more[0]
                turns += more[1]
                trios += more[2]
                kickers += more[3]
        if hand & ROCKET == ROCKET:
            value += THE_ROCKET
            turns -= 1
    carried = trios + wings
    if carried and kickers:
        kickers = kickers[:carried]
        value -= sum(kickers)
        turns -= len(kickers)
    return value, turns


@cache
def _loose(place: int, some: Packed) -> Loose:
    """Four ranks by themselves: value, plays, trios, and what kickers cost, rising.

    There are at most 625 of them a place.
    """
    value = turns = trios = 0
    kickers = []
    for rank in range(place, min(place + 4, BIG + 1)):
        count = some >> 4 * (rank - place) & 15
        if count:
            turns += 1
            worth = SOLO[rank]
            if count == 4:
                worth = 10 * rank + WORTHS.bomb
            elif count == 3:
                worth += WORTHS.trio
                trios += 1
            else:
                worth += WORTHS.pair * (count == 2)
                if rank < WORTHS.dear:
                    kickers.append(worth)
            value += worth
    return value, turns, trios, tuple(kickers)
