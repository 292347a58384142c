"""A bot sees no more than its seat, and its pace no more than a spectator.

In another world, in which the cards that a seat was not told lie elsewhere, each bot does at that
seat what it does in this one, and what it does looks as hard to everybody.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest

from game_server.bots import Bot, bots, quick
from game_server.rules.core import Game
from game_server.table.difficulty import difficulty
from protocol.events import Event
from protocol.words import Act, Ask, Seat
from tests.playing import EVERY_PRESET, PlayedRound, began, random_round
from tests.properties.test_two_worlds import heard, other_world

ROUNDS: Final = 24
SEARCHING: Final = frozenset({"hard", "master"})
"""They think for long: a few moments of each are enough."""
FEW: Final = 1


def told_at(played: PlayedRound, until: int, viewer: Seat | None) -> Sequence[Event]:
    """What the viewer was told up to that moment, as a table tells it."""
    said = [event for step in played.steps[: until + 1] for event in step.events]
    return [began(played.game, played.options, played.stacks), *heard(said, viewer)]


def chosen(bot: Bot, played: PlayedRound, until: int, ask: Ask, seed: int) -> Act:
    return bot(told_at(played, until, ask.who), ask, Random(seed).randrange)


def moments(game: Game[Any, Any, Any], preset: str) -> Iterator[tuple[int, PlayedRound, int, Ask]]:
    """Of each round a moment at which a seat was asked something."""
    for seed in range(ROUNDS):
        random = Random(seed)
        played = random_round(game, preset, seed, leaving=0)
        places = [place for place, (seat, _) in enumerate(played.script) if seat >= 0]
        if places:
            until = random.choice(places)
            seat = played.script[until][0]
            yield seed, played, until, next(one for one in played.asked[until] if one.who == seat)


@pytest.mark.req("E-RF-GR-017")
@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_no_act_of_a_bot_and_no_pace_depends_on_a_card_that_it_was_not_told(
    game: Game[Any, Any, Any], preset: str
) -> None:
    able = {**bots(game.name), "quick": quick(game.name)}
    compared = 0
    for seed, played, until, ask in moments(game, preset):
        other = other_world(played, until, ask.who, Random(seed))
        if other is None:
            continue
        compared += 1
        here, there = (told_at(one, until, None) for one in (played, other))
        assert difficulty(here, ask.who) == difficulty(there, ask.who)
        for name, bot in able.items():
            if name not in SEARCHING or compared <= FEW:
                act = chosen(bot, played, until, ask, seed)
                assert ask.refusal(act) is None
                assert act == chosen(bot, other, until, ask, seed), f"{name}, seed {seed}"
    # At the wheel there are no cards, and of a dealer's one is covered, for a while.
    assert compared >= {"roulette": 0, "blackjack": 1}.get(game.name, ROUNDS // 3)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_how_hard_a_decision_looks_goes_from_none_to_all(
    game: Game[Any, Any, Any], preset: str
) -> None:
    looks = [
        difficulty(told_at(played, until, None), ask.who)
        for _, played, until, ask in moments(game, preset)
    ]
    assert all(0 <= one <= 1 for one in looks)
    # Bets on the wheel are the house's at once: nobody has a pot to ponder.
    assert len(set(looks)) > (game.name != "roulette")
