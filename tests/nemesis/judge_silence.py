"""How long a table was silent, and whether that was too long: judged beside all else, and only in
the histories of a machine that was quiet, for a timing decides nothing where much else runs.

A silence counts from what struck last, for a strike in the middle of a recovery begins another one;
and from its end where players are at the node that is struck and hear nothing by it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tests.nemesis.history import History
from tests.nemesis.plan import SLOW

LIVELY: Final = frozenset({"told", "seats", "asked", "waiting"})
"""What a player hears of a table that goes on."""
LIMIT_S: Final = 3.0
RESTART_S: Final = 5.0
"""So long a table may be silent, and where PostgreSQL itself ended."""
QUIET_S: Final = 0.25
MOSTLY: Final = 0.05
"""Where the players' own process was later than this, at any time, or late for such a part of all
the time, the machine was too busy."""


@dataclass(frozen=True)
class Silence:
    """Nobody at the table was told anything for so long. `counts`: what of it counts, and how long
    that may be."""

    table: str
    began: float
    lasted: float
    counts: float
    may: float

    @property
    def too_long(self) -> bool:
        """Whether it is a finding."""
        return self.counts > self.may and self.table not in SLOW

    def __str__(self) -> str:
        return (
            f"silence: {self.table} was silent for {self.lasted:.2f} s, of which {self.counts:.2f}"
            f" count, and {self.may:.2f} may be"
        )


def longest_silences(history: History) -> Mapping[str, tuple[float, float]]:
    """By table: the longest time in which nobody there was told anything, and from when on."""
    return {
        table: max((after - at, at) for at, after in pairwise(times))
        for table, times in _heard(history).items()
        if len(times) > 1
    }


def is_quiet(history: History) -> bool:
    """Whether the machine was quiet enough to judge silences."""
    played = sum(ended - began for began, ended in history.played)
    late = [one.seconds for one in history.late]
    return max(late, default=0.0) <= QUIET_S and sum(late) <= MOSTLY * played


def long_silences(history: History) -> list[str]:
    """Every silence that was too long, a sentence each; none where that cannot be judged."""
    if not is_quiet(history):
        return []
    return [str(one) for one in _silences(history) if one.too_long]


def _silences(history: History) -> Iterator[Silence]:
    """Each silence while everybody played."""
    waits = _waiting_for_chips(history)
    for table, times in sorted(_heard(history).items()):
        for at, after in pairwise(times):
            played = any(began <= at and after <= ended for began, ended in history.played)
            if played and (table, at) not in waits:
                yield _silence(history, table, at, after)


def _silence(history: History, table: str, at: float, after: float) -> Silence:
    since, pieces, may = at, list[tuple[float, float]](), LIMIT_S
    for one in sorted(history.troubles, key=lambda one: one.began):
        if at - LIMIT_S < one.ended and one.began < after:
            pieces.append((since, one.began))
            since = max(since, min(one.ended, after) if one.mute else one.began)
            may = RESTART_S if one.kind == "restart" else may
    since, until = max([*pieces, (since, after)], key=lambda piece: piece[1] - piece[0])
    may += sum(late.seconds for late in history.late if since <= late.at < until)
    return Silence(table, at, after - at, until - since, may)


def _waiting_for_chips(history: History) -> set[tuple[str, float]]:
    """When a table had somebody without chips, at each time it was heard of: it may have to wait
    until the bank has paid."""
    without, waits = dict[str, bool](), set[tuple[str, float]]()
    for frame in history.frames:
        if not frame.said and frame.message["t"] in LIVELY:
            table = str(frame.message["table"])
            if frame.message["t"] == "seats":
                seats = frame.message["seats"].values()
                without[table] = any(not one.get("stack") for one in seats)
            if without.get(table):
                waits.add((table, frame.at))
    return waits


def _heard(history: History) -> Mapping[str, list[float]]:
    """By table: when anybody there was told something."""
    heard: dict[str, list[float]] = defaultdict(list)
    for frame in history.frames:
        if not frame.said and frame.message["t"] in LIVELY:
            heard[str(frame.message["table"])].append(frame.at)
    return heard
