"""A seat that leaves: its stake stays, its hand goes, and the others go on."""

import pytest

from protocol.cards import parse
from protocol.events import Dealt, Laid, LeftGame, Shown
from protocol.words import CHANCE, DISCARD
from tests.rules.sabacc.table import A, B, C, D, Table


def three(**kinds: int) -> Table:
    return Table(100, 100, 100, hands="+1c +2c -1s -2s +3t 0", top="-9c", **kinds)


@pytest.mark.req("C-5.14")
def test_who_leaves_is_out_as_if_the_hand_were_junked_and_the_stake_stays() -> None:
    table = three()
    table.all_do("stand", "stand", "stand")
    table.do(A, "raise", 30)
    said = table.leave(A)
    assert said == (LeftGame(A), Laid(A, DISCARD, parse("+1c +2c")))
    assert table.ask.who == B
    assert table.ask.options[0].low == 3000
    table.all_do("match", "match")
    table.to_showdown()
    assert table.chips == [70, 70, 160]
    assert table.won("uncalled") == {}


def test_what_nobody_could_match_goes_back_to_a_seat_that_left() -> None:
    table = Table(300, 40, 60, hands="0 0 +1s +1t +3t +4t", top="-9c")
    table.all_do("stand", "stand", "stand")
    table.do(A, "raise", 100)
    table.leave(A)
    table.all_do("all_in", "all_in")
    table.to_showdown()
    assert table.won("uncalled") == {A: 40}
    assert table.chips == [240, 120, 40]


def test_leaving_twice_or_after_junking_changes_nothing() -> None:
    table = three()
    table.leave(B)
    before = table.state
    assert table.leave(B) == ()
    assert table.state is before
    assert table.leave(D) == ()
    table = three()
    table.do(A, "junk")
    assert table.leave(A) == (LeftGame(A),)
    assert table.ask.who == B


def test_leaving_in_ones_turn_passes_it_on() -> None:
    table = three()
    table.leave(A)
    assert table.ask.who == B
    assert table.ask.option("stand")


def test_leaving_before_the_release_leaves_with_the_drawn_card() -> None:
    table = three()
    table.do(A, "draw")
    table.draw("+8t")
    assert table.leave(A)[1] == Laid(A, DISCARD, parse("+1c +2c +8t"))
    assert table.ask.who == B
    assert table.ask.option("draw")


def test_leaving_before_the_drawn_card_comes_draws_none() -> None:
    table = three()
    table.do(A, "draw")
    table.leave(A)
    assert table.ask.who == B
    assert len(table.state.left) == 55


def test_leaving_before_the_deal_costs_the_ante_and_takes_no_cards() -> None:
    table = Table(100, 100, 100)
    assert table.leave(B) == (LeftGame(B),)
    said = table.draw("+1c +2c +3c +4c -9c")
    assert [one.to for one in said if isinstance(one, Dealt)] == [A, C, DISCARD]
    assert table.chips == [100, 100, 100]


def test_when_all_others_leave_before_the_deal_the_last_is_dealt_a_hand_before_it_counts() -> None:
    table = Table(100, 100, jackpot=50)
    table.leave(A)
    assert not table.over
    table.draw("+1c +2c -9c")
    assert table.over
    assert table.won("sabacc") == {}


def test_when_all_others_leave_in_a_shift_the_last_gets_the_new_hand_before_it_counts() -> None:
    table = three(jackpot=50)
    table.all_do("stand", "stand", "stand", "check", "check", "check")
    table.dice(3, 3)
    table.leave(A)
    table.leave(B)
    assert (table.ask.who, table.hand(C)) == (CHANCE, "")
    table.draw("+4s +5s")
    assert table.over
    assert table.won("sabacc") == {}


def test_the_last_one_in_has_won_and_may_go() -> None:
    table = three()
    table.all_do("stand", "stand", "stand")
    table.do(A, "raise", 30)
    table.all_do("match", "match")
    table.dice(1, 1)
    for seat in (B, C, A):
        table.leave(seat)
    assert len(table.ask.options[0].bounds) == 2
    table.draw("+4s +5s")
    assert table.over
    assert table.chips == [160, 70, 70]


def test_all_seats_may_leave_at_once() -> None:
    table = three()
    for seat in (A, B, C):
        table.leave(seat)
    assert table.over
    assert [one.seat for one in table.said if isinstance(one, Shown)] == [C]


def all_in() -> Table:
    """B is all-in for 50, A and C play on."""
    table = Table(100, 50, 100, hands="+9c +2c +1s -1t +3t 0", top="-9c", jackpot=50)
    table.all_do("stand", "stand", "stand")
    table.do(A, "raise", 70)
    table.all_do("all_in", "match")
    return table


def test_who_is_all_in_stays_in_the_showdown_though_gone_and_is_never_asked_again() -> None:
    table = all_in()
    assert table.leave(B) == (LeftGame(B),)
    table.dice(2, 3)
    while not table.over:
        assert table.ask.who != B
        if table.ask.pace == "dice":
            table.dice(2, 3)
        else:
            table.all_do(table.ask.default.verb)
    assert table.chips == [30, 350, 70]


def test_an_all_in_leaver_keeps_the_card_it_was_drawing() -> None:
    table = all_in()
    table.dice(2, 3)
    table.all_do("stand", "draw")
    table.leave(B)
    assert table.ask.who == CHANCE
    table.draw("+1t")
    assert table.hand(B) == "+1s -1t +1t"
    assert table.ask.who == C
    table = all_in()
    table.dice(2, 3)
    table.all_do("stand", "draw")
    table.draw("+1t")
    table.leave(B)
    assert table.ask.who == C


def test_an_all_in_leaver_who_gets_chips_back_bets_no_more() -> None:
    table = Table(300, 100, 50, hands="+9c +2c +1s -1t +3t 0", top="-9c")
    table.all_do("stand", "stand", "stand")
    table.do(A, "all_in", 300)
    table.leave(A)
    table.all_do("all_in", "all_in")
    assert table.won("uncalled") == {A: 200}
    table.to_showdown()
    assert table.chips == [200, 400, 0]
