"""Whether a hand is worth being the landlord for."""

from collections.abc import Sequence
from typing import Final

from game_server.bots.doudizhu.packed import BIG, ROCKET, SMALL, TWO, Packed, at_least, pack
from protocol.events import Event
from protocol.games import doudizhu
from protocol.words import Act, Ask, Option

STRENGTH: Final = {11: 1, TWO: 2, SMALL: 3, BIG: 4}
"""Aces, twos and jokers."""
BLAST: Final = 4
"""For a bomb and for the rocket."""
BIDS: Final = ((11, 3), (9, 2), (7, 1))
"""How strong a hand must be for a bid of so many stakes."""


def bid(told: Sequence[Event], ask: Ask, option: Option) -> Act:
    """As many stakes as the hand is worth, if that is more than was bid."""
    least = strength(pack(doudizhu.hand(ask.who, told)))
    stakes = next((stakes for needed, stakes in BIDS if least >= needed), 0)
    if stakes * option.step < option.low:
        return Act("pass")
    return Act("bid", amount=stakes * option.step)


def strength(hand: Packed) -> int:
    high = sum(worth * (hand >> 4 * rank & 15) for rank, worth in STRENGTH.items())
    bombs = at_least(hand, 4).bit_count()
    return high + BLAST * (bombs + (hand & ROCKET == ROCKET))
