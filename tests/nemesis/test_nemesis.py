"""Nodes are struck while players play, a seed each: nobody loses anything. `SEEDS=1000` plays so
many; `python -m tests.nemesis SEED` plays one again and says what happened."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from tests.databases import Databases
from tests.nemesis.judge import judged
from tests.nemesis.night import Night
from tests.nemesis.plan import Shape, Strike, plan
from tests.nemesis.unchecked import unchecked

SEEDS: Final = int(os.environ.get("SEEDS", "2"))
TRIES: Final = 10
SHAPES: Final[tuple[Shape, ...]] = ("standby", "shared")


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_strikes_the_nodes_nobody_loses_anything(
    seed: int, postgresql: Databases, tmp_path: Path
) -> None:
    with postgresql.own() as dsn:
        night = Night(
            plan(seed, strikes=2, shape=SHAPES[seed % len(SHAPES)]),
            tmp_path,
            dsn,
            postgresql.server,
        )
        history = asyncio.run(night.play())
    if wrong := judged(history):
        history.save(tmp_path / "history")
    assert wrong == [], [struck.what for struck in history.struck]


def test_without_fences_the_judge_finds_a_fault_within_ten_runs(
    postgresql: Databases, tmp_path: Path
) -> None:
    for seed in range(TRIES):
        with postgresql.own() as dsn:
            unchecked(dsn)
            # A node that sleeps for three leases, with acts on their way to it, wakes.
            struck = (Strike("stop", True, 0, 3.0, 0.5),)
            planned = replace(plan(seed, shape=SHAPES[seed % len(SHAPES)]), strikes=struck)
            night = Night(planned, tmp_path / str(seed), dsn, postgresql.server, fenced=False)
            if judged(asyncio.run(night.play())):
                return
    raise AssertionError("a judge who finds nothing proves nothing")
