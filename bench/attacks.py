"""How soon honest people are told of an act while their house is attacked, and how it grows.

The house, the honest table and the attackers are a process each.
"""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.measure import table
from tests.attacks.evening import Evening, Played, evening
from tests.attacks.floods import FLOODS
from tests.attacks.lines import Eve

SECONDS = 5.0
LATEST = 100.0
GROWN = 50.0
PEACE = "no attack"


def main(seconds: float = SECONDS) -> int:
    """1 if somebody was told too late, missed a turn, or the house grew too much."""
    with tempfile.TemporaryDirectory() as folder, evening(Path(folder)) as night:
        found = {name: (attacked(night, name, seconds), night.grown()) for name in (PEACE, *FLOODS)}
        missed = len(night.missed())
        night.close()
    head = ("attack", "acts", "told", "p50 ms", "p99 ms", "most ms", "grown MB")
    print(table(head, [tuple(row(name, *one)) for name, one in found.items()]))
    late = [name for name, (played, _) in found.items() if played.percentile(0.99) > LATEST]
    grown = max(grown for _, grown in found.values())
    print(f"\nTurns that honest people missed: {missed}.")
    print(f"p99 above {LATEST:.0f} ms: {', '.join(late) or 'never'}.")
    return int(bool(late or missed or grown > GROWN))


def attacked(night: Evening, name: str, seconds: float) -> Played:
    """How it went at the honest table in so many seconds of this attack."""
    night.begin()
    until = time.monotonic() + seconds
    with Eve(night.port) as eve:
        if name == PEACE:
            time.sleep(seconds)
        else:
            attack = FLOODS[name](eve)
            for _ in attack:
                if time.monotonic() > until:
                    break
            attack.close()
        return night.plays(rounds=1)


def row(name: str, played: Played, grown: float) -> Iterator[str]:
    yield name
    yield f"{played.acts}"
    yield f"{len(played.late)}"
    for share in (0.5, 0.99, 1.0):
        yield f"{played.percentile(share):.1f}"
    yield f"{grown:.1f}"
