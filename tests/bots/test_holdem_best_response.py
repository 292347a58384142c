"""The best answer to the blueprint, reckoned on a sample of boards, against sums done by hand."""

import shutil
from itertools import combinations

import numpy as np
import pytest

from game_server.bots.holdem.tree import BUCKETS
from protocol.cards import PACK, rank
from protocol.games.holdem import strength
from tools.holdem.best_response import Sample, Strategy, exploitability, played, responds, sampled

if shutil.which("cc") is None:
    pytest.skip("there is no C compiler", allow_module_level=True)

DEPTH = 20
ACES = 12
"""The class of two aces."""


@pytest.fixture(scope="module")
def boards() -> Sample:
    return sampled(3, flops=2, turns=2, rivers=2)


def always(choice: int) -> Strategy:
    """A player who takes its first or last choice with any cards."""
    nodes = played(DEPTH).nodes
    shares = np.zeros_like(played(DEPTH).shares)
    for row in nodes:
        acts, first = int(row["acts"]), int(row["first"])
        until = first + BUCKETS[row["street"]] * acts
        shares[first:until].reshape(-1, acts)[:, choice] = 1
    return Strategy(nodes, shares)


def test_what_one_wins_by_the_blueprint_the_other_loses(boards: Sample) -> None:
    blueprint = played(DEPTH)
    won = [responds(blueprint, boards, player, blueprint.shares)[1] for player in (0, 1)]
    assert won[0] == pytest.approx(-won[1], abs=1e-5)
    assert won[0] != 0


def test_who_answers_wins_more_than_who_plays_it_and_less_than_who_knows_the_boards(
    boards: Sample,
) -> None:
    blueprint = played(DEPTH)
    for player in (0, 1):
        least, most = responds(blueprint, boards, player)
        assert least < most
        assert most > responds(blueprint, boards, player, blueprint.shares)[1]
    assert exploitability(DEPTH, boards)[1] > 0


def doubled(flops: int, turns: int, rivers: int) -> Sample:
    """Of one flop, where that many of a street are the same twice: so nothing is chosen there."""
    more = (2 // flops, 2 // turns, 2 // rivers)
    one = sampled(7, flops, turns, rivers)
    first, second = np.tile(one.cards[0], more[0]), np.repeat(one.cards[1], more[1])
    third = np.repeat(one.cards[2], more[2]).reshape(turns, -1)
    last = np.tile(np.repeat(third, more[1], axis=0).ravel(), more[0])
    on_turns = np.repeat(one.on_turns.reshape(turns, -1), more[1], axis=0).ravel()
    return Sample(
        np.array((2, 2, 2), np.int32),
        (first, np.tile(second, more[0]), last),
        np.tile(one.on_flops, more[0]),
        np.tile(on_turns, more[0]),
    )


@pytest.mark.parametrize("streets", [(1, 2, 1), (1, 1, 2)])
def test_who_chooses_by_one_half_of_the_next_cards_is_paid_by_the_other(
    streets: tuple[int, int, int],
) -> None:
    for player in (0, 1):
        least, most = responds(played(DEPTH), doubled(*streets), player)
        assert least < most - 0.01


def test_where_both_halves_are_the_same_nothing_is_known_too_well() -> None:
    least, most = responds(played(DEPTH), doubled(1, 1, 1), 0)
    assert least == pytest.approx(most, abs=1e-4)


def test_from_a_dealer_who_folds_every_hand_its_blind_is_won(boards: Sample) -> None:
    assert responds(always(0), boards, 1) == pytest.approx((0.5, 0.5), abs=1e-5)


def test_all_in_with_aces_against_any_two_cards_wins_what_the_boards_say(boards: Sample) -> None:
    """Both all-in before the flop, or the dealer folds: every pair of hands is compared."""
    mine, acts = always(0).shares, int(played(DEPTH).nodes[0]["acts"])
    mine[ACES * acts : (ACES + 1) * acts] = [0] * (acts - 1) + [1]
    # Called by whoever goes all-in with everything, which over an all-in is to call.
    won = responds(always(-1), boards, 0, mine)[1]
    flops, turns, rivers = boards.cards
    ways = 22_100 * 49 * 48 / (17_296 * 45 * 44) / len(rivers)
    expected = 0.0
    for place, river in enumerate(rivers):
        flop = flops[3 * (place // 4) : 3 * (place // 4) + 3]
        board = tuple(int(card) for card in (*flop, turns[place // 2], river))
        left = [card for card in PACK if card not in board]
        values = {pair: strength((*board, *pair)) for pair in combinations(left, 2)}
        for ours in combinations([card for card in left if rank(card) == rank(PACK[-1])], 2):
            for theirs, value in values.items():
                if not set(ours) & set(theirs):
                    wins = (values[ours] > value) - (values[ours] < value)
                    expected += DEPTH * wins * ways
    pairs = 1326 * 1225
    folds = 0.5 * (1326 - 6) / 1326
    assert won == pytest.approx(expected / pairs - folds, abs=1e-4)
