"""Lines that somebody types, or that come through a pipe."""

from typing import Final, TextIO

from protocol.plain import seen

MOST: Final = 1000
"""So many signs of a line are looked at."""


class InputOver(Exception):
    """The input has ended: Ctrl-D, or the end of a file."""


def read_line(source: TextIO) -> str:
    """The next line without its end and without anything unseen; InputOver if there is none.

    Bytes that are no text never stop a game: they are signs that nobody asked for.
    """
    try:
        line = source.readline()
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"
    if not line:
        raise InputOver
    return seen(line[:MOST]).strip()
