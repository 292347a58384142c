"""Text in columns: Chinese takes two of them a sign, colours take none."""

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

from terminal_client.page.ink import ESCAPE, bare

CLOSING: Final = frozenset("、，。！？；：、）》」』”’…,.!?;:)]}")
"""Signs that never begin a line."""
OPENING: Final = frozenset("（《「『“‘([{")
"""Signs that never end one."""


def wide(text: str) -> int:
    """How many columns a text takes."""
    return cell_len(bare(text))


def pad(text: str, width: int) -> str:
    """The text with blanks behind it up to that width; never cut."""
    return text + " " * max(0, width - wide(text))


def fit(text: str, width: int) -> str:
    """The text in exactly that width: cut with `…`, or with blanks behind it."""
    if wide(text) <= width:
        return pad(text, width)
    kept, used = "", 0
    for sign in bare(text):
        if used + cell_len(sign) > width - 1:
            break
        kept, used = kept + sign, used + cell_len(sign)
    return pad(f"{kept}…", width)


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """The text in lines of at most that width; all but the first begin with `indent`.

    It breaks at blanks, between Chinese signs, and inside a word only when that is longer than a
    line.
    """
    lines: list[str] = []
    line, used, gap = "", 0, ""
    for part, blank in _parts(text):
        size = wide(part)
        if line.strip() and used + len(gap) + size > width:
            lines.append(line)
            line, used, gap = indent, wide(indent), ""
        for piece in _pieces(part, width - (0 if not lines else wide(indent))):
            if line.strip() and used + len(gap) + wide(piece) > width:
                lines.append(line)
                line, used, gap = indent, wide(indent), ""
            line, used, gap = line + gap + piece, used + len(gap) + wide(piece), ""
        gap = blank
    return [*lines, line] if line.strip() or not lines else lines


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """What is never broken, each with the blank that follows it."""
    part = ""
    for sign in _signs(text):
        seen = bare(part)
        if sign == " ":
            if seen:
                yield part, " "
                part = ""
            continue
        ends = sign not in CLOSING and not sign.startswith("\x1b") and seen[-1:] not in OPENING
        if seen and ends and 2 in (cell_len(sign), cell_len(seen[-1])):
            yield part, ""
            part = ""
        part += sign
    if part:
        yield part, ""


def _signs(text: str) -> Iterator[str]:
    """The signs of a text; one that sets a colour is whole."""
    at = 0
    for found in ESCAPE.finditer(text):
        yield from text[at : found.start()]
        yield found[0]
        at = found.end()
    yield from text[at:]


def _pieces(part: str, width: int) -> Iterator[str]:
    """A part as it is, or in pieces when no line holds it."""
    if wide(part) <= width or part != bare(part):
        yield part
        return
    piece, used = "", 0
    for sign in part:
        if piece and used + cell_len(sign) > width:
            yield piece
            piece, used = "", 0
        piece, used = piece + sign, used + cell_len(sign)
    yield piece
