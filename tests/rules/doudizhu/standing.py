"""Plays with wild cards written a second time: every rank is tried for every wild card."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement

from protocol.games.doudizhu import Kickers, Pattern

Ranks = tuple[int, ...]
"""The rank of each card, rising: 0 is a 3, 11 an ace, 12 a 2, 13 and 14 are the jokers."""
NATURALS = range(13)
SHAPES = {
    # copies of each primal, the fewest in a row, kickers for each, cards of a kicker
    "solo": (1, 1, 0, 0),
    "chain": (1, 5, 0, 0),
    "pair": (2, 1, 0, 0),
    "pair_chain": (2, 3, 0, 0),
    "trio": (3, 1, 0, 0),
    "airplane": (3, 2, 0, 0),
    "trio_solo": (3, 1, 1, 1),
    "airplane_solos": (3, 2, 1, 1),
    "trio_pair": (3, 1, 1, 2),
    "airplane_pairs": (3, 2, 1, 2),
    "bomb": (4, 1, 0, 0),
    "four_solos": (4, 1, 2, 1),
    "four_pairs": (4, 1, 2, 2),
}


def stood(
    own: Iterable[int], wilds: int, wild: int, kickers: Kickers, before: Pattern | None
) -> set[Pattern]:
    """Everything that these cards and so many wild ones can be now."""
    fixed = tuple(own)
    if not wilds:
        ways: Iterable[Ranks] = [()]
    elif not fixed:
        ways = [(wild,) * wilds]
    else:
        ways = combinations_with_replacement(NATURALS, wilds)
    found = set()
    for way in ways:
        pattern = named(tuple(sorted(fixed + way)), kickers, before)
        if pattern is None:
            continue
        if pattern.category == "bomb" and wilds:
            pattern = Pattern("soft_bomb" if fixed else "wild_bomb", 1, pattern.low)
        if before is None or above(pattern, before):
            found.add(pattern)
    return found


def above(one: Pattern, other: Pattern) -> bool:
    """Soft bombs over all that is no bomb, bombs over them, four wild cards, then the rocket."""
    order = ["soft_bomb", "bomb", "wild_bomb", "rocket"]
    if one.category == other.category:
        return one.length == other.length and one.low > other.low
    if one.category not in order:
        return False
    return other.category not in order or order.index(one.category) > order.index(other.category)


@cache
def named(ranks: Ranks, kickers: Kickers, before: Pattern | None) -> Pattern | None:
    """What cards are of which none is wild."""
    if ranks == (13, 14):
        return Pattern("rocket", 2, 13)
    count = Counter(ranks)
    if max(count.values(), default=5) > 4:
        return None
    found = sorted(_all(count, len(ranks), kickers), key=lambda one: one.low)
    if not found:
        return None
    # The same cards are the highest they can be; trios in a row are an airplane as they are.
    whole = [one for one in found if one.category == "airplane"]
    best = found[-1]
    if whole and not (
        before is not None and best.category == "airplane_solos" and above(best, before)
    ):
        return whole[0]
    return best


def _all(count: Counter[int], size: int, kickers: Kickers) -> Iterator[Pattern]:
    for category, (copies, shortest, many, wide) in SHAPES.items():
        each = copies + many * wide
        length = size // each
        if size % each or length < shortest or (shortest == 1 and length != 1):
            continue
        last = 15 if category == "solo" else 13 if shortest == 1 else 12
        for low in range(last - length + 1):
            run = range(low, low + length)
            if all(count[rank] == copies for rank in run):
                rest = {rank: some for rank, some in count.items() if some and rank not in run}
                if _goes(rest, wide, kickers):
                    yield Pattern(category, length, low)


def _goes(rest: dict[int, int], wide: int, kickers: Kickers) -> bool:
    """Whether these may be kickers, so many of a rank to each."""
    if wide == 0:
        return not rest
    if wide == 2:
        return all(some == 2 for some in rest.values())
    if {13, 14} <= rest.keys() and not kickers.both_jokers:
        return False
    return kickers.equal or all(some == 1 for some in rest.values())
