"""The cloth of roulette with its numbers, and the chips that lie on it."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from kivy.graphics import Color, Line
from kivy.properties import ListProperty, ObjectProperty

from mobile_client.ui import theme
from mobile_client.ui.felts.roulette_places import FIELDS, SPOTS, Grid
from mobile_client.ui.felts.tags import GROUNDS
from mobile_client.ui.look import table_px as px
from mobile_client.ui.look import text_px
from mobile_client.ui.theme import CHIPS, faded
from mobile_client.ui.widgets.chips import HIGH, WIDE, chip, piles
from mobile_client.ui.widgets.drawn import Drawn, block, border, disc, glyphs, picture, write
from protocol.chips import TWENTY_ONE
from protocol.games.roulette import NUMBERS, colour, kind

Short = Callable[[int], str]
"""An amount in few letters."""
MINE: Final = 22
THEIRS: Final = 15
"""How wide a chip on the board is, in dp."""
SMALL: Final = 60
"""On fields that are lower or narrower than this, in dp, no pile of chips is laid."""


def draw_fields(
    grid: Grid, places: Iterable[str], labels: Mapping[str, str], hit: int | None, role: str
) -> None:
    """Fields with what is written on them; the number that the ball lies on in gold."""
    for place in places:
        x, y, w, h = grid.field(place)
        what = kind(place)
        ground = faded(theme.BLACK, 0.16)
        if what == "straight":
            ground = GROUNDS[colour(int(place[9:]))][0]
        elif what in ("red", "black"):
            ground = faded(GROUNDS[what][0], 0.9)
        gap = px(0.8)
        block(x + gap, y + gap, w - 2 * gap, h - 2 * gap, ground, px(4))
        border(x + gap, y + gap, w - 2 * gap, h - 2 * gap, faded(theme.TEXT, 0.25), 0.7, px(4))
        text = place[9:] if what == "straight" else labels.get(place, "")
        fits = role if h > text_px(role) * 1.15 else "seat"
        write(text, fits, theme.TEXT, x + w / 2, y + h / 2, widest=w - px(4))
    if hit is not None:
        x, y, w, h = grid.field(f"straight:{hit}")
        border(x + px(1), y + px(1), w - px(2), h - px(2), theme.GOLD, 2.6, px(4))


def draw_meant(grid: Grid, place: str) -> None:
    """Which numbers a place covers, and where its chip would lie."""
    for number in NUMBERS[place]:
        x, y, w, h = grid.field(f"straight:{number}")
        block(x, y, w, h, faded(theme.GOLD, 0.34), px(4))
    if place in FIELDS:
        border(*grid.field(place), theme.GOLD, 2, px(4))
    x, y = grid.spot(*SPOTS[place])
    disc(x, y, px(8), theme.GOLD)
    Color(*CHIPS["white"].body)
    Line(circle=(x, y, px(9)), width=px(0.8))


def draw_chips(
    grid: Grid,
    mine: Mapping[str, int],
    others: Mapping[str, int],
    paid: Collection[str],
    short: Short,
    larger: float = 1.0,
) -> None:
    """The chips of all; mine with their amount."""
    for place, amount in others.items():
        x, y = grid.spot(*SPOTS[place])
        _chip(amount, x + px(7), y + px(5), px(THEIRS * larger), 0.85)
    small = min(grid.cell) < px(SMALL)
    for place, amount in mine.items():
        x, y = grid.spot(*SPOTS[place])
        if small:
            _flat(amount, short(amount), x, y, place in paid)
            continue
        _chip(amount, x, y, px(MINE * larger), 1)
        _amount(short(amount), x, y - px(9 * larger), place in paid)


def _chip(amount: int, x: float, y: float, wide: float, alpha: float) -> None:
    heap = (piles(amount, TWENTY_ONE) or (("white",),))[0]
    high = wide * HIGH / WIDE
    for level in range(min(len(heap), 3)):
        picture(chip(heap[0], wide), x - wide / 2, y - high / 2 + level * wide * 0.15,
                wide, high, (1, 1, 1, alpha))  # fmt: skip


def _flat(amount: int, text: str, x: float, y: float, won: bool) -> None:
    """A chip from above that has its amount in it: it hides little of small numbers."""
    look = CHIPS[(piles(amount, TWENTY_ONE) or (("white",),))[0][0]]
    high = text_px("seat") * 1.2
    wide = max(high, glyphs(text, "seat").width + px(6))
    body, ink = (theme.GOOD, theme.ON_GOOD) if won else (look.body, look.text)
    block(x - wide / 2, y - high / 2, wide, high, body, high / 2)
    border(x - wide / 2, y - high / 2, wide, high, look.spots, 1.2, high / 2)
    write(text, "seat", ink, x, y)


def _amount(text: str, x: float, y: float, won: bool) -> None:
    wide = glyphs(text, "seat").width + px(8)
    ground = theme.GOOD if won else faded(theme.SUNKEN, 0.9)
    block(x - wide / 2, y - px(7.5), wide, px(15), ground, px(7))
    write(text, "seat", theme.ON_GOOD if won else theme.TEXT, x, y, widest=wide - px(4))


class Board(Drawn):
    """The cloth."""

    grid = ObjectProperty(Grid())
    labels = ObjectProperty({})
    """What is written on dozens, columns and halves."""
    hit = ObjectProperty(None, allownone=True)
    """The number that the ball lies on."""
    WATCHED = ("grid", "labels", "hit")

    def paint(self) -> None:
        draw_fields(self.grid, FIELDS, self.labels, self.hit, "tag")


class Chips(Drawn):
    """What lies on the cloth, and what a finger means."""

    grid = ObjectProperty(Grid())
    mine = ObjectProperty({})
    others = ObjectProperty({})
    paid = ListProperty([])
    """Places that have won."""
    meant = ObjectProperty("")
    WATCHED = ("grid", "mine", "others", "paid", "meant")

    def __init__(self, short: Short, **words: object) -> None:
        self.short = short
        super().__init__(**({"size_hint": (None, None)} | words))

    def paint(self) -> None:
        if self.meant:
            draw_meant(self.grid, self.meant)
        draw_chips(self.grid, self.mine, self.others, self.paid, self.short)
