"""The cloth of roulette with its numbers, and the chips that lie on it."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from kivy.graphics import Color, Line
from kivy.properties import ListProperty, ObjectProperty

from client_core.felts.roulette_places import FIELDS, HALVES, Grid
from mobile_client.ui import theme
from mobile_client.ui.felts.tags import GROUNDS
from mobile_client.ui.look import look, table_px, text_px
from mobile_client.ui.theme import BIG_TEXT, CHIPS, ChipColours, faded
from mobile_client.ui.widgets.chips import piles
from mobile_client.ui.widgets.drawn import Drawn, alike, block, border, disc, glyphs, write
from protocol.chips import TWENTY_ONE
from protocol.games.roulette import NUMBERS, colour, kind

Short = Callable[[int], str]
"""An amount in few letters."""
CHIP: Final = (8.5, 15.0)
"""The least and the most radius of a chip on the board, in dp."""
SHARE: Final = 0.25
"""Its radius, as a part of the shorter side of a number."""
WIDEST: Final = (2.2, 2.4)
"""How broad an amount on it is at most, in radii: on a line, and on a field."""
INK: Final = 0.62
"""How much of the height of a line its figures take."""
NEARLY: Final = 0.7
"""This part of the room that a number wants is nearly all of it."""
COLUMN: Final = "2:1"
THEIRS: Final = 0.62
"""How large the chips of others are, as a part of mine."""


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
        gap = table_px(0.8)
        block(x + gap, y + gap, w - 2 * gap, h - 2 * gap, ground, table_px(4))
        border(
            x + gap, y + gap, w - 2 * gap, h - 2 * gap, faded(theme.TEXT, 0.25), 0.7, table_px(4)
        )
        text = place[9:] if what == "straight" else labels.get(place, "")
        fits = role if h > text_px(role) * 1.15 and w > text_px(role) * 1.8 else "seat"
        along, up = grid.label_spot(place)
        widest = 2 * min(along - x, x + w - along) - table_px(2)
        if look.big_text:
            beside = [labels.get(one, "") for one in HALVES] if place in HALVES else [text]
            # For chips large text gives way as far as usual text goes.
            usual = max(glyphs(one, fits).width for one in beside) / BIG_TEXT
            widest = min(widest, max(_before_chips(grid, place), usual))
            if place in HALVES:
                # Side by side they are of one size.
                widest = alike(text, beside, fits, widest)
                up = _over_chips(grid, place, text, fits, widest)
        if what == "straight" and not grid.upright:
            up, widest = _under_street(grid, place, text, fits, up, widest)
        write(text, fits, theme.TEXT, along, up, widest=widest)
    if hit is not None:
        x, y, w, h = grid.field(f"straight:{hit}")
        border(
            x + table_px(1),
            y + table_px(1),
            w - table_px(2),
            h - table_px(2),
            theme.GOLD,
            2.6,
            table_px(4),
        )


def _before_chips(grid: Grid, place: str) -> float:
    """How broad the name of a large field is at most beside chips of a large amount."""
    (along, up), (chip, chip_up) = grid.label_spot(place), grid.chip_spot(place)
    if kind(place) in ("straight", "column") or up != chip_up:
        return math.inf
    return 2 * (chip - WIDEST[1] * radius(grid) / 2 - table_px(3) - along)


def _over_chips(grid: Grid, place: str, text: str, role: str, widest: float) -> float:
    """How high the name of a field stands above its chips, as far as the field goes."""
    (_, up), (_, chip) = grid.label_spot(place), grid.chip_spot(place)
    if up == chip:
        return up
    _, y, _, high = grid.field(place)
    half = float(glyphs(text, role, widest).height * INK / 2)
    over, most = chip + radius(grid) + table_px(3) + half, y + high - table_px(2) - half
    return max(float(up), min(over, most))


def _under_street(
    grid: Grid, place: str, text: str, role: str, up: float, widest: float
) -> tuple[float, float]:
    """How high a number stands on a board that lies, and how broad it is at most: between its own
    chips and those of its street, in each row as in the one that streets are laid beside. For that
    large text gives way as far as usual text goes, which stays as it is."""
    own = grid.chip_spot(place)[1]
    if place == "straight:0" or up == own:
        return up, widest
    _, y, _, high = grid.field("straight:3")
    street = grid.chip_spot("street:1")[1] - min(radius(grid), table_px(CHIP[0] + 1))
    _, low, _, _ = grid.field(place)
    floor, ceiling = own + radius(grid), low + high - (y + high - street)
    texture = glyphs(text, role, widest)
    ink, least = texture.height * INK, 1 / BIG_TEXT if look.big_text else 1.0
    part = min(1.0, max(least, (ceiling - floor) / ink))
    if part < 1:
        widest = texture.width * part
    if ink * part <= ceiling - floor:
        return min(up, ceiling - ink * part / 2), widest
    # What lacks little is shared; in very low fields chips lie on numbers anyway.
    near = ink * part * NEARLY <= ceiling - floor
    return ((floor + ceiling) / 2 if near else up), widest


def draw_meant(grid: Grid, place: str) -> None:
    """Which numbers a place covers, and where its chip would lie."""
    for number in NUMBERS[place]:
        x, y, w, h = grid.field(f"straight:{number}")
        block(x, y, w, h, faded(theme.GOLD, 0.34), table_px(4))
    if place in FIELDS:
        border(*grid.field(place), theme.GOLD, 2, table_px(4))
    x, y = grid.chip_spot(place)
    disc(x, y, table_px(8), theme.GOLD)
    Color(*CHIPS["white"].body)
    Line(circle=(x, y, table_px(9)), width=table_px(0.8))


def draw_chips(
    grid: Grid,
    mine: Mapping[str, int],
    others: Mapping[str, int],
    paid: Collection[str],
    short: Short,
) -> None:
    """The chips of all; mine with their amount."""
    r = radius(grid)
    for place, amount in others.items():
        x, y = grid.chip_spot(place)
        _disc(_colours(amount), x + r * 0.55, y + r * 0.4, r * THEIRS)
    for place, amount in mine.items():
        (x, y), left = grid.chip_spot(place), _end(grid, place)
        if left:
            # Beside its name as far as the field goes.
            field, _, wide, _ = grid.field(place)
            x = max(x, min(left + r, field + wide - r))
        _chip(amount, short(amount), x, y, r, place in paid, left, place in FIELDS)


def _end(grid: Grid, place: str) -> float:
    """Where the name of a field ends that stands beside its chips; else nowhere."""
    along, up = grid.label_spot(place) if place in FIELDS else (0.0, 0.0)
    if kind(place) not in ("straight", "column") or up != grid.chip_spot(place)[1]:
        return 0.0
    text = place[9:] or COLUMN
    return float(along + glyphs(text, "tag").width / 2 + table_px(1))


def on_chip(cents: int, plain: Short) -> str:
    """An amount as it is written on a chip, short in every language: `500`, `1k`, `12.5k`."""
    for unit, sign in ((100_000_000, "M"), (100_000, "k")):
        if cents >= unit:
            whole, tenth = divmod(cents * 10 // unit, 10)
            return f"{whole}.{tenth}{sign}" if tenth and whole < 100 else f"{whole}{sign}"
    return plain(cents)


def radius(grid: Grid) -> float:
    """How large a chip is among numbers of this size."""
    least, most = CHIP
    return max(table_px(least), min(table_px(most), SHARE * min(grid.cell)))


def _colours(amount: int) -> ChipColours:
    return CHIPS[(piles(amount, TWENTY_ONE) or (("white",),))[0][0]]


def _disc(colours: ChipColours, x: float, y: float, r: float, won: bool = False) -> None:
    """A chip from above, with the spots on its edge."""
    disc(x, y - table_px(1), r + table_px(0.6), faded(theme.BLACK, 0.45))
    disc(x, y, r, theme.GOOD if won else colours.body)
    Color(*colours.spots)
    for nth in range(6):
        Line(circle=(x, y, r * 0.88, nth * 60 - 13, nth * 60 + 13), width=r * 0.12)


def _chip(
    amount: int, text: str, x: float, y: float, r: float, won: bool, left: float, field: bool
) -> None:
    """A chip with its amount in it, as broad as the amount needs, and never left of that."""
    colours = _colours(amount)
    body, ink = (theme.GOOD, theme.ON_GOOD) if won else (colours.body, colours.text)
    wide = glyphs(text, "seat").width + table_px(6)
    widest = 0.0
    # Large text grows no chip: where there is room for the usual one it is set as small.
    if (wide - table_px(6)) / (BIG_TEXT if look.big_text else 1) <= 1.9 * r:
        widest = 1.5 * r
        _disc(colours, x, y, r, won)
        disc(x, y, r * 0.74, body)
    else:
        widest = WIDEST[int(field)] * r
        wide = min(wide - table_px(6), widest) + table_px(5)
        x = max(x, left + wide / 2) if left else x
        high = 2 * min(r, table_px(CHIP[0] + 1))
        block(
            x - wide / 2, y - high / 2 - table_px(1), wide, high, faded(theme.BLACK, 0.45), high / 2
        )
        block(x - wide / 2, y - high / 2, wide, high, body, high / 2)
        border(x - wide / 2, y - high / 2, wide, high, colours.spots, 1.2, high / 2)
    write(text, "seat", ink, x, y, widest=widest)


class Board(Drawn):
    """The board of roulette: the cloth with its numbers."""

    grid = ObjectProperty(Grid())
    labels = ObjectProperty({})
    """What is written on dozens, columns and halves."""
    hit = ObjectProperty(None, allownone=True)
    """The number that the ball lies on."""
    WATCHED = ("grid", "labels", "hit")

    def paint(self) -> None:
        draw_fields(self.grid, FIELDS, self.labels, self.hit, "tag")


class Chips(Drawn):
    """The chips on the cloth, and what a finger means."""

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
