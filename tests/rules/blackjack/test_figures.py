"""Exact figures: the engine's count, dealer, verdict and pay, over every card that may come."""

from dataclasses import replace
from itertools import permutations
from typing import Literal

import pytest

from game_server.rules.blackjack.options import CASINO, STANDARD, TWENTY_ONE, Options
from game_server.rules.blackjack.verdict import Made, made
from protocol.cards import PACK, shoe
from protocol.games.blackjack import is_natural
from tests.rules.blackjack.enumeration import (
    NOTHING,
    VALUES,
    Deck,
    dealer_makes,
    expectation,
    values,
)

NEAR = 1e-6
Dealer = Literal["s17", "h17", "hit_all_17"]
DEALERS: tuple[Dealer, ...] = ("s17", "h17", "hit_all_17")
BUST = Made(22, False)
BOOK_CASINO, BOOK_21 = replace(CASINO, soft_on_two=False), replace(TWENTY_ONE, ace_hardens=False)
"""As most books count aces."""


def by_dealer(*figures: float) -> list[tuple[Dealer, float]]:
    return list(zip(DEALERS, figures, strict=True))


def with_dealer(options: Options, dealer: Dealer) -> Options:
    return replace(options, dealer=dealer)


def test_a_dealer_with_a_deuce_up_from_one_deck() -> None:
    makes = dealer_makes(STANDARD, Deck(1), up=1)
    found = [makes[Made(points, False)] for points in range(17, 23)]
    assert found == pytest.approx(
        [0.138976, 0.131762, 0.131815, 0.123948, 0.120526, 0.352973], abs=NEAR
    )


def test_a_dealer_with_an_ace_up_from_one_deck() -> None:
    makes = dealer_makes(STANDARD, Deck(1), up=0)
    found = [makes[Made(points, False)] for points in range(17, 22)]
    found += [makes[Made(21, True)], makes[BUST]]
    assert found == pytest.approx(
        [0.126128, 0.131003, 0.129486, 0.131553, 0.051565, 0.313725, 0.11654], abs=NEAR
    )


@pytest.mark.req("C-3.8", "B-6.2.14", "B-6.2.15", "B-6.2.16")
@pytest.mark.parametrize(("dealer", "busts"), by_dealer(0.281921, 0.28576, 0.378184), ids=DEALERS)
def test_how_often_the_dealer_busts_from_six_decks(dealer: Dealer, busts: float) -> None:
    options, deck = with_dealer(STANDARD, dealer), Deck(6)
    found = sum(deck.chances(NOTHING)[up] * dealer_makes(options, deck, up)[BUST] for up in VALUES)
    assert found == pytest.approx(busts, abs=NEAR)


@pytest.mark.parametrize(
    ("dealer", "worth"), by_dealer(-0.042462, -0.044572, 0.007895), ids=DEALERS
)
def test_what_the_casinos_game_is_worth_to_the_best_player(dealer: Dealer, worth: float) -> None:
    options, deck = with_dealer(BOOK_CASINO, dealer), Deck(1)
    assert expectation(options, deck, values(options, deck)) == pytest.approx(worth, abs=NEAR)


@pytest.mark.parametrize(
    ("dealer", "worth"), by_dealer(-0.023435, -0.025619, 0.029581), ids=DEALERS
)
def test_what_21_is_worth_to_the_best_player(dealer: Dealer, worth: float) -> None:
    options, deck = with_dealer(BOOK_21, dealer), Deck(6)
    assert expectation(options, deck, values(options, deck)) == pytest.approx(worth, abs=NEAR)


@pytest.mark.parametrize(
    ("dealer", "worth"), by_dealer(-0.024208, -0.026427, 0.028922), ids=DEALERS
)
def test_what_21_is_worth_from_an_endless_shoe(dealer: Dealer, worth: float) -> None:
    options, deck = with_dealer(BOOK_21, dealer), Deck(0)
    assert expectation(options, deck, values(options, deck)) == pytest.approx(worth, abs=NEAR)


@pytest.mark.parametrize(
    ("options", "decks", "worth"),
    [(TWENTY_ONE, 6, 0.040632), (TWENTY_ONE, 0, 0.039945), (CASINO, 1, -0.044009)],
)
def test_what_the_presets_are_worth_by_the_letter_of_their_aces(
    options: Options, decks: int, worth: float
) -> None:
    deck = Deck(decks)
    assert expectation(options, deck, values(options, deck)) == pytest.approx(worth, abs=NEAR)


@pytest.mark.req("B-6.2.15")
def test_how_often_the_dealer_of_21_busts_whose_aces_count_one_once_drawn_upon() -> None:
    deck = Deck(6)
    found = sum(
        deck.chances(NOTHING)[up] * dealer_makes(TWENTY_ONE, deck, up)[BUST] for up in VALUES
    )
    assert found == pytest.approx(0.385288, abs=NEAR)


@pytest.mark.parametrize(
    ("decks", "faces_only", "chance"),
    [(1, False, 0.0482655), (6, False, 0.0474895), (6, True, 0.0356171)],
)
def test_how_often_two_cards_are_a_natural(decks: int, faces_only: bool, chance: float) -> None:
    cards = shoe(decks)
    pairs = [*permutations(PACK, 2), *((card, card) for card in PACK)]
    copies = dict.fromkeys(PACK, decks)
    naturals = sum(
        copies[one] * (copies[two] - (one == two))
        for one, two in pairs
        if is_natural((one, two), faces_only)
    )
    assert naturals / (len(cards) * (len(cards) - 1)) == pytest.approx(chance, abs=1e-7)
    assert made(replace(STANDARD, natural_faces_only=faces_only), (PACK[51], PACK[47])).natural
