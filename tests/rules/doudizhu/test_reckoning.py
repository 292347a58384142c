"""What the game is worth, who pays it, and with how little."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from game_server.bots import random_player
from game_server.rules.doudizhu import GAME
from protocol.events import Laid, Moved
from protocol.games.doudizhu import Doubled, Reckoned, in_order
from protocol.words import BOARD, Seat
from tests.rules.doudizhu.dealing import HOUSE, RICH, STANDARD, A, B, C, Round, leading, whole_game

STAKE = HOUSE.stake


def results(game: Round) -> Mapping[Seat, int]:
    """What each seat won or lost, by the chips that moved; the reckoning must say the same."""
    moved = {A: 0, B: 0, C: 0}
    for event in game.events:
        if isinstance(event, Moved):
            moved[event.src] -= event.amount
            moved[event.dst] += event.amount
    (reckoned,) = game.said("doudizhu.reckoned")
    assert isinstance(reckoned, Reckoned)
    assert reckoned.results == moved
    return moved


def won(game: Round) -> Round:
    """The landlord plays a 3, a peasant beats it once, and the landlord goes out."""
    game.plays(A, "3")
    game.plays(B, "5")
    game.passes(C)
    game.plays(A, "7")
    return game


def lost(game: Round) -> Round:
    """The landlord plays twice; then a peasant goes out."""
    game.plays(A, "3")
    game.plays(B, "5")
    game.passes(C)
    game.plays(A, "7")
    game.plays(B, "9")
    return game


WON = {A: "37", B: "5K", C: "66"}
LOST = {A: "37T", B: "59", C: "66"}


def test_the_landlord_wins_or_pays_twice_what_each_peasant_does() -> None:
    assert results(won(leading(WON))) == {A: 2 * STAKE, B: -STAKE, C: -STAKE}
    assert results(lost(leading(LOST))) == {A: -2 * STAKE, B: STAKE, C: STAKE}


@pytest.mark.parametrize("bid", [1, 2, 3])
def test_the_stake_is_multiplied_by_the_bid(bid: int) -> None:
    game = won(leading(WON, options=STANDARD, bid=bid))
    assert results(game)[A] == 2 * STAKE * bid


def test_each_bomb_and_the_rocket_double() -> None:
    game = leading({A: "3xX7", B: "55556", C: "8888K"}, bid=3, options=STANDARD)
    game.plays(A, "3")
    game.plays(B, "5555")
    assert game.events[-1] == Doubled("bomb", 2 * 3 * STAKE)
    game.plays(C, "8888")
    assert game.events[-1] == Doubled("bomb", 4 * 3 * STAKE)
    game.plays(A, "xX")
    assert Doubled("rocket", 8 * 3 * STAKE) in game.events
    game.plays(A, "7")
    assert results(game) == {A: 48 * STAKE, B: -24 * STAKE, C: -24 * STAKE}
    (reckoned,) = game.said("doudizhu.reckoned")
    assert isinstance(reckoned, Reckoned)
    assert (reckoned.stake, reckoned.bid, reckoned.bombs, reckoned.spring, reckoned.each) == (
        STAKE,
        3 * STAKE,
        3,
        False,
        24 * STAKE,
    )


def test_a_bomb_that_ends_the_game_doubles_too_and_four_with_kickers_does_not() -> None:
    game = leading({A: "38888", B: "5", C: "6"})
    game.plays(A, "3")
    game.passes(B, C)
    game.plays(A, "8888")
    assert results(game)[A] == 4 * STAKE
    game = leading({A: "388885", B: "5", C: "6"})
    game.plays(A, "388885")
    assert results(game)[A] == 2 * STAKE


def spring(options_name: str) -> Round:
    game = leading({A: "37", B: "5K", C: "66"}, options=GAME.presets[options_name])
    game.plays(A, "3")
    game.passes(B, C)
    game.plays(A, "7")
    return game


def anti_spring(options_name: str) -> Round:
    game = leading({A: "37", B: "5", C: "66"}, options=GAME.presets[options_name])
    game.plays(A, "3")
    game.plays(B, "5")
    return game


def test_in_standard_a_spring_doubles() -> None:
    """The peasants never played."""
    game = spring("standard")
    assert Doubled("spring", 2 * STAKE) in game.events
    assert results(game) == {A: 4 * STAKE, B: -2 * STAKE, C: -2 * STAKE}


def test_in_standard_an_anti_spring_doubles() -> None:
    """The landlord played only once."""
    game = anti_spring("standard")
    assert Doubled("anti-spring", 2 * STAKE) in game.events
    assert results(game) == {A: -4 * STAKE, B: 2 * STAKE, C: 2 * STAKE}


def test_no_spring_when_the_other_side_played_or_the_landlord_twice() -> None:
    for game in (won(leading(WON, options=STANDARD)), lost(leading(LOST, options=STANDARD))):
        assert not game.said("doudizhu.doubled")
        assert abs(results(game)[A]) == 2 * STAKE


def test_the_house_has_no_spring() -> None:
    assert results(spring("house"))[A] == 2 * STAKE
    assert results(anti_spring("house"))[A] == -2 * STAKE


def test_the_spring_flag_stands_alone() -> None:
    game = leading({A: "3", B: "5", C: "6"}, options=replace(HOUSE, spring=True))
    game.plays(A, "3")
    assert results(game)[A] == 4 * STAKE


def test_a_peasant_pays_at_most_its_stack() -> None:
    game = won(leading(WON, stacks={A: 1_00, B: 4_00, C: 5_000_00}))
    assert results(game) == {A: 4_00 + STAKE, B: -4_00, C: -STAKE}


@pytest.mark.parametrize(
    ("purse", "paid"),
    [
        (2 * STAKE, STAKE),
        (2 * STAKE - 100, STAKE - 100),
        (15_00, 7_00),
        (1_00, 0),
    ],
)
def test_a_landlord_who_cannot_pay_both_pays_both_equally(purse: int, paid: int) -> None:
    game = lost(leading(LOST, stacks={A: purse, B: 1_00, C: 1_00}))
    assert results(game) == {A: -2 * paid, B: paid, C: paid}
    assert all(isinstance(event, Moved) and event.amount for event in game.said("moved"))


@pytest.mark.parametrize("preset", GAME.presets)
def test_random_games_lose_no_chip_and_no_card(preset: str) -> None:
    for seed in range(40):
        game = whole_game(
            GAME.presets[preset],
            Random(seed),
            lambda seat, state: random_player.choose,
            Random(seed),
        )
        if not game.said("doudizhu.reckoned"):
            continue
        won_or_lost = results(game)
        assert sum(won_or_lost.values()) == 0
        assert all(RICH[seat] + change >= 0 for seat, change in won_or_lost.items())
        laid = [
            card
            for event in game.events
            if isinstance(event, Laid) and event.dst == BOARD
            for card in event.cards
        ]
        held = [card for cards in game.state.hands.values() for card in cards]
        assert len(in_order(laid + held)) == len(set(laid + held)) == 54
