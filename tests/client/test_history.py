"""The rounds before, each in the words of its game: what decided it, and who has won."""

import pytest

from client_core import folds, history, names
from client_core.history import HandRow
from client_core.tables import Past
from client_core.text import LANGUAGES, Words
from protocol.games.blackjack import DealerStood
from protocol.games.roulette import Spun
from protocol.words import Seat
from tests.client.device import Device
from tests.client.rounds import all_of, seen_by
from tests.playing import PlayedRound


def past(one: PlayedRound) -> Past:
    now = None
    for event in seen_by(one, Seat(0)):
        now = folds.fold(now, event)
    assert now is not None
    return Past(1, one.game.name, seen_by(one, Seat(0)), Seat(0), now)


def row(one: PlayedRound) -> HandRow:
    return history.row(past(one))


def test_a_spin_is_listed_with_the_number_that_fell() -> None:
    words = Words("en")
    for one in all_of("roulette", "standard"):
        found = row(one)
        fell = next((event for event in one.events if isinstance(event, Spun)), None)
        if fell is None:
            assert found.outcome is None
        else:
            assert found.outcome is not None
            assert words.say(found.outcome) == f"{fell.number}, {fell.colour}"
        assert found.pot == 0, "what the house pays is no pot"


def test_a_round_of_blackjack_is_listed_with_what_the_dealer_had() -> None:
    words, stood = Words("en"), 0
    for one in all_of("blackjack", "standard"):
        found = row(one)
        score = next((event.score for event in one.events if isinstance(event, DealerStood)), 0)
        if score and found.outcome is not None:
            stood += 1
            assert str(score) in words.say(found.outcome)
            assert ("busted" in words.say(found.outcome)) == (score > 21)
            told = f"The dealer {'busts' if score > 21 else 'ends'} with {score}"
            assert told in [step.text for step in history.steps(past(one), words)]
    assert stood > 3


@pytest.mark.parametrize(("game", "preset"), [("doudizhu", "house"), ("sabacc", "house")])
def test_who_has_won_is_named_in_every_game_of_players(game: str, preset: str) -> None:
    listed = 0
    for one in all_of(game, preset):
        after = one.stacks_after()
        found = row(one)
        gained = {f"Seat {seat}" for seat, had in one.stacks.items() if after[seat] > had}
        if gained:
            listed += 1
            assert set(found.winners) == gained
    assert listed > 2


def test_bots_among_those_who_won_are_named_as_elsewhere() -> None:
    assert Device().client.texts.listed(("Bot Coral", "Ann")) == "Coral and Ann"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rounds_are_called_as_the_game_calls_them(language: str) -> None:
    words = Words(language)
    called = {
        game: names.of_rounds(words, game, "round", number=3) for game in ("holdem", "roulette")
    }
    assert len({*called.values(), names.of_rounds(words, "sabacc", "round", number=3)}) == 3
    assert "3" in called["roulette"]
    pots = {names.of_rounds(words, game, "pot", amount=500) for game in ("holdem", "blackjack")}
    assert len(pots) == 2


def test_cards_that_were_dealt_are_told_as_they_lie_in_the_hand() -> None:
    (one, *_) = all_of("doudizhu", "house")
    told = seen_by(one, Seat(0))
    now = None
    for event in told:
        now = folds.fold(now, event)
        if now is not None and len(now.hand(Seat(0)).cards) >= 17:
            break
    assert now is not None
    words = Words("en")
    held = names.cards_told(words, now.hand(Seat(0)).cards[:17])
    steps = history.steps(Past(1, one.game.name, told, Seat(0), now), words)
    assert any(held in step.text for step in steps), held


def test_no_line_of_a_round_calls_a_joker_in_another_language() -> None:
    (one, *_) = all_of("doudizhu", "house")
    for language, mine, other in (("en", "big joker", "大王"), ("zh", "大王", "joker")):
        told = seen_by(one, Seat(0))
        now = None
        for event in told:
            now = folds.fold(now, event)
        assert now is not None
        steps = history.steps(Past(1, one.game.name, told, Seat(0), now), Words(language))
        text = " ".join(step.text for step in steps)
        assert mine in text
        assert other not in text


def test_no_bid_is_reckoned_where_nobody_bids_for_the_landlord() -> None:
    told = {"house": "Stake ", "standard": "Bid "}
    for preset, begins in told.items():
        lines = [
            step.text
            for one in all_of("doudizhu", preset)
            for step in history.steps(past(one), Words("en"))
            if step.text.startswith("Won by ")
        ]
        assert lines
        assert all(line.split(". ")[1].startswith(begins) for line in lines), lines
