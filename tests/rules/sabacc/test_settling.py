"""Who wins what: ties, side pots, the sabacc pot."""

import pytest

from protocol.cards import parse
from protocol.events import Moved, Shown, told
from protocol.games.sabacc import Best, Counted
from protocol.words import JACKPOT, POT
from tests.rules.sabacc.table import A, B, C, D, Table


def staked(*stacks: int, hands: str, jackpot: int = 0) -> Table:
    """All are all-in by the end of the first betting lap."""
    table = Table(*stacks, hands=hands, top="-10t", jackpot=jackpot)
    while table.ask.option("stand"):
        table.do(table.ask.who, "stand")
    while table.ask.pace != "dice":
        option = table.ask.option("all_in") or table.ask.option("match")
        assert option
        table.all_do(option.verb)
    return table


@pytest.mark.req("C-5.21", "C-5.22", "C-5.24")
def test_the_total_closest_to_zero_takes_all_chips_bet_and_not_the_sabacc_pot() -> None:
    table = staked(100, 100, 100, hands="+5c +2c -1s -1t +3t 0", jackpot=50)
    table.to_showdown()
    assert table.chips == [0, 300, 0]
    assert table.won("pot") == {B: 300}
    assert table.won("sabacc") == {}
    assert table.state.jackpot == 20_000


def test_every_hand_still_in_the_game_is_shown_with_its_total_to_everybody() -> None:
    table = Table(100, 100, 100, hands="+5c +2c -1s -1t +3t 0", top="-10t")
    table.do(A, "junk")
    said = table.to_showdown()[1:]
    assert said == (
        Shown(B, parse("-1s -1t")),
        Counted(B, -2),
        Shown(C, parse("+3t 0")),
        Counted(C, 3),
        Best((B,), -2, 2),
    )
    assert tuple(told(one, None) for one in said) == said


@pytest.mark.req("C-5.22")
def test_at_equal_distance_the_positive_total_wins_even_with_fewer_cards() -> None:
    table = Table(100, 100, hands="-2c 0 +1s +1t", top="-10t")
    table.do(A, "draw")
    table.draw("0")
    table.all_do("keep", "stand")
    table.all_do("all_in", "match")
    table.to_showdown()
    assert table.chips == [0, 200]


@pytest.mark.req("C-5.23")
def test_at_equal_totals_more_cards_win_at_zero_and_elsewhere() -> None:
    for hands, extra in (("+3c -3s +4c -4s", "0"), ("+3c -1s +4c -2s", "0")):
        table = Table(100, 100, hands=hands, top="-10t")
        table.do(A, "stand")
        table.do(B, "draw")
        table.draw(extra)
        table.all_do("keep", "all_in", "match")
        table.to_showdown()
        assert table.chips[0] == 0
        assert table.chips[1] >= 200


@pytest.mark.req("C-5.23", "C-5.24")
@pytest.mark.parametrize(
    ("stacks", "hands", "shares"),
    [
        ([100, 100], "+1c +2c +1s +2s", [100, 100]),
        ([101, 101, 101], "-1c -2c +9c +9s -1s -2s", [152, 0, 151]),
        ([50, 50, 50, 50], "+9c +9s -1c -2c -1s -2s -1t -2t", [0, 67, 67, 66]),
        ([50, 50, 50, 50], "+4c +1c +3s +2s +6c -1s +8c -3t", [50, 50, 50, 50]),
        ([50, 50, 50, 50], "-5c 0 +3s +2s +6c -1s +8c -2t", [0, 100, 100, 0]),
        ([25, 25, 25, 25], "-6c 0 +8t -2t +3s +3t +8c -2s", [0, 34, 33, 33]),
    ],
)
def test_what_is_still_equal_splits_and_odd_chips_go_to_the_earlier_seats(
    stacks: list[int], hands: str, shares: list[int]
) -> None:
    table = staked(*stacks, hands=hands)
    table.to_showdown()
    assert table.chips == shares


