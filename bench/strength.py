"""How strong the bots are, as rows of one page: what is measured, on which decks, how surely.

A bench of bots lists its `ROWS` and hands them to `report`. Each row measures itself in a `Run`,
which says from which decks, on how many of them and in how many processes. A row may be worked
out instead of measured: then its `Found` has no interval.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from os import cpu_count
from statistics import fmean, stdev
from typing import Final, TypeVar

CONFIDENT: Final = 1.96
"""Standard errors on either side that hold the truth 95 times in 100."""
APART: Final = 10**7
"""From the first deck of one seed to the first deck of the next."""
SHARE: Final = "%"
"""The unit of what is a part of a whole, in hundredths."""
LEAST: Final = 2
"""Decks of the shortest run: one has no interval."""
CHUNK: Final = 10
"""Decks that a process plays before it fetches more."""
HEAD: Final = "| ours | against | under | played | found, 95 % | aim |\n|---|---|---|--:|--:|--:|"

T = TypeVar("T")


@dataclass(frozen=True)
class Found:
    """A mean and half of its 95 % confidence interval; what is exact has none."""

    mean: float
    within: float | None = None
    unit: str = ""
    digits: int = 1

    def __str__(self) -> str:
        # A share has no sign, whoever it speaks for.
        sign = "" if self.unit == SHARE else "+"
        surely = f" ± {self.within:.{self.digits}f}" if self.within is not None else ""
        return f"{self.mean:{sign}.{self.digits}f}{surely} {self.unit}".rstrip()


def found(values: Sequence[float], unit: str = "", digits: int = 1) -> Found:
    """The mean of what each deck gave."""
    within = CONFIDENT * stdev(values) / sqrt(len(values))
    return Found(fmean(values), within, unit, digits)


@dataclass(frozen=True)
class Run:
    """Which decks are played: `seed` says where they begin, `share` how many of the full number."""

    seed: int = 0
    share: float = 1.0
    processes: int = 1

    @property
    def whole(self) -> bool:
        """Whether it is as long as the aims are meant for."""
        return self.share >= 1

    def decks(self, full: int) -> range:
        """The numbers of the decks; no two seeds have one in common."""
        first = self.seed * APART
        return range(first, first + max(LEAST, round(full * self.share)))

    def play(self, deal: Callable[[int], T], full: int) -> list[T]:
        """What each deck gives, in order; `deal` and what it gives go between processes."""
        decks = self.decks(full)
        if self.processes < 2:
            return [deal(deck) for deck in decks]
        with ProcessPoolExecutor(self.processes) as workers:
            return list(workers.map(deal, decks, chunksize=CHUNK))


@dataclass(frozen=True)
class Row:
    """Who plays whom, and what to measure. Aims are of the first number found.

    An aim is reached when the whole interval is: a win by luck is none.
    """

    ours: str
    against: str
    under: str
    played: int
    """Decks of a full run; 0: nothing is played."""
    measure: Callable[[Run, int], Sequence[Found]]
    """What so many decks give in this run."""
    least: float | None = None
    most: float | None = None
    bears: float | None = None
    """What it may fall short of by luck, but not for sure: the interval must not lie below."""

    @property
    def title(self) -> str:
        return f"{self.ours} | {self.against} | {self.under}"

    @property
    def aim(self) -> str:
        """What the first number is to be."""
        ends = ((self.least, "at least"), (self.most, "at most"), (self.bears, "not surely below"))
        return ", ".join(f"{word} {end:g}" for end, word in ends if end is not None)

    def reached(self, first: Found) -> bool:
        low, high = first.mean - (first.within or 0), first.mean + (first.within or 0)
        return (
            (self.least is None or low >= self.least)
            and (self.most is None or high <= self.most)
            and (self.bears is None or high >= self.bears)
        )


def report(rows: Iterable[Row], run: Run, only: str = "") -> int:
    """Print a line for each row whose title has these words; 1 if a whole run missed an aim."""
    missed = 0
    print(f"Seed {run.seed}\n\n{HEAD}")
    for row in rows:
        if not all(word in row.title for word in only.split()):
            continue
        numbers = row.measure(run, row.played)
        failed = not row.reached(numbers[0])
        missed += failed
        played = f"{len(run.decks(row.played)):,}" if row.played else "exact"
        said = f"{row.aim}{', missed' if failed and run.whole else ''}"
        print(f"| {row.title} | {played} | {', '.join(map(str, numbers))} | {said} |", flush=True)
    return int(run.whole and missed > 0)


def sized(seconds: float, full: float, seed: int, processes: int | None) -> Run:
    """A run of so many seconds, where all rows take `full` of them."""
    return Run(seed, seconds / full, processes or cpu_count() or 1)
