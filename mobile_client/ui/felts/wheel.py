"""The wheel: it turns while the ball runs round it the other way; the ball drops into its slot,
and both come to rest."""

import math
from collections.abc import Callable
from typing import Final, Literal

from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, SmoothEllipse
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from mobile_client.ui import theme
from mobile_client.ui.felts.tags import GROUNDS
from mobile_client.ui.look import motion, table_px
from mobile_client.ui.pen import Pen
from mobile_client.ui.plates import plate
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.drawn import Drawn, block, disc, picture, write
from protocol.games.roulette import WHEEL, colour

State = Literal["rests", "spins", "drops"]
TURN: Final = 360 / len(WHEEL)
SPEED: Final = 46.0
"""Degrees a second that the wheel turns."""
RUN: Final = (430.0, 300.0, 6.0)
"""Degrees a second that the ball runs the other way at first and after so many seconds."""
DROP_S: Final = 2.5
"""From when the number is known until all is at rest."""
IN_SLOT: Final = 0.72
"""At this share of it the ball lies in its slot and turns with the wheel."""
TRACK: Final = 0.90
SLOT: Final = 0.62
"""How far from the middle the ball runs, and lies, in radii."""
FALLS: Final = 0.5
"""At this share of its last way the ball leaves its track."""
LEAST_WAY: Final = 200.0
"""In degrees: the ball goes on at least so far."""
PAINTED: Final = (200, 440)
"""How large it is painted, in pixels, small and over a board: growing repaints nothing."""


def paint_wheel(pen: Pen) -> None:
    """The wheel on a square of 200 units, zero on top."""
    pen.oval(100, 100, 100, 100, theme.rgb("4A2E1C"))
    pen.oval(100, 100, 96, 96, theme.rgb("7A4E30"))
    pen.circle(100, 100, 90, faded(theme.WHITE, 0.18), 5)
    for place, number in enumerate(WHEEL):
        middle = math.radians(place * TURN)
        half = math.radians(TURN / 2)
        corners = [
            (100 + r * math.sin(middle + turn * half), 100 - r * math.cos(middle + turn * half))
            for r, turns in ((84, (-1, -0.5, 0, 0.5, 1)), (56, (1, 0, -1)))
            for turn in turns
        ]
        pen.fill([tuple(corners)], GROUNDS[colour(number)][0])
        with pen.turned(100, 100, -place * TURN):
            pen.text(str(number), 100, 24, 11.5, theme.TEXT, widest=13)
    pen.circle(100, 100, 84, theme.GOLD, 1.6)
    pen.circle(100, 100, 56, theme.GOLD, 1.6)
    pen.oval(100, 100, 55, 55, theme.rgb("3A2415"))
    for spoke in range(4):
        with pen.turned(100, 100, -spoke * 90):
            pen.oval(100, 62, 3.4, 18, theme.rgb("C9A04E"))
    pen.oval(100, 100, 20, 20, theme.rgb("C9A04E"))
    pen.oval(100, 98, 14, 14, theme.rgb("F2D48A"))


def slot_of(number: int) -> float:
    """How far the wheel is turned when this number is on top, in degrees."""
    return WHEEL.index(number) * TURN


class Drop:
    """The last way of the ball: from where it runs, in degrees clockwise from the top, into the
    slot of a number, on a wheel that comes to rest meanwhile."""

    def __init__(self, number: int, wheel: float, ball: float, speed: float) -> None:
        self.wheel, self.slot = wheel, slot_of(number)
        lasts = DROP_S * IN_SLOT
        start = (self.slot - wheel - ball) % 360
        wanted = (speed + SPEED) * lasts / 2.4
        # Seen from its slot it comes nearer by whole turns and what it was away.
        self.way = start + 360 * max(0, round((wanted - start) / 360))
        if self.way < LEAST_WAY:
            self.way += 360
        self.power = max(1.0, (speed + SPEED) * lasts / self.way)

    def at(self, seconds: float) -> tuple[float, float, float]:
        """The turn of the wheel, where the ball is, and how far from the middle, in radii."""
        share = min(1.0, seconds / DROP_S)
        # From the speed at which it turned it slows down evenly.
        wheel = self.wheel + SPEED * DROP_S / 2 * (1 - (1 - share) ** 2)
        run = min(1.0, share / IN_SLOT)
        left = self.way * (1 - run) ** self.power
        return wheel, (self.slot - wheel - left) % 360, _height(run)


def _height(run: float) -> float:
    """How far from the middle the ball is: on its track, falling, and hopping once or twice."""
    if run < FALLS:
        return TRACK
    down = (run - FALLS) / (1 - FALLS)
    if down < 0.45:
        return TRACK - (TRACK - SLOT) * (down / 0.45) ** 2
    hop = (down - 0.45) / 0.55
    return SLOT + 0.10 * (1 - hop) ** 2 * abs(math.sin(hop * math.pi * 2.5))


