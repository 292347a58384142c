"""A pen that writes SVG: the app's drawings as files, one for all looks of the same drawing."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import dist
from typing import Final

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from kivy.graphics.texture import Texture

from mobile_client.ui.paths import WORDS, Contour, Point
from mobile_client.ui.pen import BOLD, Pen
from mobile_client.ui.theme import Colour

ROUND: Final = 12
"""An outline with so many corners, all as far from its middle, is a circle."""
NEAR: Final = 1e-6
LOOKS: Final = "abcdefghijklmnopqrstuvwxyz"


def number(value: float) -> str:
    """As short as two decimals can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class Mark:
    """One shape in one colour; a shape without a width is filled."""

    shape: str
    colour: Colour
    width: str = ""


@dataclass(frozen=True, slots=True)
class Bracket:
    """What opens or closes a group of shapes."""

    text: str


Items = list[Mark | Bracket]


class SvgPen(Pen):
    """Draws like a pen on the screen, into a list of shapes."""

    def __init__(
        self,
        high: float,
        scale: float = 1,
        x: float = 0,
        y: float = 0,
        items: Items | None = None,
    ) -> None:
        super().__init__(high, scale, x, y)
        self.items: Items = [] if items is None else items

    def at(self, x: float, y: float) -> Point:
        return self.x + x * self.scale, self.y + y * self.scale

    def part(self, high: float, size: float, x: float, y: float) -> "SvgPen":
        return SvgPen(high, self.scale * size, *self.at(x, y), self.items)

    def fill(
        self,
        outline: str | Sequence[Contour],
        colour: Colour,
        x: float = 0,
        y: float = 0,
        size: float = 1,
    ) -> None:
        pen = self.part(self.high, size, x, y)
        self._mark(pen._outline(outline, True), colour)

    def line(
        self, outline: str | Sequence[Contour], colour: Colour, width: float, close: bool = False
    ) -> None:
        self._mark(self._outline(outline, close), colour, width)

    def oval(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        self._mark(self._ellipse(x, y, rx, ry), colour)

    def circle(self, x: float, y: float, r: float, colour: Colour, width: float) -> None:
        self._mark(self._ellipse(x, y, r, r), colour, width)

    def rect(self, x: float, y: float, w: float, h: float, colour: Colour, r: float = 0) -> None:
        self._mark(self._rectangle(x, y, w, h, r), colour)

    def frame(
        self, x: float, y: float, w: float, h: float, colour: Colour, width: float, r: float = 0
    ) -> None:
        self._mark(self._rectangle(x, y, w, h, r), colour, width)

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
        face = _font(font)
        letters, names = face.getGlyphSet(), face.getBestCmap()
        unit, capital = face["head"].unitsPerEm, face["OS/2"].sCapHeight
        wide = sum(letters[names[ord(letter)]].width for letter in text) * size / unit
        squeeze = min(1.0, widest / wide) if widest else 1.0
        up, along = self.scale * size / unit, self.scale * size / unit * squeeze
        left, middle = self.at(x - wide * squeeze / 2, y)
        pen = SVGPathPen(letters, ntos=number)
        for letter in text:
            glyph = letters[names[ord(letter)]]
            glyph.draw(TransformPen(pen, (along, 0, 0, -up, left, middle + capital * up / 2)))
            left += glyph.width * along
        self._mark(f'path d="{pen.getCommands()}"', colour)

    def picture(self, texture: Texture, x: float, y: float, w: float, h: float) -> None:
        raise TypeError("A picture of a player's own is not written as a drawing.")

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[None]:
        if not degrees:
            yield
            return
        middle = " ".join(map(number, self.at(x, y)))
        yield from self._group(f'<g transform="rotate({number(-degrees)} {middle})">')

    @contextmanager
    def within(self, x: float, y: float, w: float, h: float, r: float = 0) -> Iterator[None]:
        name = f"k{sum('<clipPath' in one.text for one in self._brackets())}"
        box = self._rectangle(x, y, w, h, r)
        yield from self._group(
            f'<clipPath id="{name}"><{box}/></clipPath><g clip-path="url(#{name})">'
        )

    def _group(self, opened: str) -> Iterator[None]:
        self.items.append(Bracket(opened))
        yield
        self.items.append(Bracket("</g>"))

    def _brackets(self) -> Iterator[Bracket]:
        return (one for one in self.items if isinstance(one, Bracket))

    def _mark(self, shape: str, colour: Colour, width: float = 0) -> None:
        self.items.append(Mark(shape, colour, number(width * self.scale) if width else ""))

    def _ellipse(self, x: float, y: float, rx: float, ry: float) -> str:
        cx, cy = map(number, self.at(x, y))
        across, up = number(rx * self.scale), number(ry * self.scale)
        if across == up:
            return f'circle cx="{cx}" cy="{cy}" r="{across}"'
        return f'ellipse cx="{cx}" cy="{cy}" rx="{across}" ry="{up}"'

    def _rectangle(self, x: float, y: float, w: float, h: float, r: float) -> str:
        left, top = map(number, self.at(x, y))
        wide, high = number(w * self.scale), number(h * self.scale)
        corner = f' rx="{number(r * self.scale)}"' if r else ""
        return f'rect x="{left}" y="{top}" width="{wide}" height="{high}"{corner}'

    def _outline(self, outline: str | Sequence[Contour], close: bool) -> str:
        if isinstance(outline, str):
            return f'path d="{self._path(outline, close)}"'
        if len(outline) == 1 and (found := _circle(outline[0])):
            x, y, r = found
            return self._ellipse(x, y, r, r)
        return f'path d="{"".join(self._contour(one, close) for one in outline)}"'

    def _contour(self, points: Contour, close: bool) -> str:
        corners = " ".join(",".join(map(number, self.at(*point))) for point in points)
        return f"M{corners}{'Z' if close else ''}"

    def _path(self, path: str, close: bool) -> str:
        written, numbers = "", []
        for word in WORDS.findall(path):
            if word == "Z":
                written += "Z" if close else ""
            elif word.isalpha():
                written += word
            else:
                numbers.append(float(word))
                if len(numbers) == 2:
                    corner = ",".join(map(number, self.at(*numbers)))
                    written += corner if written[-1].isalpha() else f" {corner}"
                    numbers = []
        return written + ("Z" if close and not written.endswith("Z") else "")


@lru_cache
def _font(path: str) -> TTFont:
    return TTFont(path)


def _circle(points: Contour) -> tuple[float, float, float] | None:
    """The middle and the radius of an outline that is a circle."""
    if len(points) < ROUND:
        return None
    middle = (
        sum(x for x, _ in points) / len(points),
        sum(y for _, y in points) / len(points),
    )
    reach = [dist(point, middle) for point in points]
    return (*middle, reach[0]) if max(reach) - min(reach) < NEAR else None


def css(colour: Colour) -> str:
    """A colour as CSS has it: six digits, and two more where one sees through it."""
    parts = [round(part * 255) for part in colour]
    return "#" + "".join(f"{part:02x}" for part in (parts if parts[3] < 255 else parts[:3]))


def document(wide: float, high: float, looks: Mapping[str, Items]) -> str:
    """One drawing in all its looks. The first is seen unless the address ends with `#` and the
    name of another."""
    names, drawn = list(looks), list(looks.values())
    shapes = [[(type(one), getattr(one, "shape", one)) for one in items] for items in drawn]
    if any(one != shapes[0] for one in shapes):
        raise ValueError(f"The looks {', '.join(names)} of a drawing differ in more than colours.")
    classes: dict[tuple[str, ...], str] = {}
    body = ""
    for at, first in enumerate(drawn[0]):
        if isinstance(first, Bracket):
            body += first.text
            continue
        inks = tuple(css(items[at].colour) for items in drawn)  # type: ignore[union-attr]
        body += f"<{first.shape}{_paint(first, inks, classes)}/>"
    style = anchors = ""
    if classes:
        style, anchors = _style(names, classes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(wide)} {number(high)}">'
        f'{style}{anchors}<g fill="none" fill-rule="evenodd" stroke-linecap="round" '
        f'stroke-linejoin="round">{body}</g></svg>\n'
    )


def _paint(mark: Mark, inks: tuple[str, ...], classes: dict[tuple[str, ...], str]) -> str:
    kind = "stroke" if mark.width else "fill"
    width = f' stroke-width="{mark.width}"' if mark.width else ""
    if len(set(inks)) == 1:
        return f' {kind}="{inks[0]}"{width}'
    name = classes.setdefault((kind, *inks), LOOKS[len(classes)])
    return f' class="{name}"{width}'


def _style(names: Sequence[str], classes: Mapping[tuple[str, ...], str]) -> tuple[str, str]:
    """The colours of each look, and the places in the file that an address can name."""
    rules = ""
    for (kind, *inks), name in classes.items():
        rules += f".{name}{{{kind}:{inks[0]}}}"
        for look, ink in zip(names[1:], inks[1:], strict=True):
            if ink != inks[0]:
                rules += f"#{look}:target~g .{name}{{{kind}:{ink}}}"
    return f"<style>{rules}</style>", "".join(f'<path id="{look}"/>' for look in names[1:])
