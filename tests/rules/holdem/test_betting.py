"""Betting rounds: who may do what, how much, and when a round is over."""

from dataclasses import fields, replace
from typing import Any, cast

import pytest

from game_server.rules.core import play
from game_server.rules.holdem.hand import Hand
from protocol.words import CHANCE, Act, Illegal, Seat
from tests.rules.holdem.tables import Table


@pytest.mark.req("E-RF-BR-003", "E-RF-BR-004", "E-RF-BR-009", "H-FR6.A", "H-FR6.B")
def test_before_an_opening_bet_a_seat_checks_or_bets_and_after_it_folds_calls_or_raises() -> None:
    table = Table("heads_up", [100, 100]).acts("call", "check")
    assert table.verbs == ["check", "bet", "all_in"]
    table.act("check")
    assert table.verbs == ["check", "bet", "all_in"]
    table.act("bet", 10)
    assert table.verbs == ["fold", "call", "raise", "all_in"]
    eps = Table("eps", [100] * 3).acts("call", "call", "check")
    assert eps.verbs == ["fold", "check", "bet", "all_in"]
    assert eps.act("bet", 20).verbs == ["fold", "call", "raise", "all_in"]


def test_a_voluntary_fold_needs_no_bet_unless_the_room_says_so() -> None:
    for needs_bet in (False, True):
        table = Table("eps", [100] * 3, fold_needs_bet=needs_bet).acts("call", "call")
        assert ("fold" in table.verbs) != needs_bet
        assert "fold" in Table("eps", [100] * 3, fold_needs_bet=needs_bet).verbs


def test_a_silent_seat_folds_or_checks_if_it_can() -> None:
    for timeout, free in (("fold", "fold"), ("check_or_fold", "check")):
        table = Table("standard", [100] * 3, timeout=timeout)
        assert table.ask is not None
        assert table.ask.default == Act("fold")
        assert table.ask.must
        table.acts("call", "call")
        assert table.ask is not None
        assert table.ask.default == Act(free)
    assert Table("eps", [100] * 3).rules.options.timeout == "fold"
    assert Table("standard", [100] * 3).rules.options.timeout == "check_or_fold"


def test_silence_checks_where_folding_is_not_open() -> None:
    table = Table("heads_up", [100, 100], timeout="fold").act("call")
    assert table.ask is not None
    assert table.ask.default == Act("check")


@pytest.mark.req("E-RF-BR-005", "H-FR5.A")
def test_a_call_adds_what_is_lacking_of_the_current_bet() -> None:
    table = Table("eps", [500] * 3).act("raise", 40)
    assert table.span("call") == (35, 35)
    table.act("call")
    assert table.span("call") == (30, 30)
    assert table.act("call").moved("call") == [(1, 35), (2, 30)]


@pytest.mark.req("E-RF-BR-006", "H-FR5.A.b", "H-FR5.B.a", "H-FR5.C.b")
def test_every_raise_is_answered_and_there_is_no_last_one() -> None:
    table = Table("eps", [5000] * 3)
    for level in range(20, 1020, 10):
        assert table.hand.board == ()
        table.act("raise", level)
    assert table.turn == 1
    table.acts("call")
    assert table.turn == 2
    table.act("call")
    assert table.on_board() == [3]


@pytest.mark.req("E-RF-BR-006", "E-RF-BR-007")
def test_a_bet_or_raise_makes_a_multiple_of_10() -> None:
    table = Table("eps", [1003, 1000, 1000])
    found = table.option("raise")
    assert (found.low, found.high, found.step) == (2000, 100000, 1000)
    for wrong, code in ((83, "amount_step"), (10, "amount_low"), (1010, "amount_high")):
        with pytest.raises(Illegal) as refused:
            table.act("raise", wrong)
        assert refused.value.code == code
    table.act("raise", 100)
    assert table.option("raise").low == 11000
    table.acts("fold", "call")
    assert table.option("bet").low == 1000
    whole = Table("standard", [1003, 1000, 1000]).option("raise")
    assert (whole.low, whole.high, whole.step) == (2000, 100300, 100)


@pytest.mark.req("E-RF-BR-006", "E-RF-BR-007")
def test_a_raise_in_eps_is_any_multiple_of_10_and_at_least_10() -> None:
    table = Table("eps", [1000] * 3).act("raise", 50)
    assert table.option("raise").low == 6000
    table.act("raise", 60)
    assert table.option("raise").low == 7000
    assert Table("standard", [1000] * 3).act("raise", 50).option("raise").low == 9000
    odd = Table("eps", [1000, 55, 1000]).acts("raise 50", "all_in")
    assert odd.option("raise").low == 7000, "65 or more, on the grid"


