"""A process that holds as many lines as its settings say, or says that it cannot."""

import resource

import pytest

from game_server import open_files
from game_server.open_files import SPARE, allow

FOREVER = resource.RLIM_INFINITY


class System:
    """What the system allows, or says that it does."""

    def __init__(self, soft: int, hard: int, true: bool = True) -> None:
        self.now, self.true = (soft, hard), true

    def get(self, _: int) -> tuple[int, int]:
        return self.now

    def set(self, _: int, limits: tuple[int, int]) -> None:
        if not self.true:
            raise ValueError("current limit exceeds maximum limit")
        self.now = limits


def allowed(system: System, lines: int, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(resource, "getrlimit", system.get)
    monkeypatch.setattr(resource, "setrlimit", system.set)
    return allow(lines)


@pytest.mark.parametrize("hard", [100_000, FOREVER])
def test_the_limit_is_raised_as_far_as_the_lines_need_it(
    monkeypatch: pytest.MonkeyPatch, hard: int
) -> None:
    system = System(1_024, hard)
    assert allowed(system, 4_000, monkeypatch) == ""
    assert system.now == (4_000 + SPARE, hard)


@pytest.mark.parametrize("soft", [50_000, FOREVER])
def test_a_limit_that_is_high_enough_stays(monkeypatch: pytest.MonkeyPatch, soft: int) -> None:
    system = System(soft, FOREVER)
    assert allowed(system, 4_000, monkeypatch) == ""
    assert system.now == (soft, FOREVER)


def test_what_the_system_does_not_allow_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    system = System(1_024, 2_000)
    said = allowed(system, 4_000, monkeypatch)
    assert system.now == (2_000, 2_000), "as many as there may be"
    assert "4256 open files" in said
    assert f"lines beyond {2_000 - SPARE} fail" in said


def test_a_limit_that_cannot_be_raised_after_all_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "the system allows 1024" in allowed(System(1_024, 9_999, False), 4_000, monkeypatch)
    assert open_files.most() == 9_999
