"""What a client knows of call and rob, open hands and own doubles, against the server's state."""

import pytest

from client_core.acts import buttons
from client_core.folds.doudizhu_facts import DoudizhuFacts
from client_core.tables import Question
from client_core.text import Words
from game_server.rules.doudizhu.reckoning import amounts, each
from protocol.words import CHANCE
from tests.client.rounds import folded, played, seen_by, viewers
from tests.playing import PlayedRound

ROUNDS = [played("doudizhu", "classic", seed) for seed in range(24)]


def told_by(one: PlayedRound, step: int) -> int:
    """How many events were told up to a step, the beginning of the round with them."""
    return 1 + sum(len(each.events) for each in one.steps[: step + 1])


@pytest.mark.parametrize("one", ROUNDS, ids=range(len(ROUNDS)))
def test_what_is_played_for_is_what_the_rules_reckon_at_every_moment(one: PlayedRound) -> None:
    known = folded(seen_by(one, None))
    for step in range(len(one.steps)):
        state = one.steps[step].state
        if state.stage == "over":
            continue
        now = known[told_by(one, step) - 1]
        facts = now.facts
        assert isinstance(facts, DoudizhuFacts)
        assert facts.robs == state.robs
        assert facts.opened == state.open_times
        assert facts.openers == set(state.openers)
        assert facts.doubles == {seat: by for seat, by in state.doubles.items() if by > 1}
        assert (facts.each or facts.stake) == each(one.options, state)
        if state.landlord is not None and facts.landlord is not None:
            due = amounts(one.options, state)
            assert {seat: facts.plays_for(seat) for seat in due} == due
            assert facts.plays_for(state.landlord) == sum(due.values())


@pytest.mark.parametrize("one", ROUNDS, ids=range(len(ROUNDS)))
def test_a_hand_that_was_opened_is_seen_by_all_to_the_last_card_and_no_other(
    one: PlayedRound,
) -> None:
    for viewer in viewers(one):
        known = folded(seen_by(one, viewer))
        for step in range(len(one.steps)):
            state = one.steps[step].state
            now = known[told_by(one, step) - 1]
            for seat, cards in state.hands.items():
                held = now.hand(seat)
                opened = seat in state.openers or state.stage == "over"
                if held.cards:
                    assert held.open == opened
                if opened or seat == viewer:
                    assert sorted(card for card in held.cards if card is not None) == sorted(cards)
                elif state.stage in ("deal", "call"):
                    assert set(held.cards) <= {None}


def test_a_button_says_what_opening_multiplies_by_now() -> None:
    words, found = Words("en"), set[str]()
    for one in ROUNDS:
        known = folded(seen_by(one, None))
        for step, asks in enumerate(one.asked):
            now = known[told_by(one, step) - 1]
            for ask in asks:
                if ask.who != CHANCE:
                    shown = buttons(Question(1, ask, 0, 0, 0, 0), now, words, sure=False)
                    found |= {one.label for one in shown if one.verb != "play"}
    assert {"Open hand ×5", "Open hand ×4", "Open hand ×3", "Open hand ×2"} <= found
    assert {"Rob ×2", "Double ×2", "Super double ×4", "Call", "Don't rob"} <= found
