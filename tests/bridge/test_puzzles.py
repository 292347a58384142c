"""Puzzles on the page: reached from where nobody has come in, solved by taps, stars kept."""

import json

import pytest

from client_core.client import MOST_STARS
from client_core.puzzles.collection import puzzles
from client_core.puzzles.solver import Solver
from client_core.text import LANGUAGES
from protocol.words import Cards
from tests.bridge.tab import Tab, taps
from tests.bridge.test_screens import said_amiss
from web_client.bridge.puzzle_local import local_of

FIRST = puzzles()[0]
HARD = puzzles()[-1]
LONG = 5.0
"""The seconds in which the others have answered."""


def looking(number: int = FIRST.number, language: str = "en") -> Tab:
    """A tab that has met no house, with this puzzle in sight."""
    one = Tab(language)
    one.tap("go", "puzzles")
    one.bridge.pressed("go", ("puzzle", number))
    return one


def do(one: Tab, key: str) -> None:
    one.tap("puzzle.do", f"puzzle.{key}")


def plays(one: Tab, cards: Cards) -> None:
    """Chooses these cards and plays them, or passes."""
    for place, card in enumerate(local_of(one.visit).hand):
        if card in cards:
            one.tap("puzzle.pick", place)
    do(one, "play" if cards else "pass")


def solves(one: Tab) -> None:
    """Plays rightly to the end; the others answer in between."""
    solver = Solver(local_of(one.visit).puzzle.position)
    while local_of(one.visit).playing.position.winner is None:
        plays(one, solver.best(local_of(one.visit).playing.position))
        assert said_amiss(one) == []
        one.passes(LONG)


def status(one: Tab) -> str:
    return str(one.at("puzzle", "bar", "status"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_puzzle_is_solved_by_taps_before_anybody_has_come_in(language: str) -> None:
    one = looking(language=language)
    solves(one)
    assert status(one) == one.client.say("puzzle.won", stars=MOST_STARS, most=MOST_STARS)
    assert one.client.puzzles.stars == {FIRST.number: MOST_STARS}
    do(one, "next")
    assert one.at("sheet", "title") == one.client.say("puzzle.title", number=FIRST.number + 1)
    one.tap("back")
    first = one.at("sheet", "columns", 1, 1, "blocks", 0)
    assert (first["stars"], first["next"]) == (MOST_STARS, False)
    again = Tab(language, dict(one.kept))
    assert again.client.puzzles.stars == {FIRST.number: MOST_STARS}


def test_the_page_says_that_it_thinks_before_the_solver_is_asked() -> None:
    one = looking(HARD.number)
    do(one, "hint")
    assert status(one) == one.client.say("puzzle.looking")
    one.bridge.woken()
    assert status(one) == one.client.say("puzzle.looking"), "it takes more than a slice"
    one.passes(LONG)
    best = Solver(HARD.position).best(HARD.position)
    assert set(local_of(one.visit).chosen) == set(best)


def test_a_hint_costs_a_star_and_the_solution_all_of_them() -> None:
    one = looking()
    do(one, "hint")
    one.passes(LONG)
    do(one, "play")
    one.passes(LONG)
    solves(one)
    assert one.client.puzzles.stars == {FIRST.number: MOST_STARS - 1}
    other = looking()
    do(other, "line")
    other.passes(LONG)
    while ["puzzle.do", "puzzle.next"] in [*taps(other.page)]:
        do(other, "next")
    assert status(other) == other.client.say("puzzle.line_over")
    assert other.client.puzzles.stars == {}


def test_a_wrong_play_is_said_and_a_step_back_takes_it_away() -> None:
    one = looking()
    do(one, "play")
    assert one.at("puzzle", "bar", "ink") == "warm"
    plays(one, FIRST.position.hands[0][:1])
    one.passes(LONG)
    assert local_of(one.visit).playing.past
    do(one, "undo")
    assert local_of(one.visit).playing.position == FIRST.position
    one.bridge.tap(json.dumps({"tap": ["puzzle.slide"], "value": [0, 1, 99]}))
    assert local_of(one.visit).picked == (0, 1)
