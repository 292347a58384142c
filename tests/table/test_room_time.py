"""The clock of a room: turns, the time bank, slow lines, and people who are away."""

import pytest

from game_server.table.orders import Refuse
from game_server.table.time_bank import QUOTA
from protocol.events import Acted
from protocol.messages import Asked, Left, Seen, Told, Waiting
from protocol.words import Act
from tests.table.shell import EPS, Shell


def three(**config: object) -> Shell:
    shell = Shell(**{**EPS, **config})
    shell.seat("anna", "bert", "carl")
    shell.begin()
    shell.until_asked()
    return shell


def told(shell: Shell, player: str) -> list[object]:
    return [event for page in shell.heard(player, Told) for event in page.events]


@pytest.mark.req("E-RF-BR-013", "E-RF-BR-014b")
def test_a_silent_seat_folds_after_fifteen_seconds_that_all_see_run() -> None:
    shell = three()
    silent = shell.asked
    other = next(p for p in ("anna", "bert", "carl") if p != silent)
    asked = shell.heard(silent, Asked)[-1]
    waiting = shell.heard(other, Waiting)[-1]
    assert (asked.ms, asked.of) == (15_000, 15_000)
    assert (waiting.ms, waiting.of, waiting.seats) == (15_000, 15_000, (shell.seat_of(silent),))
    fold = Acted(shell.seat_of(silent), "fold")
    shell.pass_time(14.9)
    assert fold not in told(shell, other)
    shell.pass_time(0.1)
    assert fold in told(shell, other)


@pytest.mark.req("E-RF-BR-014a", "E-RF-PG-002")
@pytest.mark.parametrize("players", [("anna", "bert"), ("anna", "bert", "carl")])
def test_two_missed_turns_in_a_row_and_the_player_is_out_with_the_chips(
    players: tuple[str, ...],
) -> None:
    shell = Shell(**EPS)
    shell.seat(*players)
    shell.begin()
    silent = shell.until_asked()
    missed = 0
    while missed < 2:
        shell.begin()
        if shell.until_asked() == silent:
            shell.pass_time(15)
            missed += 1
            assert (silent in shell.probe.people) == (missed < 2)
        else:
            shell.act(shell.asked, "call", "check")
    shell.play_out()
    assert [(one.player, one.reason) for one in shell.cashed] == [(silent, "missed_turns")]
    assert shell.heard(silent, Left)[-1].code == "missed_turns"
    assert shell.cashed[0].chips + sum(shell.probe.holdings().values()) == 100_000 * len(players)
    shell.check_escrow()


def test_a_late_act_is_refused_as_stale_and_hits_no_later_question() -> None:
    shell = three()
    late, (turn, _) = shell.asked, shell.question(shell.asked)
    for _ in range(30):
        if shell.probe.round is None:
            shell.begin()
        if shell.until_asked() == late and shell.question(late)[0] != turn:
            break
        shell.act(shell.asked, "fold")
    rows = len(shell.rows)
    shell.answer(late, turn, Act("fold"), request=9)
    (refusal,) = shell.of(Refuse)
    assert refusal.why.code == "stale"
    assert len(shell.rows) == rows


def test_the_numbers_of_questions_go_on_from_round_to_round() -> None:
    shell = three()
    turns = []
    for _ in range(4):
        shell.begin()
        while shell.probe.round is not None:
            turns.append(shell.question(shell.until_asked())[0])
            shell.act(shell.asked, "fold")
    assert turns == sorted(set(turns))


def test_an_answer_given_in_time_on_a_slow_line_counts() -> None:
    shell = three()
    player = shell.asked
    shell.act(player, "call")
    shell.probe.people[player].time_bank.measured(0.3)
    while shell.until_asked() != player:
        shell.act(shell.asked, "call", "check")
    turn, ask = shell.question(player)
    shell.pass_time(15.2)
    assert shell.probe.question(shell.seat_of(player), turn) is not None
    shell.answer(player, turn, Act(ask.options[0].verb), delay=0.3)
    assert shell.of(Refuse) == []
    assert shell.probe.people[player].time_bank.quota == pytest.approx(QUOTA - 0.2)


def test_no_line_is_slow_enough_for_a_second() -> None:
    shell = three()
    player, (turn, _) = shell.asked, shell.question(shell.asked)
    shell.now += 16
    shell.answer(player, turn, Act("call"), delay=5.0)
    (refusal,) = shell.of(Refuse)
    assert refusal.why.code == "stale"
    assert Acted(shell.seat_of(player), "fold") in told(shell, player)


def test_the_allowance_has_a_quota() -> None:
    shell = three()
    player, (turn, _) = shell.asked, shell.question(shell.asked)
    shell.probe.people[player].time_bank.quota = 0.1
    shell.now += 15.2
    shell.answer(player, turn, Act("call"), delay=0.4)
    assert [one.why.code for one in shell.of(Refuse)] == ["stale"]


def test_a_time_bank_opens_when_the_turn_is_over_and_pays_what_was_used() -> None:
    shell = three(preset="standard", time_bank=30)
    player = shell.asked
    shell.pass_time(15)
    assert shell.asked == player
    asked = shell.heard(player, Asked)[-1]
    assert (asked.ms, asked.bank) == (30_000, 30_000)
    watcher = next(p for p in ("anna", "bert", "carl") if p != player)
    assert shell.heard(watcher, Waiting)[-1].ms == 30_000
    shell.pass_time(12)
    shell.act(player, "call")
    assert shell.probe.bank_left(shell.probe.seats[shell.seat_of(player)]) == pytest.approx(18)
    shell.play_out()
    shell.begin()
    assert shell.probe.bank_left(shell.probe.seats[shell.seat_of(player)]) == pytest.approx(20)


