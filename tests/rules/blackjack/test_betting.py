"""The window before the deal: how much may be bet, taken back, and when it closes."""

import pytest

from game_server.rules.blackjack import GAME
from game_server.rules.blackjack.options import PRESETS
from protocol import chips
from protocol.events import Dealt, Moved
from protocol.words import HOUSE, POT, Act, Illegal, Option, Seat
from tests.rules.blackjack.dealt import Table, rules

TWENTY_ONE = rules("twenty_one")
LEAST_CHIP = chips.TWENTY_ONE[0].value


def test_all_seats_are_asked_at_once_and_silence_is_no_offence() -> None:
    table = Table(TWENTY_ONE, stacks={0: 5000, 3: 5000})
    asks = table.rules.asks(table.state)
    assert [(ask.who, ask.window, ask.pace, ask.must) for ask in asks] == [
        (0, "bets", "bets", False),
        (3, "bets", "bets", False),
    ]
    assert {ask.default for ask in asks} == {Act("sit_out")}


@pytest.mark.req("C-3.1")
def test_chips_are_added_and_taken_back_until_the_seat_is_ready() -> None:
    table = Table(rules("casino"), stacks={0: 5000})
    table.do(0, "bet", 1000)
    table.do(0, "bet", 2000)
    table.do(0, "take", 500)
    assert table.stacks == {0: 2500}
    assert table.verbs(0) == ("bet", "take", "deal")
    ask = table.ask(0)
    assert ask is not None
    assert ask.default == Act("deal")
    table.do(0, "deal")
    assert table.ask(0) is None
    assert table.state.hands[0].bet == 2500


@pytest.mark.req("C-3.1")
def test_the_last_chip_bet_begins_the_round_and_leaves_nobody_broke() -> None:
    table = Table(rules("casino"), "Ks 7d Qs 9h 8c", stacks={0: 5000})
    table.do(0, "bet", 5000)
    assert table.stacks == {0: 0}
    assert table.verbs(0) == ("hit", "stand")
    table.do(0, "stand")
    assert table.stacks == {0: 10_000}


@pytest.mark.req("C-3.1")
def test_the_most_that_may_be_bet_closes_the_window_of_the_seat() -> None:
    table = Table(TWENTY_ONE, stacks={0: 100_000, 1: 100_000})
    table.do(0, "bet", 4900)
    assert table.verbs(0) == ("bet", "take", "deal")
    table.do(0, "bet", 100)
    assert table.verbs(0) == ()
    assert table.verbs(1) == ("bet", "sit_out")


@pytest.mark.req("B-4.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_bet_is_a_sum_of_chips_between_the_least_and_the_most(preset: str) -> None:
    options = PRESETS[preset]
    ask = Table(options, stacks={0: 10_000_050}).ask(0)
    assert ask is not None
    most = options.max_bet or 10_000_000
    assert ask.option("bet") == Option("bet", options.min_bet, most, LEAST_CHIP)
    assert [ask.refusal(Act("bet", sum)) is None for sum in (500, 600, 700, 3100)] == [True] * 4
    wrong = ask.refusal(Act("bet", options.min_bet + 50))
    assert wrong is not None
    assert wrong.code == "amount_step"


@pytest.mark.req("B-4.1")
def test_a_bet_grows_by_the_least_chip_of_the_table() -> None:
    assert {preset.chip for preset in PRESETS.values()} == {LEAST_CHIP}


@pytest.mark.parametrize("amount", [499, 5100, 0])
def test_a_bet_outside_the_limits_is_refused_and_changes_nothing(amount: int) -> None:
    table = Table(TWENTY_ONE, stacks={0: 100_000})
    with pytest.raises(Illegal):
        table.do(0, "bet", amount)
    assert table.stacks == {0: 100_000}


def test_what_stays_after_taking_back_is_nothing_or_a_bet() -> None:
    table = Table(TWENTY_ONE, stacks={0: 100_000})
    table.do(0, "bet", 800)
    with pytest.raises(Illegal):
        table.do(0, "take", 400)
    table.do(0, "take", 300)
    table.do(0, "take", 500)
    assert table.stacks == {0: 100_000}
    assert table.verbs(0) == ("bet", "sit_out")


def test_a_balance_below_the_least_bet_may_be_bet_whole_and_not_in_part() -> None:
    table = Table(TWENTY_ONE, stacks={0: 250})
    ask = table.ask(0)
    assert ask is not None
    assert ask.option("bet") == Option("bet", 250, 250)
    table.do(0, "bet", 250)
    assert table.state.hands[0].bet == 250


@pytest.mark.req("B-4.3")
def test_no_card_is_dealt_before_every_bet_is_made() -> None:
    table = Table(TWENTY_ONE, "Ks 2c 3c 4c 5c 6c", stacks={0: 5000, 1: 5000})
    table.do(0, "bet", 500)
    table.do(0, "deal")
    assert not table.said(Dealt)
    table.do(1, "bet", 500)
    assert not table.said(Dealt)
    table.do(1, "deal")
    assert len(table.said(Dealt)) == 6
    assert "bet" not in table.verbs(0) + table.verbs(1)


@pytest.mark.req("C-3.11")
def test_the_bet_is_deducted_when_it_is_made() -> None:
    table = Table(rules("casino"), stacks={0: 5000})
    table.do(0, "bet", 2500)
    assert table.stacks == {0: 2500}
    assert table.said(Moved) == [Moved(Seat(0), POT, 2500, "bet")]


def test_without_a_bet_a_seat_sits_out_and_gets_no_card() -> None:
    table = Table(TWENTY_ONE, "Ks 7d Qs 9h", stacks={0: 5000, 1: 5000})
    table.do(0, "sit_out")
    table.do(1, "bet", 500)
    table.do(1, "deal")
    assert {one.to for one in table.said(Dealt) if isinstance(one, Dealt)} == {1, HOUSE}


def test_a_round_without_any_bet_is_over() -> None:
    table = Table(TWENTY_ONE, stacks={0: 5000, 1: 5000})
    table.do(0, "sit_out")
    table.do(1, "sit_out")
    assert table.over
    assert table.paid() == []


@pytest.mark.req("B-6.1")
def test_every_seat_with_money_is_dealt_in_and_none_without() -> None:
    assert GAME.entry(TWENTY_ONE) == 1
    table = Table(TWENTY_ONE, "Ks 7d 9s Qs 9h 8d", stacks={0: 1, 1: 5000})
    table.do(0, "bet", 1)
    table.do(1, "bet", 500)
    table.do(1, "deal")
    assert {one.to for one in table.said(Dealt) if isinstance(one, Dealt)} == {0, 1, HOUSE}
    with pytest.raises(ValueError, match=r"Seats \[0\] hold too little"):
        Table(TWENTY_ONE, stacks={0: 0, 1: 5000})
