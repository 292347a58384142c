"""Fingers and mice, told as they moved.

Kivy collects what happens to a touch during a frame, and then tells all of it with the place that
the touch has come to: a quick finger seems to have begun where it already is. Here each is told at
once, so that a sweep begins on the card that was touched.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.base import EventLoopBase
from kivy.input.factory import MotionEventFactory
from kivy.input.providers.mouse import MouseMotionEventProvider

MOUSE: Final = "mouse_in_order"
"""How Kivy's settings call it."""


def in_order(loop: EventLoopBase) -> None:
    """From now on this loop tells every touch when it hears of it."""

    def tell(*heard: object) -> None:
        events = [heard]
        for module in loop.postproc_modules:
            events = module.process(events=events)
        for event in events:
            loop.post_dispatch_input(*event)

    loop._dispatch_input = tell


class Mouse(MouseMotionEventProvider):
    """A mouse whose touch moves when that is told, and not before, as a finger's does."""

    def __init__(self, device: str, args: str) -> None:
        super().__init__(device, args)
        self._happened: list[Callable[[], object]] = []

    def on_mouse_press(self, *told: object) -> None:
        self._happened.append(partial(super().on_mouse_press, *told))

    def on_mouse_motion(self, *told: object) -> None:
        self._happened.append(partial(super().on_mouse_motion, *told))

    def on_mouse_release(self, *told: object) -> None:
        self._happened.append(partial(super().on_mouse_release, *told))

    def update(self, dispatch_fn: Callable[[str, Any], object]) -> None:
        happened, self._happened = self._happened, []
        for one in happened:
            one()
            super().update(dispatch_fn)
        super().update(dispatch_fn)


def mouse() -> str:
    """The value of Kivy's setting of the mouse that takes this one."""
    MotionEventFactory.register(MOUSE, Mouse)
    # Without this the right button of a mouse leaves red dots.
    return f"{MOUSE},disable_multitouch"
