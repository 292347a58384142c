"""Which hands the blueprint holds for alike, on each street.

Before the flop a class of the 169. On the river the share of all hands that a hand beats. Between
them the mean of that share over all that can come, in `STEPS` parts, and how far it strays from
the mean: which quarter of the hands with that mean it is in. The flop is looked up.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import sqrt
from typing import Final

from game_server.bots.holdem.push_fold import place_of
from protocol.cards import PACK, rank, suit
from protocol.games.holdem import plain_weight, strength_of, weight
from protocol.words import Cards

STEPS: Final = 30
"""Into how many parts of equal width the mean falls on flop and turn."""
RIVER_EDGES: Final = tuple(
    round(start + width * number, 4)
    for start, width, count in (
        (0, 0.05, 10),
        (0.5, 0.02, 15),
        (0.8, 0.0075, 20),
        (0.95, 0.002, 25),
    )
    for number in range(count)
)
"""Where each bucket of the river begins; they are finer where bets are large."""
PAIRS: Final = 1326
HANDS: Final = 1081
"""Hands that do not meet a whole board."""
FLUSH: Final = 5
UNEQUAL: Final = tuple((*pair, plain_weight(pair)) for pair in combinations(range(13), 2))
EQUAL: Final = tuple((one, plain_weight((one, one))) for one in range(13))
"""Hands by their ranks, and what they weigh."""


def river_bucket(strength: float) -> int:
    """The bucket of a hand that beats this share of all hands."""
    return bisect_right(RIVER_EDGES, strength) - 1


def bucket(hole: Cards, board: Cards, quarters: Sequence[Sequence[float]], flops: bytes) -> int:
    """The bucket of two cards on this board; `quarters` are those of the turn."""
    if not board:
        return place_of(hole)
    if len(board) == 3:
        return flops[_place_on_flop(hole, board)]
    if len(board) == 5:
        return river_bucket(beaten(hole, board))
    met = [card for card in PACK if card not in board and card not in hole]
    shares = [beaten(hole, (*board, card)) for card in met]
    mean = sum(shares) / len(shares)
    strays = sqrt(max(0.0, sum([one * one for one in shares]) / len(shares) - mean * mean))
    step = min(int(mean * STEPS), STEPS - 1)
    return step * 4 + bisect_right(quarters[step], strays)


def beaten(hole: Cards, board: Cards) -> float:
    """The share of all hands that do not meet this whole board which the two cards beat."""
    mine = strength_of(weight(board) + weight(hole))
    below = level = 0
    for value, hands in _values(board):
        if value < mine:
            below += hands
        elif value == mine:
            level += hands
    return (2 * below + level) / (2 * HANDS)


@lru_cache(maxsize=128)
def _values(board: Cards) -> Sequence[tuple[int, int]]:
    """How strong hands are on this whole board, and how many are: all by their two ranks, but
    those with a flush one by one."""
    left, suits = [4] * 13, [0] * 4
    for card in board:
        left[rank(card)] -= 1
        suits[suit(card)] += 1
    plain = plain_weight([rank(card) for card in board])
    most = max(suits)
    if most < FLUSH - 2:
        return _without_flush(left, [0] * 13, plain)
    return _with_flushes(board, left, plain, suits.index(most), FLUSH - most)


def _without_flush(left: Sequence[int], suited: Sequence[int], plain: int) -> list[tuple[int, int]]:
    """Hands by their ranks, of which so many cards are left; those of two suited ones are out."""
    found = [
        (strength_of(plain + pair), left[low] * left[high] - suited[low] * suited[high])
        for low, high, pair in UNEQUAL
        if left[low] and left[high]
    ]
    return found + [
        (strength_of(plain + pair), left[one] * (left[one] - 1) // 2)
        for one, pair in EQUAL
        if left[one] > 1
    ]


def _with_flushes(
    board: Cards, left: Sequence[int], plain: int, flush: int, needed: int
) -> list[tuple[int, int]]:
    """The same where so many more cards of that suit make a flush."""
    lies = weight(board)
    able = [card for card in PACK if card not in board]
    of_suit = [weight((card,)) for card in able if suit(card) == flush]
    others = [weight((card,)) for card in able if suit(card) != flush]
    found = [(strength_of(lies + one + other), 1) for one, other in combinations(of_suit, 2)]
    if needed < 2:
        found += [(strength_of(lies + one + other), 1) for one, other in product(of_suit, others)]
    if needed < 1:
        found += [(strength_of(lies + one + other), 1) for one, other in combinations(others, 2)]
        return found
    suited = [0] * 13
    for card in able:
        suited[rank(card)] += suit(card) == flush
    if needed < 2:
        left = [every - of_it for every, of_it in zip(left, suited, strict=True)]
        suited = [0] * 13
    return found + _without_flush(left, suited, plain)


def _place_on_flop(hole: Cards, board: Cards) -> int:
    """Where the table of flops has these two cards: suits renamed as its flop has them."""
    masks = _masks(board)
    order = sorted(range(4), key=masks.__getitem__, reverse=True)
    renamed = {old: new for new, old in enumerate(order)}
    low, high = sorted(4 * rank(card) + renamed[suit(card)] for card in hole)
    pair = low * (103 - low) // 2 + high - low - 1
    flop = tuple(sorted(masks, reverse=True))
    return _flops()[flop] * PAIRS + pair


def _masks(cards: Iterable[int]) -> list[int]:
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


_FLOPS: Final[dict[tuple[int, ...], int]] = {}


def _flops() -> dict[tuple[int, ...], int]:
    """The number of each flop whose suits are in order, in the order of its cards."""
    if not _FLOPS:
        for cards in combinations(PACK, 3):
            masks = _masks(cards)
            if masks == sorted(masks, reverse=True):
                _FLOPS[tuple(masks)] = len(_FLOPS)
    return _FLOPS
