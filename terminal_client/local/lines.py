"""The game line by line: for pipes, for dumb and narrow terminals, and for screen readers."""

from collections.abc import Iterator
from typing import Final, TextIO

from terminal_client.local.answers import Question
from terminal_client.local.conversation import Said
from terminal_client.local.evening import Evening
from terminal_client.page.ink import Ink, paint
from terminal_client.page.printing import Printer
from terminal_client.page.reading import read_line

INKS: Final = {
    "hand.begins": Ink.TITLE,
    "hand.natural": Ink.GOOD,
    "hand.busts": Ink.BAD,
    "result.won": Ink.GOOD,
    "result.lost": Ink.BAD,
    "result.broke": Ink.BAD,
    "result.busted_house": Ink.GOOD,
    "end.list": Ink.TITLE,
}
APART: Final = frozenset({"hand.begins", "end.list", "end.none"})
"""Before these stands an empty line."""


class Lines:
    """Says each sentence below the one before, and reads an answer behind each question."""

    def __init__(self, printer: Printer, source: TextIO, prompt: str, echo: bool) -> None:
        self._printer = printer
        self._source = source
        self._prompt = prompt
        self._echo = echo
        """What comes through a pipe is not seen unless it is said."""

    def play(self, evening: Evening) -> None:
        """The whole evening. InputOver and KeyboardInterrupt pass through."""
        talk = evening.play()
        typed: str | None = None
        while True:
            try:
                said = next(talk) if typed is None else talk.send(typed)
            except StopIteration:
                return
            typed = None
            if isinstance(said, Question):
                typed = self._ask(said)
            else:
                self.say(said)

    def say(self, said: Said) -> None:
        if said.key in APART:
            self._printer.blank()
        ink = INKS.get(said.key)
        colours = self._printer.look.colours
        self._printer.say(paint(said.text, ink, colours) if ink else said.text)

    def all(self, sentences: Iterator[Said]) -> None:
        for said in sentences:
            self.say(said)

    def _ask(self, question: Question) -> str:
        colours = self._printer.look.colours
        self._printer.say(paint(question.text, Ink.ASKED, colours))
        self._printer.prompt(self._prompt)
        typed = read_line(self._source)
        if self._echo:
            self._printer.lines([typed])
        return typed
