"""The deck or the shoe of a table: what cards are dealt from, and where on a felt there is room."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

from kivy.properties import NumericProperty, OptionProperty

from mobile_client.ui import theme
from mobile_client.ui.look import look, table_px
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.cards import paint_card, shown
from mobile_client.ui.widgets.drawn import Drawn, block, border

Box = tuple[float, float, float, float]
"""Left, low, right, top."""
CARD: Final = (24, 34)
"""The size of a card of the deck, in dp."""
EDGE: Final = 1.3
"""How far each card of a pack stands out over the one below it, in dp."""
STEP: Final = 6
AIR: Final = 3
"""In dp: from one place that is tried for the deck to the next, and what is kept free round it."""
SHARP: Final = 1.4
"""A deck that is zoomed more than this is painted of larger cards."""
KINDS: Final = ("pack", "shoe", "none")


class Deck(Drawn):
    """A pack of cards face down, or a shoe with the next card at its mouth."""

    kind = OptionProperty("pack", options=list(KINDS))
    layers = NumericProperty(4)
    """How many cards of a pack are seen: it is thinner when few are left."""
    zoom = NumericProperty(1)
    """It is smaller where there is little room."""
    left = NumericProperty(1)
    """The part of a full shoe that is still to be dealt."""
    marker = NumericProperty(-1)
    """The part that lies behind the shuffle marker; below 0: it has no place yet."""
    WATCHED = ("kind", "layers", "zoom", "left", "marker")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint": (None, None)} | words))
        self.measure()

    def measure(self, zoom: float = 1.0) -> None:
        self.zoom = zoom
        wide, high = CARD
        scale = look.card_scale * zoom
        if self.kind == "shoe":
            self.size = table_px(wide * scale * 2.1), table_px(high * scale * 1.25)
        else:
            rim = EDGE * 3
            self.size = table_px(wide * scale + rim), table_px(high * scale + rim)

    @property
    def mouth(self) -> tuple[float, float]:
        """Where a card comes out: its middle."""
        wide, high = self.card
        if self.kind == "shoe":
            return self.x + table_px(4) + wide / 2, self.y + table_px(3) + high / 2
        rim = table_px(EDGE) * max(0, int(self.layers) - 1)
        return self.x + wide / 2 + rim, self.y + high / 2 + rim

    @property
    def card(self) -> tuple[float, float]:
        """The size of a card that lies there, in pixels."""
        wide, high = CARD
        scale = look.card_scale * self.zoom
        return table_px(wide * scale), table_px(high * scale)

    def paint(self) -> None:
        if self.kind == "pack":
            self._pack()
        elif self.kind == "shoe":
            self._shoe()

    def _pack(self) -> None:
        wide, high = self.card
        for level in range(int(self.layers)):
            x, y = self.x + table_px(EDGE) * level, self.y + table_px(EDGE) * level
            block(
                x - table_px(0.6),
                y - table_px(1),
                wide + table_px(1.2),
                high + table_px(1),
                faded(theme.BLACK, 0.35),
                table_px(3),
            )
            self._back(x, y)

    def _shoe(self) -> None:
        """Seen from above: a box that is open to the left, where the next card lies."""
        wide, high = self.card
        x, y, w, h = self.box
        r = table_px(6)
        block(x + table_px(2), y - table_px(2), w, h, faded(theme.BLACK, 0.4), r)
        self._back(x + table_px(4), y + (h - high) / 2)
        left = x + table_px(4) + wide * 0.52
        block(left, y, x + w - left, h, theme.SUNKEN, r)
        border(left, y, x + w - left, h, faded(theme.GOLD, 0.75), 1.2, r)
        self._dealt(
            left + table_px(5), y + table_px(5), x + w - left - table_px(10), h - table_px(10)
        )

    def _dealt(self, x: float, y: float, w: float, h: float) -> None:
        """The cards that are left as seen through the lid, the next one first, with the marker."""
        wide = w * min(1.0, max(0.0, self.left))
        block(x, y, w, h, faded(theme.BLACK, 0.55), table_px(2))
        block(x, y, wide, h, theme.PAPER_SHADE, table_px(2))
        for nth in range(1, int(w // table_px(3))):
            if nth * table_px(3) < wide:
                block(x + nth * table_px(3), y, table_px(0.8), h, theme.PAPER_EDGE)
        if 0 <= self.marker <= self.left:
            # The cut card stands out above the others.
            at = x + max(0.0, w * (self.left - self.marker) - table_px(1))
            block(at, y - table_px(1), table_px(2.4), h + table_px(4), theme.GOLD, table_px(1))

    def _back(self, x: float, y: float) -> None:
        size = "small" if self.zoom < SHARP else "medium"
        paint_card(shown(None, size), x, y, *self.card)


def free_spot(
    room: Box, taken: Iterable[Box], size: tuple[float, float], near: tuple[float, float]
) -> tuple[float, float] | None:
    """The lower left corner, inside of the room and clear of what is taken, that puts the middle
    nearest to a point; None where there is no room."""
    boxes = list(taken)
    air = table_px(AIR)
    wide, high = size[0] + 2 * air, size[1] + 2 * air
    left, low, right, top = room
    xs, ys = _steps(left, right, wide), _steps(low, top, high)
    ends = [x + wide for x in xs]
    across = [(x + wide / 2 - near[0]) ** 2 for x in xs]
    up = [(y + high / 2 - near[1]) ** 2 for y in ys]
    nearest = sorted(range(len(xs)), key=across.__getitem__)
    best: tuple[float, int, int] | None = None
    for row in sorted(range(len(ys)), key=up.__getitem__):
        if best is not None and up[row] > best[0]:
            break
        free = bytearray(b"\1" * len(xs))
        for begins, under, over, tip in boxes:
            if ys[row] < tip and under < ys[row] + high:
                first, end = bisect_right(ends, begins), bisect_left(xs, over)
                free[first:end] = bytes(max(0, end - first))
        column = next((one for one in nearest if free[one]), None)
        if column is not None:
            found = across[column] + up[row], row, column
            best = found if best is None else min(best, found)
    return None if best is None else (xs[best[2]] + air, ys[best[1]] + air)


def _steps(first: float, last: float, length: float) -> list[float]:
    """Where something so long may begin, so that it ends before the last."""
    found = []
    while first + length <= last:
        found.append(first)
        first += table_px(STEP)
    return found