@pytest.mark.req("E-RF-BR-007")
def test_calls_and_all_ins_may_leave_the_grid_and_the_next_raise_returns_to_it() -> None:
    table = Table("eps", [24, 1000, 1000]).act("all_in")
    assert table.moved("all_in") == [(0, 24)]
    assert table.span("call") == (19, 19)
    assert table.option("raise").low == 4000
    table.act("raise", 40)
    assert table.span("call") == (30, 30)


@pytest.mark.req("E-RF-BR-008", "E-RF-BR-010")
def test_nobody_bets_more_than_the_own_chips_and_a_short_caller_goes_all_in() -> None:
    table = Table("standard", [1000, 60, 1000], button=0).act("raise", 100)
    assert table.verbs == ["fold", "all_in"]
    assert table.span("all_in") == (55, 55)
    table.act("all_in")
    assert table.span("call") == (90, 90)
    exact = Table("standard", [100, 100]).act("raise", 100)
    assert exact.verbs == ["fold", "all_in"]
    assert Table("standard", [100, 300, 300]).option("raise").high == 10000
    assert "raise" not in Table("standard", [15, 300, 300]).verbs


@pytest.mark.req("H-FR5.A.a")
def test_the_least_raise_doubles_the_bet_or_repeats_the_last_raise() -> None:
    for preset, least in (("standard", [20, 50, 170]), ("heads_up", [20, 60, 200])):
        table = Table(preset, [1000, 1000])
        found = [table.span("raise")[0]]
        for level in (30, 100):
            found.append(table.act("raise", level).span("raise")[0])
        assert found == least
        with pytest.raises(Illegal) as refused:
            table.act("raise", least[-1] - 1)
        assert refused.value.code == "amount_low"
        assert refused.value.facts["low"] == least[-1] * 100
    assert Table("casino", [100, 100]).act("bet", 7).span("raise")[0] == 8


@pytest.mark.req("H-FR5.A.a")
def test_an_opening_bet_is_at_least_the_big_blind() -> None:
    for preset in ("standard", "heads_up", "eps"):
        assert Table(preset, [1000, 1000]).acts("call", "check").span("bet")[0] == 10


@pytest.mark.req("E-RF-GR-008", "H-FR5.B.b")
def test_the_big_blind_may_raise_when_nobody_has() -> None:
    table = Table("eps", [100] * 3).acts("call", "call")
    assert table.turn == 2
    assert table.span("raise")[0] == 20
    assert table.act("raise", 30).turn == 0
    heads_up = Table("heads_up", [100] * 2).act("call")
    assert heads_up.verbs == ["check", "raise", "all_in"]


@pytest.mark.req("E-RF-GR-007", "H-FR5.C", "H-FR5.C.b", "H-FR6.C")
def test_a_round_ends_when_all_have_acted_and_called() -> None:
    table = Table("eps", [500] * 4).acts("call", "raise 40", "call", "fold")
    assert table.on_board() == []
    assert table.act("call").on_board() == [3]
    table.acts("check", "bet 20", "call")
    assert table.on_board() == [3]
    assert table.act("call").on_board() == [3, 1]


@pytest.mark.req("E-RF-GR-004", "E-RF-GR-009", "E-RF-GR-010", "E-RF-GR-011")
@pytest.mark.req("H-FR6", "H-FR7", "H-FR8")
def test_a_betting_round_follows_the_deal_and_flop_and_turn_and_river() -> None:
    for preset in ("eps", "heads_up"):
        table = Table(preset, [100] * 2)
        assert table.on_board() == []
        table.acts("call", "check")
        for board in ([3], [3, 1], [3, 1, 1]):
            assert table.on_board() == board
            assert table.turn == 1
            table.act("check")
            assert table.turn == 0
            table.act("check")
        assert len(table.shown()) == 2


@pytest.mark.req("H-FR5.C", "H-FR5.C.a", "E-RF-GR-013")
def test_when_all_others_fold_the_last_one_has_the_pot_and_shows_nothing() -> None:
    table = Table("heads_up", [100, 100]).acts("raise 30", "fold")
    assert table.turn is None
    assert table.moved("uncalled") == [(0, 20)]
    assert table.moved("pot") == [(0, 20)]
    assert table.stacks() == [110, 90]
    assert table.shown() == []


def test_an_all_in_below_the_least_raise_does_not_reopen_the_betting() -> None:
    table = Table("standard", [1000, 1000, 150, 1000], button=0)
    table.acts("raise 100", "fold", "call", "all_in")
    for seat in (3, 1):
        assert table.turn == seat
        assert table.verbs == ["fold", "call"]
        assert table.span("call") == (50, 50)
        table.act("call")
    assert table.on_board() == [3]


