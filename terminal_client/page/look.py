"""The look of a terminal: its width, colours and signs, as far as it can show them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TextIO

USUAL_WIDTH: Final = 80
LEAST_WIDTH: Final = 20
MOST_WIDTH: Final = 100
"""Longer lines are hard to read, however wide the terminal is."""
DUMB: Final = frozenset({"", "dumb", "unknown"})
SIGNS: Final = "♠♥♦♣─│┌┐└┘░"
"""What must be writable for pictures of cards."""


@dataclass(frozen=True)
class Look:
    """`plain` is for screen readers: a sentence a line, no pictures, cards in words. `signs`: suits
    and frames are drawn; else letters stand for them."""

    width: int = USUAL_WIDTH
    """So wide a line is at most; 0 where it has no end."""
    colours: bool = False
    signs: bool = True
    plain: bool = False


def look(
    out: TextIO,
    environment: Mapping[str, str],
    *,
    plain: bool = False,
    colours: bool | None = None,
    width: int = 0,
) -> Look:
    """What fits this output. `colours` None and `width` 0 leave the choice to the terminal.

    NO_COLOR with any value switches colours off, unless they are asked for by name.
    """
    columns = _whole(out) if plain else _columns(out, environment)
    return Look(
        width=width if width and columns else columns,
        colours=not plain and (_coloured(out, environment) if colours is None else colours),
        signs=not plain and _writable(out),
        plain=plain,
    )


def is_terminal(stream: TextIO) -> bool:
    """Whether a person sits at the other end; a stream that is closed has nobody."""
    try:
        return stream.isatty()
    except ValueError:
        return False


def moves(out: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether the cursor can be moved there, so that a picture may be redrawn."""
    return is_terminal(out) and environment.get("TERM", "") not in DUMB


def _whole(out: TextIO) -> int:
    """The columns of a terminal, which breaks what is wider itself, in mid-word; of all else 0, so
    that each sentence stays in one line."""
    try:
        return max(LEAST_WIDTH, os.get_terminal_size(out.fileno()).columns)
    except (OSError, ValueError):
        return 0


def _columns(out: TextIO, environment: Mapping[str, str]) -> int:
    named = environment.get("COLUMNS", "")
    if named.isdecimal() and int(named) > 0:
        return max(LEAST_WIDTH, min(MOST_WIDTH, int(named)))
    try:
        columns = os.get_terminal_size(out.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return max(LEAST_WIDTH, min(MOST_WIDTH, columns or USUAL_WIDTH))


def _coloured(out: TextIO, environment: Mapping[str, str]) -> bool:
    return not environment.get("NO_COLOR") and moves(out, environment)


def _writable(out: TextIO) -> bool:
    try:
        SIGNS.encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
