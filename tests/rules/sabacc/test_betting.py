"""The betting lap: match or raise once, one closing lap, all-in, what nobody matched."""

from dataclasses import replace

import pytest

from protocol.events import Acted, Moved
from protocol.words import CHANCE, POT, Act, Illegal, Option
from tests.rules.sabacc.table import A, B, C, D, Table

FOUR = "+1c +2c -1s -2s +3t 0 +4c +5c"


def betting(*stacks: int) -> Table:
    """The first betting lap."""
    table = Table(*stacks, hands=" ".join(FOUR.split()[: 2 * len(stacks)]), top="-9c")
    table.all_do(*["stand"] * len(stacks))
    return table


def everyone_passes(table: Table) -> Table:
    """On to the next betting lap."""
    while table.ask.who != CHANCE:
        table.all_do(table.ask.default.verb)
    table.dice(1, 2)
    while table.ask.option("stand"):
        table.all_do("stand")
    return table


@pytest.mark.req("C-5.18")
def test_a_seat_may_check_raise_as_high_as_it_wishes_or_go_all_in() -> None:
    table = betting(300, 200, 100)
    assert table.ask.options == (
        Option("check"),
        Option("raise", 100, 29_900, 100),
        Option("all_in", 30_000, 30_000),
    )
    assert table.ask.default == Act("check")
    said = table.do(A, "raise", 70)
    assert said == (Acted(A, "raise", 7000), Moved(A, POT, 7000, "stake"))


@pytest.mark.req("C-5.18")
def test_the_next_seat_must_at_least_match_and_may_raise_above_it() -> None:
    table = betting(300, 200, 100)
    table.do(A, "raise", 70)
    assert table.ask.options == (
        Option("match", 7000, 7000),
        Option("raise", 7100, 19_900, 100),
        Option("all_in", 20_000, 20_000),
    )
    with pytest.raises(Illegal):
        table.do(B, "check")
    with pytest.raises(Illegal):
        table.do(B, "match", 60)
    table.do(B, "raise", 90)
    assert (table.state.highest, table.chips[1]) == (9000, 110)
    assert table.ask.default == Act("match", 9000)


@pytest.mark.req("C-5.18")
def test_after_a_raise_the_others_match_in_one_closing_lap_without_another_raise() -> None:
    table = betting(300, 300, 300, 300)
    table.do(A, "check")
    table.do(B, "raise", 10)
    table.do(C, "raise", 30)
    table.do(D, "match", 30)
    assert table.ask.who == A
    assert table.ask.options == (Option("match", 3000, 3000),)
    table.all_do("match")
    assert table.ask.who == B
    assert table.ask.options == (Option("match", 2000, 2000),)
    table.all_do("match")
    assert table.ask.pace == "dice"
    assert table.chips == [270] * 4


@pytest.mark.req("C-5.10")
def test_without_a_raise_everybody_is_asked_to_bet_once() -> None:
    table = betting(300, 300, 300)
    table.all_do("check", "check", "check")
    assert table.ask.pace == "dice"


@pytest.mark.req("C-5.15", "C-5.18")
def test_who_cannot_match_goes_all_in_with_what_is_left() -> None:
    table = betting(300, 40, 300)
    table.do(A, "raise", 100)
    assert table.ask.options == (Option("all_in", 4000, 4000),)
    assert (table.ask.default, table.ask.must) == (Act("all_in", 4000), False)
    table.all_do("all_in", "match")
    assert (table.chips, table.ask.pace) == ([200, 0, 200], "dice")
    everyone_passes(table)
    assert table.ask.who == A
    table.do(A, "check")
    assert table.ask.who == C


def test_an_all_in_may_raise_or_match_to_the_chip() -> None:
    table = betting(300, 80, 300)
    table.do(A, "raise", 30)
    table.do(B, "all_in", 80)
    assert table.state.highest == 8000
    table.do(C, "match", 80)
    assert table.ask.options == (Option("match", 5000, 5000),)
    exact = betting(300, 30, 300)
    exact.do(A, "raise", 30)
    assert exact.ask.options == (Option("match", 3000, 3000),)


def test_a_single_chip_above_the_bet_can_only_go_all_in() -> None:
    table = betting(300, 71, 300)
    table.do(A, "raise", 70)
    assert [option.verb for option in table.ask.options] == ["match", "all_in"]


def test_what_nobody_could_match_goes_back_before_the_dice() -> None:
    table = betting(300, 50, 120)
    table.do(A, "all_in", 300)
    table.do(B, "all_in", 50)
    said = table.do(C, "all_in", 120)
    assert Moved(POT, A, 18_000, "uncalled") in said
    assert table.chips == [180, 0, 0]
    assert table.state.paid == {A: 12_000, B: 5000, C: 12_000}


def test_who_alone_has_chips_is_not_asked_to_bet_but_all_still_play() -> None:
    table = betting(300, 50, 120)
    table.all_do("all_in", "all_in", "all_in")
    table.dice(1, 2)
    played = []
    while table.ask.who != CHANCE:
        assert table.ask.option("stand")
        played.append(table.ask.who)
        table.all_do("stand")
    assert played == [A, B, C]
    assert table.ask.pace == "dice"


def test_nobody_raises_when_no_other_chips_could_answer() -> None:
    table = betting(300, 100)
    table.do(A, "check")
    table.do(B, "all_in", 100)
    assert table.ask.options == (Option("match", 10_000, 10_000),)
    table = betting(100, 300)
    table.do(A, "all_in", 100)
    assert table.ask.options == (Option("match", 10_000, 10_000),)


def test_each_round_begins_with_a_bet_of_zero() -> None:
    table = betting(300, 300)
    table.do(A, "raise", 100)
    table.all_do("match")
    everyone_passes(table)
    assert table.ask.options[:2] == (Option("check"), Option("raise", 100, 19_900, 100))
    table.do(A, "raise", 50)
    table.all_do("match")
    assert table.state.paid == {A: 15_000, B: 15_000}


def test_cents_do_not_stop_a_bet() -> None:
    table = betting(300, 300)
    table.state = replace(table.state, stacks={A: 750, B: 30_000})
    assert table.ask.options == (
        Option("check"),
        Option("raise", 100, 700, 100),
        Option("all_in", 750, 750),
    )
