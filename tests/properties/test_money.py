"""Chips are moved, never made: in every game, at every step, whoever leaves."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.rules.catalogue import GAMES
from game_server.rules.core import Game
from protocol.events import Moved
from protocol.words import HOUSE, JACKPOT, POT
from tests.playing import EVERY_PRESET, SEEDS, random_round, shared_round

PARTIES = {POT, HOUSE, JACKPOT}
POTS = [
    pytest.param(GAMES[game], preset, id=f"{game}-{preset}")
    for game in ("holdem", "sabacc")
    for preset in GAMES[game].presets
    if preset != "casino"
]
"""Where seats play for what all of them have paid, and nobody stays in without paying."""


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, scope="session")
@given(seed=SEEDS)
def test_chips_are_conserved_and_no_stack_falls_below_nothing(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = shared_round(game.name, preset, seed)
    whole = sum(played.stacks.values())
    for steps in range(1, len(played.steps) + 1):
        stacks = played.stacks_after(steps)
        assert sum(stacks.values()) == whole
        assert all(stacks[seat] >= 0 for seat in played.stacks)
        assert stacks.get(POT, 0) >= 0
    assert played.stacks_after().get(POT, 0) == 0


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, scope="session")
@given(seed=SEEDS)
def test_every_movement_is_of_some_chips_between_two_who_are_there(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = shared_round(game.name, preset, seed)
    there = PARTIES | played.stacks.keys()
    for event in played.events:
        if isinstance(event, Moved):
            assert type(event.amount) is int
            assert event.amount > 0
            assert event.src != event.dst
            assert {event.src, event.dst} <= there
            assert event.why


@pytest.mark.req("E-RF-BR-011")
@pytest.mark.parametrize(("game", "preset"), POTS)
@given(seed=st.integers(0, 2**32))
def test_nobody_wins_more_from_another_than_its_own_chips_cover_whoever_leaves(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = random_round(game, preset, seed, leaving=seed % 30)
    paid, won = dict.fromkeys(played.stacks, 0), dict.fromkeys(played.stacks, 0)
    for event in played.events:
        if isinstance(event, Moved) and event.dst == POT:
            paid[event.src] += event.amount
        elif isinstance(event, Moved) and event.src == POT and event.why == "uncalled":
            paid[event.dst] -= event.amount
        elif isinstance(event, Moved) and event.src == POT:
            won[event.dst] += event.amount
    for seat, held in played.stacks.items():
        assert won[seat] <= sum(min(put, held) for put in paid.values())
