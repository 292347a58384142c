"""The habit of beginners: to play the lowest cards that will do, whoever leads.

Every turn of a seat either fits that habit or breaks it. While it fits, it says which cards the
seat cannot hold: it leads nothing above its lowest card, and what it did not beat it could not
beat. The network is told, and has learned how far to believe it (`net.py`); the search imagines a
beginner's hand and its plays by it (`worlds.py`). The trainer has the same reckoning in C.
"""

from math import comb
from typing import Final, NamedTuple

from game_server.bots import Chance
from game_server.bots.doudizhu.moves import DoudizhuMove, higher
from game_server.bots.doudizhu.packed import ROCKET, SMALL, TWO, Packed, at_least, ranks, size
from game_server.bots.doudizhu.sense import LANDLORD, Spot
from game_server.bots.doudizhu.split import UNITS
from protocol.games.doudizhu import CATEGORIES, KINDS, RANKS, Pattern

ENOUGH: Final = 5
"""After so many turns by the habit it is believed."""
RARE: Final = 150
"""Not if only one hand of so many could be without all those cards."""
TRIO, CHAIN = 3, 5


class Habit(NamedTuple):
    """One seat's turns so far, read as those of a beginner; ones stand at ranks, as in a hand."""

    none: Packed = 0
    """The ranks of which it would hold no card."""
    single: Packed = 0
    """The ranks of which it would hold one card at most."""
    broken: bool = False
    """Whether it has done something that a beginner would not."""
    turns: int = 0

    def after(self, before: Pattern | None, play: Pattern | None, cards: Packed) -> "Habit":
        """With one more turn: what lay there, None for a lead; what was played, None for a pass."""
        if self.broken:
            return self
        none, single, broken = self.none, self.single, False
        if before is None:
            if play is None:
                raise ValueError("Who leads may not pass.")
            none |= _between(-1, next(ranks(at_least(cards, 1))))
            broken = KINDS[play.category].kickers > 0
        else:
            alike = play is not None and play.category == before.category
            passed_over = _between(before.low, play.low if play and alike else len(RANKS))
            if before.category == "solo":
                none |= passed_over
            elif before.category == "pair":
                single |= passed_over
        if broken or at_least(cards, 1) & none or at_least(cards, 2) & single:
            return BROKEN
        return Habit(none | at_least(cards, 1) & single, single, turns=self.turns + 1)

    def is_believed(self, unseen: Packed, left: int) -> bool:
        """Whether the seat, with so many cards left of those unseen, passes for a beginner."""
        if self.broken or self.turns < ENOUGH:
            return False
        could = sum(unseen >> 4 * rank & 15 for rank in RANKS if not self.none >> 4 * rank & 1)
        return RARE * comb(could, left) > comb(size(unseen), left)


BROKEN: Final = Habit(broken=True)


def by_habit(spot: Spot, chance: Chance) -> DoudizhuMove | None:
    """What a beginner does; None is a pass."""
    if spot.table is None:
        return _lead(spot.hand)
    return _follow(spot, spot.table, chance)


def _lead(hand: Packed) -> DoudizhuMove:
    """What its lowest card is in: a bomb, trios, a run of five or more, a pair, or it alone."""
    low = next(ranks(at_least(hand, 1)))
    counts = [hand >> 4 * rank & 15 for rank in RANKS]
    if low == SMALL and hand & ROCKET == ROCKET:
        return _move("rocket", 2, SMALL, ROCKET)
    if counts[low] > TRIO:
        return _move("bomb", 1, low, 4 << 4 * low)
    if counts[low] == TRIO:
        length = _run(counts, low, (TRIO,))
        category = "airplane" if length > 1 else "trio"
        return _move(category, length, low, TRIO * UNITS[length] << 4 * low)
    length = _run(counts, low, (1, 2))
    if length >= CHAIN:
        return _move("chain", length, low, UNITS[length] << 4 * low)
    category = "pair" if counts[low] > 1 else "solo"
    return _move(category, 1, low, counts[low] << 4 * low)


def _run(counts: list[int], low: int, held: tuple[int, ...]) -> int:
    """How many ranks in a row, below the two, are held so often."""
    high = low
    while high < TWO and counts[high] in held:
        high += 1
    return max(1, high - low)


def _follow(spot: Spot, table: DoudizhuMove, chance: Chance) -> DoudizhuMove | None:
    """The lowest of the kind, over a fellow too; else a bomb or a pass, any by chance."""
    kind = CATEGORIES[table.category]
    free = 0
    if table.category != "rocket":
        free = higher(spot.hand, kind, table.length, table.low)
    for low in ranks(free):
        cards = kind.copies * UNITS[table.length] << 4 * low
        if kind.kickers:
            more = _kickers(
                spot.hand - cards, low, table.length, kind.kicker, kind.kickers * table.length
            )
            if not more:
                continue
            cards += more
        return _move(table.category, table.length, low, cards)
    if LANDLORD not in (spot.place, (spot.place + 2) % 3):
        return None
    found: list[DoudizhuMove | None] = [None]
    if table.category not in ("bomb", "rocket"):
        found += [_move("bomb", 1, one, 4 << 4 * one) for one in ranks(at_least(spot.hand, 4))]
    if table.category != "rocket" and spot.hand & ROCKET == ROCKET:
        found.append(_move("rocket", 2, SMALL, ROCKET))
    return found[chance(len(found))] if len(found) > 1 else None


def _kickers(rest: Packed, low: int, length: int, kicker: int, wanted: int) -> Packed:
    """The lowest, whatever they break; 0 if there are too few."""
    others = list(ranks(at_least(rest, kicker) & ~(UNITS[length] << 4 * low)))[:wanted]
    found = sum(kicker << 4 * rank for rank in others)
    return 0 if len(others) < wanted or found & ROCKET == ROCKET else found


def _move(category: str, length: int, low: int, cards: Packed) -> DoudizhuMove:
    blast = category in ("bomb", "rocket")
    return DoudizhuMove(category, length, low, cards, size(cards), 0, 0, blast)


def _between(low: int, high: int) -> Packed:
    """Ones at the ranks above the first and below the second."""
    return sum(1 << 4 * rank for rank in range(low + 1, high))