class WheelView(Drawn):
    """`spinning`: no more bets, and nobody knows the number. When there is one the ball drops,
    and `landed` is called when it lies. Frames are drawn meanwhile, and no others."""

    number = ObjectProperty(None, allownone=True)
    spinning = BooleanProperty(False)
    angle = NumericProperty(0)
    """How far the wheel is turned to the left, in degrees."""
    WATCHED = ("number",)

    def __init__(self, landed: Callable[[], None] = lambda: None, **words: object) -> None:
        self.landed = landed
        self.state: State = "rests"
        self.ball = 0.0
        """Where the ball is, in degrees clockwise from the top."""
        self.reach = SLOT
        """How far from the middle it is, in radii."""
        self._runs = self._dropped = 0.0
        self._drop: Drop | None = None
        self._turn: Rotate | None = None
        self._rolls: list[tuple[SmoothEllipse, tuple[float, float]]] = []
        """What is drawn of the ball, and how far from its middle."""
        self._step = Clock.create_trigger(self._on, 0, interval=True)
        super().__init__(**({"size_hint": (None, None)} | words))
        self.fbind("spinning", self._spun)
        self.fbind("number", self._spun)
        self.fbind("angle", self._place)

    @property
    def busy(self) -> bool:
        """Whether the ball is not at rest yet."""
        return self.state != "rests"

    def _spun(self, *_: object) -> None:
        """Whether it spins, or where the ball lies, has changed."""
        if not motion().normal:
            self._rest()
        elif self.spinning and self.number is None:
            if self.state == "rests":
                self.state, self._runs, self.reach = "spins", 0.0, TRACK
                self._step()
        elif self.number is not None and self.state == "spins":
            self.state, self._dropped = "drops", 0.0
            self._drop = Drop(self.number, self.angle, self.ball, self._speed())
        elif self.state != "drops" or self.number is None:
            self._rest()
        self.stale()

    def stop(self) -> None:
        """Out of sight: it lies where it will lie."""
        self._rest()

    def _rest(self) -> None:
        self._step.cancel()
        was, self.state = self.state, "rests"
        if self.number is not None:
            if self._drop is None:
                self.angle = slot_of(self.number)
            self.ball = (slot_of(self.number) - self.angle) % 360
        self._drop, self.reach = None, SLOT
        self.stale()
        if was == "drops":
            self.landed()

    def _speed(self) -> float:
        first, last, after = RUN
        return first + (last - first) * min(1.0, self._runs / after)

    def _on(self, seconds: float) -> None:
        if self.state == "spins":
            self._runs += seconds
            self.ball = (self.ball + self._speed() * seconds) % 360
            self.angle = (self.angle + SPEED * seconds) % 360
        elif self._drop is not None:
            self._dropped += seconds
            wheel, self.ball, self.reach = self._drop.at(self._dropped)
            self.angle = wheel % 360
            if self._dropped >= DROP_S:
                self._rest()
        self._place()

    def _spot(self) -> tuple[float, float]:
        """Where the ball is, from the middle."""
        far = min(self.size) / 2 * self.reach
        at = math.radians(self.ball)
        return far * math.sin(at), far * math.cos(at)

    def _place(self, *_: object) -> None:
        if self._turn is not None:
            self._turn.angle = self.angle
        x, y = self._spot()
        for part, (dx, dy) in self._rolls:
            wide, high = part.size
            part.pos = self.center_x + x + dx - wide / 2, self.center_y + y + dy - high / 2

    def paint(self) -> None:
        side = min(self.size)
        if side < 2:
            return
        x, y = self.center_x - side / 2, self.center_y - side / 2
        disc(self.center_x, self.center_y - table_px(3), side / 2, faded(theme.BLACK, 0.45))
        PushMatrix()
        self._turn = Rotate(angle=self.angle, origin=self.center)
        whole = PAINTED[int(side > PAINTED[0])]
        picture(plate(("wheel",), (whole, whole), 200, paint_wheel), x, y, side, side)
        PopMatrix()
        if self.number is not None and not self.busy:
            self._result(side)
        self._rolls = []
        if self.number is not None or self.busy:
            r = max(side * 0.026, table_px(2))
            for colour_, at in ((faded(theme.BLACK, 0.5), (r * 0.3, -r * 0.4)),
                                (theme.WHITE, (0.0, 0.0))):  # fmt: skip
                Color(*colour_)
                self._rolls.append((SmoothEllipse(size=(2 * r, 2 * r)), at))
            self._place()

    def _result(self, side: float) -> None:
        ground = GROUNDS[colour(self.number)][0]
        half = max(side * 0.21, min(table_px(13), side * 0.4))
        disc(self.center_x, self.center_y, half + table_px(2), theme.GOLD)
        block(self.center_x - half, self.center_y - half, 2 * half, 2 * half, ground, half)
        write(str(self.number), "fallen" if side > table_px(120) else "money", theme.WHITE,
              self.center_x, self.center_y)  # fmt: skip
