"""The wheel: it turns while the ball runs, and stands still with the number on top."""

import math
from typing import Final

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from mobile_client.ui import theme
from mobile_client.ui.felts.tags import GROUNDS
from mobile_client.ui.look import motion
from mobile_client.ui.look import table_px as px
from mobile_client.ui.pen import Pen
from mobile_client.ui.plates import plate
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.drawn import Drawn, block, disc, picture, write
from protocol.games.roulette import WHEEL, colour

TURN: Final = 360 / len(WHEEL)
SPEED: Final = 150.0
"""Degrees a second."""


def paint_wheel(pen: Pen) -> None:
    """The wheel on a square of 200 units, zero on top."""
    pen.oval(100, 100, 100, 100, theme.rgb("4A2E1C"))
    pen.oval(100, 100, 96, 96, theme.rgb("7A4E30"))
    for place, number in enumerate(WHEEL):
        middle = math.radians(place * TURN)
        half = math.radians(TURN / 2)
        corners = [
            (100 + r * math.sin(middle + turn * half), 100 - r * math.cos(middle + turn * half))
            for r, turns in ((92, (-1, -0.5, 0, 0.5, 1)), (58, (1, 0, -1)))
            for turn in turns
        ]
        pen.fill([tuple(corners)], GROUNDS[colour(number)][0])
        with pen.turned(100, 100, -place * TURN):
            pen.text(str(number), 100, 16, 12, theme.TEXT, widest=13)
    pen.circle(100, 100, 92, theme.GOLD, 1.6)
    pen.circle(100, 100, 58, theme.GOLD, 1.6)
    pen.oval(100, 100, 57, 57, theme.rgb("3A2415"))
    pen.oval(100, 100, 20, 20, theme.rgb("C9A04E"))
    pen.oval(100, 98, 14, 14, theme.rgb("F2D48A"))


class WheelView(Drawn):
    """`spinning` draws frames; nothing else does."""

    number = ObjectProperty(None, allownone=True)
    spinning = BooleanProperty(False)
    angle = NumericProperty(0)
    WATCHED = ("number",)

    def __init__(self, **words: object) -> None:
        self._turn: Rotate | None = None
        self._step = Clock.create_trigger(self._on, 0, interval=True)
        super().__init__(**({"size_hint": (None, None)} | words))
        self.fbind("spinning", self._spin)
        self.fbind("angle", self._rotate)

    def _spin(self, *_: object) -> None:
        if self.spinning and motion().normal:
            self._step()
        else:
            self._step.cancel()
        self.stale()

    def stop(self) -> None:
        self._step.cancel()

    def _on(self, seconds: float) -> None:
        self.angle = (self.angle + SPEED * seconds) % 360

    def _rotate(self, *_: object) -> None:
        if self._turn is not None:
            self._turn.angle = self.angle

    def paint(self) -> None:
        side = min(self.size)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        disc(self.center_x, self.center_y - px(3), side / 2, faded(theme.BLACK, 0.45))
        if self.number is not None and not self.spinning:
            self.angle = WHEEL.index(self.number) * TURN
        PushMatrix()
        self._turn = Rotate(angle=self.angle, origin=self.center)
        wheel = plate(("wheel",), (round(side), round(side)), 200, paint_wheel)
        picture(wheel, x, y, side, side)
        PopMatrix()
        disc(self.center_x, y + side * 0.83, side * 0.028, theme.WHITE)
        if self.number is not None and not self.spinning:
            self._result(side)

    def _result(self, side: float) -> None:
        ground = GROUNDS[colour(self.number)][0]
        half = max(side * 0.21, min(px(13), side * 0.4))
        disc(self.center_x, self.center_y, half + px(2), theme.GOLD)
        block(self.center_x - half, self.center_y - half, 2 * half, 2 * half, ground, half)
        write(str(self.number), "fallen" if side > px(120) else "money", theme.WHITE,
              self.center_x, self.center_y)  # fmt: skip
