"""The ring about whoever is to act: it empties, and draws nothing when nobody is."""

import math
from itertools import pairwise
from typing import Final

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.properties import BooleanProperty, NumericProperty

from mobile_client.ui.look import table_px
from mobile_client.ui.theme import CLEAR, DANGER, GOOD, HURRY, Colour, faded, mixed
from mobile_client.ui.widgets.drawn import Drawn

RATE: Final = 1 / 20
"""Seconds between two looks of the ring: one line moves, nothing else is drawn."""


BENDS: Final = 5
"""In so many straight steps a corner is turned."""


class TimerRing(Drawn):
    """`start(left, total)` fills it and lets it empty; `stop()` takes it away."""

    left = NumericProperty(0)
    total = NumericProperty(0)
    running = BooleanProperty(False)
    width_dp = NumericProperty(4)
    corner = NumericProperty(0)
    """In dp: it runs round the box of the widget with such corners; 0 is a circle."""

    WATCHED = ("width_dp", "corner")

    def __init__(self, **words: object) -> None:
        self.register_event_type("on_hurry")
        self._ends = 0.0
        self._ticking = Clock.create_trigger(self._tick, RATE, interval=True)
        self._colour: Color | None = None
        self._line: SmoothLine | None = None
        self._track: Color | None = None
        super().__init__(**words)
        self.fbind("left", self._turn)

    def start(self, left: float, total: float) -> None:
        """So many seconds are left of so many."""
        self._ends = Clock.get_boottime() + left
        self.total = max(total, left)
        self.left = left
        self.running = True
        self._ticking()
        self._turn()

    def stop(self) -> None:
        self._ticking.cancel()
        self.running = False
        self.left = 0
        self._turn()

    def on_hurry(self) -> None:
        """Little time is left: told once for each turn."""

    def _tick(self, _: float) -> None:
        before = self.left
        self.left = max(0.0, self._ends - Clock.get_boottime())
        if before > HURRY >= self.left:
            self.dispatch("on_hurry")
        if not self.left:
            self.stop()

    def colour(self) -> Colour:
        """Green, towards the end red."""
        if not self.running:
            return CLEAR
        return mixed(DANGER, GOOD, min(1.0, max(0.0, (self.left - HURRY / 2) / HURRY)))

    def _turn(self, *_: object) -> None:
        if self._line is None or self._colour is None or self._track is None:
            return
        part = self.left / self.total if self.total else 0
        self._colour.rgba = self.colour() if part else CLEAR
        self._track.rgba = faded(GOOD, 0.16) if self.running else CLEAR
        if self.corner:
            self._line.points = rim(*self.box, table_px(self.corner), max(part, 0.01))
        else:
            self._line.circle = (self.center_x, self.center_y, self._r, 0, max(360 * part, 1))

    @property
    def _r(self) -> float:
        return float(min(self.size)) / 2 - table_px(self.width_dp) / 2

    def paint(self) -> None:
        width = table_px(self.width_dp) / 2
        self._track = Color(*CLEAR)
        if self.corner:
            SmoothLine(points=rim(*self.box, table_px(self.corner), 1), width=width, close=True)
        else:
            SmoothLine(circle=(self.center_x, self.center_y, self._r), width=width)
        self._colour = Color(*CLEAR)
        self._line = SmoothLine(width=width, cap="round")
        self._turn()


def rim(x: float, y: float, w: float, h: float, r: float, part: float) -> list[float]:
    """The points of such a part of the way round a box, clockwise from the middle of its top."""
    r = min(r, w / 2, h / 2)
    spots = [(x + w / 2, y + h)]
    for nth, (cx, cy) in enumerate(
        ((x + w - r, y + h - r), (x + w - r, y + r), (x + r, y + r), (x + r, y + h - r))
    ):
        for step in range(BENDS + 1):
            turned = math.pi / 2 * (1 - nth - step / BENDS)
            spots.append((cx + r * math.cos(turned), cy + r * math.sin(turned)))
    spots.append(spots[0])
    left = part * sum(math.dist(*pair) for pair in pairwise(spots))
    points = [*spots[0]]
    for one, after in pairwise(spots):
        way = math.dist(one, after)
        share = min(1.0, left / way) if way else 1.0
        points += [one[0] + (after[0] - one[0]) * share, one[1] + (after[1] - one[1]) * share]
        left -= way
        if left <= 0:
            break
    return points
