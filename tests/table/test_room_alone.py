"""Alone against bots: turns without a clock, and who keeps nobody waiting is not thrown out."""

from typing import Any

import pytest

from game_server.table.config import TableConfig
from game_server.table.pace import SECONDS
from protocol.messages import Asked, Left, Notice, Waiting
from tests.table.shell import EPS, Shell
from tests.table.test_room_bots import solo

HOURS = 7_200.0
EASY: dict[str, Any] = {"untimed": HOURS, "disconnect_grace": 0.0, "out_limit": HOURS}


def asked(**config: Any) -> Shell:
    """A room of one's own in which I am asked."""
    shell = solo(**config)
    shell.begin()
    shell.until_asked()
    return shell


def asked_where_all_must_play() -> Shell:
    """Alone at Dou Dizhu without a clock, in a game in which I am asked."""
    room: dict[str, Any] = {"solo": True, "bots_yield": False, "stays": False, "broke": "leave"}
    shell = Shell("doudizhu", ready=True, **room, **EASY)
    shell.seat("anna")
    shell.seat_bots("one", "two")
    shell.take(shell.table.ready("anna", True, shell.now))
    shell.until_asked()
    return shell


def codes(shell: Shell, player: str = "anna") -> list[str]:
    return [one.code for one in shell.heard(player, Notice)]


def test_a_turn_has_no_clock_where_one_takes_ones_time() -> None:
    shell = asked(**EASY)
    question = shell.heard("anna", Asked)[-1]
    assert not question.clock
    assert question.bank == 0
    turn, _ = shell.question("anna")
    shell.pass_time(HOURS - 60)
    assert shell.asked == "anna"
    assert shell.question("anna")[0] == turn
    shell.act("anna", "check", "call", "fold")
    assert shell.probe.seats.of("anna") is not None


def test_a_bot_has_its_clock_there_all_the_same() -> None:
    shell = solo(**EASY)
    shell.begin()
    waits = [one for one in shell.heard("anna", Waiting) if one.seats != (shell.seat_of("anna"),)]
    assert all(one.clock for one in waits)
    shell.until_asked()


def test_a_line_that_is_lost_pauses_the_table_and_coming_back_resumes_it() -> None:
    shell = asked(**EASY)
    turn, _ = shell.question("anna")
    shell.lose("anna")
    shell.pass_time(HOURS - 60)
    assert shell.question("anna")[0] == turn
    assert not shell.probe.seats[shell.seat_of("anna")].out
    shell.back("anna")
    question = shell.heard("anna", Asked)[-1]
    assert question.turn == turn
    assert not question.clock
    shell.act("anna", "check", "call", "fold")


def test_between_two_rounds_the_table_waits_as_long() -> None:
    shell = solo(**EASY)
    shell.begin()
    shell.lose("anna")
    while shell.probe.round is not None:
        if shell.asked == "anna":
            shell.back("anna")
            shell.act("anna", "fold")
            shell.lose("anna")
        else:
            shell.pass_time(1)
    shell.pass_time(HOURS - 600)
    assert shell.probe.round is None, "nobody plays on without me"
    assert shell.probe.seats.of("anna") is not None
    shell.back("anna")
    shell.begin()
    assert shell.probe.round is not None


@pytest.mark.parametrize("here", [True, False])
def test_a_house_that_closes_waits_no_hours_for_a_turn_without_a_clock(here: bool) -> None:
    shell = asked(**EASY)
    turn, _ = shell.question("anna")
    if not here:
        shell.lose("anna")
    shell.pass_time(HOURS / 2)
    shell.take(shell.table.close("house", shell.now))
    if here:
        question = shell.heard("anna", Asked)[-1]
        assert question.turn == turn
        assert question.clock
    shell.pass_time(120)
    assert shell.probe.over
    shell.check_escrow()


def test_a_house_that_closes_waits_for_a_lost_line_no_longer_than_for_any_turn() -> None:
    shell = asked(**EASY)
    shell.lose("anna")
    shell.pass_time(5)
    shell.take(shell.table.close("house", shell.now))
    shell.pass_time(SECONDS["turn"] - 1)
    assert not shell.probe.over, "the line may be back"
    shell.pass_time(6)
    assert shell.probe.over
    shell.check_escrow()


def test_a_house_that_closes_lets_a_bot_end_the_game_of_one_who_is_away() -> None:
    shell = asked_where_all_must_play()
    shell.lose("anna")
    shell.pass_time(HOURS / 2)
    shell.take(shell.table.close("house", shell.now))
    assert shell.probe.seats[shell.seat_of("anna")].covered
    shell.pass_time(120)
    assert shell.probe.over
    shell.check_escrow()


