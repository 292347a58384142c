"""Draws the icon and the first picture of the app: `python -m tools.assets.icon`.

Needs pillow. The shapes and colours are those of the cards; the writing is the client's font.
"""

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from mobile_client.ui import theme
from mobile_client.ui.paths import contours, star
from mobile_client.ui.shapes import HEART, SPADE
from mobile_client.ui.theme import Colour

ASSETS: Final = Path(__file__).resolve().parents[2] / "mobile_client" / "assets"
PAGE: Final = Path(__file__).resolve().parents[2] / "web_client" / "page"
FINE: Final = 4
"""Everything is drawn so many times larger and taken down."""
LAYER: Final = 432
"""An adaptive layer: 108 dp at four pixels each; the inner 66 dp are always seen."""
Picture = Image.Image


def ink(colour: Colour) -> tuple[int, int, int, int]:
    red, green, blue, alpha = (round(part * 255) for part in colour)
    return red, green, blue, alpha


def shape(picture: Picture, path: str, colour: Colour, x: float, y: float, size: float) -> None:
    """An outline of 100 units centred on (x, y)."""
    pen = ImageDraw.Draw(picture)
    for contour in contours(path):
        pen.polygon(
            [(x + (px - 50) * size / 100, y + (py - 50) * size / 100) for px, py in contour],
            fill=ink(colour),
        )


def card(side: int, path: str, colour: Colour, turn: float) -> Picture:
    """A card with a large suit, turned about its foot, on a square of this side."""
    picture = Image.new("RGBA", (side, side))
    wide, high = side * 0.3, side * 0.417
    left, top = (side - wide) / 2, side * 0.27
    box = (left, top, left + wide, top + high)
    shadow = Image.new("RGBA", (side, side))
    ImageDraw.Draw(shadow).rounded_rectangle(
        (box[0], box[1] + side * 0.014, box[2], box[3] + side * 0.014),
        wide * 0.12,
        fill=(0, 0, 0, 120),
    )
    picture.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(side * 0.012)))
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle(box, wide * 0.12, fill=ink(theme.PAPER))
    pen.rounded_rectangle(
        (left + wide * 0.06, top + wide * 0.06, left + wide * 0.94, top + high - wide * 0.06),
        wide * 0.08,
        outline=ink(theme.GOLD),
        width=max(1, round(wide * 0.018)),
    )
    shape(picture, path, colour, side / 2, top + high / 2, wide * 0.74)
    return picture.rotate(turn, Image.Resampling.BICUBIC, center=(side / 2, side * 0.78))


def foreground(side: int) -> Picture:
    """Two cards and a star, within the part that no launcher cuts off."""
    large = side * FINE
    picture = Image.new("RGBA", (large, large))
    picture.alpha_composite(card(large, HEART, theme.INK_RED, 18))
    picture.alpha_composite(card(large, SPADE, theme.INK_BLACK, -16))
    pen = ImageDraw.Draw(picture)
    middle = (large * 0.5, large * 0.7)
    for radius, colour in (
        (0.07, theme.mixed(theme.GOLD, theme.BLACK, 0.45)),
        (0.061, theme.GOLD),
    ):
        r = large * radius
        pen.ellipse((middle[0] - r, middle[1] - r, middle[0] + r, middle[1] + r), fill=ink(colour))
    pen.polygon(list(star(*middle, large * 0.043, large * 0.018)), fill=ink(theme.ON_GOLD))
    return picture.resize((side, side), Image.Resampling.LANCZOS)


def background(side: int) -> Picture:
    """The cloth: light in the middle."""
    felt = theme.FELTS["emerald"]
    small = Image.new("RGBA", (64, 64))
    for y in range(64):
        for x in range(64):
            away = ((x - 31.5) ** 2 + (y - 28) ** 2) ** 0.5 / 42
            small.putpixel((x, y), ink(theme.mixed(felt.middle, felt.rim, min(1.0, away))))
    picture = small.resize((side * 2, side * 2), Image.Resampling.BICUBIC)
    lattice = Image.new("RGBA", picture.size)
    pen = ImageDraw.Draw(lattice)
    step = side // 6
    for place in range(-2 * side, 4 * side, step):
        for run in ((place, 0, place + 2 * side, 2 * side), (place + 2 * side, 0, place, 2 * side)):
            pen.line(run, fill=ink(theme.faded(felt.line, 0.10)), width=max(1, side // 160))
    picture.alpha_composite(lattice)
    return picture.resize((side, side), Image.Resampling.LANCZOS)


def icon(side: int) -> Picture:
    """Both layers as one, for launchers that know no layers: their inner part, round at corners."""
    whole = background(side * 2)
    whole.alpha_composite(foreground(side * 2))
    inner = round(side * 2 * 0.64)
    edge = (side * 2 - inner) // 2
    cut = whole.crop((edge, edge, edge + inner, edge + inner))
    mask = Image.new("L", (inner, inner))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, inner - 1, inner - 1), inner * 0.21, fill=255)
    cut.putalpha(mask)
    return cut.resize((side, side), Image.Resampling.LANCZOS)


def maskable(side: int) -> Picture:
    """Both layers to their edges, for a system that cuts the icon as it likes."""
    whole = background(side * 2)
    whole.alpha_composite(foreground(side * 2))
    edge = round(side * 2 * 0.12)
    cut = whole.crop((edge, edge, side * 2 - edge, side * 2 - edge))
    return cut.resize((side, side), Image.Resampling.LANCZOS).convert("RGB")


def presplash(side: int) -> Picture:
    """The icon and the name on the night of the first screen."""
    picture = Image.new("RGBA", (side, side), ink(theme.NIGHT))
    mark = icon(round(side * 0.42))
    picture.alpha_composite(mark, ((side - mark.width) // 2, round(side * 0.17)))
    font = ImageFont.truetype(ASSETS / "fonts" / "serif-bold.otf", side // 9)
    pen = ImageDraw.Draw(picture)
    pen.text((side / 2, side * 0.72), "Cardroom", ink(theme.TEXT), font, anchor="mm")
    wide = side * 0.16
    pen.line(
        (side / 2 - wide, side * 0.805, side / 2 + wide, side * 0.805), ink(theme.GOLD), side // 200
    )
    return picture.convert("RGB")


def main() -> None:
    ASSETS.mkdir(parents=True, exist_ok=True)
    for name, picture in (
        ("icon", icon(512)),
        ("icon_foreground", foreground(LAYER)),
        ("icon_background", background(LAYER).convert("RGB")),
        ("presplash", presplash(1024)),
    ):
        picture.save(ASSETS / f"{name}.png", optimize=True)
    for name, picture in (
        ("icon-192", icon(192)),
        ("icon-512", icon(512)),
        ("icon-maskable-512", maskable(512)),
    ):
        picture.save(PAGE / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
