"""Bets as they are asked for at a table of a house where others bet too."""

from dataclasses import replace

import pytest

from protocol import messages
from protocol.events import LeftGame, Moved, RoundEnded
from protocol.messages import Sitter
from protocol.words import HOUSE, POT, Option, Seat
from tests.client.device import people
from tests.terminal.test_visits import BEGAN, BET, BLACKJACK, Inside

ANN, ME = Seat(0), Seat(2)


@pytest.fixture
def typing() -> Inside:
    return Inside()


def test_a_bet_of_another_that_is_larger_costs_nothing_where_there_is_no_pot(
    typing: Inside,
) -> None:
    typing.one.sit_down(room=BLACKJACK)
    typing.one.tell(BEGAN, Moved(ANN, POT, 1_500, "bet"), Moved(ME, POT, 1_000, "bet"))
    typing.one.asked(1, Option("decline"), Option("insure", 500, 500), window="insurance")
    told = typing.go_on()
    assert "You have 190." in told
    assert not any("stay in" in line for line in told)


def test_the_bet_of_who_sat_there_before_is_not_mine_to_repeat(typing: Inside) -> None:
    typing.one.house(messages.Joined(typing.one.client.lobby.join("t"), BLACKJACK))
    typing.one.seats({**people(2), 2: Sitter("Di", 20_000)}, you=None)
    lost = Moved(POT, HOUSE, 1_000, "lose")
    before = replace(BEGAN, names={**BEGAN.names, ME: "Di"})
    typing.one.tell(before, Moved(ME, POT, 1_000, "bet"), lost, RoundEnded())
    typing.one.seats(people())
    typing.one.tell(replace(BEGAN, round=2), number=2)
    typing.go_on()
    assert not any("again" in line for line in typing.ask(2))
    typing.one.tell(Moved(ME, POT, 700, "bet"), lost, RoundEnded(), number=2, after=1)
    typing.one.tell(replace(BEGAN, round=3), number=3)
    typing.one.asked(3, BET, Option("sit_out"), window="bets")
    assert any("Enter: 7 again" in line for line in typing.go_on())


def test_who_leaves_a_round_is_not_said_to_be_away_as_well(typing: Inside) -> None:
    typing.sit()
    typing.one.tell(LeftGame(ANN), after=1)
    away = {**people(), 0: replace(people()[0], here=False)}
    typing.one.seats(away)
    told = typing.go_on()
    assert "Ann has left." in told
    assert not any("away" in line for line in told)
    typing.one.seats({**away, 1: replace(people()[1], here=False)})
    assert "Bo is away." in typing.go_on()


def test_a_bet_beside_one_that_lies_there_is_more_of_it(typing: Inside) -> None:
    typing.sit()
    assert any("b and 5 to 50: Bet;" in line for line in typing.type("?"))
    typing.one.tell(Moved(ME, POT, 1_000, "bet"), after=1)
    more = Option("bet", 100, 4_000, 100)
    typing.one.asked(2, Option("deal"), more, Option("take", 100, 500, 100), window="bets")
    assert any("b and 1 to 40: Bet more" in line for line in typing.go_on())


def test_who_buys_chips_reads_how_many_there_are_then(typing: Inside) -> None:
    typing.one.sit_down({**people(), 2: Sitter("Me", 10_000)}, BLACKJACK)
    typing.go_on()
    typing.type("buy 50")
    typing.one.seats({**people(), 2: Sitter("Me", 15_000)})
    typing.one.house(messages.Ok(typing.one.last(messages.Buy).id))
    assert "You have 150 at this table now." in typing.go_on()


def test_a_sum_that_cannot_be_is_told_in_money_where_chips_are_money(typing: Inside) -> None:
    typing.one.sit_down(room=replace(BLACKJACK, purse="cash"))
    typing.one.tell(BEGAN)
    typing.ask(1)
    (told,) = typing.type("b 5.50")
    assert told == "The amount goes from $5 to $50 in steps of $1."
    (told,) = typing.type("b")
    assert told == "How much? From $5 to $50, behind the letter."
