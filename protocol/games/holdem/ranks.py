"""Ranks of poker hands: one number for five to seven cards, the higher the better.

A strength is a category and up to five ranks, four bits each, so that it says what it means and
two hands compare as integers. Who ranks many hands over the same cards adds weights instead:
`strength_of(weight(hole) + weight(board))`.
"""

from collections.abc import Callable, Iterable
from typing import Final

from protocol.cards import PACK, RANKS, Card, rank, suit
from protocol.words import Cards

CATEGORIES: Final = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
) = range(10)

_GROUPS: Final[dict[int, tuple[int, ...]]] = {
    HIGH_CARD: (1, 1, 1, 1, 1),
    PAIR: (2, 1, 1, 1),
    TWO_PAIR: (2, 2, 1),
    THREE_OF_A_KIND: (3, 1, 1),
    STRAIGHT: (5,),
    FLUSH: (1, 1, 1, 1, 1),
    FULL_HOUSE: (3, 2),
    FOUR_OF_A_KIND: (4, 1),
    STRAIGHT_FLUSH: (5,),
    ROYAL_FLUSH: (5,),
}
"""How many cards each rank of a strength stands for; a straight names its highest alone."""

_ACE: Final = len(RANKS) - 1
_WHEEL: Final = 1 << _ACE | 0b1111
"""A-2-3-4-5 as bits of ranks: the five is its highest card."""

# A weight: three bits for the count of each rank, four for the count of each suit, and from
# bit 56 the cards themselves, thirteen bits a suit. Adding 3 to a count of 5 or more sets its
# fourth bit.
_RANK_COUNTS: Final = (1 << 39) - 1
_THREES: Final = 0x3333 << 40
_FIVE_OF_A_SUIT: Final = 0x8888 << 40
_SUIT_AT: Final = {0x8 << 40 + 4 * one: 56 + 13 * one for one in range(4)}
_WEIGHT: Final = tuple(
    1 << 3 * rank(card) | 1 << 40 + 4 * suit(card) | 1 << 56 + 13 * suit(card) + rank(card)
    for card in PACK
)


class _Memo(dict[int, int]):
    """What `work` made of each number so far: at most 73,775 classes of ranks, 8,192 flushes."""

    def __init__(self, work: Callable[[int], int]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, number: int) -> int:
        self[number] = made = self._work(number)
        return made


def strength(cards: Iterable[int]) -> int:
    """The best five of five to seven different cards."""
    total = 0
    for card in cards:
        total += _WEIGHT[card]
    return strength_of(total)


def weight(cards: Iterable[int]) -> int:
    """What these cards add to a hand's weight."""
    return sum([_WEIGHT[card] for card in cards])


def plain_weight(ranks: Iterable[int]) -> int:
    """The same of ranks alone, where suits are not looked at."""
    return sum([1 << 3 * one for one in ranks])


def strength_of(total: int) -> int:
    """The strength of the five to seven different cards that weigh so much together."""
    suited = (total + _THREES) & _FIVE_OF_A_SUIT
    if suited:
        # Five of a suit leave no room for a full house or four of a kind among seven cards.
        return _FLUSHES[total >> _SUIT_AT[suited] & 0x1FFF]
    return _PLAIN[total & _RANK_COUNTS]


def category(value: int) -> int:
    """`PAIR`, `FLUSH` ..."""
    return value >> 20


def ranks_of(value: int) -> tuple[int, ...]:
    """The ranks that tell equal categories apart, as `protocol.cards.rank` counts them."""
    groups = _GROUPS[value >> 20]
    return tuple(value >> 16 - 4 * place & 15 for place in range(len(groups)))


def best_five(cards: Cards) -> Cards:
    """The five cards that make the hand, the ones that count most first."""
    value = strength(cards)
    kind = value >> 20
    able = sorted(cards, reverse=True)
    if kind in (FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH):
        suits = [suit(card) for card in cards]
        able = [card for card in able if suits.count(suit(card)) >= 5]
    of_rank: dict[int, list[Card]] = {}
    for card in able:
        of_rank.setdefault(rank(card), []).append(card)
    return tuple([of_rank[wanted].pop(0) for wanted in _five_ranks(value)])


def _five_ranks(value: int) -> list[int]:
    groups = _GROUPS[value >> 20]
    if groups == (5,):
        high = ranks_of(value)[0]
        return [high - below if high >= below else _ACE for below in range(5)]
    named = zip(ranks_of(value), groups, strict=True)
    return [one for one, count in named for _ in range(count)]


def _pack(kind: int, *ranks: int) -> int:
    value = kind << 20
    for place, one in enumerate(ranks):
        value |= one << 16 - 4 * place
    return value


def _straight(bits: int) -> int | None:
    """The highest card of the best straight among these ranks."""
    run = bits & bits >> 1 & bits >> 2 & bits >> 3 & bits >> 4
    if run:
        return run.bit_length() + 3
    return 3 if bits & _WHEEL == _WHEEL else None


def _flush(bits: int) -> int:
    high = _straight(bits)
    if high == _ACE:
        return _pack(ROYAL_FLUSH, high)
    if high is not None:
        return _pack(STRAIGHT_FLUSH, high)
    falling = [one for one in range(_ACE, -1, -1) if bits >> one & 1]
    return _pack(FLUSH, *falling[:5])


def _plain(counts: int) -> int:
    """The strength of ranks without a flush: four of a kind first, high card last."""
    fours: list[int] = []
    threes: list[int] = []
    pairs: list[int] = []
    ones: list[int] = []
    of_count = (None, ones, pairs, threes, fours)
    bits = 0
    for one in range(_ACE, -1, -1):
        same = of_count[counts >> 3 * one & 7]
        if same is not None:
            same.append(one)
            bits |= 1 << one
    if fours:
        kicker = max(threes + pairs + ones)
        return _pack(FOUR_OF_A_KIND, fours[0], kicker)
    if threes and len(threes) + len(pairs) > 1:
        return _pack(FULL_HOUSE, threes[0], max(threes[1:] + pairs))
    high = _straight(bits)
    if high is not None:
        return _pack(STRAIGHT, high)
    if threes:
        return _pack(THREE_OF_A_KIND, threes[0], *ones[:2])
    if len(pairs) > 1:
        return _pack(TWO_PAIR, *pairs[:2], max(pairs[2:] + ones))
    if pairs:
        return _pack(PAIR, pairs[0], *ones[:3])
    return _pack(HIGH_CARD, *ones[:5])


_PLAIN: Final = _Memo(_plain)
_FLUSHES: Final = _Memo(_flush)
