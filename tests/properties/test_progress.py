"""Every round ends; what is offered can be done, what is not is refused and changes nothing."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.rules.core import Game, play
from game_server.table.pace import SECONDS
from protocol import games
from protocol.events import told
from protocol.words import CHANCE, Act, Ask, Illegal, Option, Seat
from tests.playing import (
    EVERY_PRESET,
    LEAVE,
    SEEDS,
    PlayedRound,
    began,
    random_round,
    shared_round,
)


def moments(played: PlayedRound, random: Random, count: int) -> list[int]:
    """Some places in the script where a player was asked."""
    places = [n for n, asks in enumerate(played.asked) if any(a.who != CHANCE for a in asks)]
    return random.sample(places, min(count, len(places)))


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, scope="session")
@given(seed=SEEDS)
def test_random_legal_play_always_ends_and_always_asks_well(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = shared_round(game.name, preset, seed)
    assert played.rules.asks(played.state) == ()
    for asks in played.asked:
        assert len({ask.who for ask in asks}) == len(asks)
        if any(ask.who == CHANCE for ask in asks):
            # Beside a window of seats chance goes on by itself; every other question waits for it.
            assert asks[0].who == CHANCE
            assert len(asks) == 1 or all(ask.window and not ask.must for ask in asks[1:])
        for ask in asks:
            assert ask.who == CHANCE or ask.who in played.stacks
            assert ask.pace in SECONDS
            assert ask.options
            for option in ask.options:
                assert option.low <= option.high
                assert (option.high - option.low) % option.step == 0


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, scope="session")
@given(seed=SEEDS)
def test_the_answer_of_a_silent_seat_is_offered_and_accepted(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = shared_round(game.name, preset, seed)
    for asks, step in zip(played.asked, played.steps, strict=False):
        for ask in asks:
            if ask.who != CHANCE:
                play(played.rules, step.state, ask.who, ask.default)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, scope="session")
@given(seed=SEEDS)
def test_everything_offered_is_accepted(game: Game[Any, Any, Any], preset: str, seed: int) -> None:
    random = Random(seed)
    played = shared_round(game.name, preset, seed)
    for place in moments(played, random, 6):
        for ask in played.asked[place]:
            if ask.who == CHANCE:
                continue
            for option in ask.options:
                for act in acts_of(played, place, ask, option, random):
                    play(played.rules, played.steps[place].state, ask.who, act)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, scope="session")
@given(seed=SEEDS)
def test_what_is_not_offered_is_refused_with_a_reason_and_changes_nothing(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    random = Random(seed)
    played = shared_round(game.name, preset, seed)
    for place in moments(played, random, 6):
        state = played.steps[place].state
        before = repr(state)
        asked = {ask.who: ask for ask in played.asked[place]}
        for seat in (*played.stacks, Seat(9), CHANCE):
            for act in strange_acts(asked.get(seat), random):
                with pytest.raises(Illegal) as refused:
                    play(played.rules, state, seat, act)
                assert refused.value.code
                assert refused.value.text.endswith(".")
        assert repr(state) == before


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET, scope="session")
@given(seed=SEEDS)
def test_inside_the_offers_only_a_choice_of_cards_is_refused(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    random = Random(seed)
    played = shared_round(game.name, preset, seed)
    for place in moments(played, random, 6):
        for ask in played.asked[place]:
            for option in ask.options:
                if ask.who == CHANCE or option.hand == (0, 0):
                    continue
                count = random.randint(*option.hand)
                cards = tuple(random.randrange(0, 54) for _ in range(count))
                act = Act(option.verb, option.low, cards, option.on[0] if option.on else "")  # type: ignore[arg-type]
                refused = refusal(played, place, ask, act)
                assert refused is None or (refused.code and refused.text.endswith("."))


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@given(seed=st.integers(0, 2**32))
def test_a_seat_that_has_left_once_cannot_leave_again(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    played = random_round(game, preset, seed, leaving=10)
    for (seat, act), step in zip(played.script, played.steps[1:], strict=True):
        if act.verb == LEAVE:
            assert played.rules.leave(step.state, seat) == (step.state, ())


def refusal(played: PlayedRound, place: int, ask: Ask, act: Act) -> Illegal | None:
    try:
        play(played.rules, played.steps[place].state, ask.who, act)
    except Illegal as refused:
        return refused
    return None


def acts_of(played: PlayedRound, place: int, ask: Ask, option: Option, random: Random) -> list[Act]:
    """The least, the most and something between; with each of some places and cards, and with
    whatever wild cards among them could stand for."""
    heard = [began(played.game, played.options, played.stacks)]
    heard += [told(e, ask.who) for s in played.steps[: place + 1] for e in s.events]  # type: ignore[misc]
    possible = games.choices(played.game.name, heard, ask, option)
    steps = (option.high - option.low) // option.step
    amounts = {option.low, option.high, option.low + option.step * random.randint(0, steps)}
    return [
        Act(option.verb, amount, cards, on, stands=stands)
        for amount in amounts
        for on in random.sample(option.on, min(3, len(option.on))) or [""]
        for cards in random.sample(list(possible), min(4, len(possible)))
        for stands in games.ways(played.game.name, heard, ask, option, cards)
    ]


def strange_acts(ask: Ask | None, random: Random) -> list[Act]:
    """Acts that stand outside this ask, or outside everything for a seat that is not asked."""
    if ask is None:
        return [Act("fold"), Act("play"), Act("draw")]
    strange = [Act("dance"), Act(""), replace(ask.default, drawn=(0,) * 40)]
    for option in random.sample(ask.options, min(3, len(ask.options))):
        fair = Act(option.verb, option.low, (), option.on[0] if option.on else "")
        strange += [
            replace(fair, amount=-1),
            replace(fair, on="nowhere"),
            replace(fair, cards=(0,) * 63),  # type: ignore[arg-type]
            replace(fair, drawn=(0,) * (len(option.bounds) + 1)),
            replace(fair, stands=(option.ranks,)),
        ]
        others = [o for o in ask.options if o.verb == option.verb]
        above = max(o.high for o in others) + 1
        strange.append(replace(fair, amount=above))
    return strange
