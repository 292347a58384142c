"""Leaving: what is on the table is forfeited at once, and the others play on."""

import pytest

from protocol.cards import parse
from protocol.events import LeftGame, Moved
from protocol.words import HOUSE, POT, Seat
from tests.rules.blackjack.dealt import Table, rules

STANDARD = rules("standard")


@pytest.mark.req("C-3.12")
def test_leaving_in_mid_bet_forfeits_the_chips_bet_at_once() -> None:
    table = Table(rules("casino"), stacks={0: 5000})
    table.do(0, "bet", 2000)
    assert table.leave(0) == (LeftGame(Seat(0)), Moved(POT, HOUSE, 2000, "forfeit"))
    assert table.over
    assert table.stacks == {0: 3000}


def test_leaving_before_a_bet_costs_nothing_and_a_second_time_changes_nothing() -> None:
    table = Table(STANDARD, stacks={0: 5000, 1: 5000})
    assert table.leave(0) == (LeftGame(Seat(0)),)
    assert table.leave(0) == ()
    assert table.ask(0) is None
    assert table.ask(1) is not None


@pytest.mark.req("C-3.12")
def test_leaving_in_turn_forfeits_every_hand_and_the_next_seat_plays() -> None:
    table = Table(STANDARD, "8c 2c 5h 8d 3c 9h 2h 3h", bets={0: 500, 1: 500})
    table.do(0, "split")
    assert table.leave(0)[1:] == (Moved(POT, HOUSE, 1000, "forfeit"),)
    assert table.ask(1) is not None
    assert table.stacks == {0: 99_000, 1: 99_500}


def test_leaving_out_of_turn_does_not_disturb_the_seat_in_turn() -> None:
    table = Table(STANDARD, "8c 2c 5h 8d 3c 9h", bets={0: 500, 1: 500})
    table.leave(1)
    assert table.verbs(0)[:2] == ("hit", "stand")
    table.cards = list(parse("Kd"))
    table.do(0, "stand")
    assert table.over
    assert table.stacks == {0: 100_500, 1: 99_500}


def test_leaving_while_cards_are_drawn_ends_the_round_if_nobody_is_left() -> None:
    table = Table(STANDARD, stacks={0: 5000})
    table.do(0, "bet", 500)
    table.do(0, "deal")
    table.leave(0)
    assert table.over
    assert table.stacks == {0: 4500}


def test_leaving_in_the_insurance_window_forfeits_the_insurance_too() -> None:
    table = Table(STANDARD, "2c 3c Ah 4c 5c 9h", bets={0: 500, 1: 500})
    table.do(0, "insure")
    assert table.leave(0)[1:] == (Moved(POT, HOUSE, 750, "forfeit"),)
    table.do(1, "decline")
    assert table.ask(1) is not None


def test_anothers_insurance_is_settled_when_the_last_hand_is_gone() -> None:
    options = rules("standard", peek=False)
    table = Table(options, "Kc 3c Ah 4c 5c Kh", bets={0: 500, 1: 500})
    table.do(0, "insure")
    table.do(1, "decline")
    table.cards = list(parse("9d"))
    table.do(0, "hit")
    table.leave(1)
    assert table.over
    assert table.stacks == {0: 100_000, 1: 99_500}
