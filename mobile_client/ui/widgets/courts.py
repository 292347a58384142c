"""The pictures of jack, queen, king and jokers: half a figure above, the same turned below.

A half is drawn in 100 by 84 units, its foot on the middle line of the card.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from mobile_client.ui.paths import ring, star
from mobile_client.ui.pen import Pen
from mobile_client.ui.shapes import STAR, SUIT_SHAPES
from mobile_client.ui.theme import Colour, faded, mixed, rgb

SKIN: Final = rgb("F6D9BD")
BLUSH: Final = rgb("E8A990")
LINE: Final = rgb("2A2230")
GOLD: Final = rgb("E2AA3C")
GOLD_LIGHT: Final = rgb("F8DB8B")
GOLD_DARK: Final = rgb("A8701C")
IVORY: Final = rgb("FFF8E8")
HAIR: Final = (rgb("3B2A22"), rgb("8A4B22"), rgb("B9782E"), rgb("2B2530"))
"""By suit."""


@dataclass(frozen=True, slots=True)
class Dress:
    """The dress of a figure."""

    suit: int
    robe: Colour
    second: Colour

    @property
    def hair(self) -> Colour:
        return HAIR[self.suit]


def _features(pen: Pen, beard: bool = False) -> None:
    for x in (43.5, 56.5):
        pen.oval(x, 37, 2.0, 2.3, LINE)
        pen.oval(x + 0.7, 36.2, 0.7, 0.8, IVORY)
    pen.line("M39.5,32 Q43.5,29.6 47,31.6", LINE, 1.3)
    pen.line("M60.5,32 Q56.5,29.6 53,31.6", LINE, 1.3)
    pen.line("M50,37 L48.6,43.4 L50.8,43.8", mixed(SKIN, LINE, 0.45), 1.1)
    if not beard:
        pen.oval(39.8, 43.5, 2.6, 1.7, faded(BLUSH, 0.55))
        pen.oval(60.2, 43.5, 2.6, 1.7, faded(BLUSH, 0.55))


def _head(pen: Pen) -> None:
    pen.fill("M43,50 L57,50 L58,66 L42,66 Z", mixed(SKIN, BLUSH, 0.5))
    pen.oval(50, 39, 14.5, 17.5, SKIN)


def _robe(pen: Pen, dress: Dress) -> None:
    dark = mixed(dress.robe, LINE, 0.35)
    pen.fill("M2,84 C4,68 20,61 36,58 L64,58 C80,61 96,68 98,84 Z", dress.robe)
    pen.fill("M2,84 C3,74 10,68 18,65 L26,84 Z", dark)
    pen.fill("M98,84 C97,74 90,68 82,65 L74,84 Z", dark)
    for x in (14, 86):
        pen.fill([ring(x, 77, 3.2, 24)], GOLD)
        pen.fill([ring(x, 77, 1.5, 24)], dress.second)


def king(pen: Pen, dress: Dress) -> None:
    _robe(pen, dress)
    # Ermine, with its tails.
    pen.fill("M28,84 L36,58 C42,66 58,66 64,58 L72,84 Z", IVORY)
    for x, y in ((36, 72), (44, 78), (56, 78), (64, 72), (35, 81), (65, 81)):
        pen.fill(f"M{x},{y - 2.5} L{x + 1.5},{y + 2.5} L{x - 1.5},{y + 2.5} Z", LINE)
    pen.line("M36,58 L28,84 M64,58 L72,84", GOLD, 2)
    # Hair to the shoulders, face, beard.
    pen.fill("M32,30 C24,44 27,58 35,61 L42,54 L58,54 L65,61 C73,58 76,44 68,30 Z", dress.hair)
    _head(pen)
    pen.fill(
        "M35.5,38 C33,58 43,70 50,74 C57,70 67,58 64.5,38 C63,46 58,48.5 50,47 "
        "C42,48.5 37,46 35.5,38 Z",
        dress.hair,
    )
    pen.fill(
        "M41,49.5 C45,45.5 48,46 50,47.5 C52,46 55,45.5 59,49.5 C55,52 52,51 50,50 "
        "C48,51 45,52 41,49.5 Z",
        mixed(dress.hair, IVORY, 0.28),
    )
    pen.line("M47,54.2 Q50,55.8 53,54.2", BLUSH, 1.8)
    pen.line("M44,60 Q45,66 48,70 M56,60 Q55,66 52,70", mixed(dress.hair, IVORY, 0.28), 1)
    _features(pen, beard=True)
    # Crown of five.
    pen.fill(
        "M31,27 L24,6 L37,15 L43,1 L50,12 L57,1 L63,15 L76,6 L69,27 C60,23 40,23 31,27 Z", GOLD
    )
    pen.fill("M50,12 L57,1 L63,15 L76,6 L69,27 C63,24.4 57,23.4 50,23.3 Z", GOLD_DARK)
    pen.fill("M50,12 L56,4 L62,17 L73,9 L67.6,25 C63,23 57,22 50,22 Z", GOLD)
    pen.fill("M31,27 C40,22.6 60,22.6 69,27 L68,31.5 C59,27.2 41,27.2 32,31.5 Z", GOLD_LIGHT)
    for x, top in ((24, 5), (43, 1.5), (57, 1.5), (76, 5)):
        pen.fill([ring(x, top, 2.4, 24)], GOLD_LIGHT)
    pen.fill([ring(50, 17.5, 2.8, 24)], dress.second)
    for x, y in ((38, 20), (62, 20)):
        pen.fill([ring(x, y, 1.8, 24)], dress.robe)


def queen(pen: Pen, dress: Dress) -> None:
    # A veil of hair behind, then the dress with its wide neck.
    pen.fill(
        "M50,14 C28,12 22,34 25,52 C26,62 22,68 17,72 L83,72 C78,68 74,62 75,52 "
        "C78,34 72,12 50,14 Z",
        dress.hair,
    )
    _robe(pen, dress)
    pen.fill("M30,60 C36,78 64,78 70,60 L58,57 L42,57 Z", SKIN)
    _head(pen)
    pen.line("M29,60 C35,80 65,80 71,60", IVORY, 3.4)
    pen.line("M29,60 C35,80 65,80 71,60", GOLD, 1.2)
    pen.fill(
        "M50,20 C40,20 34,28 34.5,40 C39,36 44,30 50,24.5 C56,30 61,36 65.5,40 "
        "C66,28 60,20 50,20 Z",
        dress.hair,
    )
    light = mixed(dress.hair, IVORY, 0.3)
    pen.line("M30,40 C27,52 31,60 25,67 M70,40 C73,52 69,60 75,67", light, 1.1)
    pen.line("M27.5,36 C24,50 28,60 22,68 M72.5,36 C76,50 72,60 78,68", light, 0.9)
    _features(pen)
    pen.fill("M46,48.4 Q48.3,46.8 50,47.8 Q51.7,46.8 54,48.4 Q50,52.4 46,48.4 Z", rgb("C23A46"))
    # Necklace and its drop.
    for x, y in ((41.0, 61.5), (44.2, 64.2), (47.4, 65.8), (52.6, 65.8), (55.8, 64.2), (59, 61.5)):
        pen.fill([ring(x, y, 1.35, 20)], IVORY)
    pen.fill("M50,65 Q54,70 50,73 Q46,70 50,65 Z", GOLD)
    pen.fill([ring(50, 69.8, 1.3, 20)], dress.second)
    for x in (34.6, 65.4):
        pen.fill([ring(x, 46.5, 1.7, 20)], GOLD_LIGHT)
    # Tiara.
    pen.fill(
        "M33,25 C32,18 34,13 36,10 L41,16 L45,7 L50,2 L55,7 L59,16 L64,10 "
        "C66,13 68,18 67,25 C58,19.5 42,19.5 33,25 Z",
        GOLD,
    )
    pen.fill("M33,25 C42,19 58,19 67,25 L66.4,28.4 C58,22.6 42,22.6 33.6,28.4 Z", GOLD_LIGHT)
    pen.fill("M50,5.5 L53,11 L50,16.5 L47,11 Z", dress.second)
    for x, y in ((36, 9.5), (64, 9.5), (50, 2)):
        pen.fill([ring(x, y, 1.9, 20)], IVORY)
    _rose(pen, 84, 66, dress.second)


def _rose(pen: Pen, x: float, y: float, colour: Colour) -> None:
    green = rgb("2E7A46")
    pen.line(f"M{x},{y} Q{x + 2},{y + 9} {x - 3},{y + 18}", green, 1.6)
    pen.fill(
        f"M{x + 1},{y + 9} Q{x + 8},{y + 5} {x + 9},{y + 11} Q{x + 4},{y + 13} {x + 1},{y + 9} Z",
        green,
    )
    pen.fill([ring(x, y, 6.2, 32)], colour)
    for dx, dy, r in ((-2.4, 1.4, 3.2), (2.5, 1.2, 3.2), (0, -2.4, 3.2)):
        pen.fill([ring(x + dx, y + dy, r, 24)], mixed(colour, IVORY, 0.16))
    pen.line(
        f"M{x - 2.4},{y} Q{x},{y - 3.4} {x + 2.2},{y} Q{x},{y + 2.6} {x - 0.8},{y + 0.2}",
        mixed(colour, LINE, 0.4),
        1,
    )


def jack(pen: Pen, dress: Dress) -> None:
    # A lance behind the shoulder.
    pen.line("M15,84 L15,24", GOLD_DARK, 2.6)
    pen.fill("M15,4 L21,20 L15,28 L9,20 Z", rgb("C9D2DF"))
    pen.fill("M15,4 L21,20 L15,28 Z", rgb("8E9BB0"))
    pen.fill("M9,29 L21,29 L19,33 L11,33 Z", GOLD)
    _robe(pen, dress)
    # Doublet: stripes and a ruff.
    pen.fill("M36,60 L64,60 L70,84 L30,84 Z", dress.second)
    pen.fill("M46,60 L54,60 L56,84 L44,84 Z", dress.robe)
    for y in (71, 79):
        pen.fill([ring(50, y, 1.7, 20)], GOLD_LIGHT)
    pen.fill("M33,28 C27,40 28,52 35,56 L65,56 C72,52 73,40 67,28 Z", dress.hair)
    _head(pen)
    for step in range(7):
        x = 32 + step * 6
        pen.fill([ring(x, 60.5 + 2.2 * (1 - abs(step - 3) / 3), 4.4, 24)], IVORY)
    pen.line("M30,63 C40,69 60,69 70,63", mixed(IVORY, LINE, 0.25), 1)
    _features(pen)
    pen.line("M46.4,48.6 Q50,51.4 53.6,48.6", rgb("B2463C"), 1.7)
    # Fringe, cap, feather.
    pen.fill(
        "M34.5,38 C34,28 38,24 50,24 C62,24 66,28 65.5,38 C62,31 57,30 54,29.5 "
        "C47,33 39,31 34.5,38 Z",
        dress.hair,
    )
    pen.fill("M29,27 C28,12 40,6 54,7 C68,8 73,17 71,27 C60,21.5 42,21.5 29,27 Z", dress.robe)
    pen.fill("M28,27.5 C41,20.5 60,20.5 72,27.5 L70.6,32 C60,26 41,26 29.6,32 Z", GOLD)
    pen.fill("M66,24 C74,16 76,4 92,1 C95,9 90,20 80,24 C76,26 70,27 66,24 Z", IVORY)
    pen.line("M67,24 C78,20 84,12 90,4", mixed(IVORY, LINE, 0.35), 1)
    pen.fill([ring(67, 24, 3.1, 24)], GOLD_LIGHT)
    pen.fill([ring(67, 24, 1.5, 24)], dress.robe)


def jester(pen: Pen, dress: Dress) -> None:
    """The joker, half length."""
    _robe(pen, dress)
    pen.fill("M50,58 L64,58 C80,61 96,68 98,84 L50,84 Z", dress.second)
    for x0, colour in ((14, dress.second), (32, GOLD), (50, IVORY), (68, GOLD), (86, dress.robe)):
        y = 70 - 5 * abs(x0 - 50) / 36 + 6
        pen.fill(f"M{x0 - 11},{y - 13} L{x0 + 11},{y - 13} L{x0},{y + 4} Z", colour)
        pen.fill([ring(x0, y + 5, 2.6, 20)], GOLD_LIGHT)
    _head(pen)
    _features(pen)
    pen.line("M41.6,46.4 Q50,56 58.4,46.4", rgb("A8262E"), 2.2)
    pen.fill("M43.4,49 Q50,54.6 56.6,49 Q50,51 43.4,49 Z", IVORY)
    # Cap of three horns, each with its bell.
    pen.fill(
        "M50,30 C40,26 36,30 34,34 C22,36 16,28 6,34 C8,16 24,8 40,18 C44,8 46,2 50,-8 Z",
        dress.robe,
    )
    pen.fill(
        "M50,30 C60,26 64,30 66,34 C78,36 84,28 94,34 C92,16 76,8 60,18 C56,8 54,2 50,-8 Z",
        dress.second,
    )
    pen.fill("M50,-8 C58,2 62,12 60,27 C55,25 45,25 40,27 C38,12 42,2 50,-8 Z", GOLD)
    pen.fill("M33,35 C40,26.6 60,26.6 67,35 L66,39 C58,31.5 42,31.5 34,39 Z", GOLD_LIGHT)
    for x, y in ((6, 36), (94, 36), (50, -9)):
        pen.fill([ring(x, y, 4, 28)], GOLD_LIGHT)
        pen.line(f"M{x - 2.2},{y + 1} L{x + 2.2},{y + 1}", GOLD_DARK, 1.2)


FIGURES: Final[dict[int, Callable[[Pen, Dress], None]]] = {9: jack, 10: queen, 11: king}
"""By rank, as `protocol.cards.rank` counts."""


def portrait(
    pen: Pen,
    figure: Callable[[Pen, Dress], None],
    dress: Dress,
    x: float,
    y: float,
    w: float,
    h: float,
    paper: Colour,
) -> None:
    """The figure twice in a panel of the card, the lower one on its head."""
    with pen.within(x, y, w, h, 5):
        pen.rect(x, y, w, h, paper)
        for high in range(0, int(h), 7):
            pen.line(f"M{x},{y + high} L{x + w},{y + high - w * 0.5}", faded(GOLD, 0.16), 0.5)
            pen.line(f"M{x},{y + high - w * 0.5} L{x + w},{y + high}", faded(GOLD, 0.16), 0.5)
        for turn in (0, 180):
            with pen.turned(x + w / 2, y + h / 2, turn), pen.within(x, y, w, h / 2):
                size = (h / 2 - 3) / 84
                left, top = x + w / 2 - 50 * size, y + h / 2 - 84 * size
                figure(pen.part(84, size, left, top), dress)
    middle = y + h / 2
    pen.rect(x, middle - 2.1, w, 4.2, GOLD_DARK)
    pen.rect(x, middle - 1.4, w, 2.8, GOLD_LIGHT)
    for step in range(1, 8):
        pen.fill([star(x + w * step / 8, middle, 1.5, 0.6, 4)], GOLD_DARK)
    pen.frame(x, y, w, h, GOLD, 1.1, 5)
    pen.frame(x + 1.8, y + 1.8, w - 3.6, h - 3.6, faded(GOLD, 0.5), 0.5, 3.6)


def medal(pen: Pen, suit: int, ink: Colour, x: float, y: float, size: float) -> None:
    """A suit in a wreath: the ace."""
    for step in range(24):
        with pen.turned(x, y, step * 15):
            pen.fill(
                f"M{x},{y - size * 0.83} Q{x + size * 0.07},{y - size * 0.75} {x},"
                f"{y - size * 0.64} Q{x - size * 0.07},{y - size * 0.75} {x},{y - size * 0.83} Z",
                GOLD if step % 2 else GOLD_DARK,
            )
    pen.circle(x, y, size * 0.9, GOLD, 0.9)
    pen.circle(x, y, size * 0.58, faded(GOLD, 0.8), 0.7)
    small = size * 0.0078
    pen.fill(SUIT_SHAPES[suit], ink, x - 50 * small, y - 51 * small, small)


def starlet(pen: Pen, ink: Colour, x: float, y: float, size: float) -> None:
    pen.fill(STAR, ink, x - size / 2, y - size / 2, size / 100)
