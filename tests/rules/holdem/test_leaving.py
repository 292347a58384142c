"""Seats that leave in the middle of a hand."""

import pytest

from protocol.events import Acted, LeftGame
from protocol.games.holdem import NoStakes
from protocol.words import CHANCE, Act, Seat
from tests.rules.holdem.tables import Table

BOARD = "2c 7d 9h Jc 4s"
ACES, KINGS, QUEENS, TENS = "As Ah", "Ks Kh", "Qs Qh", "Ts Th"


def test_a_leaver_folds_at_once_and_the_next_seat_is_asked() -> None:
    table = Table("standard", [100] * 3).leave(0)
    assert isinstance(table.events[-1], LeftGame)
    assert table.turn == 1
    assert table.hand.live == (1, 2)


def test_a_leaver_out_of_turn_folds_and_leaves_its_chips_in_the_pot() -> None:
    table = Table("standard", [100] * 3, cards={0: KINGS, 1: ACES, 2: QUEENS}, board=BOARD)
    table.act("raise", 30).leave(2)
    assert table.turn == 1
    table.acts("call", *["check"] * 6, "muck")
    assert table.moved("pot") == [(1, 70)]
    assert table.stacks() == [70, 140, 90]


def test_when_all_others_have_left_the_last_one_wins() -> None:
    table = Table("standard", [100] * 3).leave(0).leave(1)
    assert table.turn is None
    assert table.stacks() == [100, 95, 105]


def test_a_second_leave_changes_nothing() -> None:
    table = Table("standard", [100] * 3).leave(0)
    step = table.rules.leave(table.hand, Seat(0))
    assert step == (table.hand, ())
    assert table.rules.leave(table.hand, Seat(5)) == (table.hand, ())


def test_a_leaver_who_is_all_in_stays_in_the_showdown() -> None:
    table = Table("standard", [40, 100, 100], cards={0: ACES, 1: KINGS, 2: QUEENS}, board=BOARD)
    table.act("all_in").leave(0)
    table.acts("call", "call", "bet 20", "call", *["check"] * 4)
    assert table.moved("main_pot") == [(0, 120)]
    assert table.moved("side_pot") == [(1, 40)]
    assert table.stacks() == [120, 80, 40]


def test_a_leaver_in_mid_hand_with_side_pots_forfeits_its_part_of_each() -> None:
    table = Table(
        "standard", [40, 100, 200, 200], cards={0: KINGS, 1: QUEENS, 2: TENS, 3: ACES}, board=BOARD
    )
    table.acts("raise 100", "all_in", "all_in", "call")
    assert table.turn == 2
    table.acts("bet 50").leave(3)
    assert table.turn is None
    assert table.moved("uncalled") == [(2, 50)]
    assert table.moved("main_pot") == [(0, 160)]
    assert table.moved("side_pot") == [(1, 180)]


def test_a_bet_that_a_leaver_made_is_still_to_be_called() -> None:
    table = Table("standard", [100] * 3, cards={0: ACES, 1: KINGS, 2: QUEENS}, board=BOARD)
    table.act("raise", 60).leave(0)
    assert table.turn == 1
    assert table.span("call") == (55, 55)
    table.acts("fold")
    assert table.stacks() == [40, 95, 165]


@pytest.mark.req("E-RF-BR-011")
@pytest.mark.parametrize(
    ("stacks", "bet", "end"),
    [((300, 40, 300), 100, [260, 90, 290]), ((100, 40, 100), 60, [60, 90, 90])],
)
def test_an_all_in_seat_wins_no_more_from_a_leaver_than_it_covered(
    stacks: tuple[int, ...], bet: int, end: list[int]
) -> None:
    table = Table("standard", stacks).act("raise", bet).act("all_in").leave(0).acts("fold")
    assert table.moved("uncalled") == [(0, bet - 40)]
    assert table.stacks() == end
    table = Table("standard", stacks).act("raise", bet).leave(0).acts("all_in", "fold")
    assert table.stacks() == end