def test_a_table_that_nobody_comes_back_to_closes_in_the_end() -> None:
    shell = asked(**EASY)
    shell.lose("anna")
    shell.pass_time(4 * HOURS)
    assert shell.probe.seats.of("anna") is None
    assert shell.probe.over
    shell.check_escrow()


def test_a_game_that_needs_every_seat_stands_still_too_and_is_ended_by_a_bot() -> None:
    shell = asked_where_all_must_play()
    turn, _ = shell.question("anna")
    assert not shell.heard("anna", Asked)[-1].clock
    shell.lose("anna")
    shell.pass_time(HOURS - 60)
    assert shell.question("anna")[0] == turn
    assert not shell.probe.seats[shell.seat_of("anna")].covered
    shell.pass_time(HOURS)
    assert shell.probe.over
    shell.check_escrow()


@pytest.mark.parametrize("config", [{}, {"purse": "cash", **EASY}])
def test_only_a_table_of_ones_own_for_play_chips_has_no_clock(config: dict[str, Any]) -> None:
    if config:
        with pytest.raises(ValueError, match="turns have a clock"):
            TableConfig("t", "holdem", "standard", solo=True, bots_yield=False, **config)
    else:
        assert asked().heard("anna", Asked)[-1].clock


def test_with_a_restart_the_question_has_no_clock_still() -> None:
    shell = asked(**EASY)
    turn, _ = shell.question("anna")
    shell.restart()
    shell.pass_time(600)
    shell.back("anna")
    assert shell.question("anna")[0] == turn
    assert not shell.heard("anna", Asked)[-1].clock
    shell.pass_time(600)
    assert shell.question("anna")[0] == turn


# -- at a table that is open to others -----------------------------------------------------------


def public(**config: Any) -> Shell:
    shell = Shell(**{"bots": 2, "bots_match": True, **config})
    shell.seat("anna", chips=20_000)
    shell.seat_bots("one", "two", chips=20_000)
    return shell


def silent(shell: Shell, turns: int) -> None:
    """Anna says nothing for so many turns."""
    missed = 0
    while missed < turns and shell.probe.seats.of("anna") is not None:
        if shell.probe.round is None:
            if shell.probe.seats[shell.seat_of("anna")].out:
                return
            shell.begin()
        elif shell.asked == "anna":
            shell.pass_time(15.5)
            missed += 1
        else:
            shell.pass_time(1)


def test_who_keeps_nobody_waiting_sits_out_and_keeps_the_seat() -> None:
    shell = public()
    silent(shell, 2)
    shell.play_out()
    assert shell.probe.seats.of("anna") is not None
    assert shell.probe.seats[shell.seat_of("anna")].out
    assert "spared" in codes(shell)
    assert not shell.heard("anna", Left)
    shell.pass_time(3_600)
    assert shell.probe.seats.of("anna") is not None
    assert shell.probe.round is None, "bots play for nobody"
    shell.take(shell.table.sit_out("anna", False, shell.now))
    shell.begin()
    shell.until_asked()


def test_who_acts_again_in_the_same_round_is_back_without_a_word() -> None:
    shell = public(game="doudizhu", preset="house", missed_turns=1)
    shell.begin()
    while not shell.probe.seats[shell.seat_of("anna")].out:
        shell.ring()
    shell.until_asked()
    assert shell.probe.seats[shell.seat_of("anna")].out
    turn, ask = shell.question("anna")
    shell.answer("anna", turn, ask.default)
    assert not shell.probe.seats[shell.seat_of("anna")].out


def test_who_waits_for_the_seat_gets_it() -> None:
    shell = public(options={"most": 3}, bots_yield=False)
    silent(shell, 2)
    shell.play_out()
    shell.pass_time(30)
    shell.enter("bert")
    shell.take(shell.table.enqueue("bert", shell.now))
    shell.pass_time(700)
    assert shell.probe.seats.of("anna") is None


def test_with_another_player_two_missed_turns_are_the_end_as_ever() -> None:
    shell = public()
    shell.seat("bert", chips=20_000)
    for _ in range(40):
        if shell.probe.seats.of("anna") is None:
            break
        if shell.probe.round is None:
            shell.begin()
        elif shell.asked == "anna":
            shell.pass_time(15.5)
        elif shell.asked == "bert":
            shell.act("bert", "check", "call", "fold")
        else:
            shell.pass_time(1)
    assert shell.heard("anna", Left)[-1].code == "missed_turns"


def test_where_chips_are_money_nobody_is_spared() -> None:
    shell = Shell(**EPS)
    shell.seat("anna")
    shell.seat_bots("one", "two")
    silent(shell, 3)
    shell.play_out()
    assert shell.heard("anna", Left)[-1].code == "missed_turns"
