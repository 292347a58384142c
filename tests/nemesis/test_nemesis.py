"""Nodes are struck while players play, a seed each: nobody loses anything. `SEEDS=1000` plays so
many; `python -m tests.nemesis SEED` plays a longer run and says what happened."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from tests.databases import Databases
from tests.house.test_killed import TABLES
from tests.nemesis.cluster import LEASE_S
from tests.nemesis.history import History
from tests.nemesis.judge import judged
from tests.nemesis.night import Night
from tests.nemesis.plan import (
    ANY_LINE,
    LINES,
    STRUCK,
    WEIGHTS,
    Shape,
    Strike,
    houses,
    plan,
)
from tests.nemesis.unchecked import unchecked

SEEDS: Final = int(os.environ.get("SEEDS", "30"))
HOUSES: Final = houses(SEEDS)
SLOWLY: Final = 0.4
"""Players of short runs act so fast: more acts cost more processor, and show no more."""
APART: Final[tuple[Shape, ...]] = ("standby", "fronts", "apart")
"""Houses in which nodes have roles of their own."""
TRIES: Final = 10
SHAPES: Final[tuple[Shape, ...]] = ("standby", "fronts")


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_whatever_strikes_the_nodes_nobody_loses_anything(
    house: int, postgresql: Databases, tmp_path: Path
) -> None:
    def judge(history: History) -> None:
        if wrong := judged(history):
            history.save(tmp_path / "history")
            raise AssertionError((wrong, [struck.what for struck in history.struck]))

    with postgresql.own() as dsn:
        night = Night(HOUSES[house], tmp_path, dsn, postgresql.server, hurry=SLOWLY)
        asyncio.run(night.play(judge))


def test_thirty_runs_strike_each_role_and_each_line_in_each_way_and_play_all_games() -> None:
    runs = [run for house in houses(30) for run in house]
    assert len({run.seed for run in runs}) == len(runs) == 30
    struck = [(run.shape, one) for run in runs for one in run.strikes]
    assert {one.kind for _, one in struck} == WEIGHTS.keys()
    for kind in ("kill", "stop"):
        whom = {(shape, one.whom) for shape, one in struck if one.kind == kind}
        assert whom >= {(shape, one) for shape in APART for one in STRUCK[shape]}
    # A standby has no other line than that to PostgreSQL.
    assert {one.line for shape, one in struck if shape == "standby" and one.kind in LINES} == {
        "postgresql"
    }
    lines = {(one.kind, one.line) for _, one in struck}
    assert lines >= {(kind, line) for kind in LINES for line in ANY_LINE}
    games = {TABLES[table].game for run in runs for table in run.tables}
    assert games == {"holdem", "doudizhu", "blackjack", "roulette", "sabacc"}
    assert all("eps" in run.tables and len(set(run.clocks)) > 1 for run in runs)


def test_without_fences_the_judge_finds_a_fault_within_ten_runs(
    postgresql: Databases, tmp_path: Path
) -> None:
    # The node sleeps for three leases, with acts on their way to it, and wakes.
    asleep = Strike("stop", "owner", "both", 3 * LEASE_S, 0.5)
    for seed in range(TRIES):
        folder, planned = tmp_path / str(seed), plan(seed, shape=SHAPES[seed % len(SHAPES)])
        with postgresql.own() as dsn:
            unchecked(dsn)
            night = Night(
                [replace(planned, strikes=(asleep,))],
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
