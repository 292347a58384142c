"""What a hand is worth for the landlord and against one, and whether to bid for it."""

from collections.abc import Sequence
from typing import Final

from game_server.bots.doudizhu.packed import BIG, ROCKET, SMALL, TWO, Packed, at_least, pack
from game_server.bots.doudizhu.split import split
from game_server.bots.doudizhu.values import DEALT
from protocol.events import Acted, Event
from protocol.games import doudizhu
from protocol.words import Act, Ask, Option

STRENGTH: Final = {11: 1, TWO: 2, SMALL: 3, BIG: 4}
"""Aces, twos and jokers."""
BLAST: Final = 4
"""For a bomb and for the rocket."""
LEAST, STEP = -660, 60
"""The rows of a table: what the split of a hand is worth, in steps from the least."""
HIGH_STEP: Final = 2
"""The columns: how strong it is by its high cards and bombs, in steps."""
FIRST: Final = (300, 340, 380)
"""How often in a thousand games the hand of the first bidder must win for a bid of one, of two and
of three stakes: less than half, since who passes plays against a landlord with the better hand."""
LATER: Final = (160, 180, 200)
"""The same where all before have passed: their hands are weak, and the three cards better."""
OVER: Final = (420, 460)
"""The same for three stakes over somebody's one and over two: that hand is good."""

Table = tuple[tuple[int, ...], ...]
"""How often in a thousand games the side of a hand won, by its row and its column."""


def bid(told: Sequence[Event], ask: Ask, option: Option) -> Act:
    """As many stakes as the hand is worth after what the others said."""
    often = wins(DEALT, pack(doudizhu.hand(ask.who, told)))
    before = option.low // option.step - 1
    if before:
        stakes = 3 if often >= OVER[before - 1] else 0
    else:
        passed = any(isinstance(one, Acted) for one in doudizhu.last_deal(told))
        stakes = sum(often >= needed for needed in (LATER if passed else FIRST))
    return Act("bid", amount=stakes * option.step) if stakes else Act("pass")


def wins(table: Table, hand: Packed, more: int = 0) -> int:
    """How often in a thousand games the side of such a hand wins, so much `more` strong."""
    row = min(max(0, (split(hand)[0] - LEAST) // STEP), len(table) - 1)
    return table[row][min((strength(hand) + more) // HIGH_STEP, len(table[row]) - 1)]


def strength(hand: Packed) -> int:
    high = sum(worth * (hand >> 4 * rank & 15) for rank, worth in STRENGTH.items())
    bombs = at_least(hand, 4).bit_count()
    return high + BLAST * (bombs + (hand & ROCKET == ROCKET))
