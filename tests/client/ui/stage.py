"""The window on which widgets are shown, touched and looked at, frame by frame."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np
from kivy.base import EventLoop, runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.config import Config
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from mobile_client.ui import theme
from mobile_client.ui.theme import Colour
from tests.dim import Dim

PATIENCE: Final = 60.0
"""Seconds within which whatever is waited for must have happened."""
QUIET_S: Final = 3.0
"""Longer than a scroll bar needs to fade in."""
TICK_S: Final = 0.05
REST_S: Final = 60.0


class Stage:
    """`lit`: every frame is painted and takes its time, as on a phone; else both are saved."""

    def __init__(self, width: int, height: int, lit: bool = True) -> None:
        for name, value in (
            ("width", width),
            ("height", height),
            ("multisamples", 0),
            ("maxfps", 0),
        ):
            Config.set("graphics", name, value)
        Config.set("input", "mouse", "")
        from kivy.core.window import Window

        # Whatever of the client was imported before has opened it already, in a size of its own.
        Window.system_size = (width, height)
        self.window = Window
        self.dim = Dim(Window, lit)
        self.drawn = 0
        self._real, self._ahead = Clock.time, 0.0
        self._by_itself = self._real
        # Time passes by itself, and faster where a test lets it; it never goes back.
        Clock.time = lambda: self._by_itself() + self._ahead
        runTouchApp(Widget(), embedded=True)
        Window.bind(on_flip=self._count)
        self.clear()

    def _count(self, *_: object) -> None:
        self.drawn += 1

    def close(self) -> None:
        stopTouchApp()

    def clear(self) -> None:
        """An empty window, and looks as at the first start."""
        self.plain()
        self.frames(2)

    def plain(self) -> None:
        """The same, where nothing is drawn before something is shown."""
        from mobile_client.ui.look import look, use, wear
        from mobile_client.ui.own import Own
        from mobile_client.ui.own_pictures import pictures

        self.empty()
        wear("night")
        if pictures.own != Own():
            use(Own())
        look.felt, look.back, look.front, look.motion = "emerald", "royal", "white", "off"
        look.four_colours = look.big_text = False
        look.card_scale = look.room = 1.0

    def empty(self) -> None:
        for one in list(self.window.children):
            self.window.remove_widget(one)

    def show(self, widget: Widget) -> None:
        self.empty()
        self.window.add_widget(widget)
        self.frames(4)

    def frames(self, count: int = 1) -> int:
        """Lets so many frames pass, each in its time; returns how many were drawn."""
        before = self.drawn
        for _ in range(count):
            self._frame()
        return self.drawn - before

    def _frame(self) -> None:
        pace, began = Clock._max_fps, self._real()
        if self.dim.lit or not pace:
            EventLoop.idle()
            return
        # Time jumps over the pause that keeps to so many frames a second.
        Clock._max_fps = 0
        EventLoop.idle()
        Clock._max_fps = pace
        self._ahead += max(0.0, 1 / pace - (self._real() - began))

    def until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, "It did not happen."
            EventLoop.idle()

    def pass_by(
        self, seconds: float, meanwhile: Callable[[float], object] = lambda _: None
    ) -> list[float]:
        """So many seconds in no time, told to `meanwhile` bit by bit; when a frame was drawn."""
        drawn = []
        pace, Clock._max_fps = Clock._max_fps, 0
        for tick in range(1, round(seconds / TICK_S) + 1):
            self._ahead += TICK_S
            meanwhile(TICK_S)
            if self.frames():
                drawn.append(round(tick * TICK_S, 2))
        Clock._max_fps = pace
        return drawn

    def skip(self, seconds: float) -> None:
        """So many seconds in which nothing is drawn."""
        for _ in range(round(seconds / TICK_S)):
            self._ahead += TICK_S
            # Without the pause that keeps to so many frames a second.
            Clock.post_idle(Clock.time(), Clock.time())

    @contextmanager
    def standing_time(self) -> Iterator[None]:
        """Time passes by `pass_by` alone, however slow the machine."""
        stood, hurry = self._real(), Clock._max_fps
        self._by_itself = lambda: stood
        # A clock that keeps a rate would wait for a time that does not come.
        Clock._max_fps = 0
        try:
            yield
        finally:
            self._ahead -= self._real() - stood
            self._by_itself, Clock._max_fps = self._real, hurry

    def settle(self) -> None:
        """Lets time pass until nothing is drawn any more."""
        quiet, rest = 0.0, 0.0
        while quiet < QUIET_S:
            assert rest < REST_S, "It never comes to rest."
            quiet, rest = (0.0 if self.pass_by(TICK_S) else quiet + TICK_S), rest + TICK_S

    def press(self, x: float, y: float) -> "Finger":
        finger = Finger(self, x, y)
        finger.down()
        return finger

    def tap(self, widget: Widget) -> None:
        finger = self.press(*widget.to_window(*widget.center))
        finger.lift()

    def look(self, widget: Widget) -> "Picture":
        """The widget as it is on the screen now."""
        self.frames(2)
        return Picture(widget.export_as_image().texture, drawn=False)


@contextmanager
def grounded(widget: Widget) -> Iterator[Widget]:
    """On a ground like the window's, which is no part of a widget and of no picture of one."""
    ground = InstructionGroup()
    ground.add(Color(*theme.NIGHT))
    ground.add(Rectangle(pos=widget.pos, size=widget.size))
    widget.canvas.before.insert(0, ground)
    yield widget
    widget.canvas.before.remove(ground)


class Finger:
    """A touch in window pixels."""

    def __init__(self, stage: Stage, x: float, y: float) -> None:
        from kivy.tests.common import UnitTestTouch

        self.stage = stage
        self.touch: Any = UnitTestTouch(x, y)

    def down(self) -> None:
        self._send("begin")

    def move(self, x: float, y: float) -> None:
        width, height = self.stage.window.size
        self.touch.move({"x": x / width, "y": y / height})
        self._send("update")

    def lift(self) -> None:
        self._send("end")

    def _send(self, kind: str) -> None:
        EventLoop._dispatch_input(kind, self.touch)
        self.stage.frames()


Rgba = tuple[int, int, int, int]


class Picture:
    """The pixels of a texture, the first row on top.

    What was drawn into a texture stands on its head in memory; an exported image does not.
    """

    def __init__(self, texture: Texture, drawn: bool = True) -> None:
        self.wide, self.high = texture.size
        data = np.frombuffer(texture.pixels, np.uint8)
        rows = data.reshape(self.high, self.wide, 4).astype(np.int16)
        self.pixels = rows[::-1] if drawn else rows

    def at(self, x: float, y: float) -> Rgba:
        """The colour at a share of width and height, from the upper left."""
        pixel = self.pixels[int(y * (self.high - 1)), int(x * (self.wide - 1))]
        red, green, blue, alpha = (int(part) for part in pixel)
        return red, green, blue, alpha

    def where(self, colour: Colour, near: int = 12) -> NDArray[np.bool_]:
        """For each pixel whether it has about this colour, and hides what is behind."""
        wanted = np.array([round(255 * part) for part in colour[:3]])
        alike: NDArray[np.bool_] = (np.abs(self.pixels[:, :, :3] - wanted) <= near).all(axis=2)
        return alike & (self.pixels[:, :, 3] > 200)

    def count(self, colour: Colour, near: int = 12) -> int:
        return int(self.where(colour, near).sum())
