"""A room that waits for all: rematches, who is awaited and for how long, bots on request."""

from random import Random
from typing import Any

import pytest

from game_server.table.crowd_pace import TOLD_EVERY_S
from game_server.table.orders import CashOut, NeedBots
from protocol.messages import Joined, Left, Notice, Queued
from protocol.words import Refusal, Seat
from tests.table.shell import Shell
from tests.table.test_room_stand_in import plays_out

THREE = ("anna", "bert", "carl")
IN, MORE = 30.0, 15.0


def room(*players: str, seed: int = 5, **config: Any) -> Shell:
    with_these = {"preset": "house", "ready": True, "disconnect_grace": 15.0, "ready_in": IN}
    shell = Shell("doudizhu", Random(seed).randrange, **{**with_these, **config})
    shell.seat(*players)
    return shell


def ready(shell: Shell, *players: str) -> None:
    for player in players:
        shell.take(shell.table.ready(player, True, shell.now))


def queue(shell: Shell, player: str) -> None:
    shell.enter(player)
    shell.take(shell.table.enqueue(player, shell.now))


def who_sits(shell: Shell) -> set[str]:
    return {one.player for one in shell.probe.seats.values()}


def ready_as_shown(shell: Shell, to: str) -> set[str]:
    return {one.name for one in shell.last_seats(to).seats.values() if one.ready}


@pytest.mark.req("D-S0.1", "D-S1.2")
def test_a_rematch_keeps_everybody_seated_and_begins_when_all_are_ready_again() -> None:
    shell = room(*THREE)
    for number in (1, 2, 3):
        ready(shell, *THREE)
        assert shell.probe.rounds == number
        plays_out(shell, THREE)
        assert who_sits(shell) == set(THREE)
        assert ready_as_shown(shell, "anna") == set()
        ready(shell, "anna", "bert")
        assert ready_as_shown(shell, "carl") == {"Anna", "Bert"}
        assert shell.probe.round is None
    shell.check_escrow()


def test_nobody_who_is_away_is_dealt_in_and_the_game_begins_with_the_return() -> None:
    shell = room(*THREE)
    ready(shell, "anna")
    shell.lose("anna")
    ready(shell, "bert", "carl")
    assert shell.probe.round is None
    shell.back("anna")
    assert shell.probe.round is not None


def test_sitting_out_is_not_being_ready_where_all_are_needed() -> None:
    shell = room(*THREE)
    ready(shell, "anna", "bert")
    shell.take(shell.table.sit_out("anna", True, shell.now))
    ready(shell, "carl")
    assert shell.probe.round is None
    assert not shell.probe.seats[shell.seat_of("anna")].out
    ready(shell, "anna")
    assert shell.probe.round is not None


# -- those for whom others wait ------------------------------------------------------------------


def test_one_who_keeps_others_waiting_is_told_so_and_keeps_a_seat_that_nobody_wants() -> None:
    shell = room(*THREE)
    shell.pass_time(200)
    assert shell.codes("carl") == [], "nobody waits while nobody is ready"
    ready(shell, "anna", "bert")
    shell.pass_time(IN - 1)
    assert shell.codes("carl") == []
    shell.pass_time(1)
    (notice,) = shell.heard("carl", Notice)
    assert (notice.code, notice.facts) == ("get_ready", {"seconds": MORE})
    assert shell.codes("anna") == []
    shell.pass_time(MORE + IN)
    assert shell.codes("carl") == ["get_ready"] * 2, "told again, as long as they wait"
    assert who_sits(shell) == set(THREE)
    ready(shell, "carl")
    assert shell.probe.round is not None


def test_one_who_is_not_ready_in_time_gives_the_seat_to_who_waits_for_it() -> None:
    shell = room(*THREE)
    queue(shell, "dora")
    ready(shell, "anna", "bert")
    shell.pass_time(IN)
    assert shell.codes("carl") == ["get_ready"]
    shell.pass_time(MORE - 1)
    assert "carl" in who_sits(shell)
    shell.pass_time(1)
    assert shell.cashed == [CashOut("carl", 100_000, "not_ready")]
    assert shell.heard("carl", Left)[-1].code == "not_ready"
    shell.accept("dora")
    ready(shell, "dora")
    assert shell.probe.round is not None
    shell.check_escrow()


