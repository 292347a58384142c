"""Ours and theirs in turns, so that whatever slows the machine slows them alike.

Time is the processor's, not the clock's: another program on the machine is not counted.
"""

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import process_time

RUNS = 3
TURN = 0.25
"""Seconds of a racer before the next has its turn: a machine that is busy for longer slows all."""
Clock = Callable[[], float]


@dataclass(frozen=True)
class Racer:
    """One of those compared: `play` plays `games` games and says how much was decided in them."""

    name: str
    play: Callable[[], int]
    games: int = 1


@dataclass(frozen=True)
class Pace:
    """What a racer does in a second of processor time."""

    name: str
    games: float
    decisions: float


def race(
    racers: Sequence[Racer], seconds: float, runs: int = RUNS, clock: Clock = process_time
) -> list[Pace]:
    """So many runs, in each of which every racer has so many seconds, in short turns."""
    timed = [_run(racers, seconds, clock) for _ in range(runs)]
    return [
        Pace(
            racer.name,
            median(run[place].games for run in timed),
            median(run[place].decisions for run in timed),
        )
        for place, racer in enumerate(racers)
    ]


def _run(racers: Sequence[Racer], seconds: float, clock: Clock) -> list[Pace]:
    spent, games, decisions = ([0.0] * len(racers) for _ in range(3))
    while min(spent) < seconds or min(spent) == 0:
        for place, racer in enumerate(racers):
            begun, turn = clock(), 0.0
            while turn == 0 or turn < min(TURN, seconds):
                decisions[place] += racer.play()
                games[place] += racer.games
                turn = clock() - begun
            spent[place] += turn
    return [
        Pace(racer.name, games[place] / spent[place], decisions[place] / spent[place])
        for place, racer in enumerate(racers)
    ]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as they need, in the form that a page of the docs can take as it is."""
    lines = [list(head), ["---"] + ["---:"] * (len(head) - 1), *map(list, rows)]
    wide = [max(len(line[place]) for line in lines) for place in range(len(head))]
    return "\n".join(
        "| "
        + " | ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, wide, strict=True))
        )
        + " |"
        for line in lines
    )


def number(value: float) -> str:
    """`12,300`: three digits that count; `4.56` and `16.4` below a hundred."""
    if value < 100:
        return f"{value:.2f}" if value < 10 else f"{value:.1f}"
    step = 10 ** max(0, len(str(int(value))) - 3)
    return f"{round(value / step) * step:,}"


def times(ours: float, theirs: float) -> str:
    """How many times as fast ours is as theirs."""
    return f"{number(ours / theirs)}x"


def peer(package: str) -> str:
    """`pokerkit 0.7.7`"""
    return f"{package} {version(package)}"


def machine() -> str:
    """What the numbers were measured on."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    model = f"{models[0]}, {len(models)} cores" if models else platform.machine()
    return f"{model}; {platform.system()}; {platform.python_implementation()} " + (
        platform.python_version()
    )
