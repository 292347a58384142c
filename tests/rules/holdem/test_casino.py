"""The casino's poker: no blinds, three rounds, checks that cost nothing, one lap a round."""

from dataclasses import replace
from typing import Any

import pytest

from game_server.rules.holdem import Carry, Holdem, betting
from game_server.rules.holdem.options import PRESETS
from protocol.events import Button, Dealt, Moved
from protocol.games.holdem import NoStakes
from protocol.words import BOARD, Seat
from tests.rules.holdem.tables import Table

CARDS = {0: "As Ah", 1: "Ks Kh", 2: "Qs Qh"}
"""Seat 0 has the best hand and is the user's: it has the first button and acts last."""
ON_BOARD = "2c 7d 9h Jc 4s"


def casino(*stacks: int, **changes: Any) -> Table:
    return Table("casino", stacks, button=None, cards=CARDS, board=ON_BOARD, **changes)


@pytest.mark.req("C-2.6")
def test_the_flop_lies_right_after_the_deal_and_there_are_three_rounds_without_blinds() -> None:
    table = casino(100, 100, 100)
    assert not [event for event in table.events if isinstance(event, Moved)]
    assert table.on_board() == [3]
    assert table.turn == 1
    table.acts("check", "check", "check")
    assert table.on_board() == [3, 1]
    table.acts("check", "check", "check")
    assert table.on_board() == [3, 1, 1]
    table.acts("check", "check", "check")
    assert table.turn is None
    places = [event.to for event in table.events if isinstance(event, Dealt)]
    assert places == [1, 2, 0, 1, 2, 0, BOARD, BOARD, BOARD]


def test_a_round_before_the_flop_is_played_where_the_room_has_one() -> None:
    table = casino(100, 100, 100, preflop_betting=True)
    assert table.on_board() == []
    assert table.acts("check", "check", "check").on_board() == [3]


@pytest.mark.req("C-2.6", "C-2.11")
def test_the_button_begins_at_the_lowest_seat_and_moves_on() -> None:
    table = casino(100, 100, 100)
    assert [event.seat for event in table.events if isinstance(event, Button)] == [0]
    for _ in range(3):
        for seat in (1, 2, 0):
            assert table.turn == seat
            table.act("check")
    following = table.rules.open(table.hand.stacks, table.rules.carry(table.hand))
    assert following.state.button == 1


@pytest.mark.parametrize(
    ("people", "button", "order"),
    [
        (0b100, 0, (0, 1, 2)),
        (0b100, 1, (0, 1, 2)),
        (0b001, 2, (1, 2, 0)),
        (0b110, 0, (0, 1, 2)),
        (0b110, 1, (2, 0, 1)),
        (0b111, 1, (2, 0, 1)),
        (0b000, 1, (2, 0, 1)),
    ],
)
def test_a_person_acts_last_wherever_the_button_is(
    people: int, button: int, order: tuple[int, ...]
) -> None:
    rules = Holdem(replace(PRESETS["casino"], people=people))
    hand = rules.open(dict.fromkeys(map(Seat, range(3)), 10_000), Carry(1, Seat(button - 1))).state
    assert hand.button == button
    assert betting.open_street(rules.options, hand).queue == order
    standard = replace(PRESETS["standard"], people=people)
    by_button = (Seat((button + 1) % 3), Seat((button + 2) % 3), Seat(button))
    assert betting.open_street(standard, hand).queue == by_button, "elsewhere the button decides"


@pytest.mark.req("C-2.11")
def test_a_check_of_the_last_to_act_begins_the_next_phase_and_of_another_does_not() -> None:
    table = casino(100, 100, 100).acts("check", "check")
    assert table.on_board() == [3]
    assert table.act("check").on_board() == [3, 1]


@pytest.mark.req("C-2.8")
def test_a_bet_is_at_least_the_highest_of_the_phase_and_may_exceed_it() -> None:
    table = casino(100, 100, 30)
    assert table.span("bet") == (1, 100)
    table.act("bet", 20)
    assert table.span("call") == (20, 20)
    assert table.span("raise") == (21, 30)
    table.act("raise", 25)
    assert table.turn == 0
    assert table.span("call") == (25, 25)
    table.act("call")
    assert table.span("bet") == (1, 80)


@pytest.mark.req("C-2.8", "C-2.10")
def test_who_cannot_match_a_bet_cannot_bet_but_go_all_in() -> None:
    table = casino(100, 100, 30).act("all_in")
    assert table.span("all_in") == (30, 30)
    assert table.verbs == ["fold", "check", "all_in"]


@pytest.mark.req("C-2.10")
def test_who_is_all_in_is_not_asked_again() -> None:
    table = casino(100, 50, 100).acts("all_in", "call", "call")
    assert table.turn == 2
    table.acts("check", "check")
    assert table.turn == 2


@pytest.mark.req("C-2.11")
def test_a_check_is_free_even_when_facing_a_bet_and_stays_in_for_the_whole_pot() -> None:
    table = casino(100, 100, 100).act("bet", 40)
    assert table.verbs == ["fold", "check", "call", "raise", "all_in"]
    table.acts("call", "check")
    assert table.on_board() == [3, 1]
    table.acts(*["check"] * 6)
    assert table.moved("pot") == [(0, 80)]
    assert table.moved("uncalled") == []
    assert table.stacks() == [180, 60, 60]


def test_where_a_check_is_not_free_a_bet_must_be_met() -> None:
    table = casino(100, 100, 100, check_is_always_free=False).act("bet", 40)
    assert table.verbs == ["fold", "call", "raise", "all_in"]


@pytest.mark.req("C-2.8")
def test_a_raise_binds_only_those_still_to_act() -> None:
    for one_lap, board, turn in ((True, [3, 1], 1), (False, [3], 1)):
        table = casino(100, 100, 100, one_lap=one_lap)
        table.acts("bet 10", "raise 20", "raise 30")
        assert table.on_board() == board
        assert table.turn == turn
    assert "call" in table.verbs


def test_a_game_of_checks_has_no_stakes_and_pays_nothing() -> None:
    table = casino(100, 100, 100).acts(*["check"] * 9)
    assert table.turn is None
    assert isinstance(table.events[-1], NoStakes)
    assert not [event for event in table.events if isinstance(event, Moved)]
    assert len(table.shown()) == 3
    folded = casino(100, 100).acts("fold")
    assert isinstance(folded.events[-1], NoStakes)


@pytest.mark.req("C-2.10", "C-2.12")
def test_an_all_in_wins_its_share_or_everything_by_the_letter() -> None:
    for single, stacks in ((False, [90, 110, 30]), (True, [170, 30, 30])):
        table = casino(30, 100, 100, single_pot=single)
        table.acts("bet 30", "call", "all_in", "bet 40", "call", "check", "check")
        assert table.stacks() == stacks
    uncovered = casino(30, 100, single_pot=True).acts("bet 80", "all_in")
    assert uncovered.moved("uncalled") == []
    assert uncovered.stacks() == [110, 20]


@pytest.mark.req("C-2.12")
def test_after_the_river_all_hands_are_shown_and_the_best_takes_all_chips() -> None:
    table = casino(100, 100, 100).acts("bet 40", "call", "call", *["check"] * 6)
    assert sorted(table.shown()) == [0, 1, 2]
    assert table.ranked()[0] == "pair of aces"
    assert table.stacks() == [180, 60, 60]


def test_a_bet_that_only_all_ins_could_meet_goes_back() -> None:
    table = casino(30, 100).acts("bet 80", "all_in")
    assert table.moved("uncalled") == [(1, 50)]
    assert table.stacks() == [60, 70]
