"""What every place pays and what it is worth, by spinning all 37 numbers through the engine."""

from fractions import Fraction

import pytest

from game_server.rules.core import play
from game_server.rules.roulette import GAME
from game_server.rules.roulette.engine import Roulette
from protocol.events import Event, Moved
from protocol.games.roulette import NUMBERS, BetPaid, Spun, kind
from protocol.words import CHANCE, HOUSE, Act, Seat

ANN, BEN = Seat(1), Seat(4)


def spin(rules: Roulette, place: str, number: int) -> tuple[int, tuple[Event, ...]]:
    """What three chips on a place gain or lose, and what is said."""
    state, _ = rules.open({ANN: 10_000}, None)
    state, _ = play(rules, state, ANN, Act("bet", 300, on=place))
    state, _ = play(rules, state, ANN, Act("spin"))
    state, said = play(rules, state, CHANCE, Act("draw", drawn=(number,)))
    assert rules.asks(state) == ()
    moved = sum(
        one.amount if one.dst == ANN else -one.amount for one in said if isinstance(one, Moved)
    )
    assert state.stacks[ANN] == 10_000 + moved
    return moved, said


def expectation(rules: Roulette, place: str) -> Fraction:
    return sum((Fraction(spin(rules, place, n)[0], 300) for n in range(37)), Fraction()) / 37


@pytest.mark.parametrize("preset", ["house", "standard"])
@pytest.mark.req("C-4.16", "C-4.17")
def test_a_bet_wins_on_the_numbers_it_covers_and_is_lost_on_all_others(preset: str) -> None:
    rules = Roulette(GAME.presets[preset])
    for place in rules.places:
        for number in range(37):
            gain, said = spin(rules, place, number)
            if number in NUMBERS[place]:
                pays = rules.pays[place]
                assert gain == 300 * pays
                assert said[1:] == (
                    BetPaid(ANN, place, 300, 300 * pays),
                    Moved(HOUSE, ANN, 300 * pays, "won"),
                )
            else:
                assert gain == -300
                assert said[1:] == (Moved(ANN, HOUSE, 300, "lost"),)
            assert isinstance(said[0], Spun)
            assert said[0].number == number


HOUSE_PAYS = {
    "straight": 35,
    "split": 17,
    "street": 11,
    "corner": 11,
    "trio": 11,
    "sixline": 5,
    "red": 1,
    "black": 1,
    "odd": 1,
    "even": 1,
    "low": 2,
    "high": 2,
    "dozen": 2,
    "column": 2,
}


@pytest.mark.parametrize("place", Roulette(GAME.presets["house"]).places)
@pytest.mark.req(
    "C-4.3", "C-4.4", "C-4.5", "C-4.6", "C-4.7", "C-4.8", "C-4.9", "C-4.10", "C-4.11", "C-4.12"
)
@pytest.mark.req("C-4.13")
def test_the_house_pays_a_winning_place_as_its_rules_say(place: str) -> None:
    rules = Roulette(GAME.presets["house"])
    for number in NUMBERS[place]:
        assert spin(rules, place, number)[0] == 300 * HOUSE_PAYS[kind(place)]


def test_every_standard_bet_gives_the_house_one_in_37() -> None:
    rules = Roulette(GAME.presets["standard"])
    assert {expectation(rules, place) for place in rules.places} == {Fraction(-1, 37)}


@pytest.mark.req("C-4.6", "C-4.11")
def test_house_corners_are_worth_11_in_37_low_and_high_17_in_37_all_else_a_loss_of_1() -> None:
    rules = Roulette(GAME.presets["house"])
    worth = {"corner": Fraction(11, 37), "low": Fraction(17, 37), "high": Fraction(17, 37)}
    for place in rules.places:
        assert expectation(rules, place) == worth.get(kind(place), Fraction(-1, 37)), place


@pytest.mark.req("C-4.15")
def test_on_zero_every_outside_bet_is_lost() -> None:
    outside = ["red", "black", "odd", "even", "low", "high"]
    outside += [f"{one}:{nth}" for one in ("dozen", "column") for nth in (1, 2, 3)]
    for preset in GAME.presets.values():
        assert {spin(Roulette(preset), place, 0)[0] for place in outside} == {-300}


@pytest.mark.req("C-4.16", "C-4.17")
def test_one_number_settles_all_bets_of_all_seats_and_losses_go_before_wins() -> None:
    rules = Roulette(GAME.presets["standard"])
    state, _ = rules.open({BEN: 900, ANN: 10_000}, None)
    for seat, amount, on in (
        (ANN, 100, "straight:17"),
        (ANN, 500, "red"),
        (ANN, 200, "split:14-17"),
        (BEN, 400, "black"),
        (BEN, 500, "odd"),
    ):
        state, _ = play(rules, state, seat, Act("bet", amount, on=on))
    for seat in (ANN, BEN):
        state, _ = play(rules, state, seat, Act("spin"))
    state, said = play(rules, state, CHANCE, Act("draw", drawn=(17,)))
    assert said == (
        Spun(17, "black"),
        Moved(ANN, HOUSE, 500, "lost"),
        BetPaid(ANN, "straight:17", 100, 3500),
        Moved(HOUSE, ANN, 3500, "won"),
        BetPaid(ANN, "split:14-17", 200, 3400),
        Moved(HOUSE, ANN, 3400, "won"),
        BetPaid(BEN, "black", 400, 400),
        Moved(HOUSE, BEN, 400, "won"),
        BetPaid(BEN, "odd", 500, 500),
        Moved(HOUSE, BEN, 500, "won"),
    )
    assert state.stacks == {ANN: 16_400, BEN: 1800}