def test_what_a_leaver_bet_above_an_all_in_goes_to_who_covered_it() -> None:
    table = Table("standard", [300, 40, 300], cards={1: ACES, 2: KINGS}, board=BOARD)
    table.act("raise", 100).act("all_in").leave(0).acts("call")
    assert table.moved("uncalled") == []
    assert table.moved("main_pot") == [(1, 120)]
    assert table.moved("side_pot") == [(2, 60)]
    assert table.stacks() == [200, 120, 320]


def test_who_has_chips_left_wins_no_more_from_a_leaver_than_these_would_have_covered() -> None:
    table = Table("standard", [300, 300, 30]).act("raise", 100).leave(0).acts("fold")
    assert table.moved("uncalled") == [(0, 70)]
    assert table.stacks() == [270, 295, 65]


def test_two_leavers_get_back_what_the_last_one_did_not_cover() -> None:
    table = Table("standard", [300, 40, 300, 300], button=0)
    table.acts("raise 100", "call", "all_in").leave(3).leave(0).acts("fold")
    assert sorted(table.moved("uncalled")) == [(0, 60), (3, 60)]
    assert table.stacks() == [260, 130, 290, 260]


def test_one_who_has_nothing_more_to_decide_stays_in() -> None:
    table = Table("standard", [40, 100], cards={0: KINGS, 1: ACES}, board=BOARD, deal=False)
    table.deal_once()
    for verb, cents in (("all_in", 3500), ("call", 3000)):
        assert table.turn is not None
        step = table.rules.apply(table.hand, Seat(table.turn), Act(verb, cents))
        table.steps.append(step)
    assert table.turn == CHANCE
    table.leave(1)
    assert table.stacks() == [0, 140]


def test_who_leaves_before_the_cards_forfeits_the_blind() -> None:
    table = Table("standard", [100] * 3, deal=False).leave(2)
    assert table.turn == 0
    assert Seat(2) not in table.hand.holes
    table.acts("fold")
    assert table.stacks() == [100, 110, 90]


def test_who_leaves_before_the_button_posts_nothing() -> None:
    table = Table("standard", [100] * 3, button=None, deal=False).leave(0)
    assert table.hand.live == (1, 2)
    assert table.stacks() == [100, 95, 90]
    alone = Table("standard", [100] * 2, button=None, deal=False)
    left = alone.rules.leave(alone.hand, Seat(0)).state
    left = alone.rules.leave(left, Seat(1)).state
    over = alone.rules.apply(left, CHANCE, Act("draw", drawn=(0,)))
    assert isinstance(over.events[-1], NoStakes)
    assert alone.rules.asks(over.state) == ()


def test_who_leaves_while_asked_to_show_mucks_and_a_winner_who_left_still_wins() -> None:
    cards = {0: ACES, 1: KINGS, 2: QUEENS}
    table = Table("standard", [100] * 3, cards=cards, board=BOARD)
    table.acts("call", "call", "check", *["check"] * 9)
    assert table.turn == 2
    table.leave(0).leave(2)
    assert table.turn is None
    assert [event for event in table.events if event == Acted(Seat(2), "muck")]
    assert table.shown() == [1, 0]
    assert table.moved("pot") == [(0, 30)]


def test_a_beaten_hand_whose_seat_has_left_is_mucked_without_a_question() -> None:
    cards = {0: QUEENS, 1: ACES, 2: KINGS}
    table = Table("standard", [100] * 3, cards=cards, board=BOARD)
    table.acts("call", "call", "check", *["check"] * 9)
    assert table.turn == 2
    table.leave(0).act("show")
    assert table.turn is None
    assert table.shown() == [1, 2]
    assert table.rules.announced(table.hand, None) == (2, 0)


def test_leaving_after_the_end_costs_nothing() -> None:
    table = Table("standard", [100] * 2).acts("fold")
    before = table.stacks()
    table.leave(1)
    assert table.stacks() == before
    assert isinstance(table.events[-1], LeftGame)
