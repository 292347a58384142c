"""The same acts and the same chance give the same round, whoever plays it again."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given

from game_server.rules.core import Game
from game_server.table import journal
from tests.playing import EVERY_PRESET, SEEDS, open_round, random_round, shared_round


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, scope="session")
@given(seed=SEEDS)
def test_a_round_played_again_is_the_same_round(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = shared_round(game.name, preset, seed)
    again = open_round(game, played.options, played.stacks, played.carry)
    for seat, act in played.script:
        again.do(seat, act)
    assert again.steps == played.steps
    assert again.asked == played.asked
    assert again.rules.carry(again.state) == played.rules.carry(played.state)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, scope="session")
@given(seed=SEEDS)
def test_no_step_changes_the_state_it_came_from(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = shared_round(game.name, preset, seed)
    before = [repr(step.state) for step in played.steps]
    for (seat, act), step in zip(played.script, played.steps, strict=False):
        again = open_round(game, played.options, played.stacks, played.carry)
        again.steps = [step]
        again.do(seat, act)
    assert [repr(step.state) for step in played.steps] == before


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_a_state_is_frozen(game: Game[Any, Any, Any], preset: str) -> None:
    state = random_round(game, preset, 1).state
    assert is_dataclass(state)
    with pytest.raises(FrozenInstanceError):
        setattr(state, fields(state)[0].name, None)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, scope="session")
@given(seed=SEEDS)
def test_what_is_inherited_survives_the_journal(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = shared_round(game.name, preset, seed)
    carry = played.rules.carry(played.state)
    assert journal.unpacked(game.carry, journal.packed(game.carry, carry)) == carry
