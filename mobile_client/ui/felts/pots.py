"""The pot in the middle, and the side pots under it."""

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty

from mobile_client.ui import theme
from mobile_client.ui.look import table_px
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.chips import HIGH, WIDE, chip, piles
from mobile_client.ui.widgets.drawn import Drawn, block, glyphs, picture, write
from protocol.chips import EPS


class PotPile(Drawn):
    """The pots to be won: chips that were collected, one text, and a text for each side pot."""

    amount = NumericProperty(0)
    text = StringProperty("")
    sides = ListProperty([])
    denominations = ObjectProperty(EPS)
    WATCHED = ("amount", "text", "sides", "denominations")

    def __init__(self, **words: object) -> None:
        super().__init__(
            **({"size_hint": (None, None), "size": (table_px(150), table_px(30))} | words)
        )

    def paint(self) -> None:
        """The sum on top, the side pots under it as they fit."""
        if not self.text:
            return
        lines = self._lines()
        y = self.y + table_px(13) + len(lines) * table_px(21)
        heaps = piles(int(self.amount), self.denominations)
        wide = table_px(20)
        high, step, apart = wide * HIGH / WIDE, wide * 0.15, wide * 0.92
        span = apart * (len(heaps) - 1) + wide + table_px(6) if heaps else 0.0
        label = glyphs(self.text, "money").width + table_px(18)
        left = self.center_x - (span + label) / 2
        for place, heap in enumerate(heaps):
            for level in range(len(heap)):
                spot = (left + place * apart, y - high * 0.6 + level * step)
                picture(chip(heap[0], wide), *spot, wide, high)
        _pill(self.text, "money", left + span, y, label, 0.78)
        for line in lines:
            y -= table_px(22)
            self._line(line, y)

    def _lines(self) -> list[list[tuple[str, float]]]:
        lines: list[list[tuple[str, float]]] = []
        room = 0.0
        for text in self.sides:
            wide = glyphs(text, "seat").width + table_px(14)
            if not lines or room + wide > self.width:
                lines.append([])
                room = 0.0
            lines[-1].append((text, wide))
            room += wide + table_px(4)
        return lines

    def _line(self, line: list[tuple[str, float]], y: float) -> None:
        x = self.center_x - (sum(wide for _, wide in line) + table_px(4) * (len(line) - 1)) / 2
        for text, wide in line:
            _pill(text, "seat", x, y, wide, 0.6)
            x += wide + table_px(4)


def _pill(text: str, kind: str, x: float, y: float, wide: float, dark: float) -> None:
    high = table_px(24 if kind == "money" else 19)
    block(x, y - high / 2, wide, high, faded(theme.SUNKEN, dark), high / 2)
    write(text, kind, theme.TEXT, x + wide / 2, y)
