"""The puzzles that come with the client are what they promise."""

from importlib.resources import files

import pytest

from client_core.puzzles import collection
from client_core.puzzles.collection import FILE, Puzzle, serialised
from client_core.puzzles.position import LANDLORD, Position
from client_core.puzzles.solver import Solver
from protocol.games.doudizhu import plays
from tests.rules.doudizhu.dealing import of
from tools.puzzles import LOOKED_AT, MANY, SEED, measured, same, tried

FIFTY = collection.puzzles()[::4]


def test_there_are_two_hundred_of_rising_difficulty() -> None:
    found = collection.puzzles()
    assert [one.number for one in found] == list(range(1, MANY + 1))
    difficulties = [one.difficulty for one in found]
    assert difficulties == sorted(difficulties)
    assert [one.grade for one in found] == [grade for grade in range(1, 6) for _ in range(40)]


def test_none_is_there_twice() -> None:
    assert len({same(one.position) for one in collection.puzzles()}) == MANY


@pytest.mark.parametrize("puzzle", FIFTY, ids=lambda one: str(one.number))
def test_one_first_play_alone_wins(puzzle: Puzzle) -> None:
    position = puzzle.position
    solver = Solver(position, 2 * LOOKED_AT)
    right = solver.winning(position)
    assert len(right) == 1
    assert len(position.choices) > 1


@pytest.mark.parametrize("puzzle", FIFTY[::7], ids=lambda one: str(one.number))
def test_no_puzzle_is_won_by_what_comes_to_mind_first(puzzle: Puzzle) -> None:
    """The measure refuses what a player wins who follows the hints, or lays the most cards."""
    measure = measured(puzzle.position)
    assert measure is not None
    assert measure.difficulty == puzzle.difficulty


def test_what_the_first_hint_wins_is_no_puzzle() -> None:
    assert measured(Position((of("34567"), of("89TJ")))) is None


@pytest.mark.parametrize("place", [0, 41, 82])
def test_the_seed_makes_the_same_puzzles_again(place: int) -> None:
    position, measure = tried(SEED, place, MANY)
    there = {one.position: one.difficulty for one in collection.puzzles()}
    assert there[position] == measure.difficulty


def test_another_seed_makes_others() -> None:
    position, _ = tried(SEED + 1, 0, MANY)
    assert position not in {one.position for one in collection.puzzles()}


def test_the_file_is_what_is_written() -> None:
    text = (files("client_core.puzzles") / FILE).read_text(encoding="utf-8")
    assert serialised(collection.puzzles()) == text


def test_the_landlord_leads_with_all_cards_of_a_game_that_can_be() -> None:
    for one in collection.puzzles():
        assert one.position.turn == LANDLORD
        assert one.position.to_beat is None
        assert plays(one.position.hands[LANDLORD])
