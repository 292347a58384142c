"""Line breaks in Chinese texts: never before what closes, never after what opens."""

import re
from collections.abc import Callable, Iterator
from typing import Final

CLOSES: Final = frozenset("，。、；：？！…—～·）〕］｝〉》」』】〗”’％%,.;:?!)]}")
"""What no line begins with."""
OPENS: Final = frozenset("（〔［｛〈《「『【〖“‘$([{")
"""What no line ends with."""
WIDE: Final = re.compile(r"[\u2e80-\uffef]")
_PART: Final = re.compile(r"\s+|[\u2e80-\uffef]|[^\s\u2e80-\uffef]+")
Measure = Callable[[str], float]


def parts(text: str) -> Iterator[str]:
    """What stays together, with the gaps between as parts of their own."""
    held = ""
    for found in _PART.findall(text):
        sticks = held and not held.isspace() and not found.isspace()
        if sticks and (found[0] in CLOSES or held[-1] in OPENS):
            held += found
            continue
        if held:
            yield held
        held = found
    if held:
        yield held


def broken(text: str, widest: float, measure: Measure) -> str:
    """The text with its lines ended where they may end; one without Chinese is left as it is."""
    if widest <= 0 or not WIDE.search(text):
        return text
    return "\n".join(line for one in text.split("\n") for line in _lines(one, widest, measure))


def _lines(text: str, widest: float, measure: Measure) -> Iterator[str]:
    line, wide = "", 0.0
    for part in parts(text):
        more = measure(part)
        if line and wide + more > widest and not part.isspace():
            yield line.rstrip()
            line, wide = "", 0.0
        if line or not part.isspace():
            line, wide = line + part, wide + more
    yield line.rstrip()


def pieces(word: str, widest: float, measure: Measure) -> str:
    """A word with its lines ended wherever one is full."""
    done: list[str] = []
    line = ""
    for letter in word:
        if line and measure(line + letter) > widest:
            done.append(line)
            line = ""
        line += letter
    return "\n".join([*done, line])


def middle(text: str) -> int:
    """Where a text is best parted in two: between words, and where Chinese may end."""
    ends, at = [], 0
    for part in parts(text):
        at += len(part)
        ends.append(at)
    half = len(text) / 2
    inner = [end for end in ends if 0 < end < len(text)]
    return min(inner, key=lambda end: (abs(end - half), -end), default=len(text))
