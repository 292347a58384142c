"""The player's own pictures: files in the right folder, named after what they are to be.

`table` is the cloth of every table, `back` the back of the cards, and a card's own name, such as
`as`, `10h`, `xb`, its front. Nothing in the folder can keep the app from starting.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from mobile_client.ui.folders import files_in
from protocol.cards import Card, parse

KINDS: Final = frozenset({".png", ".jpg", ".jpeg"})
"""What is shown on phones and desktops alike."""
BACK, TABLE = "back", "table"
MOST_BYTES: Final = 12_000_000
MOST_SIDE: Final = 4_096
"""In pixels: what a graphics card takes, and what is held in memory as such, 4 bytes a pixel."""
PNG: Final = b"\x89PNG\r\n\x1a\n"
PNG_END: Final = b"IEND\xaeB`\x82"
JPEG: Final = b"\xff\xd8"
JPEG_SCAN: Final = b"\xff\xda"
JPEG_END: Final = b"\xff\xd9"
SIZES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The marks of a JPEG after which its size stands."""

log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Own:
    """The player's own pictures that there are."""

    back: Path | None = None
    table: Path | None = None
    fronts: Mapping[Card, Path] = field(default_factory=dict)
    unfit: tuple[str, ...] = field(default=(), compare=False)
    """The names of files that cannot be shown."""
    folder: Path | None = field(default=None, compare=False)
    """Where they lie, or would."""


def find_pictures(folder: Path | None) -> Own:
    """What can be used of a folder; each file that cannot is named in the log and left alone."""
    kept: dict[object, Path] = {}
    unfit: list[str] = []
    for path in files_in(folder):
        what = _meant(path.stem)
        why = ""
        if what is None:
            why = f"a picture is called {TABLE}, {BACK}, or as a card, such as 'as' or '10h'"
        elif path.suffix.lower() not in KINDS:
            why = f"pictures end with {', '.join(sorted(KINDS))}"
        elif what in kept:
            why = f"{kept[what].name} is shown already"
        else:
            why = _unfit(path)
        if why:
            left(path, why)
            if what is None or what not in kept:
                unfit.append(path.name)
        elif what is not None:
            kept[what] = path
    fronts = {what: path for what, path in kept.items() if isinstance(what, int)}
    own = {Card(card): path for card, path in fronts.items()}
    return Own(kept.get(BACK), kept.get(TABLE), own, tuple(unfit), folder)


def left(path: Path, why: str) -> None:
    """This file is not shown."""
    log.warning("Picture %s is left out: %s.", path, why)


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height by the head of a file, before anything of it is unpacked; None: it is
    neither PNG nor JPEG."""
    if data.startswith(PNG) and data[12:16] == b"IHDR" and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if not data.startswith(JPEG):
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        mark, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if mark in SIZES:
            high, wide = (int.from_bytes(data[at + n : at + n + 2], "big") for n in (5, 7))
            return wide, high
        if mark == 0xFF:
            at += 1
        elif length < 2:
            return None
        else:
            at += 2 + length
    return None


def ends(data: bytes) -> bool:
    """Whether a PNG or JPEG has its end: what broke off while it was copied has not. A JPEG may
    hold a small one, whose end comes before the scan of the picture begins."""
    if data.startswith(PNG):
        return PNG_END in data
    return data.rfind(JPEG_END) > data.rfind(JPEG_SCAN)


def _unfit(path: Path) -> str:
    """Why a file cannot be shown, as far as its head says."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return f"it is larger than {MOST_BYTES // 1_000_000} MB"
        data = path.read_bytes()
        size = size_of(data)
    except OSError as wrong:
        return f"it cannot be read ({wrong})"
    if size is None:
        return "it is no PNG and no JPEG"
    if not 1 <= min(size) <= max(size) <= MOST_SIDE:
        return f"it has {size[0]} by {size[1]} pixels; a side has 1 to {MOST_SIDE}"
    if not ends(data):
        return "it is cut off: its end is missing"
    return ""


def _meant(stem: str) -> object:
    """A card, the back or the table; None: nothing of them."""
    name = stem.casefold()
    if name in (BACK, TABLE):
        return name
    try:
        (card,) = parse(name)
    except ValueError:
        return None
    return int(card)
