"""Which hands an opponent is likely to hold, judged by what it did."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final

from game_server.bots.holdem.situation import PREFLOP, HoldemMove
from game_server.bots.holdem.starting_hands import PLACES
from protocol.words import Seat

OPENS: Final = (0.50, 0.42, 0.42, 0.28, 0.21, 0.17, 0.14)
"""The share of hands that opens the betting with so many seats still to act behind."""
HEADS_UP_OPENS: Final = 0.70
AGAIN: Final = 0.33
"""How much each further raise narrows a range."""
NARROWEST: Final = 0.025
DOUBT: Final = 0.12
"""How likely any hand does anything: bluffs, traps, and players who do as they please."""

UNREAD: Final = dict.fromkeys(sorted(set(PLACES.values())), 1.0)
"""Every place a hand may have, all as likely."""


def softly(over: float, width: float) -> float:
    """0 far below, a half at, 1 far above."""
    steps = over / width
    if steps > 30:
        return 1.0
    return 0.0 if steps < -30 else 1 / (1 + exp(-steps))


def opening_width(behind: int, seats: int) -> float:
    """How many hands begin the betting from this place."""
    return HEADS_UP_OPENS if seats == 2 else OPENS[min(behind, 6)]


def raising_width(moves: Sequence[HoldemMove], seats: int) -> float:
    """How many hands of all would have raised as the last raiser before the flop did."""
    width = 1.0
    for move in moves:
        if move.street == PREFLOP and move.is_raise:
            width = width * AGAIN if move.raises else opening_width(move.behind, seats) * 1.15
    return max(NARROWEST, width)


def range_after(moves: Sequence[HoldemMove], seat: Seat, seats: int) -> dict[float, float]:
    """How likely each place is for this seat, after the moves before the flop."""
    table = dict(UNREAD)
    for number, move in enumerate(moves):
        if move.seat == seat:
            width = raising_width(moves[:number], seats)
            likely = _likely_places(move.is_raise, move.raises, move.behind, seats, width)
            for place, one in likely.items():
                table[place] *= one
    return table


@lru_cache(maxsize=512)
def _likely_places(
    is_raise: bool, raises: int, behind: int, seats: int, width: float
) -> dict[float, float]:
    return {
        place: _likely_before_flop(is_raise, raises, opening_width(behind, seats), width, place)
        for place in UNREAD
    }


def _likely_before_flop(
    is_raise: bool, raises: int, opened: float, width: float, place: float
) -> float:
    """How likely a hand at `place` acts so; `width` is what the raise it faced meant."""
    if is_raise:
        raised = max(NARROWEST, width * AGAIN if raises else opened)
        return DOUBT / 2 + softly(raised * 1.1 - place, 0.15 * raised + 0.01)
    if raises:
        called = min(1.0, width * (0.95 if raises == 1 else 0.8) + 0.1)
        strong = softly(width * AGAIN - place, 0.03)
        return DOUBT + softly(called - place, 0.06) * (1 - 0.7 * strong)
    return DOUBT + 1 - 0.75 * softly(opened * 0.6 - place, 0.06)


def likely_after_flop(move: HoldemMove, force: float) -> float:
    """How likely a hand that beats a share `force` of all hands acts so after the flop."""
    if move.is_raise:
        floor = 0.58 + 0.16 * min(move.share, 1.5) + 0.14 * min(move.raises, 2)
        # Few risk many pots with nothing.
        anything = DOUBT * 1.6 / (1 + move.raises) / max(1.0, move.share)
        return anything + softly(force - floor, 0.06)
    if move.owed:
        # A call is worth its price, and the best hands would have raised.
        floor = 0.22 + 0.75 * move.owed + 0.1 * min(move.raises - 1, 2)
        return DOUBT + softly(force - floor, 0.07) * (1 - 0.5 * softly(force - 0.93, 0.02))
    return DOUBT + 1 - 0.6 * softly(force - 0.66, 0.06)
