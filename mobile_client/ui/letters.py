"""Which letters a font has, read from its file: Kivy sets a text in one font and does not say."""

import struct
from functools import lru_cache
from pathlib import Path
from typing import Final

WHOLE: Final = 12
"""The format of the table of letters that has those beyond the first plane too."""


@lru_cache(maxsize=8)
def letters(font: str) -> frozenset[int]:
    """The numbers of all letters of an OpenType font."""
    with Path(font).open("rb") as file:
        (tables,) = struct.unpack(">4xH6x", file.read(12))
        found = dict(struct.iter_unpack(">4s4xI4x", file.read(16 * tables)))
        start = found[b"cmap"]
        file.seek(start)
        (count,) = struct.unpack(">2xH", file.read(4))
        for _, at in list(struct.iter_unpack(">II", file.read(8 * count))):
            file.seek(start + at)
            (kind,) = struct.unpack(">H", file.read(2))
            if kind == WHOLE:
                (groups,) = struct.unpack(">10xI", file.read(14))
                spans = struct.iter_unpack(">II4x", file.read(12 * groups))
                return frozenset(one for low, high in spans for one in range(low, high + 1))
    raise ValueError(f"{font} has no cmap of format {WHOLE}; cut it with tools/assets/fonts.py.")


@lru_cache(maxsize=2048)
def having(text: str, *fonts: str) -> str:
    """The first of these fonts that has the most letters of a text."""
    points = set(map(ord, text))
    best, least = fonts[0], len(points) + 1
    for font in fonts:
        lacking = len(points - letters(font))
        if lacking < least:
            best, least = font, lacking
        if not lacking:
            break
    return best