def test_who_has_not_acted_may_raise_over_a_short_all_in() -> None:
    # Seat 1 is the small blind, 2 the big one; 3 raises to 100, 0 is all-in for 150.
    table = Table("standard", [150, 1000, 1000, 1000], button=0).acts("raise 100", "all_in")
    assert table.turn == 1
    assert table.span("raise") == (240, 1000)
    table.acts("fold", "call")
    assert table.turn == 3
    assert table.verbs == ["fold", "call"]


def test_short_all_ins_that_add_up_to_a_raise_reopen_the_betting() -> None:
    # The raise to 100 was one of 90; 150 and 189 are short, 150 and 190 add up to it.
    for second, opened in ((189, False), (190, True)):
        table = Table("standard", [150, second, 1000, 1000], button=0)
        table.acts("raise 100", "all_in", "all_in", "call")
        assert table.turn == 3
        assert ("raise" in table.verbs) == opened
    assert table.span("raise")[0] == 280


def test_a_limper_may_not_raise_over_an_all_in_of_less_than_a_big_blind_more() -> None:
    table = Table("standard", [1000, 15, 1000, 1000], button=0)
    table.acts("call", "call", "all_in", "call")
    assert table.turn == 3
    assert table.verbs == ["fold", "call"]


def test_over_an_all_in_below_the_least_bet_a_raise_adds_a_big_blind() -> None:
    table = Table("standard", [1000, 204, 1000, 1000], button=0)
    table.acts("raise 200", "call", "call", "call", "all_in")
    assert table.hand.street.level == 400
    assert table.span("raise")[0] == 14


def test_a_full_all_in_raise_reopens_the_betting_if_anybody_is_left_to_answer() -> None:
    for last, verbs in (("fold", ["fold", "call"]), ("call", ["fold", "call", "raise", "all_in"])):
        table = Table("standard", [190, 1000, 1000, 1000], button=0)
        table.acts("raise 100", "all_in", "fold", last)
        assert table.turn == 3
        assert table.verbs == verbs
    assert table.span("raise")[0] == 280


def test_an_all_in_below_the_least_is_always_allowed() -> None:
    table = Table("heads_up", [35, 1000], button=1).act("raise", 30)
    assert table.verbs == ["fold", "call", "all_in"]
    table.act("all_in")
    assert table.verbs == ["fold", "call"]
    assert table.span("call") == (5, 5)


@pytest.mark.req("E-RF-BR-008", "H-FR5.C.b")
def test_when_nobody_can_bet_any_more_the_board_runs_out() -> None:
    table = Table("standard", [100, 100, 40]).acts("all_in", "all_in", "all_in")
    assert table.turn is None
    assert table.on_board() == [3, 1, 1]
    assert [ask.pace for ask in table.asks] == ["deal", "street", "street", "street"]
    calm = Table("standard", [100, 100, 100]).acts("call", "call", "check")
    assert [ask.pace for ask in calm.asks] == ["deal", "deal"]


def test_the_last_with_chips_is_not_asked_to_bet_against_himself() -> None:
    table = Table("standard", [40, 500, 1000], button=0).acts("all_in", "all_in")
    assert table.turn == 2
    assert table.verbs == ["fold", "call"]
    table.act("call")
    assert table.turn is None


def test_an_act_out_of_turn_is_refused_and_changes_nothing() -> None:
    table = Table("eps", [100] * 3)
    before = table.hand
    for seat in (1, 2, CHANCE):
        with pytest.raises(Illegal) as refused:
            play(table.rules, table.hand, Seat(seat), Act("fold"))
        assert refused.value.code == "not_your_turn"
        with pytest.raises(ValueError, match="the question is to 0"):
            table.rules.apply(table.hand, Seat(seat), Act("fold"))
    assert table.hand is before


def test_a_check_is_refused_when_there_is_a_bet() -> None:
    table = Table("eps", [100] * 3)
    with pytest.raises(Illegal) as refused:
        play(table.rules, table.hand, Seat(0), Act("check"))
    assert refused.value.code == "not_offered"


def test_an_answer_changes_chips_and_street_and_nothing_else() -> None:
    # Every field has a value of its own, so that none can stand in the place of another.
    hand: Any = cast(Any, Hand)(*(f"value {number}" for number in range(len(fields(Hand)))))
    answered = hand.answered("stacks", "paid", "street")
    assert answered == replace(hand, stacks="stacks", paid="paid", street="street")
