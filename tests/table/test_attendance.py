"""Attendance of a table, for the one that takes its place: as it was when it was asked for."""

from collections.abc import Callable

import pytest

from game_server.table.queue import Queue
from protocol.words import Seat
from tests.table.shell import Shell


def shut_after_the_round(shell: Shell) -> None:
    shell.take(shell.table.close("house_closes", shell.now))


def wait_for_a_seat(shell: Shell) -> None:
    shell.take(shell.table.enqueue("dora", shell.now))


def go_in_the_middle_of_the_round(shell: Shell) -> None:
    shell.take(shell.table.leave("anna", "now", shell.now))


def come_in(shell: Shell) -> None:
    shell.enter("emil")


def sit_down(shell: Shell) -> None:
    shell.seat("dora")


STEPS: list[tuple[Callable[[Shell], None], set[str]]] = [
    (shut_after_the_round, {"closing"}),
    (wait_for_a_seat, {"order"}),
    (go_in_the_middle_of_the_round, {"people", "seated"}),
    (come_in, {"people"}),
    (sit_down, {"seated"}),
]
"""What happens, and what of an attendance it changes."""


@pytest.mark.parametrize(("happens", "changes"), STEPS)
def test_what_happens_is_in_the_next_attendance_and_in_none_before(
    happens: Callable[[Shell], None], changes: set[str]
) -> None:
    shell = Shell()
    shell.seat("anna", "bert", "carl")
    shell.enter("dora")
    shell.until_asked()

    def now() -> dict[str, object]:
        one = shell.table.attendance()
        return {
            "people": tuple(one.people),
            "seated": one.seated,
            "order": one.order,
            "closing": one.closing,
        }

    taken = shell.table.attendance()
    people, before = tuple(taken.people), now()
    happens(shell)
    after = now()
    assert {name for name in before if before[name] != after[name]} == changes
    assert (tuple(taken.people), taken.order) == (people, ()), "what was taken stays as it is"


def test_who_waits_no_more_is_in_no_later_attendance() -> None:
    shell = Shell()
    shell.enter("anna")
    shell.seat("bert", "carl", "dora")
    shell.take(shell.table.enqueue("anna", shell.now))
    waits = shell.table.attendance()
    assert (waits.order, tuple(waits.offers)) == (("anna",), ("anna",))
    shell.take(shell.table.unqueue("anna", shell.now))
    gone = shell.table.attendance()
    assert (gone.order, gone.offers) == ((), {})


def test_the_seat_that_is_to_be_the_first_is_in_the_next_attendance() -> None:
    shell = Shell("doudizhu")
    shell.enter("anna")
    assert shell.table.attendance().first is None
    shell.take(shell.table.mark_first(Seat(2), shell.now))
    assert shell.table.attendance().first == 2


def test_who_waited_is_put_back_where_the_order_of_before_has_it() -> None:
    queue, before = Queue(order=["new"]), ["a", "b", "c", "d"]
    queue.put_back(before, ["c", "a"])
    assert queue.order == ["a", "c", "new"]
    queue.put_back(before, ["b"])
    assert queue.order == ["a", "b", "c", "new"], "before whoever has come since"
