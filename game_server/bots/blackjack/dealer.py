"""The dealer's totals from an up card, exactly, from whatever cards are left.

Cards count by value alone, aces first: a shoe is how many of each of ten values. The dealer's
lines are grouped by the cards drawn: in which order they came changes how many lines there are,
and never how likely one is. What two groups have in common is multiplied once.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from operator import itemgetter, mul
from typing import Final

from game_server.bots.blackjack.house import BUST, ENDS, NATURAL, BlackjackRules

VALUES: Final = range(10)
"""Ace, deuce, ... ten; a value counts one more than its number."""
ACE: Final = 0
TEN: Final = 9
PACK: Final = (4,) * TEN + (16,)
FACES: Final = 0.75
"""Of the cards that count ten, so many are faces."""
MOST: Final = 24
"""More cards of one value no dealer draws."""

Drawn = tuple[int, ...]
"""Values in ascending order."""
Pick = Callable[[Sequence[float]], tuple[float, ...]]


class Dealer:
    """The dealer with one up card under the rules of one house."""

    def __init__(self, house: BlackjackRules, up: int, face: bool = True) -> None:
        """`face`: a ten-value up card is none that says 10."""
        # Half of all groups are busts; what the others leave of 1 is as exact.
        lines = {
            drawn: kept
            for drawn, ends in _lines(house, up, face).items()
            if (kept := {end: ways for end, ways in ends.items() if end != BUST})
        }
        self._levels = [_DealerLevel(*level) for level in _levels(lines)]

    def ends(self, left: Sequence[int], total: int) -> list[float]:
        """How likely each of `ENDS` is when these cards are left, so many in all."""
        available = [float(number - drawn) for number in left for drawn in range(MOST)]
        found = [0.0] * len(ENDS)
        likely: tuple[float, ...] = (1.0,)
        orders = 1.0
        for gone, level in enumerate(self._levels):
            orders *= total - gone
            likely = tuple(map(mul, level.before(likely), level.value(available)))
            for end, at, ways in level.ends:
                found[end] += sum(map(mul, at(likely), ways)) / orders
        found[-1] = 1 - sum(found)
        return found


class _DealerLevel:
    """The groups of so many cards: each is one of the level before, and one card more."""

    def __init__(
        self, before: list[int], value: list[int], ends: dict[int, dict[int, float]]
    ) -> None:
        self.before, self.value = _pick(before), _pick(value)
        self.ends = [
            (ENDS.index(end), _pick(list(ways)), tuple(ways.values()))
            for end, ways in sorted(ends.items())
        ]


def _pick(places: list[int]) -> Pick:
    """These places of a sequence, as `itemgetter` does it, of one place too."""
    if len(places) > 1:
        return itemgetter(*places)
    (only,) = places
    return lambda sequence: (sequence[only],)


def _lines(house: BlackjackRules, up: int, face: bool) -> dict[Drawn, dict[int, float]]:
    """The cards that the dealer may end with, and in how many orders with which end."""
    naturals = _naturals(house, up, face)
    ended: dict[Drawn, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    lines: dict[tuple[Drawn, int], float] = {((), value): 1.0 for value in VALUES}
    while lines:
        longer: dict[tuple[Drawn, int], float] = defaultdict(float)
        for (before, last), ways in lines.items():
            points, soft = _count(house, (up, *before), last)
            drawn = tuple(sorted((*before, last)))
            natural = naturals if not before and points == 21 else 0.0
            if natural:
                ended[drawn][NATURAL] += natural * ways
            if natural < 1 and not house.draws(points, soft, len(drawn) + 1):
                ended[drawn][min(points, BUST)] += (1 - natural) * ways
            elif natural < 1:
                for value in VALUES:
                    longer[drawn, value] += ways
        lines = longer
    return ended


def _naturals(house: BlackjackRules, up: int, face: bool) -> float:
    """Which share of the holes that make 21 make a natural."""
    if not house.natural_pays:
        return 0.0
    if not house.natural_faces_only:
        return 1.0
    return FACES if up == ACE else float(face)


def _count(house: BlackjackRules, before: Drawn, last: int) -> tuple[int, bool]:
    """The dealer's points and whether an ace counts 11 in them; the last card is told apart.

    Where an ace hardens once a card is drawn upon it, only the last one may be soft.
    """
    hard = sum(before) + len(before) + last + 1
    hardens = house.ace_hardens and len(before) > 1
    ace = last == ACE or (not hardens and ACE in before)
    soft = ace and hard <= 11
    return hard + 10 * soft, soft


def _levels(
    lines: dict[Drawn, dict[int, float]],
) -> list[tuple[list[int], list[int], dict[int, dict[int, float]]]]:
    """The groups by their number of cards, each behind what it begins with."""
    known = {drawn[:size] for drawn in lines for size in range(len(drawn) + 1)}
    places: dict[Drawn, int] = {(): 0}
    levels = []
    for size in range(1, max(map(len, known)) + 1):
        before, value = [], []
        ends: dict[int, dict[int, float]] = defaultdict(dict)
        for place, drawn in enumerate(sorted(one for one in known if len(one) == size)):
            places[drawn] = place
            before.append(places[drawn[:-1]])
            value.append(drawn[-1] * MOST + drawn[:-1].count(drawn[-1]))
            for end, ways in lines.get(drawn, {}).items():
                ends[end][place] = ways
        levels.append((before, value, ends))
    return levels
