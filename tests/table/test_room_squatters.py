"""Who holds seats and places in the queue without playing: nobody keeps a table from others so."""

from typing import Any

import pytest

from game_server.table.seats import Origin
from protocol.messages import Left, Offer, Queued
from protocol.words import Refusal
from tests.table.shell import EPS, Shell

SQUATTERS = [f"squatter {number}" for number in range(7)]


def refused(code: str) -> Any:
    return pytest.raises(Refusal, check=lambda wrong: wrong.code == code)


def enter(shell: Shell, player: str, who: Origin) -> None:
    shell.lines.add(player)
    shell.take(shell.table.enter(player, player.title(), "", 1, shell.now, who=who))


def queue(shell: Shell, *players: str) -> None:
    for player in players:
        if player not in shell.probe.people:
            shell.enter(player)
        shell.take(shell.table.enqueue(player, shell.now))


# -- seats without chips ---------------------------------------------------------------------


def test_seats_without_chips_are_free_again_after_a_minute_in_which_nobody_can_play() -> None:
    shell = Shell(**EPS)
    shell.seat(*SQUATTERS, chips=0)
    queue(shell, "anna")
    shell.pass_time(30)
    assert all("chipless" in shell.codes(one) for one in SQUATTERS)
    assert shell.heard("anna", Offer) == []
    shell.pass_time(30)
    assert [shell.heard(one, Left)[-1].code for one in SQUATTERS] == ["no_chips"] * 7
    assert shell.offer("anna")
    shell.accept("anna", 5_000)
    assert shell.probe.seats.of("anna") is not None


def test_the_seconds_without_chips_are_a_setting() -> None:
    shell = Shell(**EPS, chipless_seat=10)
    shell.seat("anna", chips=0)
    shell.pass_time(9.9)
    assert shell.probe.seats.of("anna") is not None
    shell.pass_time(0.1)
    assert shell.probe.seats.of("anna") is None


def test_who_buys_chips_before_the_time_is_over_keeps_the_seat() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", chips=0)
    shell.pass_time(50)
    shell.buy("anna", 2_000)
    shell.pass_time(60)
    assert shell.probe.seats.of("anna") is not None


@pytest.mark.req("E-DD-003")
def test_while_games_are_played_they_are_counted_and_not_the_seconds() -> None:
    shell = Shell(**EPS)
    shell.seat("bert", "carl")
    shell.seat("anna", chips=0)
    shell.begin()
    for _ in range(4):
        shell.pass_time(14)
        shell.act(shell.asked, "call", "check")
    shell.pass_time(14)
    assert shell.probe.seats.of("anna") is not None, "the first game goes on, longer than a minute"
    shell.play_out("fold")
    assert shell.probe.seats.of("anna") is not None
    shell.begin()
    assert shell.heard("anna", Left)[-1].code == "no_chips"


def test_who_has_outsat_a_game_without_chips_goes_when_no_other_is_played() -> None:
    shell = Shell(**EPS)
    shell.seat("bert", "carl")
    shell.seat("anna", chips=0)
    shell.begin()
    shell.play_out("fold")
    for player in ("bert", "carl"):
        if shell.probe.seats.of(player) is not None:
            shell.take(shell.table.leave(player, "now", shell.now))
    shell.pass_time(59)
    assert shell.probe.seats.of("anna") is not None
    shell.pass_time(1)
    assert shell.heard("anna", Left)[-1].code == "no_chips"


def test_a_restart_begins_the_time_without_chips_anew() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", chips=0)
    shell.pass_time(50)
    shell.restart()
    shell.back("anna")
    shell.pass_time(59)
    assert shell.probe.seats.of("anna") is not None
    shell.pass_time(1)
    assert shell.probe.seats.of("anna") is None


def test_who_sits_out_again_and_again_without_playing_loses_the_seat_all_the_same() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", chips=2_000)
    for _ in range(4):
        shell.take(shell.table.sit_out("anna", True, shell.now))
        shell.pass_time(90)
        if shell.probe.seats.of("anna") is None:
            break
        shell.take(shell.table.sit_out("anna", False, shell.now))
    assert [one.reason for one in shell.cashed] == ["sat_out"]


# -- offers that nobody uses -----------------------------------------------------------------