def test_an_empty_time_bank_ends_the_turn() -> None:
    shell = three(preset="standard", time_bank=30)
    player = shell.asked
    shell.pass_time(44.9)
    assert shell.asked == player
    shell.pass_time(0.2)
    assert shell.asked != player
    assert shell.probe.bank_left(shell.probe.seats[shell.seat_of(player)]) == 0


def test_nobody_waits_for_the_bank_of_one_who_is_away() -> None:
    shell = three(preset="standard", time_bank=30)
    player = shell.asked
    shell.lose(player)
    shell.pass_time(15)
    assert shell.asked != player


def test_a_lost_line_is_no_leave_and_coming_back_in_the_turn_gives_it_back() -> None:
    shell = three()
    player = shell.asked
    other = next(p for p in ("anna", "bert", "carl") if p != player)
    seen = shell.heard(player, Told)[-1]
    shell.lose(player)
    assert not shell.last_seats(other).seats[shell.seat_of(player)].here
    shell.pass_time(6)
    shell.sent[player].clear()
    shell.back(player, Seen("t1", seen.round, seen.seq))
    assert shell.heard(player, Told) == []
    assert shell.heard(player, Asked)[-1].ms == 9000
    shell.act(player, "call")
    assert shell.of(Refuse) == []
    assert shell.last_seats(other).seats[shell.seat_of(player)].here


def test_who_comes_back_is_told_exactly_what_was_missed() -> None:
    shell = three()
    player = next(p for p in ("anna", "bert", "carl") if p != shell.asked)
    before = shell.heard(player, Told)
    shell.lose(player)
    shell.act(shell.asked, "call")
    shell.pass_time(1)
    shell.sent[player].clear()
    shell.back(player, Seen("t1", 1, before[-1].seq))
    missed = told(shell, player)
    whole = [event for page in before for event in page.events] + missed
    heard = shell.probe.transcript(shell.seat_of(player))
    assert whole == [event for _, event in heard]
    shell.sent[player].clear()
    shell.take(shell.table.resync(player, Seen("t1", 1, 2), shell.now))
    assert told(shell, player) == whole[2:]


def test_the_end_of_a_round_that_was_missed_is_told_after_it() -> None:
    shell = three()
    player = next(p for p in ("anna", "bert", "carl") if p != shell.asked)
    seen = shell.heard(player, Told)[-1]
    shell.lose(player)
    while shell.probe.round is not None:
        if shell.until_asked() == player:
            shell.pass_time(15)
        else:
            shell.act(shell.asked, "fold")
    shell.sent[player].clear()
    shell.back(player, Seen("t1", 1, seen.seq))
    assert told(shell, player)[-1].kind == "ended"  # type: ignore[attr-defined]


def test_away_too_long_sits_out_and_later_gives_up_the_seat() -> None:
    shell = Shell(disconnect_grace=60, out_limit=300)
    shell.seat("anna", "bert", "carl")
    shell.lose("anna")
    shell.pass_time(30)
    shell.back("anna")
    shell.lose("anna")
    shell.take(shell.table.sit_out("bert", True, shell.now))
    shell.take(shell.table.sit_out("carl", True, shell.now))
    shell.pass_time(59)
    assert not shell.probe.seats[shell.seat_of("anna")].out
    shell.pass_time(2)
    assert shell.probe.seats[shell.seat_of("anna")].out
    shell.take(shell.table.sit_out("bert", False, shell.now))
    shell.take(shell.table.sit_out("carl", False, shell.now))
    shell.pass_time(298)
    assert "anna" not in [one.player for one in shell.cashed]
    shell.pass_time(20)
    assert "anna" in [one.player for one in shell.cashed]


def test_a_watcher_who_does_not_come_back_is_forgotten_with_his_place_in_the_queue() -> None:
    shell = Shell(preset="heads_up")
    shell.seat("anna", "bert")
    shell.enter("carl")
    shell.take(shell.table.enqueue("carl", shell.now))
    shell.lose("carl")
    shell.pass_time(61)
    assert "carl" not in shell.probe.people
    assert shell.probe.queue.order == []


@pytest.mark.parametrize(
    ("game", "preset", "waits"),
    [("roulette", "standard", 6.5), ("sabacc", "house", 5.5), ("holdem", "standard", 3.0)],
)
def test_a_ball_drops_and_dice_are_seen_before_the_next_round(
    game: str, preset: str, waits: float
) -> None:
    shell = Shell(game, pause=3.0, preset=preset)
    shell.seat("anna", "bert")
    shell.begin()
    first = shell.probe.rounds
    for _ in range(99):
        if shell.probe.round is None:
            break
        if shell.asked:
            shell.act(shell.asked, "spin", "fold", "stand", "check")
        else:
            shell.ring()
    assert shell.probe.round is None
    shell.pass_time(waits - 0.1)
    assert (shell.probe.rounds, shell.probe.round) == (first, None)
    shell.pass_time(0.2)
    assert shell.probe.rounds == first + 1
