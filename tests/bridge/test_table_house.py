"""The felts of games against the house, and of sabacc, as the page is told them."""

from collections.abc import Callable
from typing import Any

import pytest

from protocol import messages
from protocol.events import Acted
from protocol.games.roulette import NUMBERS, Spun
from tests.bridge.seated import Seated
from tests.client.rounds import played


def until(game: str, preset: str, there: Callable[[Seated], bool]) -> Seated:
    """The first moment of a round like that."""
    for seed in range(8):
        made = played(game, preset, seed)
        for seat in made.stacks:
            one = Seated()
            one.play(made, preset, seat)
            for asks in one.lines():
                one.ask(asks)
                if there(one):
                    return one
    raise LookupError("No round comes to that.")


def middle(one: Seated) -> Any:
    return one.table["middle"]


def act(one: Seated) -> Any:
    return one.last(messages.Answer).act()


# -- blackjack ---------------------------------------------------------------------------------


def test_a_chip_of_the_tray_is_bet_and_a_digit_lays_it_too() -> None:
    one = until("blackjack", "standard", lambda one: bool(middle(one)["tray"]))
    chip = next(chip for chip in middle(one)["tray"] if chip["able"])
    assert [key["tap"] for key in one.table["keys"] if key["key"] == "1"]
    one.press(chip["tap"])
    assert act(one).verb == "bet"
    assert one.client.texts.money(act(one).amount) in chip["label"]


def test_a_hand_says_what_it_counts_and_what_the_dealer_shows() -> None:
    hits = until("blackjack", "standard", lambda one: "act.hit" in keys(one))
    hand = hits.table["hand"][0]
    assert hand["tag"]["text"] in hits.table["bar"]["status"]
    assert hand["tag"]["text"] in hand["label"]
    assert [card["name"] for card in middle(hits)["house"]["cards"]].count("back") <= 1


def keys(one: Seated) -> list[str]:
    return [choice["key"] for choice in one.table["bar"]["choices"]]


# -- roulette ----------------------------------------------------------------------------------


def test_a_touch_of_a_place_lays_the_chosen_chip_there() -> None:
    one = until("roulette", "standard", lambda one: bool(middle(one)["tray"]))
    chips = middle(one)["tray"]
    one.press(chips[-1]["tap"])
    assert [chip["on"] for chip in middle(one)["tray"]] == [*[False] * (len(chips) - 1), True]
    place = next(place for place in middle(one)["places"] if place["place"] == "corner:1-2-4-5")
    assert "1-2-4-5" in place["label"]
    one.press(place["tap"])
    assert (act(one).verb, act(one).on) == ("bet", "corner:1-2-4-5")


def test_digits_lead_to_a_number_and_other_keys_to_the_middle_and_another_chip() -> None:
    one = until("roulette", "standard", lambda one: len(middle(one)["tray"]) > 1)
    keys = {key["key"]: key["tap"] for key in one.table["keys"]}
    seen = []
    for digit in "1729":
        one.press(keys[digit])
        seen.append((middle(one)["aimed"], middle(one)["aims"]))
    assert seen == [("straight:1", 1), ("straight:17", 2), ("straight:2", 3), ("straight:29", 4)]
    one.press(keys["arrowup"])
    assert middle(one)["aimed"] == "straight:17"
    for key, lit in (("pageup", 1), ("pagedown", 0), ("pagedown", 0)):
        one.press(keys[key])
        assert [chip["on"] for chip in middle(one)["tray"]].index(True) == lit


def test_the_board_has_every_place_that_is_offered_and_each_has_a_label() -> None:
    one = until("roulette", "standard", lambda one: bool(middle(one)["tray"]))
    offered = {place for button in one.client.turn.acts("t").buttons for place in button.on}
    places = {place["place"]: place for place in middle(one)["places"]}
    assert offered <= {*places}
    assert {*places} <= {*NUMBERS}
    assert all(place["label"] for place in places.values())
    assert {name for name, place in places.items() if place["tap"]} >= offered - {"take"}


def test_nobody_is_told_the_number_before_the_ball_lies() -> None:
    made = played("roulette", "standard", 5)
    number = next(event.number for event in made.events if isinstance(event, Spun))
    assert any(isinstance(event, Acted) for event in made.events)
    one = Seated()
    one.play(made, "standard", max(made.stacks))
    seen = []
    for asks in one.lines():
        if one.client.pace.part("t") == "fell":
            seen.append((middle(one)["number"], middle(one)["wheel"]))
            assert all(not place["hit"] for place in middle(one)["places"])
        one.ask(asks)
    assert seen == [("", "fell")]
    assert middle(one)["number"] == str(number)


# -- sabacc ------------------------------------------------------------------------------------


def test_what_needs_a_card_is_dim_until_one_is_chosen() -> None:
    one = until("sabacc", "house", lambda one: "act.swap" in keys(one))
    swap = next(choice for choice in one.table["bar"]["choices"] if choice["key"] == "act.swap")
    assert swap["look"] == "dim"
    one.press(one.table["hand"][0]["cards"][0]["tap"])
    swap = next(choice for choice in one.table["bar"]["choices"] if choice["key"] == "act.swap")
    assert swap["look"] != "dim"
    one.choose(swap)
    assert act(one).verb == "swap"


@pytest.mark.parametrize("shown", ["pot", "jackpot", "lap"])
def test_sabacc_tells_its_pots_and_its_round(shown: str) -> None:
    one = until("sabacc", "house", lambda one: bool(middle(one)["lap"]))
    assert middle(one)[shown]


def test_the_pile_of_discards_is_laid_open_and_put_away() -> None:
    one = until("sabacc", "house", lambda one: bool(middle(one)["discards_tap"]))
    assert not middle(one)["listed"]
    one.press(middle(one)["discards_tap"])
    assert middle(one)["listed"]
    escape = next(key["tap"] for key in one.table["keys"] if key["key"] == "escape")
    one.press(escape)
    assert not middle(one)["listed"]
