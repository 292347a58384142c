"""Alarms: every critical line of the log, by kind, for a day."""

from pathlib import Path

import pytest
from twisted.logger import Logger, LogLevel, LogPublisher

from game_server.alarms import KEPT_MS, KINDS, OTHER, Alarms, RaisedAlarm, read


class Times:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.at = 1_000

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def times() -> Times:
    return Times()


def logger(alarms: Alarms, name: str = "game_server.lobby.lobby") -> Logger:
    return Logger(name, observer=LogPublisher(alarms))  # type: ignore[arg-type]


def test_every_critical_line_of_the_log_is_an_alarm_and_nothing_else_is(times: Times) -> None:
    alarms = Alarms(times)
    log = logger(alarms)
    for level in (LogLevel.debug, LogLevel.info, LogLevel.warn, LogLevel.error):
        log.emit(level, "It is {how}.", how="well")
    assert alarms.raised() == {}
    log.critical("{who} failed.", who="A bot", alarm="bots")
    times.at = 4_000
    log.critical("{who} failed.", who="Another bot", alarm="bots")
    log.critical("Nobody named this one.")
    try:
        raise ValueError("unheard of")
    except ValueError:
        log.failure("It raised.")
    assert alarms.raised() == {
        "bots": RaisedAlarm(2, 1_000, 4_000, "Another bot failed."),
        "lobby.lobby": RaisedAlarm(2, 4_000, 4_000, "It raised."),
    }
    assert alarms.total == 4


def test_an_alarm_is_shown_for_a_day_after_it_was_raised_last(times: Times) -> None:
    alarms = Alarms(times)
    alarms.add("bots", "first")
    times.at += KEPT_MS - 1
    alarms.add("bots", "again")
    times.at += KEPT_MS - 1
    assert alarms.raised()["bots"].times == 2
    times.at += 1
    assert alarms.raised() == {}
    assert alarms.total == 2


def test_alarms_outlive_the_process(times: Times, tmp_path: Path) -> None:
    file = tmp_path / "alarms.json"
    alarms = Alarms(times, file)
    alarms.add("bots", "first")
    alarms.add("bots", "second")
    alarms.write()
    assert read(file) == {"bots": RaisedAlarm(2, 1_000, 1_000, "second")}
    assert file.stat().st_mode & 0o077 == 0
    again = Alarms(times, file)
    again.add("bots", "third")
    assert again.raised()["bots"].times == 3
    assert again.total == 1


def test_an_alarm_that_is_closed_is_there_again_when_it_is_raised_again(
    times: Times, tmp_path: Path
) -> None:
    file = tmp_path / "alarms.json"
    alarms = Alarms(times, file)
    alarms.add("bots", "first")
    alarms.add("disk", "full")
    times.at += 10
    assert alarms.close("bots") == RaisedAlarm(1, 1_000, 1_000, "first")
    assert alarms.close("bots") is None
    assert set(alarms.raised()) == set(read(file)) == {"disk"}, "after the process too"
    alarms.add("bots", "again")
    assert alarms.raised()["bots"] == RaisedAlarm(1, 1_010, 1_010, "again")
    times.at += KEPT_MS
    assert alarms.close("bots") is None, "it went by itself"
    assert alarms.total == 3


@pytest.mark.parametrize("text", ["", "[]", "[1]", '{"bots": 1}', '{"bots": {"times": 1}}', "\\"])
def test_a_file_that_is_no_list_of_alarms_holds_up_nothing(
    text: str, times: Times, tmp_path: Path
) -> None:
    (tmp_path / "alarms.json").write_text(text)
    alarms = Alarms(times, tmp_path / "alarms.json")
    alarms.add("bots", "first")
    assert alarms.raised()["bots"].times == 1


def test_a_disk_that_takes_nothing_ends_nobody(times: Times, tmp_path: Path) -> None:
    alarms = Alarms(times, tmp_path / "nowhere" / "alarms.json")
    alarms.add("bots", "first")
    assert alarms.raised()["bots"].times == 1


def test_a_hundred_kinds_of_alarms_do_not_fill_the_metrics(times: Times) -> None:
    alarms = Alarms(times)
    for number in range(100):
        alarms.add(f"kind {number}", "once")
    assert len(alarms.raised()) == KINDS + 1
    assert alarms.raised()[OTHER].times == 100 - KINDS
