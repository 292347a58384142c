"""The network of the masters: small, legal to read, and the one that was trained."""

from importlib.resources import files

import pytest

from game_server.bots.doudizhu.habits import Habit
from game_server.bots.doudizhu.moves import DoudizhuMove
from game_server.bots.doudizhu.net import (
    HIDDEN,
    MARKS,
    NARROW,
    judged,
    marks_of_play,
    marks_of_spot,
)
from game_server.bots.doudizhu.search import MOST_JUDGED, candidates
from game_server.bots.doudizhu.sense import Spot, sensible
from game_server.bots.doudizhu.situation import Seen
from protocol.games.doudizhu import CATEGORIES
from tests.bots.trainer import said_by_trainer

CODES = tuple(CATEGORIES)
GAMES = 40


def test_it_is_as_small_as_it_was_to_be() -> None:
    weights = 3 * (MARKS * HIDDEN + HIDDEN * NARROW + NARROW)
    stored = len(files("game_server.bots.doudizhu").joinpath("master.net").read_bytes())
    assert weights < 500_000
    assert weights < stored < 1_000_000


@pytest.fixture(scope="module")
def told() -> list[list[int]]:
    """Games of sense against itself as the trainer sees them, a line for each turn."""
    return said_by_trainer("tell", GAMES, 3)


def turn(line: list[int]) -> tuple[Spot, Seen, int, list[int]]:
    """What a line tells: the turn, what was seen, what was played, and its marks."""
    place, hand, *left = line[:5]
    code, length, low, owner, unseen, feared = line[5:11]
    table = DoudizhuMove(CODES[code], length, low, 0, 0, 0, 0, False) if code >= 0 else None
    played, solo, pair = line[11:29:6], line[12:29:6], line[13:29:6]
    habits = [Habit(line[at], line[at + 1], line[at + 2] > 0) for at in (14, 20, 26)]
    spot = Spot(place, hand, left, table, owner, unseen, feared)
    return spot, Seen(played, line[29], solo, pair, habits), line[30], line[31:]


def test_sense_and_marks_are_those_of_the_games_that_it_was_trained_in(
    told: list[list[int]],
) -> None:
    assert len(told) > 20 * GAMES
    for line in told:
        spot, seen, played, marks = turn(line)
        usual = sensible(spot)
        assert (usual.cards if usual else 0) == played, line
        mine = marks_of_spot(spot, seen) + marks_of_play(spot, usual, usual)
        assert sorted(mine) == sorted(marks), line


def test_it_knows_who_is_about_to_win(told: list[list[int]]) -> None:
    """Over the turns of whole games the winner's odds are good, and better towards the end."""
    known = 0
    ends = [one for one, line in enumerate(told[1:]) if sum(line[2:5]) > 50 > sum(told[one][2:5])]
    for end in ends:
        spot, seen, *_ = turn(told[end - 3])
        last = turn(told[end])[0].place
        usual = sensible(spot)
        tried = candidates(spot, usual, MOST_JUDGED)
        likely = max(judged(spot, seen, tried, usual)) > 0
        known += likely == ((spot.place == 0) == (last == 0))
    assert known > 0.8 * len(ends) > 20
