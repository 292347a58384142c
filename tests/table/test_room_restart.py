"""A room after the power went, and one whose journal could not be written for a while."""

from random import Random

import pytest

from game_server.table import journal
from game_server.table.journal import ActDone, Snapshot
from game_server.table.orders import Accept, Alarm, CashOut, Choose, NeedBots, Refuse
from game_server.table.round_effects import Draw
from protocol.messages import Asked, Offer, Seen, Told
from protocol.words import Act, Refusal, Seat
from tests.table.shell import EPS, Shell, chosen


def three(**config: object) -> Shell:
    shell = Shell(below=Random(4).randrange, **{**EPS, **config})
    shell.seat("anna", "bert", "carl")
    shell.begin()
    shell.until_asked()
    return shell


def test_a_hand_goes_on_with_the_same_cards_and_chips() -> None:
    shell = three()
    shell.act(shell.asked, "raise")
    shell.until_asked()
    before, held = shell.probe.round, shell.probe.holdings()
    shell.restart()
    playing = shell.probe.round
    assert playing is not None
    assert before is not None
    assert (playing.state, playing.said) == (before.state, before.said)
    assert (playing.turn, shell.probe.holdings()) == (before.turn, held)
    shell.check_escrow()


def test_an_open_question_has_its_whole_time_from_the_return_of_its_player() -> None:
    shell = three()
    player = shell.asked
    shell.pass_time(14)
    shell.restart()
    shell.pass_time(12)
    assert shell.asked == player
    shell.back(player)
    assert shell.heard(player, Asked)[-1].ms == 15_000
    shell.pass_time(14.9)
    assert shell.asked == player
    shell.pass_time(0.1)
    assert shell.asked != player


def test_nobody_is_waited_for_longer_than_thirty_seconds_more() -> None:
    shell = three()
    player = shell.asked
    shell.restart()
    shell.pass_time(44.9)
    assert shell.asked == player
    shell.pass_time(0.2)
    assert shell.asked != player


def test_missed_turns_and_who_said_that_he_leaves_are_not_forgotten() -> None:
    shell = three()
    silent = shell.asked
    shell.pass_time(15)
    shell.play_out("fold")
    shell.begin()
    leaver = next(p for p in ("anna", "bert", "carl") if p not in (silent, shell.until_asked()))
    shell.take(shell.table.leave(leaver, "after_round", shell.now))
    shell.restart()
    assert shell.probe.seats[shell.seat_of(silent)].missed == 1
    for player in {"anna", "bert", "carl"}:
        shell.back(player)
    shell.play_out("fold")
    assert leaver in [one.player for one in shell.cashed]


def test_a_silent_leave_is_not_forgotten_and_still_told_to_nobody() -> None:
    shell = three()
    first = shell.asked
    leaver = next(p for p in ("anna", "bert", "carl") if p != first)
    seat = shell.seat_of(leaver)
    shell.take(shell.table.leave(leaver, "now", shell.now))
    shell.restart()
    for player in {"anna", "bert", "carl"} - {leaver}:
        shell.back(player)
    assert shell.last_seats(first).seats[seat].here
    with pytest.raises(Refusal):
        shell.back(leaver)
    shell.lines.discard(leaver)
    shell.play_out("call", "check")
    assert leaver in [one.player for one in shell.cashed]
    shell.check_escrow()


def test_chips_on_their_way_into_the_next_round_are_not_lost() -> None:
    shell = three()
    shell.buy("anna", 5000)
    shell.seat("dora", chips=7000)
    shell.take(shell.table.sit_out("bert", True, shell.now))
    shell.restart()
    shell.check_escrow()
    assert shell.probe.seats[shell.seat_of("bert")].out
    assert shell.probe.seats[shell.seat_of("dora")].coming == 7000


@pytest.mark.parametrize("moment", ["in the round", "after it"])
def test_an_act_that_is_sent_again_gets_its_answer_and_happens_once(moment: str) -> None:
    shell = three()
    player = shell.asked
    turn, ask = shell.question(player)
    call = chosen(ask, "call")
    shell.answer(player, turn, call, request=77)
    assert shell.of(Accept) == [Accept(player, 77)]
    rows = len(shell.rows)
    shell.answer(player, turn, call, request=77)
    assert shell.orders == [Accept(player, 77)]
    if moment == "after it":
        shell.play_out("fold")
        shell.rows = shell.rows[-1:]
        assert isinstance(shell.stored()[0], Snapshot)
        rows = len(shell.rows)
    shell.restart()
    shell.back(player)
    shell.answer(player, turn, call, request=77)
    assert shell.orders == [Accept(player, 77)]
    assert len(shell.rows) == rows


def test_a_refusal_that_is_asked_for_again_is_the_same_refusal() -> None:
    shell = three()
    player = shell.asked
    turn, _ = shell.question(player)
    shell.answer(player, turn, Act("raise", 1), request=5)
    (first,) = shell.of(Refuse)
    shell.answer(player, turn, Act("raise", 1), request=5)
    assert shell.orders == [first]
    shell.answer(player, turn, Act("call"), request=5)
    (other,) = shell.of(Refuse)
    assert other.why.code == "id_reused"
    assert shell.probe.question(shell.seat_of(player), turn) is not None


