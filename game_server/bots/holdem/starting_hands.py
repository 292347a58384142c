"""What two cards are worth before the flop: 169 classes against every number and range of hands."""

from bisect import bisect_left
from itertools import accumulate, combinations
from typing import Final, NamedTuple

from game_server.bots.holdem.preflop_table import TABLE
from protocol.cards import PACK, RANKS, rank, suit
from protocol.words import Cards

RANGES: Final = (1.0, 0.60, 0.40, 0.25, 0.15, 0.08, 0.04)
"""The shares of best hands that the table's equities are against, after those against random."""


class StartingHand(NamedTuple):
    """A line of the table of starting hands."""

    place: float
    """The share of all hands that are better: 0 for aces, nearly 1 for the worst."""
    random: tuple[float, ...]
    """Equity against one to six random hands."""
    ranged: tuple[float, ...]
    """Equity against one hand of each of RANGES."""


def class_of(pair: Cards) -> str:
    """`AKs`, `72o`, `TT`"""
    low, high = sorted(pair)
    name = RANKS[rank(high)] + RANKS[rank(low)]
    if rank(low) == rank(high):
        return name
    return name + ("s" if suit(low) == suit(high) else "o")


def _read() -> dict[str, StartingHand]:
    lines = [line.split() for line in TABLE.strip().splitlines()]
    many = {2: 6, 3: 12}
    counts = [many[len(name)] if not name.endswith("s") else 4 for name, *_ in lines]
    worths = {}
    for (name, *numbers), better in zip(lines, accumulate(counts, initial=0), strict=False):
        values = [int(number) / 1000 for number in numbers]
        ranged = (values[0], *values[6:])
        worths[name] = StartingHand(better / 1326, tuple(values[:6]), ranged)
    return worths


_WORTHS: Final = _read()
_OF_PAIR: Final[dict[Cards, StartingHand]] = {
    pair: _WORTHS[class_of(pair)] for pair in combinations(PACK, 2)
}
PLACES: Final[dict[Cards, float]] = {pair: one.place for pair, one in _OF_PAIR.items()}
"""The place of every two cards, the lower first."""


def worth(hole: Cards) -> StartingHand:
    """The line of the table for these two cards."""
    low, high = sorted(hole)
    return _OF_PAIR[low, high]


def equity_against(hole: Cards, width: float) -> float:
    """Equity against one hand out of the best `width` of all, 0 to 1."""
    ranged = worth(hole).ranged
    if width <= RANGES[-1]:
        return ranged[-1]
    narrower = bisect_left(RANGES, -width, key=lambda one: -one)
    if narrower == 0:
        return ranged[0]
    wide, narrow = RANGES[narrower - 1], RANGES[narrower]
    part = (width - narrow) / (wide - narrow)
    return ranged[narrower] + part * (ranged[narrower - 1] - ranged[narrower])


def equity_in_company(hole: Cards, width: float, others: int) -> float:
    """Equity against one such hand and `others` more random hands."""
    alone, *many = worth(hole).random
    company = many[min(others, 5) - 1] / alone if others else 1.0
    return equity_against(hole, width) * company
