"""Which options a room may choose: all are declared, all that may be chosen can be played."""

from contextlib import suppress
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.rules.catalogue import GAMES
from game_server.rules.choices import differing
from game_server.rules.core import Game
from game_server.rules.explained import choices_explained
from protocol.choices import MOST_CHOSEN, OptionValue, RuleChoice
from protocol.words import POT, Refusal, Seat
from tests.playing import EVERY_PRESET, STYLES, play_round

EVERY_GAME = [pytest.param(game, id=game.name) for game in GAMES.values()]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_option_may_be_chosen_or_says_why_not(game: Game[Any, Any, Any]) -> None:
    of_rules = {one.name for preset in game.presets.values() for one in fields(preset)}
    assert not game.choices.keys() & game.fixed.keys()
    undeclared = of_rules - game.choices.keys() - game.fixed.keys()
    assert not undeclared, f"one line each in {game.name}/choices.py, CHOICES or FIXED"
    assert game.choices.keys() | game.fixed.keys() == of_rules
    assert all(game.fixed.values())
    assert len(game.choices) <= MOST_CHOSEN


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_what_a_preset_has_can_be_chosen_too(game: Game[Any, Any, Any], preset: str) -> None:
    for one in game.offered(preset):
        usual = getattr(game.presets[preset], one.name)
        assert one.takes(usual), (one.name, usual)
        assert one.text.endswith(".")


def values(one: RuleChoice, random: Random) -> OptionValue:
    if one.kind == "flag":
        return random.random() < 0.5
    if one.kind == "one_of":
        return random.choice(one.values)
    if one.kind == "money":
        return random.choice((0, one.low, one.low + 10 * one.step, one.high))
    return random.randrange(one.low, one.high + 1, one.step)


def chosen(game: Game[Any, Any, Any], preset: str, random: Random) -> Any:
    """Options with some of the choices made, of those that go together."""
    options = game.presets[preset]
    offered = game.offered(preset)
    for one in random.sample(offered, random.randint(0, len(offered))):
        with suppress(ValueError):
            options = replace(options, **{one.name: values(one, random)})
    return options


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_chosen_can_be_played_to_the_end_and_no_chip_is_made(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    random = Random(f"{game.name} {preset} {seed}")
    options = chosen(game, preset, random)
    seats = random.randint(options.least, options.most)
    least = max(game.entry(options), options.unit)
    most = random.choice((10, 40, 400)) * max(options.unit, 100)
    stacks = {Seat(seat): least + random.randrange(0, most, options.unit) for seat in range(seats)}
    carry = None
    for _ in range(2):
        played = play_round(
            game, options, stacks, carry, random.randrange, random.choice(STYLES), leaving=2
        )
        after = played.stacks_after()
        assert sum(after.values()) == sum(stacks.values())
        assert after.get(POT, 0) == 0
        assert all(after[seat] >= 0 for seat in stacks)
        carry = played.rules.carry(played.state)


def test_only_what_differs_from_the_preset_is_kept() -> None:
    game = GAMES["blackjack"]
    offers, usual = game.offered("standard"), {"decks": 6, "swedish_pub": False}
    assert differing(offers, usual, {"decks": 6, "swedish_pub": True}) == {"swedish_pub": True}


@pytest.mark.parametrize(
    ("wished", "code", "says"),
    [
        ({"decks": 9}, "option_wrong", "decks cannot be 9; it is a whole number from 1 to 8."),
        ({"decks": True}, "option_wrong", "decks cannot be True; it is a whole number"),
        ({"decks": "two"}, "option_wrong", "decks cannot be 'two'"),
        ({"swedish_pub": 1}, "option_wrong", "swedish_pub cannot be 1; it is true or false."),
        ({"dealer": "h18"}, "option_wrong", "it is one of s17, h17, hit_all_17."),
        ({"max_bet": 150}, "option_wrong", "from 100 to 10000000000 in steps of 100 cents, or 0."),
        ({"unit": 5}, "no_option", "These rules have no option 'unit' to choose; they have most,"),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_what_would_be_right(
    wished: dict[str, OptionValue], code: str, says: str
) -> None:
    with pytest.raises(Refusal) as wrong:
        differing(GAMES["blackjack"].offered("standard"), {}, wished)
    assert wrong.value.code == code
    assert says in wrong.value.text


def test_odds_that_favour_players_cannot_be_chosen_alone() -> None:
    for preset in GAMES["roulette"].presets:
        offered = {one.name for one in GAMES["roulette"].offered(preset)}
        assert not offered & {"corner_pays", "half_pays", "counts"}
    assert "table_cap" not in {one.name for one in GAMES["roulette"].offered("house")}


def test_the_list_for_people_names_every_option_of_every_game() -> None:
    text = "\n".join(choices_explained())
    for game in GAMES.values():
        assert f"{game.name}:" in text
        for name in game.choices:
            assert f"  {name}: " in text
