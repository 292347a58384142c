"""The copy of a house lags: one alarm, until it goes on."""

from pathlib import Path
from typing import cast

import pytest
from twisted.internet.task import Clock
from twisted.logger import ILogObserver, LogEvent, Logger, formatEvent

from game_server.copy_watch import EVERY_S, LATE_S, CopyWatch
from game_server.store import copy_folder
from game_server.store.database import open_database
from game_server.store.direct import DirectStore
from game_server.store.sqlite import MEMORY

BEGAN_MS = 1_800_000_000_000


class Second:
    """A second place, as it was seen last."""

    folder = Path("/mnt/second")

    def __init__(self) -> None:
        self.seen: tuple[int | None, bool] = (None, True)
        self.looks = False

    def start(self) -> None:
        self.looks = True

    def stop(self) -> None:
        self.looks = False


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []

    def observer(event: LogEvent) -> None:
        found.append(f"{event.get('alarm', '-')}: {formatEvent(event)}")

    monkeypatch.setattr(CopyWatch, "_log", Logger(observer=cast(ILogObserver, observer)))
    return found


def test_a_copy_that_lags_is_one_alarm_until_it_goes_on(said: list[str]) -> None:
    clock, second = Clock(), Second()
    conn = open_database(MEMORY)

    def now() -> int:
        return BEGAN_MS + round(clock.seconds() * 1000)

    def wait(seconds: float, copied: bool) -> None:
        for _ in range(round(seconds / EVERY_S)):
            clock.advance(EVERY_S)
            if copied:
                second.seen = now(), True

    watch = CopyWatch(DirectStore(conn, clock), clock, now, second)
    watch.start()
    assert second.looks
    wait(LATE_S + 5, copied=True)
    assert said == []
    assert watch.age == 0
    wait(LATE_S, copied=False)
    assert said == []
    wait(20, copied=False)
    assert len(said) == 1
    assert said[0].startswith("copy: The copy in /mnt/second is 11 s old")
    assert watch.age == LATE_S + 20
    wait(2, copied=True)
    assert said[1:] == ["-: The copy in /mnt/second goes on."]
    second.seen = now(), False
    wait(3, copied=False)
    assert len(said) == 3
    assert said[2].startswith("copy: Another machine copies this house into /mnt/second")
    at = copy_folder.last_beat(conn)
    assert at == now(), "the house writes once a second, so that there is something to copy"
    watch.stop()
    assert not second.looks
    wait(3, copied=False)
    assert copy_folder.last_beat(conn) == at


def test_what_was_never_copied_is_late_too(said: list[str]) -> None:
    clock = Clock()
    store = DirectStore(open_database(MEMORY), clock)
    watch = CopyWatch(store, clock, lambda: round(clock.seconds() * 1000), Second())
    watch.start()
    clock.pump([EVERY_S] * (round(LATE_S) + 2))
    assert watch.age == LATE_S + 2
    assert len(said) == 1
