"""Draws shapes into the current canvas in units of its own, y downwards from the top left."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

from kivy.core.text import Label as Glyphs
from kivy.graphics import (
    Color,
    Ellipse,
    Line,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    RoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator
from kivy.graphics.texture import Texture

from mobile_client.ui.paths import Contour, Point, contours
from mobile_client.ui.theme import Colour

FONTS: Final = Path(__file__).resolve().parents[1] / "assets" / "fonts"
SANS: Final = str(FONTS / "sans.otf")
WIDE: Final = str(FONTS / "sans-wide.otf")
"""All letters of all names; it takes long to open."""
BOLD: Final = str(FONTS / "sans-bold.otf")
SERIF: Final = str(FONTS / "serif-bold.otf")

Polygons = tuple[tuple[Point, ...], ...]


@lru_cache(maxsize=512)
def polygons(outline: tuple[Contour, ...]) -> Polygons:
    """An outline, with holes where it crosses itself, as convex fans."""
    cutter = Tesselator()
    for contour in outline:
        cutter.add_contour([number for point in contour for number in point])
    if not cutter.tesselate(WINDING_ODD, TYPE_POLYGONS):
        raise ValueError(f"No area in {outline!r:.80}; an outline has at least three corners.")
    return tuple(tuple(zip(mesh[::4], mesh[1::4], strict=True)) for mesh, _ in cutter.meshes)


class Pen:
    """A pen for a picture `high` units high, at `scale` pixels a unit."""

    def __init__(self, high: float, scale: float, x: float = 0, y: float = 0) -> None:
        self.high = high
        self.scale = scale
        self.x = x
        self.y = y

    def at(self, x: float, y: float) -> Point:
        return self.x + x * self.scale, self.y + (self.high - y) * self.scale

    def _box(self, x: float, y: float, w: float, h: float) -> dict[str, Point]:
        return {"pos": self.at(x, y + h), "size": (w * self.scale, h * self.scale)}

    def part(self, high: float, size: float, x: float, y: float) -> "Pen":
        """A pen for a picture within this one: `high` of its own units, each as long as `size` of
        these, its top left at (x, y)."""
        return Pen(high, self.scale * size, *self.at(x, y + high * size))

    def fill(
        self,
        outline: str | Sequence[Contour],
        colour: Colour,
        x: float = 0,
        y: float = 0,
        size: float = 1,
    ) -> None:
        """An outline in a colour, moved to (x, y) and enlarged."""
        shape = contours(outline) if isinstance(outline, str) else tuple(outline)
        Color(*colour)
        for fan in polygons(shape):
            corners = [self.at(x + px * size, y + py * size) for px, py in fan]
            Mesh(
                vertices=[v for px, py in corners for v in (px, py, 0, 0)],
                indices=range(len(corners)),
                mode="triangle_fan",
            )

    def line(
        self, outline: str | Sequence[Contour], colour: Colour, width: float, close: bool = False
    ) -> None:
        shape = contours(outline) if isinstance(outline, str) else tuple(outline)
        Color(*colour)
        for contour in shape:
            points = [v for point in contour for v in self.at(*point)]
            Line(
                points=points, width=width * self.scale / 2, close=close, cap="round", joint="round"
            )

    def oval(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        Color(*colour)
        Ellipse(**self._box(x - rx, y - ry, 2 * rx, 2 * ry), segments=96)

    def circle(self, x: float, y: float, r: float, colour: Colour, width: float) -> None:
        """The rim of a circle."""
        Color(*colour)
        Line(circle=(*self.at(x, y), r * self.scale, 0, 360, 96), width=width * self.scale / 2)

    def rect(self, x: float, y: float, w: float, h: float, colour: Colour, r: float = 0) -> None:
        Color(*colour)
        if r:
            RoundedRectangle(**self._box(x, y, w, h), radius=[r * self.scale], segments=24)
        else:
            Rectangle(**self._box(x, y, w, h))

    def frame(
        self, x: float, y: float, w: float, h: float, colour: Colour, width: float, r: float = 0
    ) -> None:
        Color(*colour)
        left, low = self.at(x, y + h)
        box = (left, low, w * self.scale, h * self.scale)
        if r:
            Line(rounded_rectangle=(*box, r * self.scale, 24), width=width * self.scale / 2)
        else:
            Line(rectangle=box, width=width * self.scale / 2)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: Colour,
        font: str = BOLD,
        widest: float = 0,
    ) -> None:
        """A text whose digits and capitals are centred on (x, y), squeezed to `widest`."""
        glyphs = Glyphs(text=text, font_size=size * self.scale, font_name=font)
        glyphs.refresh()
        texture = glyphs.texture
        width, height = texture.size
        if widest and width > widest * self.scale:
            width = widest * self.scale
        middle_x, middle_y = self.at(x, y)
        Color(*colour)
        Rectangle(
            texture=texture,
            size=(width, height),
            pos=(middle_x - width / 2, middle_y - height / 2 - CENTRE[font] * size * self.scale),
        )

    def picture(self, texture: Texture, x: float, y: float, w: float, h: float) -> None:
        """A picture that fills this box; what is too much of it is cut off at the sides."""
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, **self._box(x, y, w, h), tex_coords=covering(texture, w / h))

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[None]:
        """What is drawn inside is turned about (x, y)."""
        PushMatrix()
        Rotate(angle=degrees, origin=self.at(x, y))
        yield
        PopMatrix()

    @contextmanager
    def within(self, x: float, y: float, w: float, h: float, r: float = 0) -> Iterator[None]:
        """What is drawn inside is cut off at a rectangle."""
        box = self._box(x, y, w, h)
        radius = [max(r * self.scale, 0.01)]
        StencilPush()
        RoundedRectangle(**box, radius=radius, segments=24)
        StencilUse()
        yield
        StencilUnUse()
        RoundedRectangle(**box, radius=radius, segments=24)
        StencilPop()


CENTRE: Final = {SANS: 0.0, WIDE: 0.0, BOLD: 0.0, SERIF: 0.0}
"""How far the middle of capitals stands above the middle of a line, in font sizes."""


def covering(texture: Texture, shape: float) -> tuple[float, ...]:
    """The part of a texture, from its middle, that has this width by height."""
    u, v, across, up = texture.uvpos[0], texture.uvpos[1], texture.uvsize[0], texture.uvsize[1]
    mine = texture.width / texture.height
    wide, high = min(1.0, shape / mine), min(1.0, mine / shape)
    left, right = u + across * (1 - wide) / 2, u + across * (1 + wide) / 2
    low, top = v + up * (1 - high) / 2, v + up * (1 + high) / 2
    return left, low, right, low, right, top, left, top
