"""What the bench of taps measures is what it says: the order of touch, act, news and frame."""

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

import mobile_client.ui.stage
from bench import taps
from bench.__main__ import names
from bench.taps import CALLS, MOVES_S, SIDES, Side, measured, tap, tell
from mobile_client.ui.look import look
from mobile_client.ui.widgets.timer import TimerRing
from protocol.codec import FROM_CLIENT, decode
from protocol.messages import Answer
from tests.client.ui.stage import Finger, Stage


@pytest.fixture
def window(stage: Stage) -> Iterator[Stage]:
    """As the bench has it."""
    stage.dim.lit = True
    yield stage
    stage.dim.lit = False
    for one in stage.window.children:
        if isinstance(one, mobile_client.ui.stage.Stage):
            one.close()


@pytest.mark.parametrize("name", SIDES)
def test_the_act_is_handed_over_once_when_the_finger_leaves_and_waits_for_no_frame(
    window: Stage, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    acts: list[bytes] = []
    send = Finger._send

    def touched(finger: Finger, kind: str) -> None:
        order.append(kind)
        send(finger, kind)

    def handed(data: bytes) -> None:
        order.append("act")
        acts.append(data)

    def flipped(*_: object) -> None:
        order.append("frame")

    monkeypatch.setattr(Finger, "_send", touched)
    side = SIDES[name](window, handed)
    window.window.bind(on_flip=flipped)
    for turn in range(2):
        order.clear()
        tap(window, side)
        begun = order.index("begin")
        assert order[begun : begun + 4] == ["begin", "frame", "end", "act"]
        assert order.count("act") == 1
        assert len(acts) == turn + 1
    window.window.unbind(on_flip=flipped)
    first, second = (decode(data, FROM_CLIENT) for data in acts)
    assert isinstance(first, Answer)
    assert isinstance(second, Answer)
    assert first.verb in CALLS
    assert second.turn > first.turn


class Watched:
    """A side whose window is looked at: what its frames show, before and after the news."""

    def __init__(self, stage: Stage, side: Side) -> None:
        self.stage, self.side = stage, side
        self.frame = b""
        self.order: list[str] = []
        self.before = self.measured = b""
        stage.window.bind(on_flip=self._flipped)

    def _flipped(self, *_: object) -> None:
        self.order.append("frame")
        wide, high = self.stage.window.size
        self.frame = glReadPixels(0, 0, wide, high, GL_RGB, GL_UNSIGNED_BYTE)

    def close(self) -> None:
        self.stage.window.unbind(on_flip=self._flipped)

    def asked(self) -> Any:
        return self.side.asked()

    def news(self) -> bytes:
        return self.side.news()

    def hears(self, data: bytes) -> None:
        self.stage.window.canvas.ask_update()
        self.stage.frames()
        self.before = self.frame
        self.order[:] = ["told"]
        self.side.hears(data)

    def shows(self) -> bool:
        self.measured = self.frame
        self.order.append("shown" if self.side.shows() else "not yet")
        return self.side.shows()


@pytest.mark.parametrize("name", SIDES)
def test_the_frame_that_is_measured_shows_all_that_was_told(
    window: Stage, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The time that runs is not told: it moves on in any frame.
    def _tick(*_: object) -> None:
        """It stands."""

    monkeypatch.setattr(TimerRing, "_tick", _tick)
    side = Watched(window, SIDES[name](window, lambda _: None))
    # Nothing flies: what is told stands there at once, or it is not shown.
    look.motion = "off"
    # What still moves because the table has just been built is no news.
    window.skip(MOVES_S)
    window.frames(2)
    for _ in range(5):
        tell(window, side)
        assert side.order[:3] == ["told", "frame", "shown"]
        assert side.measured != side.before
        assert side.measured == side.frame, "nothing of it comes later"
    side.close()


def test_a_short_run_measures_each_tap_and_each_news(window: Stage) -> None:
    found = measured(window, "bare", 2, warm=1)
    assert {what: len(seconds) for what, seconds in found.items()} == {"taps": 2, "frames": 2}
    assert all(second > 0 for seconds in found.values() for second in seconds)


def test_the_tables_show_medians_of_the_runs_beside_the_bare_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = iter([1.0, 9.0, 2.0])
    order = []

    def child(module: str, name: str, env: dict[str, str]) -> dict[str, list[float]]:
        order.append(name)
        if name == "bare":
            return {"taps": [0.001] * 100, "frames": [0.004] * 100}
        run = next(runs)
        many = [0.002 * run] * 99
        return {"taps": [*many, 5.0], "frames": [0.5, 0.5, *many[:98]]}

    monkeypatch.setattr(taps, "child", child)
    monkeypatch.setenv("DISPLAY", ":0")
    taps.main()
    assert order == ["ours", "bare"] * 3
    lines = [line.split("|")[2:-1] for line in capsys.readouterr().out.splitlines() if line]
    cells = [[cell.strip() for cell in line] for line in lines]
    assert cells[2] == ["4.00", "4.00", "4.00x"]
    assert cells[3] == ["1.00", "1.00", "1.00x"]
    assert cells[6] == ["4.00", "500", "1.00x"]
    assert "taps" in names()
