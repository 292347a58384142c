"""A QR code, for the camera of a friend."""

from functools import lru_cache
from itertools import groupby
from typing import Final

import segno
from kivy.properties import StringProperty

from mobile_client.ui.widgets.drawn import Drawn, block

MARGIN: Final = 3
"""Modules of white around the code: cameras look for it."""
PAPER: Final = (1.0, 1.0, 1.0, 1.0)
INK: Final = (0.0, 0.0, 0.0, 1.0)
"""Black on white in every look: no camera reads the colours of a table."""


@lru_cache(maxsize=8)
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The rows of the code, the upper first: what is dark."""
    matrix = segno.make_qr(text, error="m").matrix
    return tuple(tuple(bool(one) for one in row) for row in matrix)


class QrCode(Drawn):
    """The text as a QR code in the middle of the widget, each module of whole pixels."""

    text = StringProperty("")
    WATCHED = ("text",)

    def paint(self) -> None:
        if not self.text:
            return
        rows = modules(self.text)
        count = len(rows) + 2 * MARGIN
        side = int(min(self.width, self.height) // count)
        if side < 1:
            return
        whole = side * count
        x, y = round(self.center_x - whole / 2), round(self.center_y - whole / 2)
        block(x, y, whole, whole, PAPER)
        top = y + whole - MARGIN * side
        for number, row in enumerate(rows):
            at = x + MARGIN * side
            for dark, run in groupby(row):
                wide = sum(1 for _ in run) * side
                if dark:
                    block(at, top - (number + 1) * side, wide, side, INK)
                at += wide
