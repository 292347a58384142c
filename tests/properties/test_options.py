"""Whatever options a room has chosen: the properties of every round hold."""

from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client_core import folds
from client_core.round import pots
from game_server.bots import Bot, bots, quick
from game_server.rules.core import Game
from game_server.table import journal
from game_server.table.round_host import RoundHost
from protocol.events import RoundEnded, told
from protocol.words import POT, Seat
from tests.playing import EVERY_PRESET, STYLES, PlayedRound, began, open_round, play_round
from tests.properties.test_rebuild import Evening
from tests.properties.test_two_worlds import compare
from tests.rules.test_choices import chosen

SEEDS = st.integers(0, 2**32)
THOROUGH = frozenset({"master"})
"""Bots that think long: one of them in one round is enough."""


def at_one_seat(bot: Bot, others: Bot) -> Bot:
    """This bot at seat 0, the other at the others."""
    return lambda told, ask, chance: (bot if ask.who == 0 else others)(told, ask, chance)


def round_of(
    game: Game[Any, Any, Any], preset: str, seed: int, bot: Bot | None = None, leaving: int = 3
) -> PlayedRound:
    """A round under options chosen at random, with stacks from less than an ante to many."""
    random = Random(f"{game.name} {preset} {seed}")
    options = chosen(game, preset, random)
    least = max(game.entry(options), options.unit)
    most = random.choice((5, 40, 400)) * max(options.unit, 100)
    stacks = {
        Seat(seat): least + random.randrange(0, most, options.unit)
        for seat in range(random.randint(options.least, options.most))
    }
    style = bot or random.choice(STYLES)
    return play_round(game, options, stacks, None, random.randrange, style, leaving)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@settings(max_examples=20)
@given(seed=SEEDS)
def test_a_round_under_any_options_played_again_is_the_same(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = round_of(game, preset, seed)
    again = open_round(game, played.options, played.stacks, played.carry)
    for seat, act in played.script:
        again.do(seat, act)
    assert again.steps == played.steps
    assert again.asked == played.asked


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@settings(max_examples=4)
@given(seed=SEEDS)
def test_a_table_with_any_options_is_rebuilt_from_its_journal(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    options = chosen(game, preset, Random(seed))
    evening = Evening(game, preset, seed, options)
    evening.take(evening.host.begin(evening.now))
    while (said := evening.next_input()) is not None:
        evening.take(evening.feed(evening.host, said))
        evening.now += 1
    rows = [journal.from_bytes(row) for row in evening.rows]
    for until in (len(rows) // 2, len(rows)):
        again, _ = RoundHost.rebuild(game, evening.manners, rows[: max(1, until)], evening.now)
        assert {**asdict(again.options), "people": 0} == {**asdict(options), "people": 0}
    assert again.carry == evening.host.carry
    assert {s: p.chips for s, p in again.seats.items()} == {
        s: p.chips for s, p in evening.host.seats.items()
    }


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_under_any_options_no_word_to_a_viewer_depends_on_a_card_it_was_not_told(
    game: Game[Any, Any, Any], preset: str
) -> None:
    for seed in range(25):
        random = Random(seed)
        played = round_of(game, preset, seed)
        if not played.script:
            continue
        viewer = random.choice([*played.stacks, None])
        for until in (random.randint(1, len(played.script)), len(played.script)):
            compare(played, until, viewer, random)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_bots_of_every_level_play_legally_under_any_options(
    game: Game[Any, Any, Any], preset: str
) -> None:
    for name, bot in bots(game.name).items():
        for seed in range(1 if name in THOROUGH else 3):
            player = at_one_seat(bot, quick(game.name)) if name in THOROUGH else bot
            played = round_of(game, preset, seed, player, leaving=0)
            assert played.rules.asks(played.state) == (), name


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@settings(max_examples=20)
@given(seed=SEEDS)
def test_a_client_holds_the_chips_and_pots_of_the_server_under_any_options(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = round_of(game, preset, seed)
    now = folds.fold(None, began(game, played.options, played.stacks))
    for step, (_, events) in enumerate(played.steps):
        for event in events:
            now = folds.fold(now, told(event, None))
        assert now is not None
        stacks = played.stacks_after(step + 1)
        assert {seat: chips for seat, chips in stacks.items() if seat >= 0} == now.stacks
        if game.name in ("holdem", "sabacc") and not now.won:
            shown = sum(pot.amount for pot in pots(now)) + sum(now.bets.values())
            assert shown == stacks.get(POT, 0)
    assert folds.fold(now, RoundEnded()) is not None
