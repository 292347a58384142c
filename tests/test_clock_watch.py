"""The clock of the machine jumps: the house goes on by its own, and says so once."""

from typing import cast

import pytest
from twisted.logger import ILogObserver, LogEvent, Logger, formatEvent

from game_server.clock_watch import APART_S, ClockWatch

NOW = 1_800_000_000.0


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []

    def observer(event: LogEvent) -> None:
        assert event["alarm"] == "clock"
        found.append(formatEvent(event))

    monkeypatch.setattr(ClockWatch, "_log", Logger(observer=cast(ILogObserver, observer)))
    return found


@pytest.mark.parametrize(
    ("newest", "alarms"),
    [(None, 0), (NOW - 3_600, 0), (NOW + 4, 0), (NOW + 6, 1), (NOW + 86_400, 1)],
)
def test_a_start_before_the_last_entry_is_an_alarm(
    said: list[str], newest: float | None, alarms: int
) -> None:
    watch = ClockWatch(lambda: NOW, lambda: NOW)
    watch.begin(None if newest is None else round(newest * 1000))
    assert len(said) == alarms
    assert all("set the clock right" in text for text in said)


def test_a_jump_is_one_alarm_until_both_agree_again(said: list[str]) -> None:
    machine = [NOW]
    watch = ClockWatch(lambda: NOW, lambda: machine[0])
    for apart, alarms in (
        (0.0, 0),
        (APART_S, 0),
        (3_600.0, 1),
        (3_700.0, 1),
        (0.0, 1),
        (-86_400.0, 2),
    ):
        machine[0] = NOW + apart
        watch.look()
        assert len(said) == alarms
    assert "3600 s from it" in said[0]
    assert "-86400 s from it" in said[1]
