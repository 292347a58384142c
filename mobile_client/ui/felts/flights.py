"""Flights over the felt: cards from the deck, chips to the pot and back.

Flights only show how things came to lie where they lie: what is told counts at once, buttons
wait for none of them, and without motion there are none.
"""

import math
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Final

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from mobile_client.ui.look import motion, table_px
from mobile_client.ui.theme import WHITE
from mobile_client.ui.widgets.cards import texture
from mobile_client.ui.widgets.chips import HIGH, WIDE, chip, piles
from mobile_client.ui.widgets.faces import Face
from protocol.chips import Chip

Point = tuple[float, float]
ARC: Final = 44
"""How high chips are thrown at most, in dp."""
PUSH: Final = 1.7
"""A pot that is pushed takes so many times as long as chips that are thrown."""
SETTLES: Final = 0.82
"""The part of their way after which chips lie there and only settle."""
LONGEST: Final = 2.6
"""Seconds after which the felt shows how things stand, however much is still to fly."""


@dataclass(slots=True, eq=False)
class Flight:
    """One thing under way; `key` names what must not be seen where it lands until it does."""

    key: Hashable
    src: Point
    dst: Point
    begins: float
    lasts: float
    land: Callable[[], None]
    group: InstructionGroup
    at: Translate
    quad: Rectangle | None = None
    back: Texture | None = None
    face: Texture | None = None
    wide: float = 0.0
    high: float = 0.0
    small: float = 1.0
    shown: bool = False
    arc: float = 0.0
    """How high chips fly; those that are pushed over the felt do not."""


class Flights(Widget):
    """The layer over a felt in which things fly. Draws frames only while something is in it."""

    def __init__(self, **words: object) -> None:
        super().__init__(**words)
        self.flying: list[Flight] = []
        self._next = 0.0
        self._step = Clock.create_trigger(self._fly, 0, interval=True)

    @property
    def busy(self) -> bool:
        return bool(self.flying)

    def cards(self) -> Iterator[tuple[object, object]]:
        """What cards are on their way: the first two words of each key."""
        for one in self.flying:
            if one.quad is not None and isinstance(one.key, tuple):
                yield one.key[0], one.key[1]

    def hides(self, key: Hashable) -> bool:
        """Whether this is still on its way."""
        return any(one.key == key for one in self.flying)

    def card(
        self,
        key: Hashable,
        src: Point,
        dst: Point,
        face: Face,
        back: Face,
        size: Point,
        land: Callable[[], None],
        after: float = 0.0,
        overlap: float = 0.55,
        small: float = 1.0,
        slow: float = 1.0,
    ) -> None:
        """A card from centre to centre; it turns on its way where its face is seen, and grows
        where it is smaller where it comes from: to so small a part. `slow`: it takes so many
        times as long."""
        group, at = self._group()
        quad = Rectangle(size=size, pos=(-size[0] / 2, -size[1] / 2), texture=texture(back))
        group.add(Color(*WHITE))
        group.add(quad)
        group.add(PopMatrix())
        flight = Flight(
            key, src, dst, 0, motion().deal * slow, land, group, at, quad,
            texture(back), texture(face), size[0], size[1], small,
        )  # fmt: skip
        self._begin(flight, after, overlap)

    def chips(
        self,
        key: Hashable,
        src: Point,
        dst: Point,
        amount: int,
        denominations: tuple[Chip, ...],
        land: Callable[[], None],
        after: float = 0.0,
        together: bool = False,
        pushed: bool = False,
    ) -> None:
        """Chips of an amount from centre to centre, thrown in an arc, or pushed over the felt."""
        group, at = self._group()
        wide = table_px(20)
        high = wide * HIGH / WIDE
        heaps = piles(amount, denominations) or (("white",),)
        left = -wide * 0.92 * len(heaps) / 2
        group.add(Color(*WHITE))
        for place, heap in enumerate(heaps):
            for level, colour in enumerate(heap):
                pos = (left + place * wide * 0.92, level * wide * 0.15 - high / 2)
                group.add(Rectangle(texture=chip(colour, wide), pos=pos, size=(wide, high)))
        group.add(PopMatrix())
        lasts = motion().collect * (PUSH if pushed else 1.0)
        flight = Flight(key, src, dst, 0, lasts, land, group, at)
        if not pushed:
            flight.arc = min(table_px(ARC), table_px(8) + math.dist(src, dst) * 0.14)
        self._begin(flight, after, 0.0 if together else 1.0)

    def _group(self) -> tuple[InstructionGroup, Translate]:
        group, at = InstructionGroup(), Translate(0, 0)
        group.add(PushMatrix())
        group.add(at)
        return group, at

    def _begin(self, flight: Flight, after: float, overlap: float) -> None:
        now = Clock.get_boottime()
        self._next = max(self._next, now) + after
        flight.begins = self._next
        self._next += flight.lasts * overlap if overlap else 0.0
        self.flying.append(flight)
        if flight.begins + flight.lasts > now + LONGEST:
            self.land()
        else:
            self._step()

    def land(self) -> None:
        """Everything is where it belongs, now."""
        landing, self.flying = self.flying, []
        self._next = 0.0
        self._step.cancel()
        self.canvas.clear()
        for land in {one.land for one in landing}:
            land()

    def _fly(self, _: float) -> None:
        now = Clock.get_boottime()
        done = []
        for one in self.flying:
            share = (now - one.begins) / one.lasts if one.lasts else 1.0
            if share >= 1:
                done.append(one)
            elif share >= 0:
                self._place(one, share)
        for one in done:
            self.flying.remove(one)
            self.canvas.remove(one.group)
        if not self.flying:
            self._step.cancel()
            self._next = 0.0
        for land in {one.land for one in done}:
            land()

    def _place(self, one: Flight, share: float) -> None:
        if not one.shown:
            one.shown = True
            self.canvas.add(one.group)
        if one.quad is None:
            self._heavy(one, share)
            return
        way = 1 - (1 - share) ** 3
        x = one.src[0] + (one.dst[0] - one.src[0]) * way
        y = one.src[1] + (one.dst[1] - one.src[1]) * way
        one.at.xy = (x, y + math.sin(math.pi * way) * table_px(10))
        grown = one.small + (1 - one.small) * way
        thin = 1.0
        if one.back is not one.face:
            thin = max(0.02, abs(math.cos(math.pi * way)))
            one.quad.texture = one.face if way > 0.5 else one.back
        one.quad.size = (one.wide * thin * grown, one.high * grown)
        one.quad.pos = (-one.wide * thin * grown / 2, -one.high * grown / 2)

    def _heavy(self, one: Flight, share: float) -> None:
        """Chips have weight: they leave quickly, come down, and jump once more before they lie."""
        flown = min(1.0, share / SETTLES)
        way = 1 - (1 - flown) ** 2.2 if one.arc else flown * flown * (3 - 2 * flown)
        lift = math.sin(math.pi * flown) * one.arc
        if flown >= 1:
            rest = (share - SETTLES) / (1 - SETTLES)
            lift = math.sin(math.pi * rest) * table_px(3) * (1 - rest)
        x = one.src[0] + (one.dst[0] - one.src[0]) * way
        y = one.src[1] + (one.dst[1] - one.src[1]) * way
        one.at.xy = (x, y + lift)
