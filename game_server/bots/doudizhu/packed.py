"""Hands as single numbers: four bits for each rank say how many cards of it are held.

Taking cards away is a subtraction, and a look at all ranks at once is a shift and a mask.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from protocol.games.doudizhu import RANK_OF, RANKS, held
from protocol.words import Cards

Packed = int

ACE, TWO, SMALL, BIG = 11, 12, 13, 14
ONES: Final = 0x111111111111111
"""One card of every rank."""
CHAINABLE: Final = 0x111111111111
"""One card of every rank from 3 to A."""
ROCKET: Final[Packed] = 1 << 4 * SMALL | 1 << 4 * BIG


def pack(cards: Iterable[int]) -> Packed:
    """Cards as one number."""
    hand = 0
    for card in cards:
        hand += 1 << 4 * RANK_OF[card]
    return hand


def unpack(some: Packed, hand: Cards) -> Cards:
    """Cards of these ranks from the hand, the lowest suits first."""
    mine = held(hand).cards
    return tuple(card for rank in RANKS for card in mine[rank][: some >> 4 * rank & 15])


def size(hand: Packed) -> int:
    """How many cards."""
    ones, twos, fours = hand & ONES, hand >> 1 & ONES, hand >> 2 & ONES
    return ones.bit_count() + 2 * twos.bit_count() + 4 * fours.bit_count()


def at_least(hand: Packed, copies: int) -> Packed:
    """A one at every rank of which so many cards are held, 1 to 4."""
    four = hand >> 2 & ONES
    if copies == 1:
        return (hand | hand >> 1) & ONES | four
    if copies == 2:
        return hand >> 1 & ONES | four
    if copies == 3:
        return hand & hand >> 1 & ONES | four
    return four


def ranks(marks: Packed) -> Iterator[int]:
    """The ranks at which there is a one, rising."""
    while marks:
        low = marks & -marks
        yield low.bit_length() - 1 >> 2
        marks ^= low
