"""Flashes over the felt of Dou Dizhu: bombs, the rocket, airplanes, springs.

Nothing waits for it, it never takes a touch, and without motion there is none of it.
"""

import math
from collections.abc import Callable
from typing import Final

from kivy.animation import Animation
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.felts.rows import Point
from mobile_client.ui.look import motion, table_px
from mobile_client.ui.paths import star
from mobile_client.ui.pen import Pen
from mobile_client.ui.plates import plate
from mobile_client.ui.theme import faded, rgb
from mobile_client.ui.widgets.drawn import block, glyphs

LASTS: Final = {"bomb": 0.8, "rocket": 1.1, "airplane": 1.1, "stamp": 1.6}
"""Seconds, at the usual pace."""
FIRE, EMBER, SMOKE = rgb("FFD75E"), rgb("FF7A2F"), rgb("B3202E")
HULL, FIN, GLASS = rgb("F3F5FA"), rgb("C8323E"), rgb("4C8DF0")
SHAKE: Final = 5
"""How far the felt jumps under a bomb, in dp."""


def _blast(pen: Pen) -> None:
    for outer, inner, colour in ((49, 30, SMOKE), (41, 25, EMBER), (31, 17, FIRE)):
        pen.fill([star(50, 50, outer, inner, 13)], colour)
    pen.oval(50, 50, 12, 12, theme.WHITE)


def _rocket(pen: Pen) -> None:
    pen.fill("M40,76 C38,88 46,94 50,100 C54,94 62,88 60,76 Z", EMBER)
    pen.fill("M44,76 C43,84 48,88 50,93 C52,88 57,84 56,76 Z", FIRE)
    pen.fill("M34,54 L22,78 L36,72 Z", FIN)
    pen.fill("M66,54 L78,78 L64,72 Z", FIN)
    pen.fill("M50,2 C66,20 68,46 62,76 L38,76 C32,46 34,20 50,2 Z", HULL)
    pen.fill("M50,2 C58,10 62,20 64,28 L36,28 C38,20 42,10 50,2 Z", FIN)
    pen.oval(50, 44, 7, 7, GLASS)


def _plane(pen: Pen) -> None:
    pen.fill("M30,50 L58,12 L68,12 L56,50 Z", FIN)
    pen.fill("M82,46 L94,28 L99,28 L95,50 Z", FIN)
    pen.fill("M2,52 C6,42 20,40 34,40 L92,44 C98,46 98,54 92,56 L34,62 C18,62 6,60 2,52 Z", HULL)
    pen.fill("M34,56 L60,90 L70,90 L58,54 Z", FIN)
    pen.fill("M8,47 C12,42 20,41 26,41 L24,47 Z", GLASS)


PICTURES: Final = {"bomb": _blast, "rocket": _rocket, "airplane": _plane}


def _picture(kind: str) -> Texture:
    side = table_px(160)
    return plate(("effect", kind), (side, side), 100, PICTURES[kind])


class Effects(Widget):
    """The effects over the felt of Dou Dizhu, while they flash. `shake(x, y)` moves the felt; one
    effect at a time, the last wins."""

    share = NumericProperty(0)
    """How much of the effect is over."""

    def __init__(self, shake: Callable[[float, float], None]) -> None:
        super().__init__(size_hint=(None, None))
        self.shake = shake
        self.kind = ""
        self._text: Texture | None = None
        self._from: Point = (0, 0)
        self._fade: Animation | None = None
        self.fbind("share", self._draw)

    def play(self, kind: str, at: Point = (0, 0), text: str = "") -> None:
        """Begins it: a `bomb`, `rocket` or `airplane`, or a `stamp` that says something."""
        pace = motion().slow / theme.MOTION["normal"].slow
        self.end()
        if not pace:
            return
        self.kind, self._from = kind, at
        self._text = glyphs(text, "fallen") if text else None
        self._fade = Animation(share=1, duration=LASTS[kind] * pace)
        self._fade.bind(on_complete=lambda *_: self.end())
        self._fade.start(self)

    def end(self) -> None:
        """Nothing is left of it."""
        if self._fade is not None:
            self._fade.cancel(self)
        self._fade, self.kind = None, ""
        self.canvas.clear()
        self.shake(0, 0)
        self.share = 0

    def _draw(self, *_: object) -> None:
        if not self.kind:
            return
        self.canvas.clear()
        with self.canvas:
            {"bomb": self._bomb, "rocket": self._rise, "airplane": self._cross,
             "stamp": self._stamp}[self.kind](self.share)  # fmt: skip

    def _quad(self, kind: str, x: float, y: float, side: float, alpha: float, turn: float) -> None:
        PushMatrix()
        Rotate(angle=turn, origin=(x, y))
        Color(1, 1, 1, alpha)
        Rectangle(texture=_picture(kind), pos=(x - side / 2, y - side / 2), size=(side, side))
        PopMatrix()

    def _bomb(self, share: float) -> None:
        grown = 1 - (1 - share) ** 3
        side = min(self.size) * (0.15 + 0.75 * grown)
        self._quad("bomb", *self._from, side, min(1.0, 2 - 2 * share), 40 * share)
        fall = table_px(SHAKE) * max(0.0, 1 - 1.6 * share)
        self.shake(fall * math.sin(40 * share), fall * math.cos(31 * share))

    def _rise(self, share: float) -> None:
        x, y = self._from
        way = share * share
        side = min(self.size) * 0.42
        if share < 0.5:
            self._quad("bomb", x, y, side * (0.4 + 1.6 * share), 1 - 2 * share, 30 * share)
        top = self.top + side
        self._quad("rocket", x + (self.center_x - x) * share, y + (top - y) * way, side, 1.0, 0)
        self.shake(table_px(2) * math.sin(70 * share) * (1 - share), 0)

    def _cross(self, share: float) -> None:
        side = min(self.size) * 0.34
        x = self.right + side / 2 - (self.width + side) * share
        self._quad("airplane", x, self._from[1] + table_px(14) * math.sin(5 * share), side, 1.0, 0)

    def _stamp(self, share: float) -> None:
        """Comes down large, stands, and fades."""
        if self._text is None:
            return
        landed = min(1.0, share * 6)
        scale = (2.2 - 1.2 * landed) * min(1.4, self.width / table_px(360))
        alpha = min(landed, (1 - share) * 4, 1.0)
        wide, high = self._text.width * scale, self._text.height * scale
        x, y = self.center_x - wide / 2, self._from[1] - high / 2
        block(
            x - table_px(20),
            y - table_px(4),
            wide + table_px(40),
            high + table_px(8),
            faded(SMOKE, 0.9 * alpha),
            table_px(theme.RADIUS["large"]),
        )
        Color(*faded(FIRE, alpha))
        Rectangle(texture=self._text, pos=(x, y), size=(wide, high))
