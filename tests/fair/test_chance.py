"""Chance: the operating system's, even among its numbers, and none that follows from another."""

import ast
import math
import secrets
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import game_server
from game_server.fair.chance import TrueChance, answer, seeded, true_chance
from game_server.table.round_effects import Draw

PACK = tuple(range(52, 0, -1))
WHEEL = Draw(7, "round:41.wheel", (), (37,))
DEAL = Draw(7, "round:41", (), PACK)
SURE = 6.5
"""Standard deviations: what is further off comes once in ten thousand million times."""


def test_the_same_question_asked_again_is_drawn_again() -> None:
    chance = TrueChance()
    assert len({chance.draw("t", DEAL) for _ in range(50)}) == 50


@given(st.lists(st.integers(1, 2**40), max_size=60))
def test_numbers_stay_below_their_bounds(bounds: list[int]) -> None:
    drawn = TrueChance().draw("t", Draw(1, "round:1", (), tuple(bounds)))
    assert len(drawn) == len(bounds)
    assert all(0 <= number < bound for number, bound in zip(drawn, bounds, strict=True))


def test_every_number_comes_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def below(bound: int) -> int:
        asked.append(bound)
        return bound - 1

    monkeypatch.setattr(secrets, "randbelow", below)
    assert TrueChance().draw("t", DEAL) == tuple(bound - 1 for bound in PACK)
    assert TrueChance().below(6) == 5
    assert asked == [*PACK, 6]


def off(seen: int, tries: int, share: float) -> float:
    """How many standard deviations a count is from where it should be."""
    return abs(seen - tries * share) / math.sqrt(tries * share * (1 - share))


def test_no_number_is_favoured_by_a_rest() -> None:
    """Words of 64 bits taken modulo three quarters of their number would give half of all draws
    to the lower third."""
    bound, tries = 3 << 62, 20_000
    low = sum(true_chance(bound) < bound // 3 for _ in range(tries))
    assert off(low, tries, 1 / 3) < SURE


def test_every_number_of_the_wheel_comes_alike_often() -> None:
    tries = 37_000
    counts = Counter(TrueChance().draw("t", WHEEL)[0] for _ in range(tries))
    assert set(counts) == set(range(37))
    assert all(off(counts[number], tries, 1 / 37) < SURE for number in range(37))


def test_every_card_comes_alike_often_at_every_place_of_the_deal() -> None:
    tries = 5_200
    places: Counter[tuple[int, int]] = Counter()
    for _ in range(tries):
        left = list(range(52))
        for place, number in enumerate(TrueChance().draw("t", DEAL)):
            places[place, left.pop(number)] += 1
    assert all(
        off(places[at, card], tries, 1 / 52) < SURE for at in range(52) for card in range(52)
    )


def test_no_spin_says_anything_of_the_next() -> None:
    spins = [TrueChance().draw("t", WHEEL)[0] for _ in range(37_000)]
    again = sum(one == two for one, two in pairwise(spins))
    assert off(again, len(spins) - 1, 1 / 37) < SURE


def test_a_seed_is_for_showing_and_true_chance_for_players() -> None:
    assert answer(PACK, seeded(7)) == answer(PACK, seeded(7))
    assert answer(PACK, true_chance) != answer(PACK, true_chance)


HARMLESS = {"fair/chance.py", "loadtest/players.py"}
"""Where `random` is imported: for seeds of demonstrations, and for the clients of a load test."""


def test_nothing_in_the_house_draws_from_a_generator_that_could_be_foretold() -> None:
    package = Path(game_server.__file__).parent
    found = set()
    for file in package.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            named = [getattr(node, "module", None) or "", *(one.name for one in node.names)]
            if any(name.partition(".")[0] in ("random", "numpy") for name in named):
                found.add(str(file.relative_to(package)))
    assert found == HARMLESS
