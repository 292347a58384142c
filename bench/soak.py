"""A crowd that plays for an hour: memory and disk of the house, and how soon it tells, as a curve.

`make soak` plays an hour, `make soak SECONDS=60` a minute. It fails where memory grew by more than
it may between the middle and the end of the run.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.house import crowded
from bench.measure import number, table
from game_server.loadtest.run import SPARE, MeasuredProcess, allow_files

PLAYERS: Final = 280
RATE: Final = 200.0
SECONDS: Final = 3_600.0
STAKE: Final = 200
"""So low that nobody runs out of chips within hours."""
POINTS: Final = 12
WARM: Final = 60_000
"""By so many acts all is full that is kept for every table and player, and SQLite's cache."""
MOST_GROWN: Final = 4_000_000
FILLS: Final = 30_000_000
"""Bytes of memory that may come between the middle and the end: of a run that was warm in the
middle, and of a short one, in which the house still fills."""


@dataclass(frozen=True)
class Point:
    """The house at one moment, and how it has told since the one before."""

    seconds: float
    acts: int
    memory: int
    disk: int
    p50: float
    p99: float
    cost: float
    """Seconds of processor time an act."""


def soak(seconds: float, players: int, rate: float, points: int = POINTS) -> Iterator[Point]:
    """Let them play, and look at the house so many times."""
    allow_files(2 * players + SPARE)
    acts, played = 0, 0.0
    with (
        TemporaryDirectory() as folder,
        crowded(players, rate, within=folder, stake=STAKE) as (server, crowd),
    ):
        house = MeasuredProcess(server.pid)
        for _ in range(points):
            before = house.cpu()
            measured = crowd.play(seconds / points)
            acts, played = acts + measured.acts, played + measured.wall
            cost = (house.cpu() - before) / max(1, measured.acts)
            yield Point(
                played,
                acts,
                house.memory(),
                size(Path(folder)),
                measured.percentile(0.5),
                measured.percentile(0.99),
                cost,
            )


def size(folder: Path) -> int:
    """Bytes of all files in the folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def grown(points: Sequence[Point]) -> tuple[int, int]:
    """Bytes of memory that came between the middle and the end, and how many may."""
    middle = points[len(points) // 2 - 1]
    return points[-1].memory - middle.memory, MOST_GROWN if middle.acts >= WARM else FILLS


HEAD: Final = ("seconds", "acts", "memory MB", "disk MB", "p50 ms", "p99 ms", "us CPU/act")


def row(point: Point) -> tuple[str, ...]:
    """A line of the curve."""
    return (
        number(point.seconds),
        number(point.acts),
        f"{point.memory / 1e6:.1f}",
        f"{point.disk / 1e6:.1f}",
        number(point.p50 * 1e3),
        number(point.p99 * 1e3),
        number(point.cost * 1e6),
    )


def main(seconds: float = SECONDS, players: int = PLAYERS, rate: float = RATE) -> int:
    """The curve of such a crowd, each line as soon as it is known; 1 where memory grew on."""
    points: list[Point] = []
    for one in soak(seconds, players, rate):
        # Whoever ends an hour before its time has what was seen until then.
        lines = table(HEAD, [row(one)]).splitlines()
        print("\n".join(lines if not points else lines[-1:]), flush=True)
        points.append(one)
    more, most = grown(points)
    print(f"\nMemory between the middle and the end: {more / 1e6:+.1f} MB; {most / 1e6:g} may be.")
    return int(more > most)
