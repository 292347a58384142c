"""Offers, what stands outside them, and what a refused player reads."""

import pytest

from protocol.cards import PACK, parse
from protocol.words import (
    CHANCE,
    HOUSE,
    Act,
    Ask,
    Illegal,
    Option,
    Seat,
    chips,
    draw,
    drawn_from,
    numbers,
)

SEAT = Seat(2)
BET = Ask(
    SEAT,
    (
        Option("fold"),
        Option("raise", low=4000, high=97_000, step=1000),
        Option("all_in", low=97_550, high=97_550),
        Option("play", hand=(1, 3)),
        Option("put", low=100, high=500, step=100, on=("red", "black")),
        Option("put", low=100, high=200, step=100, on=("straight:7",)),
    ),
    Act("fold"),
)


@pytest.mark.parametrize(
    ("act", "code", "text"),
    [
        (
            Act("check"),
            "not_offered",
            "You cannot check now; you can: fold, raise, all in, play, put.",
        ),
        (Act("raise", 2500), "amount_low", "You named 25 to raise; the least is 40."),
        (Act("raise", 98_000), "amount_high", "You named 980 to raise; the most is 970."),
        (
            Act("raise", 4550),
            "amount_step",
            "You named 45.50 to raise; it goes from 40 to 970 in steps of 10.",
        ),
        (Act("all_in", 97_500), "amount_low", "You named 975 to all in; the least is 975.50."),
        (Act("fold", 100), "amount_high", "You named 1 to fold; the most is 0."),
        (Act("play"), "cards_count", "You named 0 cards to play; it takes 1 to 3."),
        (Act("fold", cards=PACK[:1]), "cards_count", "You named 1 card to fold; it takes 0."),
        (Act("fold", on="red"), "no_place", "To fold takes no place; you named 'red'."),
        (Act("put", 100), "place_unknown", "Say what to put on; there is red, black, straight:7."),
        (
            Act("put", 100, on="blue"),
            "place_unknown",
            "There is no 'blue' to put on; there is red, black, straight:7.",
        ),
        (Act("put", 300, on="straight:7"), "amount_high", "You named 3 to put; the most is 2."),
        (Act("fold", drawn=(1,)), "draw_wrong", "Chance drew (1,); the bounds are ()."),
    ],
)
def test_an_act_outside_the_offers_is_refused_with_what_would_be_right(
    act: Act, code: str, text: str
) -> None:
    refused = BET.refusal(act)
    assert isinstance(refused, Illegal)
    assert (refused.code, refused.text) == (code, text)


@pytest.mark.parametrize(
    "act",
    [
        Act("fold"),
        Act("raise", 4000),
        Act("raise", 5000),
        Act("raise", 97_000),
        Act("all_in", 97_550),
        Act("play", cards=parse("As Kd 7c")),
        Act("put", 500, on="black"),
        Act("put", 200, on="straight:7"),
    ],
)
def test_an_act_inside_an_offer_is_not_refused(act: Act) -> None:
    assert BET.refusal(act) is None


def test_each_place_keeps_the_limits_of_its_own_option() -> None:
    assert BET.refusal(Act("put", 300, on="red")) is None
    assert BET.refusal(Act("put", 300, on="straight:7")) is not None


def test_chance_is_asked_for_numbers_at_its_pace_and_its_silence_is_no_offence() -> None:
    ask = numbers("round:41.dice", (6, 6), "dice")
    assert (ask.who, ask.source, ask.pace, ask.must, ask.left) == (
        CHANCE,
        "round:41.dice",
        "dice",
        False,
        (),
    )
    assert ask.refusal(Act("draw", drawn=(5, 0))) is None
    assert ask.refusal(Act("draw", drawn=(6, 0))) is not None


def test_chance_draws_cards_one_after_another_from_those_left() -> None:
    ask = draw("round:41", PACK, 3)
    assert ask.options[0].bounds == (52, 51, 50)
    assert ask.refusal(Act("draw", drawn=(51, 50, 49))) is None
    assert ask.refusal(Act("draw", drawn=(51, 51, 0))) is not None
    cards, rest = drawn_from(PACK, (51, 0, 0))
    assert cards == parse("As 2c 2d")
    assert rest == PACK[2:51]


@pytest.mark.parametrize(
    ("cents", "text"), [(0, "0"), (125_000, "1250"), (750, "7.50"), (-5, "-0.05"), (-300, "-3")]
)
def test_chips_are_written_with_cents_only_where_there_are_some(cents: int, text: str) -> None:
    assert chips(cents) == text


def test_the_house_is_no_seat() -> None:
    assert HOUSE < 0