def test_an_unused_offer_sends_one_to_the_end_and_the_next_one_out() -> None:
    shell = Shell(**EPS, options={"most": 2})
    shell.seat("anna")
    queue(shell, "bert", "carl")
    shell.pass_time(10)
    assert shell.codes("bert") == ["offer_missed"]
    assert shell.probe.queue.order == ["carl", "bert"]
    assert shell.heard("bert", Queued)[-1].place == 2
    shell.pass_time(10)
    assert shell.probe.queue.order == ["bert", "carl"]
    shell.pass_time(10)
    assert shell.codes("bert") == ["offer_missed", "offer_over"]
    assert shell.probe.queue.order == ["carl"]


def test_who_was_out_once_is_out_again_after_one_offer_however_he_comes_back() -> None:
    shell = Shell(**EPS)
    queue(shell, "bert")
    shell.pass_time(20)
    shell.take(shell.table.leave("bert", "now", shell.now))
    shell.enter("bert")
    with refused("offers_unused"):
        shell.table.enqueue("bert", shell.now)
    shell.pass_time(60)
    queue(shell, "bert", "anna")
    shell.pass_time(10)
    assert shell.codes("bert")[-1] == "offer_over"
    assert "bert" not in shell.probe.queue.order
    shell.pass_time(119)
    with refused("offers_unused"):
        shell.table.enqueue("bert", shell.now)
    shell.pass_time(1)
    queue(shell, "bert")


def test_who_takes_a_seat_has_left_nothing_unused() -> None:
    shell = Shell(**EPS)
    queue(shell, "bert")
    shell.pass_time(10)
    shell.accept("bert", 5_000)
    shell.take(shell.table.leave("bert", "now", shell.now))
    queue(shell, "bert")
    shell.pass_time(10)
    assert shell.codes("bert")[-1] == "offer_missed"


def test_of_a_crowd_that_uses_no_offer_nobody_waits_in_the_end() -> None:
    shell = Shell(**EPS, options={"most": 2})
    shell.seat("anna")
    crowd = [f"guest {number}" for number in range(20)]
    queue(shell, *crowd, "bert")
    shell.pass_time(20 * 10)
    assert shell.offer("bert"), "each of the crowd has let one offer go by"
    shell.accept("bert", 5_000)
    assert shell.probe.seats.of("bert") is not None
    shell.take(shell.table.leave("bert", "now", shell.now))
    shell.pass_time(20 * 10)
    assert shell.probe.queue.order == []


# -- one person, one place -------------------------------------------------------------------


def test_one_person_has_one_seat_under_however_many_names() -> None:
    shell = Shell(**EPS)
    for name in ("anna", "bert"):
        enter(shell, name, Origin("the holder of the card"))
    shell.seat("anna")
    with refused("person_seated"):
        shell.table.enqueue("bert", shell.now)
    shell.take(shell.table.leave("anna", "now", shell.now))
    queue(shell, "bert")
    assert shell.offer("bert")


def test_one_place_has_as_many_seats_as_the_room_allows() -> None:
    for most, third in ((1, False), (2, False), (0, True)):
        shell = Shell(**EPS, seats_per_place=most)
        names = ["anna", "bert", "carl"]
        for name in names:
            enter(shell, name, Origin(name, "one home"))
        shell.seat(*names[: most or 2])
        if third:
            shell.seat("carl")
        else:
            with refused("address_seated"):
                shell.table.enqueue("carl", shell.now)
        enter(shell, "dora", Origin("dora", "another home"))
        shell.seat("dora")


def test_who_waits_counts_as_one_who_sits() -> None:
    shell = Shell(**EPS, seats_per_place=1, options={"most": 2})
    shell.seat("anna", "bert")
    for name in ("carl", "dora"):
        enter(shell, name, Origin(name, "one home"))
    queue(shell, "carl")
    with refused("address_seated"):
        shell.table.enqueue("dora", shell.now)


def test_players_whose_place_is_not_known_sit_beside_each_other() -> None:
    shell = Shell(**EPS, seats_per_place=1)
    for name in ("anna", "bert"):
        enter(shell, name, Origin(name))
    shell.seat("anna", "bert")


def test_who_comes_from_another_place_when_the_seat_is_offered_is_looked_at_again() -> None:
    shell = Shell(**EPS, seats_per_place=1)
    enter(shell, "anna", Origin("anna", "one home"))
    enter(shell, "bert", Origin("bert", "another home"))
    queue(shell, "bert")
    shell.seat("anna")
    enter(shell, "bert", Origin("bert", "one home"))
    with refused("address_seated"):
        shell.table.may_sit("bert", shell.offer("bert").key, 5_000, shell.now)
