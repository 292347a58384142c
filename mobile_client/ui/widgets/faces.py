"""The faces and backs of cards, drawn in 100 by 140 units.

The index stands in a column that a fan of twenty cards leaves free. A large card shows its
picture, a smaller one its index and suit so large that they are read at arm's length.
"""

from dataclasses import dataclass
from typing import Final

from mobile_client.ui import theme
from mobile_client.ui.own_pictures import pictures
from mobile_client.ui.paths import ring
from mobile_client.ui.pen import Pen
from mobile_client.ui.shapes import SQUARE, SUIT_SHAPES, TRIANGLE
from mobile_client.ui.theme import FRONTS, GILT, OWN, Colour, Front, faded
from mobile_client.ui.widgets.courts import (
    FIGURES,
    Dress,
    jester,
    medal,
    portrait,
    starlet,
)
from protocol.cards import (
    BIG_JOKER,
    RANKS,
    SABACC_ZERO,
    SMALL_JOKER,
    Card,
    rank,
    sabacc_value,
    suit,
)

WIDE: Final = 100
HIGH: Final = 140
MARGIN: Final = 5
"""Room about the card for its shadow and its light, in the same units."""
CORNER: Final = 9.5
ACE: Final = 12
FAN_INDEX: Final = 0.38
"""The column of the index of a card in a fan, as a share of its width."""
COLUMNED: Final = ("large", "fan")
"""The sizes that keep their index in a column."""


MARKS: Final = {
    "fan": (20, 63, 29),
    "large": (19, 60, 27),
    "medium": (27, 76, 32),
    "small": (50, 104, 54),
}
"""Where a mark stands on a card of each size, and how large: over the suit of its index."""


@dataclass(frozen=True, slots=True)
class Face:
    """Everything that the picture of a card depends on."""

    card: Card | None
    """None is a back."""
    size: str = "large"
    four_colours: bool = False
    back: str = "royal"
    lit: bool = False
    front: str = "white"
    mark: str = ""
    """What stands in the place of its suit: a rank, or `*` on a card that is wild."""

    @property
    def paper(self) -> Front:
        """What it is printed on, and with what; own pictures are beside ours of white paper."""
        return FRONTS.get(self.front, FRONTS["white"])


def _rank(card: Card) -> str:
    return RANKS[rank(card)].replace("T", "10")


def paint(pen: Pen, face: Face) -> None:
    """The whole card with shadow, MARGIN units larger on each side than the card."""
    pen = pen.part(HIGH, 1, MARGIN, MARGIN)
    for step in range(5):
        grown = step * 0.9
        pen.rect(
            -grown,
            1.6 - grown,
            WIDE + 2 * grown,
            HIGH + 2 * grown,
            faded(theme.BLACK, 0.085),
            CORNER + grown,
        )
    if face.lit:
        pen.rect(-3.6, -3.6, WIDE + 7.2, HIGH + 7.2, GILT, CORNER + 3.6)
    paint_flat(pen, face)


def paint_flat(pen: Pen, face: Face) -> None:
    """The card alone, without shadow and light."""
    paper = face.paper
    pen.rect(0, 0, WIDE, HIGH, paper.edge, CORNER)
    pen.rect(0.9, 0.9, WIDE - 1.8, HIGH - 1.8, paper.paper, CORNER - 0.9)
    if not _own(pen, face):
        _drawn(pen, face)
    if face.mark:
        paint_mark(pen, face)


def _drawn(pen: Pen, face: Face) -> None:
    if face.card is None:
        _back(pen, face.back)
    elif face.card in (SMALL_JOKER, BIG_JOKER):
        _joker(pen, face.card == BIG_JOKER, face)
    elif face.card < 64:
        _standard(pen, face.card, face)
    else:
        _sabacc(pen, face.card, face)


def edge(face: Face) -> Colour:
    """The colour into which the rim of the card is smoothed."""
    return GILT if face.lit else theme.BLACK


