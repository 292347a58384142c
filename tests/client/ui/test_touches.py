"""What becomes of a finger or a mouse that is quicker than the frames."""

from typing import Any

from kivy.base import EventLoopBase
from kivy.tests.common import UnitTestTouch

from mobile_client.ui.touches import Mouse, in_order
from tests.client.ui.stage import Stage


class Listener:
    """Where the touches were when they were told."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, float]] = []

    def dispatch(self, _: str, kind: str, touch: Any) -> None:
        self.heard.append((kind, round(touch.sx, 2)))


class Finger:
    """A provider as Kivy's for touch screens: all of a frame in one go."""

    def __init__(self, stage: Stage) -> None:
        self.touch = UnitTestTouch(0.1 * (stage.window.width - 1), 0)

    def update(self, dispatch_fn: Any) -> None:
        dispatch_fn("begin", self.touch)
        for x in (0.3, 0.5):
            self.touch.move({"x": x, "y": 0.5})
            dispatch_fn("update", self.touch)
        dispatch_fn("end", self.touch)


def loop_of(provider: object) -> tuple[EventLoopBase, Listener]:
    loop, listener = EventLoopBase(), Listener()
    loop.input_providers.append(provider)
    loop.event_listeners.append(listener)
    in_order(loop)
    return loop, listener


def test_a_finger_is_told_where_it_was_and_not_where_it_has_come_to(stage: Stage) -> None:
    loop, listener = loop_of(Finger(stage))
    loop.dispatch_input()
    assert listener.heard == [("begin", 0.1), ("update", 0.3), ("update", 0.5), ("end", 0.5)]


def test_so_is_a_mouse(stage: Stage) -> None:
    mouse, window = Mouse("mouse", "disable_multitouch"), stage.window
    loop, listener = loop_of(mouse)
    wide = window.width
    mouse.on_mouse_press(window, 0.1 * wide, 40, "left", [])
    mouse.on_mouse_motion(window, 0.3 * wide, 40, [])
    mouse.on_mouse_motion(window, 0.5 * wide, 40, [])
    mouse.on_mouse_release(window, 0.5 * wide, 40, "left", [])
    loop.dispatch_input()
    assert listener.heard == [("begin", 0.1), ("update", 0.3), ("update", 0.5), ("end", 0.5)]
    loop.dispatch_input()
    assert len(listener.heard) == 4, "each is told once"
