"""How long garbage collections hold up a full house, and what garbage there is.

`python -m bench.collector FILE serve --config ...` is a house whose collections are timed. SIGUSR1
writes them into the file, then looks at everything once, and writes how long that took and what
was found that only a collection frees.
"""

import gc
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep, thread_time
from types import FrameType
from typing import Any, Final

from bench.house import crowded
from bench.measure import number, table
from game_server import cli
from game_server.loadtest.run import SPARE, allow_files

PLAYERS: Final = (30, 2_000)
RATE: Final = 1_000.0
SECONDS: Final = 25.0
"""Long enough that the house looks twice whether it is calm."""
PATIENCE: Final = 60.0
SHOWN: Final = 8
CALM: Final = ".calm"
FEW: Final = 20
"""So many stay when the others have gone: the house looks then, if it is calm."""
CALM_S: Final = 300.0
"""Turns of those who are gone run out first, and seats are given up."""


class Collections:
    """The collections of this process, by how long they took of its processor."""

    def __init__(self, file: Path) -> None:
        self._file, self._begun = file, 0.0
        self._took: list[float] = []
        self._freed = 0
        gc.callbacks.append(self._note)
        signal.signal(signal.SIGUSR1, self._write)

    def _note(self, phase: str, info: Mapping[str, int]) -> None:
        if gc.isenabled():
            # The house is not yet there.
            return
        if phase == "start":
            self._begun = thread_time()
        else:
            self._took.append(thread_time() - self._begun)
            self._freed += info["collected"]
            self._file.with_suffix(CALM).write_text(json.dumps(self._took))

    def _write(self, sent: int, frame: FrameType | None) -> None:
        took, freed = self._took.copy(), self._freed
        gc.set_debug(gc.DEBUG_SAVEALL)
        begun = thread_time()
        gc.collect()
        new = thread_time() - begun
        gc.unfreeze()
        begun = thread_time()
        gc.collect()
        whole = thread_time() - begun
        gc.set_debug(0)
        kinds = Counter(type(one).__qualname__ for one in gc.garbage)
        gc.garbage.clear()
        found = {"took": took, "new": new, "all": whole, "garbage": kinds.most_common(SHOWN)}
        found["objects"], found["left"] = len(gc.get_objects()), freed + kinds.total()
        part = self._file.with_suffix(".part")
        part.write_text(json.dumps(found))
        part.rename(self._file)


def look(players: int, rate: float, seconds: float) -> Mapping[str, Any]:
    """What such a crowd makes of a fresh house."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "collections.json"
        with crowded(players, rate, ("bench.collector", str(file))) as (server, crowd):
            crowd.play(seconds)
            os.kill(server.pid, signal.SIGUSR1)
            until = monotonic() + PATIENCE
            while not file.exists():
                if monotonic() > until:
                    raise RuntimeError("The house does not tell its collections.")
                sleep(0.1)
        found: Mapping[str, Any] = json.loads(file.read_text())
        return found


def calm(players: int, rate: float, seconds: float) -> Sequence[float]:
    """What collections take of a house whose crowd goes: while few are left, and when all have
    gone."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "collections.json"
        with crowded(players, rate, ("bench.collector", str(file))) as (_, crowd):
            crowd.play(seconds)
            took: list[float] = []
            for left in (FEW, 0):
                before, until = len(took), monotonic() + CALM_S
                crowd.leave(left)
                while len(took) == before and monotonic() < until:
                    crowd.play(1.0)
                    with suppress(OSError, ValueError):
                        took = json.loads(file.with_suffix(CALM).read_text())
    return took


def main(seconds: float = SECONDS, players: Sequence[int] = PLAYERS) -> None:
    """Crowds of these sizes, each in a house of its own."""
    rows = []
    for many in players:
        allow_files(2 * many + SPARE)
        found = look(many, min(RATE, float(many)), seconds)
        rows.append(
            (
                number(many),
                number(found["objects"]),
                f"{len(found['took'])}",
                number(max(found["took"], default=0.0) * 1e3),
                number(found["new"] * 1e3),
                number(found["all"] * 1e3),
                number(found["left"]),
                ", ".join(number(one * 1e3) for one in calm(many, min(RATE, float(many)), seconds)),
            )
        )
        if found["garbage"]:
            print(f"left with {many} players: {found['garbage']}")
    head = ("players", "objects", "collections", "the longest, ms", "of what is new, ms",
            "of everything, ms", "garbage", "when they have gone, ms")  # fmt: skip
    print(table(head, rows))


def serve(arguments: Sequence[str]) -> int:
    """A house whose collections are timed, until it is told to stop."""
    Collections(Path(arguments[0]))
    return cli.main(arguments[1:])


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))
