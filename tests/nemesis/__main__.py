"""`python -m tests.nemesis SEED ...`: play these runs and say what is wrong in each; `--unfenced`
without fences, `--judge FILE` a history that was kept. Where the machine is quiet a table that is
silent for too long is wrong too."""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.databases import Databases, running
from tests.nemesis.history import History, load
from tests.nemesis.judge import judged
from tests.nemesis.judge_silence import is_quiet, long_silences, longest_silences
from tests.nemesis.night import Night
from tests.nemesis.plan import SHAPES, Shape, plan
from tests.nemesis.unchecked import unchecked

SHOWN: Final = 30
"""So many faults of a run are shown."""


def play(
    seed: int, databases: Databases, folder: Path, fenced: bool, shape: Shape | None
) -> History:
    """The run of that seed."""
    with databases.own() as dsn:
        if not fenced:
            unchecked(dsn)
        night = Night([plan(seed, shape=shape)], folder, dsn, databases.server, fenced)
        return asyncio.run(night.play())


def say(history: History) -> int:
    """What was played, and how many faults were found in it."""
    wrong = [*judged(history), *long_silences(history)]
    acts = sum(frame.said and frame.message["t"] == "act" for frame in history.frames)
    began = history.frames[0].at
    print(f"seed {history.seed}: {acts} acts, {len(history.frames)} frames, {len(wrong)} faults")
    for struck in history.struck:
        print(f"  {struck.at - began:6.2f}  {struck.what}")
    for table, (silent, at) in sorted(longest_silences(history).items()):
        print(f"  {table} was silent for {silent:.2f} s at most, from {at - began:.2f}")
    if not is_quiet(history):
        late = [one.seconds for one in history.late]
        how = f"{max(late):.2f} s late once, and {sum(late):.2f} s in all"
        print(f"  silences are not judged: this process itself was {how}")
    for fault in wrong[:SHOWN]:
        print(f"  ! {fault}")
    return len(wrong)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nemesis", description=__doc__)
    parser.add_argument("seeds", nargs="*", type=int, metavar="SEED")
    parser.add_argument("--to", type=int, default=0, help="all seeds up to this one")
    parser.add_argument("--unfenced", action="store_true")
    parser.add_argument("--shape", choices=sorted({*SHAPES}))
    parser.add_argument("--keep", type=Path, help="a folder for the histories that have faults")
    parser.add_argument("--judge", type=Path, nargs="*", default=[], metavar="FILE")
    asked = parser.parse_args(arguments)
    bad = [file for file in asked.judge if say(load(file))]
    seeds = [*asked.seeds, *range(max(asked.seeds, default=0) + 1, asked.to + 1)]
    databases = running() if seeds else None
    for seed in seeds:
        assert databases is not None
        began = time.process_time()
        with tempfile.TemporaryDirectory(prefix="nemesis-") as folder:
            history = play(seed, databases, Path(folder), not asked.unfenced, asked.shape)
            if say(history):
                bad.append(Path(str(seed)))
                if asked.keep is not None:
                    asked.keep.mkdir(parents=True, exist_ok=True)
                    history.save(asked.keep / str(seed))
                    for log in Path(folder).glob("*/log"):
                        kept = asked.keep / f"{seed}-{log.parent.name.replace(' ', '-')}.log"
                        kept.write_text(log.read_text())
        print(f"  {time.process_time() - began:.1f} s of processor here", flush=True)
    if databases is not None:
        databases.close()
    print("Faults in: " + ", ".join(map(str, bad)) if bad else "No faults.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