@pytest.mark.req("C-5.25")
def test_who_wins_with_zero_takes_the_whole_sabacc_pot_too() -> None:
    table = staked(100, 100, hands="+5c -5s +1s +1t", jackpot=250)
    said = table.to_showdown()
    assert said[-2:] == (
        Moved(POT, A, 20_000, "pot"),
        Moved(JACKPOT, A, 35_000, "sabacc"),
    )
    assert table.chips == [550, 0]
    assert table.state.jackpot == 0


@pytest.mark.req("C-5.25")
def test_a_split_win_on_zero_splits_the_sabacc_pot_too() -> None:
    table = staked(100, 100, 100, hands="+5c -5s 0 0 +3t -3c", jackpot=50)
    table.to_showdown()
    assert table.won("sabacc") == {A: 67, B: 67, C: 66}
    assert table.won("pot") == {A: 100, B: 100, C: 100}


@pytest.mark.req("C-5.25")
def test_a_zero_that_does_not_win_takes_nothing_of_the_sabacc_pot() -> None:
    table = Table(100, 100, hands="+5c -5s +3t -3c", top="-10t", jackpot=50)
    table.all_do("stand", "draw")
    table.draw("0")
    table.all_do("keep")
    table.to_showdown()
    assert table.won("sabacc") == {B: 150}


@pytest.mark.req("C-5.24", "C-5.25")
def test_the_best_hand_wins_only_the_pots_it_paid_for_and_the_next_best_the_rest() -> None:
    table = staked(300, 50, 120, hands="+9c +9s +5c -5s +1t +2t", jackpot=50)
    table.to_showdown()
    assert table.won("uncalled") == {A: 180}
    assert table.won("pot") == {B: 150}
    assert table.won("side_pot") == {C: 140}
    assert table.won("sabacc") == {B: 200}
    assert table.chips == [180, 350, 140]


@pytest.mark.req("C-5.24")
def test_side_pots_split_each_on_its_own() -> None:
    table = staked(25, 100, 100, 99, hands="+1c +2c +1s +2s +1t +2t +9c +9s")
    table.to_showdown()
    assert table.won("pot") == {A: 34, B: 33, C: 33}
    assert table.won("side_pot") == {B: 112, C: 112}
    assert table.chips == [34, 145, 145, 0]


@pytest.mark.req("C-5.14", "C-5.24")
def test_a_junked_stake_stays_in_the_pot() -> None:
    table = Table(100, 100, 100, hands="0 0 +1s +1t +9c +9s", top="-10t", jackpot=50)
    table.all_do("stand", "stand", "stand")
    table.do(A, "raise", 40)
    table.all_do("match", "match")
    table.dice(1, 2)
    table.do(A, "junk")
    table.to_showdown()
    assert table.chips == [60, 180, 60]
    assert table.won("sabacc") == {}


@pytest.mark.req("C-5.14", "C-5.25")
def test_who_remains_alone_is_compared_at_once_and_zero_takes_the_sabacc_pot() -> None:
    for hands, sabacc in (("+9c +9s +1c -1s", {B: 150}), ("+9c +9s +1c +1s", {})):
        table = Table(100, 100, hands=hands, top="-10t", jackpot=50)
        table.do(A, "junk")
        assert table.over
        assert table.won("sabacc") == sabacc
        assert [one.seat for one in table.said if isinstance(one, Shown)] == [B]


def test_without_bets_there_is_no_pot_to_win() -> None:
    table = Table(100, 100, hands="+9c +9s +1c +1s", top="-10t")
    table.to_showdown()
    assert table.won("pot") == {}
    assert table.chips == [100, 100]


@pytest.mark.req("C-5.25")
def test_who_had_only_the_ante_can_still_win_the_sabacc_pot() -> None:
    table = staked(100, 0, 100, hands="+9c +9s +1c -1s +2t +2s", jackpot=50)
    table.to_showdown()
    assert table.won("pot") == {C: 200}
    assert table.won("sabacc") == {B: 200}
    assert D not in table.state.stacks
