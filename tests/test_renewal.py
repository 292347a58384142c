"""Which settings of a house may change while it runs."""

from dataclasses import fields, replace
from io import StringIO
from typing import Any

import pytest
from twisted.logger import Logger, LogLevel

from game_server.config import SECTIONS, Config, RoomSettings
from game_server.config_file import BadConfig
from game_server.monitoring import LeastLevel, observer
from game_server.renewal import RENEWED, renew

USUAL = Config()


def changed(section: str, name: str) -> Config:
    """The usual settings with another value for one of them."""
    part = getattr(USUAL, section)
    before = getattr(part, name)
    other: object = before + 1 if isinstance(before, int | float) else "error"
    if isinstance(before, tuple):
        other = ("10.0.0.1",)
    return replace(USUAL, **{section: replace(part, **{name: other})})


ALL = [(section, one.name) for section, kind in SECTIONS.items() for one in fields(kind)]


@pytest.mark.parametrize(("section", "name"), ALL)
def test_each_setting_is_taken_now_or_said_to_need_a_start(section: str, name: str) -> None:
    wanted = changed(section, name)
    found = renew(USUAL, wanted)
    if name in RENEWED.get(section, ()):
        assert found == (wanted, (f"[{section}] {name}",), ())
    else:
        assert found == (USUAL, (), (f"[{section}] {name}",))


def test_what_is_renewed_is_a_setting() -> None:
    assert {(section, name) for section, names in RENEWED.items() for name in names} <= set(ALL)


def test_rooms_need_a_start_and_what_has_not_changed_is_not_told() -> None:
    assert renew(USUAL, replace(USUAL, rooms=(RoomSettings("one"),))).waiting == ("[[room]]",)
    assert renew(USUAL, USUAL).said() == ""


def test_a_level_of_the_log_that_is_none_is_refused() -> None:
    wrong = replace(USUAL, watch=replace(USUAL.watch, log="loud"))
    with pytest.raises(BadConfig, match="'loud'; it is one of debug, info, warn, error"):
        renew(USUAL, wrong)


def test_another_level_of_the_log_holds_from_now_on() -> None:
    least, to = LeastLevel("warn"), StringIO()
    log = Logger(observer=observer(least, to))

    def told(level: Any) -> bool:
        before = len(to.getvalue())
        log.emit(level, "a line")
        return len(to.getvalue()) > before

    assert [told(one) for one in (LogLevel.info, LogLevel.warn)] == [False, True]
    least.set("debug")
    assert told(LogLevel.debug)
    least.set("error")
    assert not told(LogLevel.warn)
