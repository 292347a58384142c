"""Readiness: a house says that it is ready while players can come in and play, and else why not."""

import json
import resource
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest
from twisted.logger import ILogObserver, LogEvent, LogLevel, formatEvent, globalLogPublisher

from game_server.admin import examine
from game_server.cli import main
from game_server.config import Config, HouseSettings, WatchSettings
from game_server.house.hours import HouseState
from game_server.readiness import LEAST_ROOM, TableReadiness, why_not_ready
from game_server.store.direct import CommitFault
from protocol.release import RELEASE
from tests.house.process import ROOMS, Running, house
from tests.house.test_whole_rounds import evening, play_rounds
from tests.house.visiting import Visitor, metrics, page, wait_for

UP, DOWN, FULL = (
    TableReadiness(True, False),
    TableReadiness(False, False),
    TableReadiness(False, True),
)


@pytest.mark.parametrize(
    ("state", "listens", "ends", "tables", "free", "says"),
    [
        ("open", True, False, [UP, UP], None, ""),
        ("open", True, False, [UP], LEAST_ROOM, ""),
        ("open", True, False, [UP, DOWN], None, ""),
        ("open", True, False, [UP, FULL], None, "1 of 2 tables are paused"),
        ("open", True, False, [UP], LEAST_ROOM - 1, "The disk is full."),
        ("open", False, False, [UP, UP], None, "The house starts: 2 of 2"),
        ("closed", False, False, [], None, "The house starts: 0 of 0"),
        ("closed", True, False, [], None, "The house is closed"),
        ("opening", True, False, [UP, DOWN], None, "The house starts: 1 of 2"),
        ("opening", False, False, [DOWN], None, "The house starts: 0 of 1"),
        ("closing", True, False, [UP], None, "The house closes"),
        ("open", True, True, [UP], None, "The house ends."),
    ],
)
def test_a_house_is_ready_while_players_can_come_in_and_play(
    state: HouseState,
    listens: bool,
    ends: bool,
    tables: list[TableReadiness],
    free: int | None,
    says: str,
) -> None:
    found = why_not_ready(state, listens=listens, ends=ends, tables=tables, free=free)
    assert found.startswith(says)
    assert bool(found) == bool(says)


def test_a_front_that_is_drained_is_not_ready() -> None:
    for drained in (True, False):
        found = why_not_ready(
            "open", listens=True, ends=False, tables=[], free=None, drained=drained
        )
        assert bool(found) == drained


def test_a_table_cannot_write_from_the_commit_that_fails_until_it_goes_on() -> None:
    world = evening("holdem", seed=2)
    play_rounds(world, 1)
    runner = world.runner("t")
    assert not runner.cannot_write

    def fails() -> bool:
        world.fail(CommitFault.FAILS)
        return runner.cannot_write

    world.until(fails, step=0.05)
    world.store.fault = None
    world.until(lambda: not runner.cannot_write, step=0.05)
    world.check()


def no_room(running: Running, full: bool) -> None:
    """Let no file of the house grow any more, as on a disk that is full; or let them again."""
    most = 1 if full else resource.RLIM_INFINITY
    resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def test_a_house_on_a_full_disk_says_that_it_is_not_ready_and_goes_on_with_room(
    tmp_path: Path,
) -> None:
    with ExitStack() as lines, house(tmp_path, ROOMS, watched=True) as running:
        two = [Visitor(lines, running.url, seed).guest() for seed in range(2)]
        for one in two:
            one.seat("holdem")
        wait_for(lambda: any(one.hear(0.02) and one.asked for one in two), "a question")
        assert page(running.metrics, "ready") == (200, "ready\n")
        no_room(running, True)

        def acts() -> bool:
            for one in two:
                one.hear(0.02)
                one.answer()
            return page(running.metrics, "ready")[0] == 503

        wait_for(acts, "not ready")
        _, why = page(running.metrics, "ready")
        assert why == "not ready: 1 of 2 tables are paused: the disk takes nothing.\n"
        found = metrics(running)
        assert (found["cardroom_ready"], found["cardroom_tables_paused"]) == (0, 1)
        assert page(running.metrics, "health") == (200, "alive\n")
        asked = Config(
            HouseSettings(data=str(tmp_path / "var")),
            watch=WatchSettings(metrics_port=running.metrics),
        )
        (says,) = [one for one in examine.ports(examine.Case.of(asked)) if one.check == "ready"]
        assert (says.result, says.do) == ("wrong", "Make room on the disk now.")
        no_room(running, False)
        wait_for(lambda: page(running.metrics, "ready")[0] == 200, "ready again")
        assert metrics(running)["cardroom_tables_paused"] == 0


def test_the_log_tells_of_start_recovery_opening_and_closing(tmp_path: Path) -> None:
    with house(tmp_path, ROOMS) as running:
        running.process.terminate()
        running.process.wait()
    with ExitStack() as lines, house(tmp_path, ROOMS) as running:
        two = [Visitor(lines, running.url, seed).guest() for seed in range(2)]
        for one in two:
            one.seat("holdem")
        wait_for(lambda: any(one.hear(0.02) and one.asked for one in two), "a question")
        running.kill()
    with house(tmp_path, ROOMS):
        pass
    said = [json.loads(line)["text"] for line in (tmp_path / "log").read_text().splitlines()]
    starts = [text for text in said if text.startswith(f"Cardroom {RELEASE} starts as process")]
    assert len(starts) == 3
    assert str(tmp_path / "var") in starts[0]
    up = [text.split("; ")[0].split(", ")[1] for text in said if "tables are up after" in text]
    assert up == [f"{rounds} rounds of before go on" for rounds in (0, 0, 1)]
    states = [text for text in said if text.startswith("The house is ")]
    first = ("opening", "open", "closing", "closed")
    assert states[:4] == [f"The house is {one}." for one in first]


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"cardroom {RELEASE}\n"


def test_a_disk_that_takes_nothing_is_one_alarm_whatever_the_tables_try() -> None:
    world = evening("holdem", seed=2)
    said: list[LogEvent] = []
    observer = cast(ILogObserver, said.append)
    globalLogPublisher.addObserver(observer)
    try:
        end = world.clock.seconds() + 60

        def over() -> bool:
            world.fail(CommitFault.FAILS)
            return world.clock.seconds() > end

        world.until(over, seconds=100, step=0.05)
    finally:
        globalLogPublisher.removeObserver(observer)
    critical = [one for one in said if one.get("log_level") is LogLevel.critical]
    assert [one.get("alarm") for one in critical] == ["disk"]
    paused = [one for one in said if "stays paused" in (formatEvent(one) or "")]
    assert len(paused) > 3
    world.store.fault = None
    world.until(lambda: not world.runner("t").cannot_write, step=0.05)
