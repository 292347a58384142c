"""A bot plays for who is away, silent or gone from a game that needs all its seats."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from game_server.bots import bots
from game_server.rules.catalogue import GAMES
from game_server.table.journal import BOT, ActDone
from game_server.table.orders import CashOut, Choose
from game_server.table.round_effects import WriteRow
from game_server.table.seat_display import SLOWEST_S
from protocol.events import Dealt, LeftGame
from protocol.messages import Asked, Left, Notice, Told, Waiting
from protocol.words import Hidden, Refusal
from tests.table.shell import Shell

THREE = ("anna", "bert", "carl")
GRACE = 15.0


def friends(seed: int = 5, **config: Any) -> Shell:
    """Three who are ready, in a game of which somebody is asked first."""
    with_these = {"preset": "house", "ready": True, "disconnect_grace": GRACE, "bots_yield": True}
    shell = Shell("doudizhu", Random(seed).randrange, **{**with_these, **config})
    shell.seat(*THREE)
    ready(shell)
    shell.until_asked()
    return shell


def ready(shell: Shell, players: Sequence[str] = THREE) -> None:
    for player in players:
        shell.take(shell.table.ready(player, True, shell.now))


def goes_on(shell: Shell, people: Sequence[str], done: Callable[[], bool]) -> None:
    """These answer at once with what silence means until it is so; bots do as they like."""
    for _ in range(500):
        if done():
            return
        if shell.asked in people:
            turn, ask = shell.question(shell.asked)
            shell.answer(shell.asked, turn, ask.default)
        else:
            assert shell.ring()
    raise AssertionError("it never comes")


def plays_out(shell: Shell, people: Sequence[str]) -> None:
    goes_on(shell, people, lambda: shell.probe.round is None)


def others(player: str) -> list[str]:
    return [one for one in THREE if one != player]


def shown(shell: Shell, to: str, of: str) -> tuple[bool, bool]:
    """Whether somebody is seen to be here, and to be played for."""
    one = shell.last_seats(to).seats[shell.seat_of(of)]
    return one.here, one.stand_in


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.needs_all])
def test_the_bot_that_stands_in_plays_the_game(game: str) -> None:
    shell = Shell(game, preset="house")
    assert shell.config.stand_in in bots(game)
    assert shell.config.stand_in != "random"


def test_who_is_away_longer_than_the_grace_is_played_for_and_the_others_see_it() -> None:
    shell = friends()
    away = shell.asked
    (other, third) = others(away)
    shell.lose(away)
    shell.pass_time(SLOWEST_S)
    assert shown(shell, other, away) == (False, False)
    shell.pass_time(GRACE - 1 - SLOWEST_S)
    assert shell.asked == away, "a blink of the line costs nobody the turn"
    shell.pass_time(1)
    while not shown(shell, other, away)[1]:
        shell.ring()
    assert shell.now <= 1000 + 2 * GRACE
    assert shown(shell, third, away) == (False, True)
    plays_out(shell, others(away))
    choices = [one for one in shell.every if isinstance(one, Choose)]
    assert choices
    assert {(one.seat, one.bot) for one in choices} == {(shell.seat_of(away), "medium")}
    assert shell.seat_of(away) in shell.probe.seats, "nobody loses the seat in mid-game"
    assert shown(shell, other, away) == (False, False), "the game is over, and the bot is gone"
    shell.check_escrow()


def test_a_stand_in_is_told_what_its_seat_was_told_and_nothing_else() -> None:
    shell = friends()
    away = shell.asked
    shell.lose(away)
    shell.pass_time(3 * GRACE)
    choose = next(one for one in shell.every if isinstance(one, Choose))
    hands = [one for one in choose.told if isinstance(one, Dealt) and one.to >= 0]
    assert len(hands) == 3
    for event in hands:
        assert isinstance(event.cards, Hidden) == (event.to != choose.seat)


def test_who_comes_back_takes_over_at_once_and_the_bot_is_not_heard_any_more() -> None:
    shell = friends()
    away = shell.asked
    seat = shell.seat_of(away)
    shell.thinking = 10.0
    shell.lose(away)
    while not shell.of(Choose):
        shell.ring()
    (choose,) = shell.of(Choose)
    shell.pass_time(1)
    shell.back(away)
    asked = shell.heard(away, Asked)[-1]
    assert (asked.turn, asked.ask) == (choose.turn, choose.ask)
    assert shown(shell, others(away)[0], away) == (True, False)
    shell.take(shell.table.chose(seat, choose.turn, choose.ask.default, shell.now))
    assert shell.question(away)[0] == choose.turn, "what the bot thought of counts no more"
    shell.answer(away, choose.turn, choose.ask.default)
    assert shell.asked != away
    plays_out(shell, THREE)
    assert all(not isinstance(one, Choose) for one in shell.orders)


def test_the_bot_is_asked_as_soon_as_the_grace_is_over() -> None:
    shell = friends()
    away = others(shell.asked)[1]
    shell.lose(away)
    lost = shell.now
    shell.pass_time(GRACE - 5)
    while shell.asked != away:
        turn, ask = shell.question(shell.asked)
        shell.answer(shell.asked, turn, ask.default)
    while not shell.of(Choose):
        shell.ring()
    assert shell.now == lost + GRACE, "in the middle of the turn"


def test_who_is_here_and_silent_in_two_turns_is_played_for_until_he_says_otherwise() -> None:
    shell = friends()
    silent = shell.asked
    goes_on(shell, others(silent), lambda: "stand_in" in shell.codes(silent))
    assert shown(shell, others(silent)[0], silent) == (True, True)
    assert not shell.probe.seats[shell.seat_of(silent)].left
    goes_on(shell, others(silent), lambda: shell.asked == silent)
    told, turn = len(shell.heard(silent, Asked)), shell.question(silent)[0]
    assert told, "he was asked before"
    assert shell.heard(silent, Asked)[-1].turn != turn, "the bot is asked now"
    assert shell.heard(silent, Waiting)[-1].seats == (shell.seat_of(silent),)
    shell.take(shell.table.sit_out(silent, False, shell.now))
    assert shell.heard(silent, Asked)[-1].turn == turn
    assert shown(shell, others(silent)[0], silent) == (True, False)
    shell.answer(silent, turn, shell.question(silent)[1].default)


def test_a_bot_plays_one_game_and_not_the_next() -> None:
    shell = friends()
    silent = shell.asked
    shell.take(shell.table.stand_in(silent, shell.now))
    plays_out(shell, others(silent))
    ready(shell)
    assert not any(one.covered for one in shell.probe.seats.values())
    plays_out(shell, THREE)


def test_who_acts_while_a_bot_plays_for_him_plays_himself() -> None:
    shell = friends()
    player = shell.asked
    shell.thinking = 10.0
    shell.take(shell.table.stand_in(player, shell.now))
    turn, ask = shell.question(player)
    shell.answer(player, turn, ask.default)
    assert shell.asked != player
    assert not shell.probe.seats[shell.seat_of(player)].covered


@pytest.mark.parametrize("seed", range(6))
def test_a_leaver_pays_or_wins_as_if_still_there_and_learns_how_it_ended(seed: int) -> None:
    shell = friends(seed)
    leaver = others(shell.asked)[seed % 2]
    seat = shell.seat_of(leaver)
    shell.take(shell.table.leave(leaver, "now", shell.now))
    assert shell.heard(leaver, Left)[-1].code == "left"
    assert any(isinstance(e, LeftGame) for e in shell.heard(others(leaver)[0], Told)[-1].events)
    one = shell.last_seats(others(leaver)[0]).seats[seat]
    assert (one.here, one.stand_in) == (False, True)
    assert shell.cashed == [], "what is in play stays until the game is over"
    shell.enter(leaver)
    with pytest.raises(Refusal, match="left this round"):
        shell.table.enqueue(leaver, shell.now)
    plays_out(shell, others(leaver))
    (out,) = shell.cashed
    assert (out.player, out.reason) == (leaver, "left")
    notice = next(n for n in shell.heard(leaver, Notice) if n.code.startswith("left_"))
    won = out.chips - 100_000
    assert notice.code == ("left_won" if won > 0 else "left_lost")
    assert notice.facts == {"game": "doudizhu", "amount": abs(won), "chips": out.chips}
    assert won != 0
    shell.check_escrow()
    shell.take(shell.table.enqueue(leaver, shell.now))
    assert shell.offer(leaver).seat == seat


def test_when_everybody_has_left_bots_finish_the_game_and_nobody_waits() -> None:
    shell = friends()
    for player in THREE:
        shell.take(shell.table.leave(player, "now", shell.now))
    went = shell.now
    while shell.probe.round is not None:
        assert shell.ring()
    assert shell.now == went
    assert sorted(one.player for one in shell.cashed) == list(THREE)
    assert sum(one.chips for one in shell.cashed) == 300_000


def test_who_stays_away_keeps_the_seat_to_the_end_of_the_game_and_no_longer() -> None:
    shell = friends(out_limit=30.0)
    shell.thinking = 12.0
    away = shell.asked
    shell.lose(away)
    while shell.now < 1000 + GRACE + 30 + 20 and shell.probe.round is not None:
        if shell.asked in others(away):
            shell.pass_time(10)
            turn, ask = shell.question(shell.asked)
            shell.answer(shell.asked, turn, ask.default)
        else:
            shell.ring()
    assert shell.probe.round is not None
    assert not shell.probe.seats[shell.seat_of(away)].left, "he can still come back to his cards"
    plays_out(shell, others(away))
    assert [one.player for one in shell.cashed] == [away]
    assert shell.cashed[0].reason == "away"


def test_a_stand_in_goes_on_after_the_power_is_back() -> None:
    shell = friends()
    away, leaver, stays = shell.asked, *others(shell.asked)
    shell.lose(away)
    shell.pass_time(3 * GRACE)
    shell.take(shell.table.leave(leaver, "now", shell.now))
    seat = shell.seat_of(leaver)
    shell.restart()
    shell.back(stays)
    assert shown(shell, stays, leaver) == (False, True), "the bot of the leaver plays on"
    home = shell.now + shell.config.homecoming
    assert shown(shell, stays, away) == (False, False), "he has some time to come back"
    goes_on(shell, [stays], lambda: shown(shell, stays, away)[1])
    assert shell.now >= home
    plays_out(shell, [stays])
    chose = {one.seat for one in shell.every if isinstance(one, Choose)}
    assert chose == {seat, shell.seat_of(away)}
    assert [one.player for one in shell.cashed] == [leaver]
    assert sum(shell.probe.holdings().values()) + shell.cashed[0].chips == 300_000
    shell.check_escrow()


def test_who_is_back_after_the_power_was_gone_plays_himself() -> None:
    shell = friends()
    asked = shell.asked
    shell.restart()
    for player in THREE:
        shell.back(player)
    assert shell.heard(asked, Asked)[-1].turn == shell.question(asked)[0]
    plays_out(shell, THREE)
    assert not [one for one in shell.every if isinstance(one, Choose)]


def test_nobody_is_covered_where_a_game_goes_on_without_a_seat() -> None:
    shell = Shell(below=Random(1).randrange)
    shell.seat(*THREE)
    shell.begin()
    shell.lose("anna")
    shell.pass_time(61)
    assert shell.probe.seats[shell.seat_of("anna")].out
    assert not any(one.covered for one in shell.probe.seats.values())
    everybody = shell.last_seats("bert").seats.values()
    assert not any(one.stand_in for one in everybody)


def test_a_seat_that_gives_up_for_long_absence_pays_what_its_bot_lost() -> None:
    shell = friends(seed=3)
    away = shell.asked
    shell.lose(away)
    shell.pass_time(2 * GRACE)
    plays_out(shell, others(away))
    before = shell.probe.owned(shell.seat_of(away))
    assert before != 100_000
    shell.pass_time(1_000)
    assert shell.cashed == [CashOut(away, before, "away")], "nobody was ready to play without him"
    shell.check_escrow()


def test_who_asks_for_it_is_played_for_at_once_though_here_and_all_see_it() -> None:
    shell = friends()
    asked, other = shell.asked, others(shell.asked)[0]
    shell.thinking = 2.0
    shell.take(shell.table.stand_in(asked, shell.now))
    assert shown(shell, other, asked) == (True, True)
    (choose,) = shell.of(Choose)
    assert choose.seat == shell.seat_of(asked)
    assert choose.not_before == shell.now + 2, "it takes its time, as people do"
    plays_out(shell, others(asked))
    rows = [one.row for one in shell.every if isinstance(one, WriteRow)]
    acts = [one for one in rows if isinstance(one, ActDone) and one.seat == shell.seat_of(asked)]
    assert {one.by for one in acts} == {BOT}, "nobody may think that this was the player"
    assert "stand_in" not in shell.codes(asked), "nothing was missed"
    ready(shell)
    assert shown(shell, other, asked) == (True, False), "it was for one game"


@pytest.mark.parametrize("how", ["acts", "takes over"])
def test_who_touches_plays_again(how: str) -> None:
    shell = friends()
    asked, other = shell.asked, others(shell.asked)[0]
    shell.thinking = 10.0
    shell.take(shell.table.stand_in(asked, shell.now))
    turn, ask = shell.question(asked)
    if how == "acts":
        shell.answer(asked, turn, ask.default)
    else:
        shell.take(shell.table.sit_out(asked, False, shell.now))
        assert shell.heard(asked, Asked)[-1].turn == turn, "the question is put again"
    assert shown(shell, other, asked) == (True, False)


def test_it_plays_on_when_the_line_is_lost_and_back() -> None:
    shell = friends()
    asked, other = shell.asked, others(shell.asked)[0]
    shell.thinking = 10.0
    shell.take(shell.table.stand_in(asked, shell.now))
    shell.lose(asked)
    shell.pass_time(SLOWEST_S)
    assert shown(shell, other, asked) == (False, True), "without a moment's grace"
    questions = len(shell.heard(asked, Asked))
    shell.back(asked)
    shell.pass_time(SLOWEST_S)
    assert shown(shell, other, asked) == (True, True)
    assert len(shell.heard(asked, Asked)) == questions, "the bot is asked, and not the player"
    shell.take(shell.table.sit_out(asked, False, shell.now))
    shell.lose(asked)
    shell.back(asked)
    shell.pass_time(SLOWEST_S)
    assert shown(shell, other, asked) == (True, False), "what was taken back stays so"


def test_after_a_power_cut_who_is_back_plays_himself() -> None:
    shell = friends()
    asked, other = shell.asked, others(shell.asked)[0]
    shell.thinking = 10.0
    shell.take(shell.table.stand_in(asked, shell.now))
    shell.restart()
    for player in THREE:
        shell.back(player)
    assert shown(shell, other, asked) == (True, False)
    assert shell.heard(asked, Asked)[-1].turn == shell.question(asked)[0]


def test_nobody_is_played_for_between_games_nor_where_no_seat_is_needed() -> None:
    shell = friends()
    plays_out(shell, THREE)
    with pytest.raises(Refusal, match="goes on"):
        shell.table.stand_in("anna", shell.now)
    other = Shell(below=Random(1).randrange)
    other.seat(*THREE)
    other.begin()
    with pytest.raises(Refusal, match="every seat"):
        other.table.stand_in("anna", other.now)