def test_between_two_rounds_the_last_standing_is_all_that_is_needed() -> None:
    shell = three()
    shell.play_out("call")
    shell.seat("dora")
    held = shell.probe.holdings()
    last = max(n for n, row in enumerate(shell.stored()) if isinstance(row, Snapshot))
    shell.rows = shell.rows[last:]
    turn = shell.probe.turn
    shell.restart()
    assert shell.probe.holdings() == held
    assert (shell.probe.rounds, shell.probe.turn) == (1, turn)
    shell.back("anna")
    shell.back("bert")
    shell.begin()
    assert shell.question(shell.until_asked())[0] > turn


def test_the_end_of_a_round_that_a_crash_kept_from_the_players_is_told_after_it() -> None:
    shell = three()
    seen = shell.heard("anna", Told)[-1]
    shell.play_out("fold")
    whole = shell.probe.transcript(shell.seat_of("anna"), seen.seq)
    shell.restart()
    shell.sent["anna"].clear()
    shell.back("anna", Seen("t1", 1, seen.seq))
    told = [event for page in shell.heard("anna", Told) for event in page.events]
    assert told == [event for _, event in whole] != []


def test_a_round_that_cannot_be_replayed_is_void_and_the_stakes_go_back() -> None:
    shell = three()
    shell.act(shell.asked, "raise")
    leaver = shell.until_asked()
    shell.buy("carl", 900)
    shell.take(shell.table.leave(leaver, "now", shell.now))
    rows = shell.stored()
    place = next(n for n, row in enumerate(rows) if isinstance(row, ActDone) and row.act.drawn)
    happened = rows[place]
    assert isinstance(happened, ActDone)
    bent = ActDone(
        happened.turn, happened.seat, happened.by, happened.at, happened.act, b"otherwis"
    )
    shell.rows[place] = journal.to_bytes(bent)
    used = max(row.turn for row in rows if isinstance(row, ActDone))
    shell.restart()
    assert [one.code for one in shell.of(Alarm)] == ["round_void"]
    assert shell.probe.round is None
    assert CashOut(leaver, 100_000 + 900 * (leaver == "carl"), "left") in shell.cashed
    assert sum(shell.probe.holdings().values()) + shell.cashed[0].chips == 300_900
    shell.check_escrow()
    shell.restart()
    assert shell.of(Alarm) == []
    for player in {"anna", "bert", "carl"} - {leaver}:
        shell.back(player)
    shell.begin()
    assert shell.question(shell.until_asked())[0] > used


def test_bots_and_chance_are_asked_again_at_once() -> None:
    shell = Shell(below=Random(4).randrange)
    shell.seat("anna")
    shell.seat_bots("ada", "bob")
    shell.begin()
    while not shell.asked.startswith("bot:"):
        if shell.asked:
            shell.act(shell.asked, "call", "check")
        else:
            shell.ring()
    shell.restart()
    (choose,) = shell.of(Choose)
    assert choose.not_before == shell.now + shell.thinking


def test_a_pause_refuses_everything_and_resumes_from_what_is_written() -> None:
    shell = three()
    player = shell.asked
    turn, ask = shell.question(player)
    call = chosen(ask, "call")
    rows, held = list(shell.rows), shell.probe.holdings()
    lost = shell.table.act(player, 3, turn, call, shell.now)
    assert any(isinstance(order, Accept) for order in lost)
    shell.take(shell.table.suspend(shell.now))
    assert "paused" in shell.codes("anna")
    shell.answer(player, turn, call, request=3)
    assert [one.why.code for one in shell.of(Refuse)] == ["paused"]
    with pytest.raises(Refusal, match="paused"):
        shell.table.leave("anna", "now", shell.now)
    with pytest.raises(Refusal, match="paused"):
        shell.table.bought("anna", 1, shell.now)
    with pytest.raises(Refusal, match="paused"):
        shell.table.sit_out("anna", True, shell.now)
    with pytest.raises(Refusal, match="paused"):
        shell.table.enqueue("anna", shell.now)
    shell.pass_time(60)
    assert shell.rows == rows
    shell.take(shell.table.resume(shell.stored(), shell.now))
    assert "resumed" in shell.codes("anna")
    assert shell.probe.holdings() == held
    assert shell.heard(player, Asked)[-1].ms == 15_000
    shell.answer(player, turn, call, request=3)
    assert shell.of(Accept) == [Accept(player, 3)]


def test_a_seat_whose_leaving_was_not_written_is_offered_to_nobody() -> None:
    shell = Shell(**EPS, options={"most": 2})
    shell.seat("anna", "bert")
    shell.enter("carl")
    shell.take(shell.table.enqueue("carl", shell.now))
    held = shell.probe.holdings()
    lost = shell.table.leave("anna", "now", shell.now)
    assert any(isinstance(order, CashOut) for order in lost)
    key = shell.probe.queue.offers["carl"].key
    shell.take(shell.table.suspend(shell.now))
    shell.take(shell.table.resume(shell.stored(), shell.now))
    assert shell.probe.holdings() == held
    assert shell.heard("carl", Offer) == []
    with pytest.raises(Refusal) as refused:
        shell.table.may_sit("carl", key, 100_000, shell.now)
    assert refused.value.code == "key_wrong"
    assert shell.probe.queue.order == ["carl"]