def test_who_waits_for_a_seat_does_not_wait_for_three_who_only_sit_there() -> None:
    shell = room(*THREE)
    queue(shell, "dora")
    shell.pass_time(IN + MORE)
    assert len(shell.cashed) == 1
    assert shell.offer("dora").seat not in shell.probe.seats
    shell.pass_time(5)
    assert len(shell.cashed) == 1, "one seat for one who waits"


def test_being_ready_in_time_saves_the_seat() -> None:
    shell = room(*THREE)
    queue(shell, "dora")
    ready(shell, "anna")
    shell.pass_time(IN + 1)
    ready(shell, "bert", "carl")
    plays_out(shell, THREE)
    assert who_sits(shell) == set(THREE)


def test_a_newcomer_does_not_wait_for_one_who_is_gone() -> None:
    shell = room(*THREE)
    shell.lose("carl")
    ready(shell, "anna", "bert")
    shell.pass_time(IN + MORE)
    assert shell.cashed == [CashOut("carl", 100_000, "not_ready")]
    shell.seat_bots("ada")
    assert shell.probe.round is not None, "with a bot on the seat the game begins"


def test_nobody_is_hastened_at_a_table_that_is_not_full_or_begins_by_itself() -> None:
    shell = room("anna", "bert")
    ready(shell, "anna")
    shell.pass_time(100)
    assert shell.codes("bert") == []
    shell = Shell(preset="heads_up")
    shell.seat("anna", "bert")
    queue(shell, "dora")
    shell.pass_time(1)
    assert not any(one.awaited for one in shell.probe.seats.values())


def test_the_time_begins_anew_when_others_wait_again() -> None:
    shell = room(*THREE)
    ready(shell, "anna", "bert")
    shell.pass_time(IN - 5)
    for player in ("anna", "bert"):
        shell.take(shell.table.ready(player, False, shell.now))
    shell.pass_time(1)
    ready(shell, "anna", "bert")
    shell.pass_time(IN - 1)
    assert shell.codes("carl") == []
    shell.pass_time(1)
    assert shell.codes("carl") == ["get_ready"]


def test_the_time_of_one_who_is_awaited_begins_anew_after_the_power_was_gone() -> None:
    shell = room(*THREE)
    ready(shell, "anna", "bert")
    shell.pass_time(IN - 1)
    shell.restart()
    for player in THREE:
        shell.back(player)
    ready(shell, "anna", "bert")
    shell.pass_time(IN - 1)
    assert "get_ready" not in shell.codes("carl")
    shell.pass_time(1)
    assert shell.codes("carl")[-1] == "get_ready"


# -- bots on request -----------------------------------------------------------------------------


def test_with_bots_on_the_other_seats_one_person_plays_at_once() -> None:
    shell = room("anna")
    shell.seat_bots("ada", "bob")
    assert shell.probe.round is None, "the bots wait for the person"
    assert ready_as_shown(shell, "anna") == {"Ada", "Bob"}
    assert shell.last_seats("anna").seats
    ready(shell, "anna")
    assert shell.probe.round is not None
    plays_out(shell, ["anna"])
    assert len(who_sits(shell)) == 3, "the bots stay for a rematch"
    shell.check_escrow()


def test_bots_go_on_request_at_once_between_games_and_after_the_game_within_one() -> None:
    shell = room("anna")
    shell.seat_bots("ada", "bob")
    (seat,) = [place for place, one in shell.probe.seats.bots() if one.name == "Bob"]
    shell.take(shell.table.dismiss_bots(seat, shell.now))
    assert shell.cashed == [CashOut("bot:bob", 100_000, "yields")]
    assert who_sits(shell) == {"anna", "bot:ada"}
    shell.seat_bots("cleo")
    ready(shell, "anna")
    shell.take(shell.table.dismiss_bots(None, shell.now))
    assert len(who_sits(shell)) == 3, "they play to the end"
    plays_out(shell, ["anna"])
    assert who_sits(shell) == {"anna"}
    shell.check_escrow()
    for nobody in (None, seat, shell.seat_of("anna"), Seat(9)):
        with pytest.raises(Refusal) as wrong:
            shell.table.dismiss_bots(nobody, shell.now)
        assert wrong.value.code == "bot_none"


