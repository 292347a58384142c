"""The ring about whoever is to act: it empties, and draws nothing when nobody is."""

from typing import Final

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.properties import BooleanProperty, NumericProperty

from mobile_client.ui.look import table_px as px
from mobile_client.ui.theme import CLEAR, DANGER, GOOD, HURRY, Colour, faded, mixed
from mobile_client.ui.widgets.drawn import Drawn

RATE: Final = 1 / 20
"""Seconds between two looks of the ring: one line moves, nothing else is drawn."""


class TimerRing(Drawn):
    """`start(left, total)` fills it and lets it empty; `stop()` takes it away."""

    left = NumericProperty(0)
    total = NumericProperty(0)
    running = BooleanProperty(False)
    width_dp = NumericProperty(4)

    WATCHED = ("width_dp",)

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
        r = min(self.size) / 2 - px(self.width_dp) / 2
        self._colour.rgba = self.colour() if part else CLEAR
        self._track.rgba = faded(GOOD, 0.16) if self.running else CLEAR
        self._line.circle = (self.center_x, self.center_y, r, 0, max(360 * part, 1))

    def paint(self) -> None:
        r = min(self.size) / 2 - px(self.width_dp) / 2
        width = px(self.width_dp) / 2
        self._track = Color(*CLEAR)
        SmoothLine(circle=(self.center_x, self.center_y, r), width=width)
        self._colour = Color(*CLEAR)
        self._line = SmoothLine(
            circle=(self.center_x, self.center_y, r, 0, 1), width=width, cap="round"
        )
        self._turn()
