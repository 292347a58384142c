"""A crowd at a table: who waits and who watches, told at a pace that no change quickens."""

from random import Random

import pytest

from game_server.table.crowd_pace import TOLD_EVERY_S
from game_server.table.seat_display import SHOWN_EVERY_S, SLOWEST_S
from protocol.messages import Queued, Seats
from tests.table.shell import Shell

CROWD = tuple(f"p{number}" for number in range(20))


def full_table(*watching: str) -> Shell:
    """Two sit at a table for two, and these watch."""
    shell = Shell("holdem", preset="heads_up")
    shell.seat("anna", "bert")
    shell.enter(*watching)
    shell.pass_time(1.0)
    return shell


def queued(shell: Shell, *players: str) -> None:
    for player in players:
        shell.take(shell.table.enqueue(player, shell.now))


def flap(shell: Shell, player: str, times: int, each: float) -> None:
    """Leave the queue and wait again, so many times."""
    for _ in range(times):
        shell.take(shell.table.unqueue(player, shell.now))
        shell.pass_time(each / 2)
        queued(shell, player)
        shell.pass_time(each / 2)


def test_who_waits_is_told_of_others_four_times_a_second_and_of_the_last_change() -> None:
    shell = full_table(*CROWD)
    queued(shell, *CROWD)
    shell.pass_time(1.0)
    before = {player: len(shell.heard(player, Queued)) for player in CROWD}
    flap(shell, CROWD[0], times=50, each=0.02)
    shell.pass_time(TOLD_EVERY_S)
    for player in CROWD[1:]:
        told = shell.heard(player, Queued)
        assert len(told) - before[player] <= 1 + 1.25 / TOLD_EVERY_S
        assert (told[-1].place, told[-1].length) == (CROWD.index(player), len(CROWD))


def test_a_change_after_a_rest_and_ones_own_place_are_told_at_once() -> None:
    shell = full_table(*CROWD[:3])
    queued(shell, *CROWD[:2])
    assert shell.heard(CROWD[1], Queued)[-1].place == 2
    queued(shell, CROWD[2])
    assert shell.heard(CROWD[2], Queued)[-1].place == 3
    shell.pass_time(1.0)
    shell.take(shell.table.unqueue(CROWD[0], shell.now))
    assert shell.heard(CROWD[0], Queued)[-1].place == 0
    assert shell.heard(CROWD[1], Queued)[-1].place == 1


def test_watchers_who_come_and_go_are_told_of_once_a_second() -> None:
    shell = full_table(*CROWD)
    before = len(shell.every)
    for number in range(50):
        shell.enter(f"new {number}")
        assert shell.last_seats(f"new {number}").watching == len(CROWD) + 1
        shell.take(shell.table.leave(f"new {number}", "now", shell.now))
        shell.pass_time(0.02)
    shell.enter("carl")
    shell.pass_time(SLOWEST_S)
    for player in ("anna", *CROWD, "carl"):
        assert shell.last_seats(player).watching == len(CROWD) + 1
    told = [
        order for order in shell.every[before:] if isinstance(getattr(order, "message", 0), Seats)
    ]
    assert len(told) < 50 + 3 * (2 + 1.0 / SHOWN_EVERY_S)


def test_who_sits_is_told_of_a_seat_at_once_whatever_the_watchers_do() -> None:
    shell = full_table("carl")
    shell.enter("dora")
    shell.take(shell.table.sit_out("anna", True, shell.now))
    assert shell.last_seats("bert").seats[shell.seat_of("anna")].out
    assert not shell.last_seats("carl").seats[shell.seat_of("anna")].out
    shell.pass_time(SLOWEST_S)
    assert shell.last_seats("carl").seats[shell.seat_of("anna")].out


def test_seven_who_come_back_at_once_are_told_of_one_another_together() -> None:
    shell = Shell("holdem")
    seven = CROWD[:7]
    shell.seat(*seven)
    shell.pass_time(1.0)
    for player in seven:
        shell.lose(player)
    shell.pass_time(1.0)
    before = {player: len(shell.heard(player, Seats)) for player in seven}
    for player in seven:
        shell.back(player)
        assert shell.last_seats(player).seats[shell.seat_of(player)].here
    shell.pass_time(SLOWEST_S)
    for player in seven:
        assert len(shell.heard(player, Seats)) - before[player] <= 2
        assert all(sitter.here for sitter in shell.last_seats(player).seats.values())


def test_who_knows_is_not_told_again_and_others_more_seldom_while_it_keeps_changing() -> None:
    shell = Shell("holdem")
    seven = CROWD[:7]
    shell.seat(*seven)
    for player in seven:
        shell.lose(player)
    shell.pass_time(10.0)
    before = sum(len(shell.heard(player, Seats)) for player in seven)
    for player in seven:
        shell.back(player)
        shell.pass_time(0.5)
    shell.pass_time(SLOWEST_S)
    told = sum(len(shell.heard(player, Seats)) for player in seven) - before
    # Each as it comes; others after one second, after two more, and after two: but who came last.
    assert told == 7 + 1 + 5 + 6
    for player in seven:
        assert all(sitter.here for sitter in shell.last_seats(player).seats.values())


def test_a_table_that_the_house_has_paused_tells_the_last_change_too() -> None:
    shell = full_table("carl")
    shell.enter("dora")
    shell.take(shell.table.pause(shell.now))
    shell.take(shell.table.lost("dora", shell.now))
    shell.pass_time(SLOWEST_S)
    assert shell.last_seats("carl").watching == 1


@pytest.mark.parametrize("seed", range(8))
def test_in_the_end_everybody_knows_the_queue_and_how_many_watch(seed: int) -> None:
    random, shell = Random(seed), full_table()
    for _ in range(150):
        player = random.choice(CROWD)
        person, waiting = shell.probe.people.get(player), shell.probe.queue.order
        if person is None:
            shell.sent[player].clear()
            shell.enter(player)
        elif not person.here:
            shell.back(player)
        elif random.random() < 0.2:
            shell.lose(player)
        elif random.random() < 0.2:
            shell.take(shell.table.leave(player, "now", shell.now))
        elif player in waiting:
            shell.take(shell.table.unqueue(player, shell.now))
        else:
            queued(shell, player)
        shell.pass_time(random.choice((0.0, 0.03, 0.3)))
    shell.pass_time(SLOWEST_S)
    people, order = shell.probe.people, shell.probe.queue.order
    here = [player for player in people if people[player].here]
    watching = [player for player in here if player in CROWD]
    assert {shell.last_seats(player).watching for player in here} == {len(watching)}
    for player in watching:
        last = shell.heard(player, Queued)[-1:]
        place = order.index(player) + 1 if player in order else 0
        assert [one.place for one in last] == [place] or not (last or place)
        assert not place or last[0].length == len(order)
