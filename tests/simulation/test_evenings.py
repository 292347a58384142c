"""Whole evenings of the house, a seed each; a hundred; `SEEDS=2000` plays so many."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.evening import INPUTS, Evening
from tests.simulation.striking import KINDS

CHUNK = 20
SEEDS = int(os.environ.get("SEEDS", "100"))
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_an_evening_with_faults_keeps_every_chip_every_secret_and_every_word(first: int) -> None:
    games, stood_in, struck = [], 0, set[str]()
    for seed in range(first, min(first + CHUNK, SEEDS)):
        evening = Evening(seed)
        evening.play_out()
        assert evening.inputs >= INPUTS
        assert evening.crashes >= 1
        assert not evening.untouched
        games.append(len(evening.played.intersection(evening.tables)))
        stood_in += evening.stood_in
        struck |= evening.strikes.struck.keys()
    assert games.count(3) >= len(games) // 2, f"evenings played so many tables each: {games}"
    spared = set(KINDS) - struck
    assert len(spared) < len(KINDS) // 3, f"no commit of these kinds fails: {spared}"
    assert stood_in, "bots play for those who have left or are away"


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_the_same_seed_is_the_same_evening_in_every_process(seed: int) -> None:
    here = Evening(seed).play_out()
    code = "import sys; from tests.simulation.evening import Evening; "
    code += f"sys.stdout.write(Evening({seed}).play_out())"
    # Names hash otherwise there: no order may come from a set of them.
    there = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout[-len(here) :] == here
