"""Colours as a terminal has them, and text that carries them."""

import re
from enum import Enum
from typing import Final

ESCAPE: Final = re.compile(r"\x1b\[[0-9;]*m")


class Ink(Enum):
    """The kind of a piece of text, by the numbers that colour it."""

    RED = "1;31"
    """A red suit."""
    BLACK = "1"
    """A black one, in the terminal's own colour."""
    TITLE = "1;33"
    MONEY = "32"
    GOOD = "1;32"
    BAD = "1;31"
    ASKED = "1;36"
    """A question, or whose turn it is."""
    QUIET = "2"


def paint(text: str, ink: Ink, colours: bool) -> str:
    """The text in that colour, or as it is."""
    return f"\x1b[{ink.value}m{text}\x1b[0m" if colours and text else text


def bare(text: str) -> str:
    """The text without its colours."""
    return ESCAPE.sub("", text)
