"""All-in or fold with a short stack: the equilibrium, and nothing else."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from bench.figures_holdem import KNOWN
from bench.push_fold import lost
from game_server.bots.holdem.push_fold import DEPTHS, MANY_DEPTHS, SHORT, place_of, table
from protocol.cards import PACK, parse
from tests.bots.test_holdem_levels import asked, how_often
from tests.rules.holdem.tables import Table
from tools.holdem.equities import load
from tools.holdem.push_fold import exploitability, heads_up

EXACT = ("medium", "hard", "master")
HANDS = Counter(place_of(pair) for pair in combinations(PACK, 2))


def wide(name: str) -> float:
    """The share of all hands that goes in."""
    return sum(share * HANDS[place] for place, share in enumerate(table()[name])) / 1326


def test_equities_are_those_of_every_deal() -> None:
    equities, met = load()
    for name, known in KNOWN.items():
        place = place_of(parse(name))
        found = equities[place] @ met[place] / met[place].sum()
        assert found == pytest.approx(known, abs=6e-7)


@pytest.mark.parametrize(
    ("level", "depth", "most"),
    [("hard", 10, 0.00001), ("medium", 10, 0.00001), ("hard", 5.75, 0.0005)],
)
def test_the_best_answer_wins_next_to_nothing_from_a_short_stack(
    level: str, depth: float, most: float
) -> None:
    # Between the depths of the table two of its lines are mixed.
    assert lost(level, depth) <= most


def test_the_solver_finds_the_chart_that_all_know_and_sees_what_is_worse() -> None:
    pushes, calls = heads_up(10, 300)
    assert exploitability(pushes, calls, 10) < 0.0001
    assert wide("10 push") == pytest.approx(0.583, abs=0.002)
    assert wide("10 call") == pytest.approx(0.374, abs=0.002)
    assert exploitability(pushes * 0.8, calls, 10) > 0.005
    assert exploitability(pushes, calls * 0.8, 10) > 0.005


def test_more_goes_in_with_fewer_blinds_and_with_fewer_behind() -> None:
    for name in ("push", "call"):
        shares = [wide(f"{depth:g} {name}") for depth in DEPTHS if depth >= 2]
        assert all(after < before + 0.01 for before, after in pairwise(shares))
    for depth in MANY_DEPTHS:
        first = [wide(f"{depth} many {behind}") for behind in range(1, 7)]
        assert all(after < before for before, after in pairwise(first))
        assert wide(f"{depth} many 6 0") <= wide(f"{depth} many 1 0")


@pytest.mark.parametrize("level", EXACT)
@pytest.mark.parametrize("seats", [2, 3, 5, 7])
def test_who_is_first_with_a_short_stack_goes_all_in_or_folds(level: str, seats: int) -> None:
    random = Random(f"{level} {seats}")
    seen = set()
    for _ in range(30):
        stacks = [10 * random.randint(2, SHORT)] * seats
        hole = random.choice(("As Ad", "Kh 9h", "7c 2d", "8s 8d"))
        first = 0 if seats == 2 else 3 % seats
        hand = Table("standard", stacks, cards={first: hole})
        seen.add(asked(level, hand, random.randrange(99)).verb)
    assert seen == {"all_in", "fold"}


@pytest.mark.parametrize("level", EXACT)
def test_the_big_blind_answers_limps_and_small_raises_as_well(level: str) -> None:
    strong, weak = "Ac Kc", "7c 2d"
    for hole, verb in ((strong, "all_in"), (weak, "check")):
        limped = Table("standard", [100, 100], cards={1: hole}).acts("call")
        assert how_often(level, limped, verb) == 1
    raised = Table("standard", [100, 100], cards={1: strong}).acts("raise 20")
    assert how_often(level, raised, "all_in") == 1
    kept = Table("standard", [100, 100], cards={1: "Qc 5d"}).acts("raise 20")
    assert how_often(level, kept, "call") == 1


@pytest.mark.parametrize("preset", ["standard", "eps", "heads_up", "casino"])
@pytest.mark.parametrize("changes", [{}, {"ante": 200}, {"ante": 200, "ante_from": "big_blind"}])
def test_short_stacks_play_on_under_every_rule(preset: str, changes: dict[str, Any]) -> None:
    if preset == "casino" and changes:
        return
    for number in range(12):
        hand = Table(preset, [number * 8 + 5, 60], **changes)
        while hand.ask is not None:
            act = asked("hard", hand, number)
            assert hand.ask.refusal(act) is None
            hand.act(act.verb, act.amount // 100)


def test_antes_count_as_a_shorter_stack() -> None:
    hand = "Qd 4s"
    without = Table("standard", [120, 120], cards={0: hand})
    ante = Table("standard", [120, 120], cards={0: hand}, ante=1000)
    assert how_often("hard", without, "all_in") < how_often("hard", ante, "all_in")


def test_a_deep_stack_and_who_has_acted_play_by_the_chart() -> None:
    deep = Table("standard", [1000] * 2, cards={0: "As Ad"})
    assert how_often("hard", deep, "raise") == 1
    opened = Table("standard", [130, 130], cards={0: "Ac 9d"}).acts("raise 25", "all_in")
    assert how_often("hard", opened, "all_in", "call") == 1
