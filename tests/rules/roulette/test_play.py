"""Whole rounds by players who know nothing of the engine."""

from random import Random

import pytest

from game_server.bots import Bot, bots
from game_server.rules.core import play
from game_server.rules.roulette import GAME
from game_server.rules.roulette.engine import Roulette
from protocol.events import Event, Moved, RoundBegan, told
from protocol.games.roulette import bets_of
from protocol.words import CHANCE, HOUSE, Act, Seat

NAMES = {Seat(n): f"P{n}" for n in range(7)}


def begun(stacks: dict[Seat, int]) -> RoundBegan:
    return RoundBegan("roulette", "house", 1, NAMES, stacks, {})


def round_of(rules: Roulette, bot: Bot, stacks: dict[Seat, int], chance: Random) -> int:
    """Play one round; how many acts it took."""
    state, opened = rules.open(stacks, None)
    said: list[Event] = [begun(stacks), *opened]
    acts = 0
    while asks := rules.asks(state):
        ask = asks[chance.randrange(len(asks))]
        if ask.who == CHANCE:
            act = Act("draw", drawn=(chance.randrange(37),))
        else:
            act = bot([told(one, ask.who) for one in said], ask, chance.randrange)
        if chance.random() < 0.05 and ask.who != CHANCE:
            state, new = rules.leave(state, ask.who)
        else:
            state, new = play(rules, state, ask.who, act)
        said += new
        acts += 1
        assert {s: dict(bets) for s, bets in state.bets.items() if bets} == bets_of(said)
        for seat, bets in state.bets.items():
            assert sum(bets.values()) <= min(state.stacks[seat], state.limit)
    money = dict.fromkeys((*stacks, HOUSE), 0)
    for one in said:
        if isinstance(one, Moved):
            money[one.src] -= one.amount
            money[one.dst] += one.amount
    assert sum(money.values()) == 0
    assert {seat: stacks[seat] + money[seat] for seat in stacks} == state.stacks
    assert min(state.stacks.values()) >= 0
    return acts


@pytest.mark.parametrize("name", ["colours", "random"])
@pytest.mark.parametrize("preset", ["house", "standard"])
@pytest.mark.req("C-4.2")
def test_any_round_ends_and_money_is_only_moved(name: str, preset: str) -> None:
    chance = Random(f"{name} {preset}")
    rules = Roulette(GAME.presets[preset])
    for number in range(60):
        stacks = {Seat(n): chance.randrange(100, 50_000) for n in range(1 + number % 7)}
        assert round_of(rules, bots("roulette")[name], stacks, chance) < 1000


def test_the_colours_player_bets_little_and_soon_is_ready() -> None:
    rules = Roulette(GAME.presets["standard"])
    stacks = {Seat(3): 100_000}
    chance = Random(4)
    for _ in range(200):
        state, _ = rules.open(stacks, None)
        said: list[Event] = [begun(stacks)]
        for _ in range(3):
            ask = rules.asks(state)[0]
            if ask.who == CHANCE:
                break
            act = bots("roulette")["colours"](said, ask, chance.randrange)
            state, new = play(rules, state, ask.who, act)
            said += new
        mine = state.bets[Seat(3)]
        assert rules.asks(state)[0].who == CHANCE
        assert {"red", "black"} & mine.keys()
        assert 0 < sum(mine.values()) <= 5_100


def test_the_default_player_is_the_colours_player() -> None:
    assert next(iter(bots("roulette"))) == "colours"