def test_a_draw_that_was_not_written_is_asked_for_again() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", "bert")
    shell.begin()
    rows = list(shell.rows)
    while not shell.of(Draw):
        rows = list(shell.rows)
        shell.ring()
    shell.rows = rows
    shell.restart()
    shell.pass_time(5)
    shell.back("anna")
    shell.until_asked()


def test_a_new_room_has_an_empty_journal() -> None:
    shell = Shell()
    shell.restart()
    shell.seat("anna", "bert")
    shell.begin()
    shell.take(shell.table.suspend(shell.now))
    shell.enter("carl")
    shell.take(shell.table.resume(shell.stored(), shell.now))
    shell.take(shell.table.enqueue("carl", shell.now))
    assert shell.heard("carl", Offer)


# -- what stands beside the round ----------------------------------------------------------------


def bank_of(shell: Shell, player: str) -> float:
    return shell.probe.bank_left(shell.probe.seats[shell.seat_of(player)])


def test_what_is_left_in_a_time_bank_outlives_a_restart_in_the_round_and_after_it() -> None:
    shell = three(preset="standard", time_bank=30)
    player = shell.asked
    shell.pass_time(27)
    shell.act(player, "call")
    assert bank_of(shell, player) == pytest.approx(18)
    shell.restart()
    assert bank_of(shell, player) == pytest.approx(18)
    for one in ("anna", "bert", "carl"):
        shell.back(one)
    shell.play_out()
    shell.restart()
    assert bank_of(shell, player) == pytest.approx(18)
    for one in ("anna", "bert", "carl"):
        shell.back(one)
    shell.begin()
    shell.restart()
    assert bank_of(shell, player) == pytest.approx(20), "a round puts something back"
    others = {"anna", "bert", "carl"} - {player}
    assert [bank_of(shell, one) for one in others] == [30, 30]


def test_a_bank_that_is_used_up_is_empty_after_a_restart() -> None:
    shell = three(preset="standard", time_bank=30)
    player = shell.asked
    shell.pass_time(45.1)
    shell.restart()
    assert bank_of(shell, player) == 0


def test_a_bank_that_was_open_when_the_power_went_has_paid_nothing() -> None:
    shell = three(preset="standard", time_bank=30)
    player = shell.asked
    shell.pass_time(20)
    shell.take(shell.table.suspend(shell.now))
    shell.take(shell.table.resume(shell.stored(), shell.now))
    shell.pass_time(10)
    shell.act(player, "call")
    assert bank_of(shell, player) == 30


def test_who_is_sent_away_by_the_house_cannot_stay_after_a_restart() -> None:
    shell = three()
    sent = next(player for player in ("anna", "bert", "carl") if player != shell.asked)
    shell.take(shell.table.leave(sent, "after_round", shell.now))
    shell.take(shell.table.kick(sent, False, shell.now))
    shell.take(shell.table.leave(sent, "after_round", shell.now))
    shell.restart()
    for player in ("anna", "bert", "carl"):
        shell.back(player)
    with pytest.raises(Refusal) as refused:
        shell.table.leave(sent, "never", shell.now)
    assert refused.value.code == "kicked"
    shell.play_out("fold")
    assert sent in [one.player for one in shell.cashed]


def test_a_table_that_the_house_has_paused_stays_paused_until_the_house_lets_it_go_on() -> None:
    shell = three()
    player = shell.asked
    shell.take(shell.table.pause(shell.now))
    for _ in range(2):
        shell.restart()
        shell.back(player)
        assert shell.codes(player)[-1] == "paused"
        shell.pass_time(500)
        assert shell.asked == player
    shell.take(shell.table.unpause(shell.now))
    shell.restart()
    shell.back(player)
    assert "paused" not in shell.codes(player)[-1:]
    shell.act(player, "call")
    assert shell.asked != player


def test_a_pause_between_two_rounds_is_not_forgotten_when_the_table_is_written_anew() -> None:
    shell = Shell(below=Random(4).randrange)
    shell.take(shell.table.pause(shell.now))
    shell.take(shell.table.mark_first(Seat(2), shell.now))
    assert isinstance(shell.stored()[-1], Snapshot)
    shell.rows = shell.rows[-1:]
    shell.restart()
    assert shell.probe.halted


def test_bots_that_were_sent_away_are_not_called_again_after_a_restart() -> None:
    shell = Shell("doudizhu", preset="house", ready=True, bots=2)
    shell.seat("anna")
    shell.seat_bots("b1", "b2")
    shell.take(shell.table.dismiss_bots(None, shell.now))
    shell.restart()
    shell.back("anna")
    assert shell.of(NeedBots) == []
    assert shell.probe.state.dismissed == 2
    shell.take(shell.table.leave("anna", "now", shell.now))
    shell.seat("bert")
    assert [one.count for one in shell.every if isinstance(one, NeedBots)][-1] == 2