def paint_mark(pen: Pen, face: Face) -> None:
    """A golden frame, and a plate over the suit: a wild card has no suit that matters."""
    pen.frame(3, 3, WIDE - 6, HIGH - 6, GILT, 4, CORNER - 3)
    x, y, size = MARKS[face.size]
    pen.rect(x - size * 0.6, y - size * 0.52, size * 1.2, size * 1.04, GILT, size * 0.2)
    if face.mark == "*":
        starlet(pen, theme.BLACK, x, y, size * 0.9)
        return
    pen.text(face.mark, x, y, size, theme.BLACK, widest=size * 1.08)


def _own(pen: Pen, face: Face) -> bool:
    """A picture of the player's own, where there is one for this."""
    if face.card is None:
        picture = pictures.back if face.back == OWN else None
    else:
        picture = pictures.front(face.card) if face.front == OWN else None
    if picture is None:
        return False
    with pen.within(0.9, 0.9, WIDE - 1.8, HIGH - 1.8, CORNER - 0.9):
        pen.picture(picture, 0, 0, WIDE, HIGH)
    return True


def _shape(pen: Pen, which: int, ink: Colour, x: float, y: float, size: float) -> None:
    """A suit centred on (x, y)."""
    pen.fill(SUIT_SHAPES[which], ink, x - size / 2, y - size / 2, size / 100)


def _standard(pen: Pen, card: Card, face: Face) -> None:
    which, text = suit(card), _rank(card)
    ink = (face.paper.four if face.four_colours else face.paper.two)[which]
    # A queen alone has a letter that goes below the line.
    tail = text == "Q"
    if face.size == "fan":
        pen.text(text, 20.5, 25 - 2 * tail, 48 - 4 * tail, ink, widest=33)
        _shape(pen, which, ink, 20, 63, 27)
        _picture(pen, card, ink, face, 40)
    elif face.size == "large":
        pen.text(text, 19.5, 24 - 2 * tail, 46 - 4 * tail, ink, widest=31)
        _shape(pen, which, ink, 19, 60, 25)
        _picture(pen, card, ink, face, 38)
    elif face.size == "medium":
        pen.text(text, 27, 30 - 2 * tail, 55 - 4 * tail, ink, widest=44)
        _shape(pen, which, ink, 27, 76, 30)
        _shape(pen, which, ink, 66, 104, 56)
    else:
        pen.text(text, 50, 39 - 3 * tail, 74 - 8 * tail, ink, widest=66)
        _shape(pen, which, ink, 50, 104, 52)


def _picture(pen: Pen, card: Card, ink: Colour, face: Face, left: float) -> None:
    """What fills the card at the right of its index."""
    which, wide, paper = suit(card), WIDE - 6 - left, face.paper
    four_colours = face.four_colours
    if rank(card) in FIGURES:
        red = which in (1, 2)
        blue, red_ink = paper.four[1], paper.two[1]
        second = (blue if red else red_ink) if not four_colours or which != 1 else red_ink
        robe = ink if red or four_colours else theme.rgb("243A6B")
        dress = Dress(which, robe, second)
        portrait(pen, FIGURES[rank(card)], dress, left, 7, wide, 126, paper.shade)
        return
    if rank(card) == ACE:
        medal(pen, which, ink, left + wide / 2 - 1, 82, wide * 0.55)
        return
    _shape(pen, which, ink, left + wide / 2 - 1, 94, wide + 1)


def _joker(pen: Pen, big: bool, face: Face) -> None:
    size, ink = face.size, face.paper.two[1 if big else 0]
    if size == "small":
        pen.text("JOKER", 50, 36, 34, ink, widest=88)
        starlet(pen, ink, 50, 96, 66)
        return
    robe, second = (
        (theme.rgb("B3162B"), theme.rgb("2C5FB8"))
        if big
        else (theme.rgb("33363F"), theme.rgb("8B909B"))
    )
    if size == "fan":
        # What is read of a card in a fan ends where a row before it may begin.
        middle, left, letters, step, first = 20, 40, 13.2, 9.4, 33.0
        starlet(pen, ink, middle, 15, 23)
    else:
        middle, left, letters, step, first = 15, 29, 24, 21.5, 16.8
        starlet(pen, ink, middle, (14.7 + 5 * step + HIGH - 16) / 2, 18)
    for place, letter in enumerate("JOKER"):
        pen.text(letter, middle, first + place * step, letters, ink, widest=letters * 0.75)
    dress = Dress(1 if big else 3, robe, second)
    portrait(pen, jester, dress, left, 7, WIDE - 6 - left, 126, face.paper.shade)


