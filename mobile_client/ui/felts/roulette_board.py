"""The board of roulette: where its places are, and the cloth with its numbers.

In cells of its own: `along` the twelve streets from 0 to 12, with zero before and the columns
after them; `across` the three columns from 0 to 3, with dozens (-1) and halves (-2) beside them.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from kivy.graphics import Color, Line
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty

from mobile_client.ui import theme
from mobile_client.ui.felts.tags import GROUNDS
from mobile_client.ui.look import table_px as px
from mobile_client.ui.look import text_px
from mobile_client.ui.theme import CHIPS, faded
from mobile_client.ui.widgets.chips import HIGH, WIDE, chip, piles
from mobile_client.ui.widgets.drawn import Drawn, block, border, disc, glyphs, picture, write
from protocol.chips import TWENTY_ONE
from protocol.games.roulette import FIRST_FOUR, NUMBERS, colour, kind

Cell = tuple[float, float]
Box = tuple[float, float, float, float]
HALVES: Final = ("low", "even", "red", "black", "odd", "high")
ALONG: Final = 14
ACROSS: Final = 5


def at(place: str) -> Cell:
    """The middle of a place, in cells: along and across."""
    what, _, which = place.partition(":")
    match what:
        case "dozen":
            return 4 * int(which) - 2, -0.5
        case "column":
            return 12.5, int(which) - 0.5
        case "street" | "sixline":
            first = min(NUMBERS[place])
            return (first - 1) // 3 + (0.5 if what == "street" else 1.0), 0.0
        case "first_four":
            return 0.0, 0.0
        case "straight" if which == "0":
            return -0.5, 1.5
    if place in HALVES:
        return 2 * HALVES.index(place) + 1, -1.5
    numbers = sorted(NUMBERS[place])
    if numbers[0] == 0:
        across = [(number - 1) % 3 + 0.5 for number in numbers[1:]]
        return 0.0, sum(across) / len(across)
    along = [(number - 1) // 3 + 0.5 for number in numbers]
    across = [(number - 1) % 3 + 0.5 for number in numbers]
    return sum(along) / len(along), sum(across) / len(across)


SPOTS: Final[Mapping[str, Cell]] = {place: at(place) for place in NUMBERS}


def box(place: str) -> tuple[float, float, float, float] | None:
    """The field of a place that has one: along, across, and how far it goes."""
    what, _, which = place.partition(":")
    match what:
        case "dozen":
            return 4 * int(which) - 4, -1, 4, 1
        case "column":
            return 12, int(which) - 1, 1, 1
        case "straight":
            number = int(which)
            return ((number - 1) // 3, (number - 1) % 3, 1, 1) if number else (-1, 0, 1, 3)
    return (2 * HALVES.index(place), -2, 2, 1) if place in HALVES else None


FIELDS: Final = {place: found for place in NUMBERS if (found := box(place)) is not None}


def nearest(along: float, across: float, offered: Iterable[str]) -> str:
    """The place that a finger means; in the outer fields always the field."""
    able = list(offered)
    inside = -0.2 <= along <= 12.0 and across >= -0.15
    if not inside:
        for place, (x, y, wide, high) in FIELDS.items():
            if place in able and x <= along < x + wide and y <= across < y + high:
                return place
    if not able or not -1 <= along <= 13 or not -2 <= across <= 3:
        return ""
    outer = ("dozen", "column", *HALVES)
    near = [place for place in able if kind(place) not in outer] if inside else able
    return min(near or able, key=lambda one: math.dist(SPOTS[one], (along, across)), default="")


class Board(Drawn):
    """The cloth; `upright` has the streets from top to bottom."""

    upright = BooleanProperty(True)
    labels = ObjectProperty({})
    """What is written on dozens, columns and halves."""
    hit = ObjectProperty(None, allownone=True)
    """The number that the ball lies on."""
    WATCHED = ("upright", "labels", "hit")

    @property
    def cell(self) -> tuple[float, float]:
        """The size of a cell: along and across."""
        along, across = (self.height, self.width) if self.upright else (self.width, self.height)
        return along / ALONG, across / ACROSS

    def spot(self, along: float, across: float) -> tuple[float, float]:
        """A point of the board in pixels."""
        da, dc = self.cell
        if self.upright:
            return self.x + (across + 2) * dc, self.top - (along + 1) * da
        return self.x + (along + 1) * da, self.y + (across + 2) * dc

    def cells(self, x: float, y: float) -> Cell:
        """The point of the board under a pixel, in cells."""
        da, dc = self.cell
        if self.upright:
            return (self.top - y) / da - 1, (x - self.x) / dc - 2
        return (x - self.x) / da - 1, (y - self.y) / dc - 2

    def field(self, place: str) -> Box:
        """The field of a place in pixels."""
        along, across, da, dc = FIELDS[place]
        x0, y0 = self.spot(along, across)
        x1, y1 = self.spot(along + da, across + dc)
        return min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)

    def paint(self) -> None:
        for place in FIELDS:
            x, y, w, h = self.field(place)
            what = kind(place)
            ground = faded(theme.BLACK, 0.16)
            if what == "straight":
                ground = GROUNDS[colour(int(place[9:]))][0]
            elif what in ("red", "black"):
                ground = faded(GROUNDS[what][0], 0.9)
            gap = px(0.8)
            block(x + gap, y + gap, w - 2 * gap, h - 2 * gap, ground, px(4))
            border(x + gap, y + gap, w - 2 * gap, h - 2 * gap, faded(theme.TEXT, 0.25), 0.7, px(4))
            text = place[9:] if what == "straight" else str(self.labels.get(place, ""))
            role = "tag" if h > text_px("tag") * 1.15 else "seat"
            write(text, role, theme.TEXT, x + w / 2, y + h / 2, widest=w - px(4))
        if self.hit is not None:
            x, y, w, h = self.field(f"straight:{self.hit}")
            border(x + px(1), y + px(1), w - px(2), h - px(2), theme.GOLD, 2.6, px(4))


class Chips(Drawn):
    """The chips that lie on the board, mine with their amount, and what a finger means."""

    mine = ObjectProperty({})
    others = ObjectProperty({})
    paid = ListProperty([])
    """Places that have won."""
    meant = ObjectProperty("")
    WATCHED = ("mine", "others", "paid", "meant")

    def __init__(self, board: Board, short: Callable[[int], str], **words: object) -> None:
        self.on_board, self.short = board, short
        super().__init__(**({"size_hint": (None, None)} | words))
        board.fbind("upright", self.stale)

    def paint(self) -> None:
        if self.meant:
            self._covered(self.meant)
        for place, amount in self.others.items():
            x, y = self.on_board.spot(*SPOTS[place])
            self._chip(amount, x + px(7), y + px(5), px(15), 0.85)
        for place, amount in self.mine.items():
            x, y = self.on_board.spot(*SPOTS[place])
            self._chip(amount, x, y, px(22), 1)
            self._amount(self.short(amount), x, y - px(9), place in self.paid)

    def _chip(self, amount: int, x: float, y: float, wide: float, alpha: float) -> None:
        heap = (piles(amount, TWENTY_ONE) or (("white",),))[0]
        high = wide * HIGH / WIDE
        for level in range(min(len(heap), 3)):
            picture(chip(heap[0], wide), x - wide / 2, y - high / 2 + level * wide * 0.15,
                    wide, high, (1, 1, 1, alpha))  # fmt: skip

    def _amount(self, text: str, x: float, y: float, won: bool) -> None:
        wide = glyphs(text, "seat").width + px(8)
        ground = theme.GOOD if won else faded(theme.SUNKEN, 0.9)
        block(x - wide / 2, y - px(7.5), wide, px(15), ground, px(7))
        write(text, "seat", theme.ON_GOOD if won else theme.TEXT, x, y, widest=wide - px(4))

    def _covered(self, place: str) -> None:
        """Which numbers a place covers, and where its chip would lie."""
        for number in NUMBERS[place]:
            x, y, w, h = self.on_board.field(f"straight:{number}")
            block(x, y, w, h, faded(theme.GOLD, 0.34), px(4))
        if place in FIELDS:
            border(*self.on_board.field(place), theme.GOLD, 2, px(4))
        x, y = self.on_board.spot(*SPOTS[place])
        disc(x, y, px(8), theme.GOLD)
        Color(*CHIPS["white"].body)
        Line(circle=(x, y, px(9)), width=px(0.8))


__all__ = ["FIRST_FOUR", "HALVES", "SPOTS", "Board", "Chips", "nearest"]
