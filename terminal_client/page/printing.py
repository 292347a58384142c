"""Sentences on a terminal, in a file or in a pipe: each stands there as soon as it is said."""

import os
import sys
from collections.abc import Iterable
from typing import Final, TextIO

from terminal_client.page.look import Look
from terminal_client.page.width import wrap

BLANKS: Final = str.maketrans({"\u00a0": " ", "\u202f": " "})
"""What stands for blanks that never break where they cannot be written."""


def deaf() -> None:
    """Write no more: whoever listened has gone, and what is left in the buffer has no reader."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Printer:
    """Prints line by line and never goes back. What the output cannot write becomes `?`."""

    def __init__(self, out: TextIO, look: Look) -> None:
        self._out = out
        self.look = look

    def say(self, sentence: str) -> None:
        """A sentence, wrapped to the width where a line has one."""
        self.lines(wrap(sentence, self.look.width) if self.look.width else [sentence])

    def lines(self, lines: Iterable[str]) -> None:
        """Lines as they are, all at once: who reads along finds no half of a sentence."""
        self._write("".join(f"{line.rstrip()}\n" for line in lines))
        self._out.flush()

    def blank(self) -> None:
        """An empty line; nothing where `plain` is on."""
        if not self.look.plain:
            self.lines([""])

    def prompt(self, text: str) -> None:
        """The end of a question, behind which one types."""
        self._write(text)
        self._out.flush()

    def _write(self, text: str) -> None:
        encoding = self._out.encoding or "utf-8"
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            text = text.translate(BLANKS).encode(encoding, "replace").decode(encoding)
        self._out.write(text)
