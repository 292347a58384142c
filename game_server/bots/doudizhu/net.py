"""A small network for each place: how likely its side wins after each play, by all that was seen.

Its inputs are marks that are set or not. A row of weights is one number with a lane of bits for
each unit, so that adding a row is one addition. `python -m tools.doudizhu` trains and writes it.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from struct import calcsize, unpack, unpack_from
from typing import Final, NamedTuple

from game_server.bots.doudizhu.habits import Habit
from game_server.bots.doudizhu.moves import DoudizhuMove, beatable
from game_server.bots.doudizhu.packed import SMALL, Packed, at_least, ranks
from game_server.bots.doudizhu.sense import LANDLORD, Spot
from game_server.bots.doudizhu.situation import Seen
from game_server.bots.doudizhu.split import split
from protocol.games.doudizhu import CATEGORIES, RANKS

UNSEEN, KITTY, LEFT, PLAYED, REFUSED, TABLE, TURNS = 0, 54, 108, 162, 270, 334, 379
AFTER, CARDS, PLAY, TURNS_AFTER, VALUE, FLAGS, HABITS = 391, 445, 499, 542, 554, 578, 581
HABIT, MARKS = 29, 639
"""Where each kind of marks begins, and how many marks there are."""
HIDDEN, NARROW = 240, 32
LEFT_OF: Final = (LEFT - 1, LEFT + 19, LEFT + 36)
MOST_TURNS: Final = 11
STEPS, STEP, LOWEST = 24, 45, -700
"""What a rest is worth is marked in steps."""
CODES: Final = {category: code for code, category in enumerate(CATEGORIES)}
NONE: Final = len(CODES)
LAYOUT: Final = f"<{MARKS * HIDDEN}b{HIDDEN}i{HIDDEN * NARROW}b{NARROW}i{NARROW}bif"
MIDDLE, WIDE = 1 << 15, 1 << 31
"""What is added to a lane of the first and the second layer, so that it is never negative."""


class Layers(NamedTuple):
    """The layers of the network of one place."""

    rows: tuple[int, ...]
    start: int
    second: tuple[int, ...]
    second_start: int
    last: tuple[int, ...]
    last_bias: int
    unit: float
    """What one of the last sum is in logarithms of the odds."""


def judged(
    spot: Spot, seen: Seen, tried: Sequence[DoudizhuMove | None], usual: DoudizhuMove | None
) -> list[float]:
    """The logarithms of the odds of winning, by what is done; None is a pass."""
    layers = _layers()[spot.place]
    rows = layers.rows
    start = layers.start + sum([rows[mark] for mark in marks_of_spot(spot, seen)])
    return [
        _odds(layers, start + sum([rows[mark] for mark in marks_of_play(spot, one, usual)]))
        for one in tried
    ]


def _odds(layers: Layers, first: int) -> float:
    second = layers.second_start
    lanes = unpack(f"<{HIDDEN}H", first.to_bytes(2 * HIDDEN, "little"))
    for lane, row in zip(lanes, layers.second, strict=True):
        if lane > MIDDLE:
            second += (lane - MIDDLE) * row
    narrow = unpack(f"<{NARROW}I", second.to_bytes(4 * NARROW, "little"))
    found = layers.last_bias
    for lane, weight in zip(narrow, layers.last, strict=True):
        if lane > WIDE:
            found += (lane - WIDE) * weight
    return found * layers.unit


def marks_of_spot(spot: Spot, seen: Seen) -> list[int]:
    """What all plays have in common."""
    following, before = (spot.place + 1) % 3, (spot.place + 2) % 3
    marks = _marks_of_cards(UNSEEN, spot.unseen)
    if spot.place != LANDLORD:
        marks += _marks_of_cards(KITTY, seen.kitty)
    marks += [start + count for start, count in zip(LEFT_OF, spot.left, strict=True)]
    marks += _marks_of_cards(PLAYED, seen.played[following])
    marks += _marks_of_cards(PLAYED + 54, seen.played[before])
    refused = (seen.solo[following], seen.solo[before], seen.pair[following], seen.pair[before])
    marks += [REFUSED + 16 * place + rank for place, rank in enumerate(refused)]
    table = spot.table
    if table is None:
        marks.append(TABLE + NONE)
    else:
        marks.append(TABLE + CODES[table.category])
        marks.append(TABLE + 15 + table.low)
        marks.append(TABLE + 30 + table.length)
        marks.append(TABLE + 43 + (spot.owner == before))
    marks.append(TURNS + min(split(spot.hand)[1], MOST_TURNS))
    marks += _marks_of_habit(HABITS, seen.habits[following], spot.unseen)
    marks += _marks_of_habit(HABITS + HABIT, seen.habits[before], spot.unseen)
    return marks


def marks_of_play(spot: Spot, one: DoudizhuMove | None, usual: DoudizhuMove | None) -> list[int]:
    """What is of one play."""
    if one is None:
        value, turns, _ = split(spot.hand)
        marks = [*_marks_of_cards(AFTER, spot.hand), PLAY + NONE]
    else:
        value, turns = one.value, one.turns
        marks = _marks_of_cards(AFTER, spot.hand - one.cards) + _marks_of_cards(CARDS, one.cards)
        marks += (PLAY + CODES[one.category], PLAY + 15 + one.low, PLAY + 30 + one.length)
        if beatable(one.category, one.length, one.low, spot.feared):
            marks.append(FLAGS)
        if one.blast:
            marks.append(FLAGS + 1)
    if one == usual:
        marks.append(FLAGS + 2)
    marks.append(TURNS_AFTER + max(0, min(turns, MOST_TURNS)))
    marks.append(VALUE + max(0, min((value - LOWEST) // STEP, STEPS - 1)))
    return marks


def _marks_of_cards(start: int, cards: Packed) -> list[int]:
    """One for each card: the first of a rank, the second and so on."""
    marks = []
    for rank in ranks(at_least(cards, 1)):
        if rank >= SMALL:
            marks.append(start + 52 + rank - SMALL)
        else:
            marks += range(start + 4 * rank, start + 4 * rank + (cards >> 4 * rank & 15))
    return marks


def _marks_of_habit(start: int, habit: Habit, unseen: Packed) -> list[int]:
    """The ranks that a beginner would not hold, of those that somebody still does."""
    if habit.broken:
        return [start + HABIT - 1]
    marks = [start + rank for rank in ranks(habit.none & at_least(unseen, 1))]
    single = habit.single & ~habit.none & at_least(unseen, 2)
    return marks + [start + len(RANKS) + rank for rank in ranks(single)]


@cache
def _layers() -> tuple[Layers, ...]:
    """The networks of the landlord, of the peasant who is next and of the other one."""
    data = files(__package__).joinpath("master.net").read_bytes()
    size = calcsize(LAYOUT)
    return tuple(_read(data, place * size) for place in range(3))


def _read(data: bytes, start: int) -> Layers:
    numbers = unpack_from(LAYOUT, data, start)
    taken = 0

    def some(count: int) -> tuple[int, ...]:
        nonlocal taken
        taken += count
        return numbers[taken - count : taken]

    rows = tuple(_lanes(some(HIDDEN), 16) for _ in range(MARKS))
    bias = _lanes([one + MIDDLE for one in some(HIDDEN)], 16)
    second = tuple(_lanes(some(NARROW), 32) for _ in range(HIDDEN))
    second_bias = _lanes([one + WIDE for one in some(NARROW)], 32)
    return Layers(rows, bias, second, second_bias, some(NARROW), numbers[-2], numbers[-1])


def _lanes(numbers: Sequence[int], bits: int) -> int:
    return sum(number << bits * lane for lane, number in enumerate(numbers))
