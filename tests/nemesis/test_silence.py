"""A table that is silent for too long is found, and only where that says something."""

from itertools import pairwise

import pytest

from tests.nemesis.history import Frame, History, Late, Trouble
from tests.nemesis.judge_silence import is_quiet, long_silences, longest_silences


def history(*heard: float, table: str = "felt") -> History:
    """Somebody at that table is told something at these times."""
    frames = [Frame(at, "Ann", 1, False, {"t": "told", "table": table}) for at in heard]
    return History(frames=frames, played=[(0.0, 100.0)])


def struck(made: History, *troubles: Trouble) -> History:
    made.troubles += troubles
    return made


def test_the_longest_silence_of_a_table_is_between_two_things_that_anybody_there_was_told() -> None:
    made = history(1.0, 2.0, 4.5, 5.0)
    made.frames.append(Frame(3.0, "Ben", 1, False, {"t": "waiting", "table": "felt"}))
    made.frames.append(Frame(2.5, "Ben", 1, False, {"t": "pong", "n": 1}))
    made.frames.sort(key=lambda frame: frame.at)
    assert longest_silences(made) == {"felt": (1.5, 3.0)}


@pytest.mark.parametrize(
    ("after", "troubles", "found"),
    [
        (13.0, [], 0),
        (13.1, [], 1),
        # From what struck last.
        (14.0, [Trouble(11.5, 12.0, "kill", False)], 0),
        (15.0, [Trouble(11.5, 12.0, "kill", False)], 1),
        # From its end where players hear nothing by it.
        (16.0, [Trouble(11.5, 13.5, "stop", True)], 0),
        (16.6, [Trouble(11.5, 13.5, "stop", True)], 1),
        # What struck last is no excuse for what was before it.
        (20.0, [Trouble(13.5, 19.0, "stop", True)], 1),
        # PostgreSQL may take longer.
        (14.9, [Trouble(9.5, 10.2, "restart", False)], 0),
        (15.1, [Trouble(9.5, 10.2, "restart", False)], 1),
        # What was over long before, or came after it, is no excuse.
        (14.0, [Trouble(2.0, 3.0, "restart", False), Trouble(14.5, 15.0, "kill", True)], 1),
    ],
)
def test_a_silence_is_too_long(after: float, troubles: list[Trouble], found: int) -> None:
    assert len(long_silences(struck(history(10.0, after), *troubles))) == found


def test_a_table_may_be_silent_as_much_longer_as_the_players_own_process_was_late() -> None:
    made = history(10.0, 13.3)
    made.late += [Late(11.0, 0.2), Late(12.0, 0.15)]
    assert long_silences(made) == []
    made.late = [Late(9.0, 0.2), Late(12.0, 0.15)]
    assert len(long_silences(made)) == 1


@pytest.mark.parametrize("late", [[0.9], [0.2] * 30])
def test_on_a_busy_machine_no_silence_is_judged(late: list[float]) -> None:
    made = history(10.0, 30.0)
    assert long_silences(made)
    made.late += [Late(50.0 + at, seconds) for at, seconds in enumerate(late)]
    assert not is_quiet(made)
    assert long_silences(made) == []


def test_a_rest_between_two_runs_and_a_wheel_are_silent_by_themselves() -> None:
    made = history(10.0, 20.0)
    made.played = [*pairwise((0.0, 15.0, 100.0))]
    assert long_silences(made) == []
    assert long_silences(history(10.0, 20.0, table="roulette")) == []


@pytest.mark.parametrize(("stack", "found"), [(0, 0), (500, 1)])
def test_a_table_may_wait_for_the_chips_of_one_who_has_none(stack: int, found: int) -> None:
    made = history(10.0, 20.0)
    seats = {0: {"name": "Ann", "stack": 900}, 1: {"name": "Ben", "stack": stack}}
    said = {"t": "seats", "table": "felt", "seats": seats}
    made.frames.insert(0, Frame(9.9, "Ann", 1, False, said))
    assert len(long_silences(made)) == found
