"""A win that is felt: light and chips burst from one's seat, and the sum rises from it.

Nothing waits for it, it takes no touch, and without motion there is none of it.
"""

import math
from typing import Final

from kivy.animation import Animation
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.felts.rows import Point
from mobile_client.ui.look import motion, table_px
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.chips import HIGH, WIDE, chip
from mobile_client.ui.widgets.drawn import block, disc, glyphs

LASTS: Final = 1.8
"""Seconds, at the usual pace."""
RAYS: Final = 12
FEW, MANY = 7, 22
"""So many chips fly for a small win, and for a large one."""
GOLDEN: Final = 2.399963
"""The golden angle: chips that leave by it spread evenly, however many they are."""
COLOURS: Final = ("red", "green", "black", "purple", "white")


class Triumph(Widget):
    """The layer over a felt in which a win bursts."""

    share = NumericProperty(0)
    """How much of it is over."""

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None))
        self._from: Point = (0, 0)
        self._chips = 0
        self._text: Texture | None = None
        self._flight: Animation | None = None
        self.fbind("share", self._draw)

    @property
    def busy(self) -> bool:
        return self._flight is not None

    def play(self, at: Point, text: str, large: float, after: float = 0.0) -> None:
        """From this seat, so many seconds from now; `large` is from 0 to 1."""
        pace = motion().slow / theme.MOTION["normal"].slow
        self.end()
        if not pace:
            return
        self._from = at
        self._chips = round(FEW + (MANY - FEW) * max(0.0, min(1.0, large)))
        self._text = glyphs(text, "ribbon")
        self._flight = Animation(duration=after) + Animation(share=1, duration=LASTS * pace)
        self._flight.bind(on_complete=lambda *_: self.end())
        self._flight.start(self)

    def end(self) -> None:
        """Nothing is left of it."""
        if self._flight is not None:
            self._flight.cancel(self)
        self._flight = None
        self.canvas.clear()
        self.share = 0

    def _draw(self, *_: object) -> None:
        if self._flight is None:
            return
        self.canvas.clear()
        with self.canvas:
            self._light(self.share)
            self._burst(self.share)
            self._sum(self.share)

    def _light(self, share: float) -> None:
        """A ring that opens, and rays that turn slowly and fade."""
        x, y = self._from
        grown = 1 - (1 - share) ** 3
        fade = max(0.0, 1 - 1.4 * share)
        disc(x, y, table_px(30) + table_px(36) * grown, faded(theme.GOLD, 0.22 * fade))
        Color(*faded(theme.GOLD, 0.9 * fade))
        Line(circle=(x, y, table_px(26) + table_px(70) * grown), width=table_px(1.6) * fade + 0.5)
        for ray in range(RAYS):
            angle = math.tau * ray / RAYS + 0.5 * share
            near, far = table_px(34) + table_px(46) * grown, table_px(46) + table_px(104) * grown
            dx, dy = math.cos(angle), math.sin(angle)
            Line(points=[x + dx * near, y + dy * near, x + dx * far, y + dy * far],
                 width=table_px(1.4) * fade + 0.3)  # fmt: skip

    def _burst(self, share: float) -> None:
        """Chips leave together, each its own way, and fall by their weight."""
        x, y = self._from
        wide = table_px(17)
        high = wide * HIGH / WIDE
        time = share * LASTS
        fade = min(1.0, 3 * (1 - share))
        for nth in range(self._chips):
            angle = math.pi / 2 + 1.15 * math.sin(GOLDEN * nth)
            speed = table_px(210) + table_px(130) * ((nth * 7) % 5) / 4
            cx = x + math.cos(angle) * speed * time * 0.62
            cy = y + math.sin(angle) * speed * time - table_px(330) * time * time
            if cy < self.y - high:
                continue
            turned = abs(math.cos(5 * time + nth))
            tall = high * (0.35 + 0.65 * turned)
            Color(1, 1, 1, fade)
            Rectangle(texture=chip(COLOURS[nth % len(COLOURS)], wide),
                      pos=(cx - wide / 2, cy - tall / 2), size=(wide, tall))  # fmt: skip

    def _sum(self, share: float) -> None:
        """What was won stands over the seat, large at first, and rises."""
        if self._text is None:
            return
        landed = min(1.0, share * 7)
        scale = 0.7 + 0.5 * math.sin(min(1.0, landed) * math.pi * 0.62)
        alpha = min(landed, (1 - share) * 4, 1.0)
        wide, high = self._text.width * scale, self._text.height * scale
        x = min(
            max(self._from[0], self.x + wide / 2 + table_px(14)),
            self.right - wide / 2 - table_px(14),
        )
        y = self._from[1] + table_px(58) + table_px(34) * (1 - (1 - share) ** 2)
        box = (
            x - wide / 2 - table_px(12),
            y - high / 2 - table_px(2),
            wide + table_px(24),
            high + table_px(4),
        )
        block(*box, faded(theme.SUNKEN, 0.88 * alpha), box[3] / 2)
        Color(*faded(theme.GOLD, alpha))
        Rectangle(texture=self._text, pos=(x - wide / 2, y - high / 2), size=(wide, high))
