"""Nodes are struck while players play, a seed each: nobody loses anything. `SEEDS=1000` plays so
many; `python -m tests.nemesis SEED` plays one again and says what happened."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from tests.databases import Databases
from tests.nemesis.cluster import LEASE_S
from tests.nemesis.judge import judged
from tests.nemesis.night import Night
from tests.nemesis.plan import Shape, Strike, plan
from tests.nemesis.unchecked import unchecked

SEEDS: Final = int(os.environ.get("SEEDS", "2"))
TRIES: Final = 10
SHAPES: Final[tuple[Shape, ...]] = ("standby", "fronts")


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
        folder, planned = tmp_path / str(seed), plan(seed, shape=SHAPES[seed % len(SHAPES)])
        with postgresql.own() as dsn:
            unchecked(dsn)
            # The node sleeps for three leases, with acts on their way to it, and wakes.
            night = Night(
                replace(planned, strikes=(Strike("stop", True, 0, 3 * LEASE_S, 0.5),)),
                folder,
                dsn,
                postgresql.server,
                fenced=False,
                patience=5.0,
            )
            wrong = judged(asyncio.run(night.play()))
        if any(not fault.startswith("stuck") for fault in wrong):
            return
    raise AssertionError("a judge who finds nothing proves nothing")
