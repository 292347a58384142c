"""Cards on the screen: one quad each, whatever its face costs to draw."""

import math
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from mobile_client.ui.look import look, motion, table_px
from mobile_client.ui.plates import plate
from mobile_client.ui.theme import CARD_RAISE, CARD_SIZES, DIMMED, WHITE, Colour
from mobile_client.ui.widgets import faces
from mobile_client.ui.widgets.drawn import Drawn, picture
from mobile_client.ui.widgets.faces import HIGH, MARGIN, WIDE, Face
from protocol.cards import Card

BEGUN: Final = 0.01
"""How far a card is turned over that has just begun to."""


def measure(size: str, zoom: float = 1.0) -> tuple[float, float]:
    """The width and height of a card in pixels."""
    wide, high = CARD_SIZES[size]
    scale = look.card_scale * zoom
    return table_px(wide * scale), table_px(high * scale)


def _full(size: str) -> tuple[float, float]:
    """The same with the room for shadow and light."""
    wide, high = measure(size)
    unit = wide / WIDE
    return wide + 2 * MARGIN * unit, high + 2 * MARGIN * high / HIGH


def texture(face: Face) -> Texture:
    return plate(
        face,
        _full(face.size),
        HIGH + 2 * MARGIN,
        lambda pen: faces.paint(pen, face),
        edge=faces.edge(face),
    )


def paint_card(
    face: Face, x: float, y: float, wide: float, high: float, colour: Colour = WHITE
) -> None:
    """A card whose lower left corner is there; its shadow and light lie around that."""
    mx, my = MARGIN * wide / WIDE, MARGIN * high / HIGH
    picture(texture(face), x - mx, y - my, wide + 2 * mx, high + 2 * my, colour)


def shown(card: Card | None, size: str, lit: bool = False, mark: str = "") -> Face:
    """A card as the player has set cards to look; equal pictures are equal faces."""
    if card is None:
        return Face(None, size, back=look.back, lit=lit)
    four_colours = look.four_colours and card < 52
    return Face(card, size, four_colours=four_colours, lit=lit, front=look.front, mark=mark)


def warm(cards: Iterable[Card | None], size: str) -> None:
    """Paints faces that will be needed, one a tick, so that a deal never waits for them."""
    waiting = iter([shown(card, size) for card in cards])

    def one(_: float) -> bool:
        face = next(waiting, None)
        if face is not None:
            texture(face)
        return face is not None

    Clock.schedule_interval(one, 0)


class CardView(Drawn):
    """A card that lies at `pos`; `card` is None while its face is not known."""

    card = ObjectProperty(None, allownone=True)
    scale = OptionProperty("medium", options=list(CARD_SIZES))
    face_up = BooleanProperty(True)
    lit = BooleanProperty(False)
    mark = StringProperty("")
    """What it is marked with; see `Face`."""
    dim = BooleanProperty(False)
    raised = BooleanProperty(False)
    lift = NumericProperty(0)
    """How far it stands out now, from 0 to 1."""
    turn = NumericProperty(1)
    """0 is the back, 1 the face."""
    rise = NumericProperty(CARD_RAISE)
    """How far it stands out when it is raised, in its own heights."""
    tint = ObjectProperty(WHITE)
    """The colour of its paper while it stands out."""
    zoom = NumericProperty(1)
    """How much larger than its size it lies there; its picture is that of its size."""

    WATCHED = ("card", "scale", "lit", "mark", "dim", "lift", "turn", "zoom", "rise", "tint")

    def __init__(self, **words: object) -> None:
        self._shade: Color | None = None
        self._quad: Rectangle | None = None
        super().__init__(**words)
        self.size_hint = (None, None)
        self._measure()
        self.fbind("scale", self._measure)
        self.fbind("zoom", self._measure)
        self.turn = float(self.face_up)
        self.lift = float(self.raised)

    def _measure(self, *_: object) -> None:
        self.size = measure(self.scale, self.zoom)

    def dressed(self) -> None:
        self._measure()
        super().dressed()

    def on_raised(self, *_: object) -> None:
        _glide(self, motion().quick, lift=float(self.raised))

    @property
    def turning(self) -> bool:
        """It is being turned over now."""
        return bool(0 < self.turn < 1)

    def turn_over(self, seen: Callable[[], object] | None = None) -> None:
        """From its back to its face; `seen` is called when that is done."""
        # It turns from now on, not from the next frame on: what shows it again must know.
        self.turn = max(float(self.turn), BEGUN)
        _glide(self, motion().slow, seen, turn=1.0)

    def on_face_up(self, *_: object) -> None:
        _glide(self, motion().normal, turn=float(self.face_up))

    def _paint(self, *_: object) -> None:
        if self._quad is None:
            with self.canvas.before:
                self._shade = Color()
                self._quad = Rectangle()
        self.paint()

    def paint(self) -> None:
        quad, shade = self._quad, self._shade
        if quad is None or shade is None:
            return
        visible = self.card if self.turn > 0.5 else None
        quad.texture = texture(shown(visible, self.scale, self.lit, self.mark))
        shade.rgba = DIMMED if self.dim else self.tint if self.raised else WHITE
        wide, high = (side * self.zoom for side in _full(self.scale))
        thin = max(0.02, abs(math.cos(math.pi * self.turn)))
        quad.size = (wide * thin, high)
        quad.pos = (
            self.center_x - wide * thin / 2,
            self.center_y - high / 2 + self.lift * self.rise * self.height,
        )


def _glide(
    view: CardView, seconds: float, done: Callable[[], object] | None = None, **to: float
) -> None:
    """Moves properties there, or sets them when motion is off; then it is `done`."""
    Animation.cancel_all(view, *to)
    if seconds:
        gliding = Animation(duration=seconds, t="out_quad", **to)
        if done is not None:
            gliding.bind(on_complete=lambda *_: done())
        gliding.start(view)
        return
    for name, value in to.items():
        setattr(view, name, value)


def fly(view: CardView, x: float, y: float, wait: float = 0) -> None:
    """Deals a card from where it lies to (x, y)."""
    if not motion().deal:
        view.pos = (x, y)
        return
    flight = Animation(x=x, y=y, duration=motion().deal, t="out_cubic")
    Clock.schedule_once(partial(_start, flight, view), wait)


def _start(flight: Animation, view: CardView, _: float) -> None:
    flight.start(view)


def fan(
    count: int, width: float, size: str, most: float = 0.86, zoom: float = 1.0
) -> tuple[float, ...]:
    """Where the left edges of so many cards stand in a fan of this width, about its middle."""
    wide, _ = measure(size, zoom)
    step = min(wide * most, (width - wide) / (count - 1)) if count > 1 else 0
    left = (width - wide - step * (count - 1)) / 2
    return tuple(left + step * place for place in range(count))