def test_who_waits_is_told_that_a_bot_gives_its_seat_up_after_the_round() -> None:
    shell = room("anna")
    shell.seat_bots("ada", "bob")
    ready(shell, "anna")
    for player in ("carl", "dora", "emil"):
        queue(shell, player)
    shell.pass_time(TOLD_EVERY_S)
    soon = {player: shell.heard(player, Queued)[-1].soon for player in ("carl", "dora", "emil")}
    assert soon == {"carl": True, "dora": True, "emil": False}, "of two bots one seat each"
    shell.take(shell.table.leave("anna", "after_round", shell.now))
    shell.pass_time(TOLD_EVERY_S)
    assert shell.heard("emil", Queued)[-1].soon
    shell.take(shell.table.leave("anna", "never", shell.now))
    shell.pass_time(TOLD_EVERY_S)
    assert not shell.heard("emil", Queued)[-1].soon, "that seat is kept after all"


def test_bots_that_keep_seats_warm_stay_away_when_they_were_sent_away() -> None:
    shell = room(bots=2)
    shell.enter("anna")
    assert shell.of(NeedBots) == [NeedBots(2)]
    shell.seat_bots("ada", "bob")
    shell.seat("anna")
    shell.take(shell.table.dismiss_bots(None, shell.now))
    assert shell.of(NeedBots) == []
    shell.seat("bert")
    assert shell.of(NeedBots) == []
    shell.seat_bots("cleo")
    assert shell.probe.state.dismissed == 1, "one was called for again"
    for player in ("anna", "bert"):
        shell.take(shell.table.leave(player, "now", shell.now))
    shell.enter("dora")
    assert shell.of(NeedBots) == [NeedBots(1)], "the next who come find the room warm"


def test_bots_that_were_called_go_home_when_nobody_is_left_in_the_room() -> None:
    shell = room("anna", bots=1)
    shell.enter("dora")
    shell.seat_bots("ada", "bob")
    shell.take(shell.table.leave("anna", "now", shell.now))
    assert shell.cashed[1:] == [], "somebody still looks on"
    shell.take(shell.table.leave("dora", "now", shell.now))
    assert shell.cashed[1:] == [CashOut("bot:bob", 100_000, "yields")]
    assert who_sits(shell) == {"bot:ada"}, "who keeps a seat warm stays"
    shell.check_escrow()


def test_bots_that_were_called_go_home_after_the_power_was_gone_with_everybody() -> None:
    shell = room("anna")
    shell.seat_bots("ada", "bob")
    # The power goes as the last one leaves: the leave is on disk, what followed is not.
    rows = len(shell.rows)
    shell.take(shell.table.leave("anna", "now", shell.now))
    del shell.rows[rows + 1 :]
    shell.restart()
    assert who_sits(shell) == set()


def test_a_bot_gives_its_seat_to_a_person_and_the_others_stay() -> None:
    shell = room("anna", bots=2)
    shell.seat_bots("ada", "bob")
    ready(shell, "anna")
    queue(shell, "bert")
    assert len(who_sits(shell)) == 3
    plays_out(shell, ["anna"])
    assert shell.cashed[0].player.startswith("bot:")
    shell.accept("bert")
    assert {"anna", "bert"} < who_sits(shell)
    assert shell.probe.round is None
    ready(shell, "anna", "bert")
    assert shell.probe.round is not None
    shell.check_escrow()


def test_the_listing_says_what_is_a_bots_seat_and_where_bots_may_be_called() -> None:
    shell = room("anna", card_counter=True)
    shell.seat_bots("ada")
    listed = shell.table.listing()
    assert (listed.taken, listed.bots, listed.calls, listed.counter) == (2, 1, True, True)
    shell.enter("dora")
    assert shell.heard("dora", Joined)[-1].room == listed
    for other in ({"purse": "cash"}, {"ready": False}, {"solo": True, "bots_yield": False}):
        config: dict[str, Any] = {"preset": "house", "ready": True, **other}
        assert not Shell("doudizhu", **config).table.listing().calls
    kept = room("anna", bots_yield=False)
    kept.seat_bots("ada")
    assert kept.table.listing().bots == 0