def _sabacc_mark(
    pen: Pen, which: int, ink: Colour, x: float, y: float, size: float, width: float = 0
) -> None:
    """Circle, square or triangle centred on (x, y): full, or a line of some width."""
    if which == 0:
        if width:
            pen.circle(x, y, size * 0.44, ink, width)
        else:
            pen.oval(x, y, size * 0.44, size * 0.44, ink)
        return
    outline = (SQUARE, TRIANGLE)[which - 1]
    if not width:
        pen.fill(outline, ink, x - size / 2, y - size / 2, size / 100)
        return
    part = pen.part(100, size / 100, x - size / 2, y - size / 2)
    part.line(outline, ink, width * 100 / size, close=True)


def _sabacc(pen: Pen, card: Card, face: Face) -> None:
    value, size = sabacc_value(card), face.size
    if card == SABACC_ZERO:
        ink, text = face.paper.four[1], "0"
    else:
        ink, text = face.paper.four[0 if value > 0 else 2], f"{value:+d}".replace("-", "−")
    which = (card - 64) // 20
    if size == "small":
        pen.text(text, 50, 43, 62, ink, widest=84)
    elif size == "medium":
        pen.text(text, 34, 31, 46, ink, widest=58)
    else:
        pen.text(text, 21, 21, 30, ink, widest=34)
    if card == SABACC_ZERO:
        middle = (50, 101, 26) if size == "small" else (58, 92, 36)
        for part in range(4):
            pen.circle(*middle[:2], middle[2] * (1 - part * 0.24), faded(ink, 1 - part * 0.18), 2.4)
        pen.fill([ring(middle[0], middle[1], middle[2] * 0.13, 24)], GILT)
        return
    if size == "small":
        _sabacc_mark(pen, which, ink, 50, 102, 58)
        return
    if size in COLUMNED:
        _sabacc_mark(pen, which, ink, 20, 47, 22)
    x, y, wide = 60, 92, 66
    for part in range(3):
        _sabacc_mark(
            pen,
            which,
            faded(ink, (0.28, 0.55, 1)[part]),
            x,
            y + (which == 2) * part * 2,
            wide * (1 - part * 0.24),
            2.6,
        )
    _sabacc_mark(pen, which, ink, x, y + (which == 2) * 6, wide * 0.26)


def _back(pen: Pen, name: str) -> None:
    back = theme.BACKS.get(name, theme.BACKS["royal"])
    pen.rect(5, 5, WIDE - 10, HIGH - 10, back.ground, 6)
    with pen.within(5, 5, WIDE - 10, HIGH - 10, 6):
        for step in range(-14, 26):
            x = step * 9.0
            pen.line(
                f"M{x},0 L{x + 140},140 M{x + 100},0 L{x - 40},140", faded(back.line, 0.5), 0.9
            )
        for row in range(17):
            for column in range(12):
                pen.fill([ring(column * 9 + 5, row * 9 - 2, 0.9, 12)], faded(back.mark, 0.55))
    pen.frame(8, 8, WIDE - 16, HIGH - 16, back.mark, 1.1, 4.5)
    pen.oval(50, 70, 25, 31, back.ground)
    for rx, width in ((24, 1.2), (21.4, 0.6)):
        points = tuple((50 + (x - 50), 70 + (y - 70) * 1.24) for x, y in ring(50, 70, rx, 72))
        pen.line([points], back.mark, width, close=True)
    for part, place in enumerate(((50, 56.5), (60.5, 70), (39.5, 70), (50, 83.5))):
        _shape(pen, (3, 2, 1, 0)[part], back.mark, *place, 13)
