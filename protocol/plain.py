"""Plain text: what somebody wrote, in one line that can be read and that nothing follows.

A line cannot be invisible, cannot turn or tower over its neighbours, and is no link anywhere it is
shown: terminals and phones make links of what looks like one.
"""

import re
import unicodedata
from typing import Final

MOST_MARKS: Final = 4
"""So many accents, vowel signs or circles may stand on one letter."""
JOINERS: Final = frozenset("\u200c\u200d")
"""Written in Persian, Indic and emoji, between two signs that can be seen."""
STYLES: Final = frozenset("\ufe0e\ufe0f")
"""Behind a sign: as text, or as a picture."""
MARKS: Final = frozenset({"Mn", "Mc", "Me"})
DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co"})
BLANK: Final = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
"""Letters and signs that leave nothing to see."""
_IGNORED: Final = (
    (0x180B, 0x180F),
    (0x2065, 0x2065),
    (0xFE00, 0xFE0F),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""Variation selectors, tags and what Unicode keeps for more of them."""
_DOT: Final = re.compile(
    r"(?<=[^\W_])[.\uff0e](?=[^\W\d_]{2})"
    # The full stop of Chinese is the dot of an address too, but before letters of the alphabet.
    r"|(?<=[^\W_])[\u3002\uff61](?=[a-z]{2})",
    re.IGNORECASE,
)
_SCHEME: Final = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}:(?=[/\\]{1,2}\S)"
    r"|\b(?:mailto|tel|sms|data|javascript):(?=\S)",
    re.IGNORECASE,
)


def plain_text(text: str) -> str:
    """The text as it may be shown to everybody; empty if nothing of it can be seen."""
    # Dots first: a scheme may have some, and would take them with it.
    dead = _SCHEME.sub(_apart, _DOT.sub(_apart, seen(text)))
    return " ".join(dead.split())


def seen(text: str) -> str:
    """What of a text can be seen, in one line, and towers over nothing."""
    kept: list[str] = []
    marks, base, joiner = MOST_MARKS, False, ""
    if text.isascii() and text.isprintable():
        return text
    for letter in unicodedata.normalize("NFC", text):
        if letter.isspace():
            kept.append(" ")
            marks, base, joiner = MOST_MARKS, False, ""
        elif letter in JOINERS:
            joiner = letter if base else ""
        elif letter in STYLES:
            if base and kept[-1] not in STYLES:
                kept.append(letter)
        elif _unseen(letter):
            continue
        elif unicodedata.category(letter) in MARKS:
            marks += 1
            if marks <= MOST_MARKS:
                kept.append(letter)
        else:
            kept.append(joiner + letter)
            marks, base, joiner = _marks_inside(letter), True, ""
    # A mark that stood behind something unseen may belong to the letter before it now.
    return unicodedata.normalize("NFC", "".join(kept))


def _unseen(letter: str) -> bool:
    if unicodedata.category(letter) in DROPPED or letter in BLANK:
        return True
    point = ord(letter)
    # The last two of every plane are no characters.
    return point & 0xFFFE == 0xFFFE or any(low <= point <= high for low, high in _IGNORED)


def _marks_inside(letter: str) -> int:
    return sum(unicodedata.category(one) in MARKS for one in unicodedata.normalize("NFD", letter))


def _apart(found: re.Match[str]) -> str:
    """The same, with a space where a link would go on."""
    return f"{found[0]} "
