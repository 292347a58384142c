"""With how many seats and how much at each a round of any game begins."""

from typing import Any

import pytest

from game_server.rules.core import Game
from protocol.words import Seat
from tests.playing import EVERY_PRESET


def opened(game: Game[Any, Any, Any], preset: str, held: int, *more: int) -> None:
    """The least number of seats hold so much each, and these sit there besides."""
    options = game.presets[preset]
    purses = (*[held] * options.least, *more)
    game.rules(options).open({Seat(seat): cents for seat, cents in enumerate(purses)}, None)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_a_round_begins_with_the_fewest_seats_that_hold_what_it_takes(
    game: Game[Any, Any, Any], preset: str
) -> None:
    opened(game, preset, game.entry(game.presets[preset]))


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_a_seat_that_holds_less_than_it_takes_is_refused(
    game: Game[Any, Any, Any], preset: str
) -> None:
    short = game.entry(game.presets[preset]) - 1
    with pytest.raises(ValueError, match="hold too little; to be dealt in takes"):
        opened(game, preset, short)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_too_few_seats_and_too_many_are_refused(game: Game[Any, Any, Any], preset: str) -> None:
    options = game.presets[preset]
    for seats in (options.least - 1, options.most + 1):
        with pytest.raises(ValueError, match=f"{seats} seats cannot play; it takes"):
            game.rules(options).open({Seat(seat): 100_000 for seat in range(seats)}, None)
