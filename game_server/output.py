"""What a command says on its standard output and error: at once, be it read or not."""

import os
import sys
from contextlib import suppress
from errno import EIO, EPIPE
from typing import Final, TextIO

GONE: Final = (EPIPE, EIO)
"""A pipe that nobody reads any more; a terminal that was closed."""


def say(line: str) -> None:
    """Write a line to the standard output, where it can be read at once."""
    write(sys.stdout, line)


def write(to: TextIO, line: str) -> None:
    """Write a line at once. When its reader is gone, or the disk of its file is full, nothing
    else stops for that."""
    try:
        print(line, file=to, flush=True)
    except OSError as wrong:
        if wrong.errno in GONE:
            _to_nobody(to)


def _to_nobody(to: TextIO) -> None:
    # What could not be written is still in the buffer, and every later flush would fail on it.
    with suppress(OSError):
        nobody = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nobody, to.fileno())
        os.close(nobody)
