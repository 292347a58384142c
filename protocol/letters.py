"""Letters and signs that every window can draw: names are of these alone, and in the talk a word
stands for all others.

Left out are writings that run from the right or whose letters change beside each other, such as
Arabic, Hebrew, Devanagari and Thai: a window sets one letter after the other, which makes them
wrong rather than ugly.
"""

from functools import lru_cache
from typing import Final

RANGES: Final = (
    ("Latin", 0x0020, 0x007E),
    ("Latin", 0x00A0, 0x024F),
    ("marks", 0x0300, 0x036F),
    ("Greek", 0x0370, 0x03E1),
    ("Greek", 0x03F0, 0x03FF),
    ("Cyrillic", 0x0400, 0x052F),
    ("Armenian", 0x0531, 0x058A),
    ("Georgian", 0x10A0, 0x10FF),
    ("Georgian", 0x1C90, 0x1CBF),
    ("Latin", 0x1E00, 0x1EFF),
    ("Greek", 0x1F00, 0x1FFF),
    ("signs", 0x2010, 0x2027),
    ("signs", 0x2030, 0x203E),
    ("signs", 0x2460, 0x2473),
    ("signs", 0x3001, 0x3003),
    ("kana", 0x3005, 0x3007),
    ("signs", 0x3008, 0x3011),
    ("signs", 0x3014, 0x301B),
    ("kana", 0x3041, 0x30FF),
    ("Bopomofo", 0x3105, 0x312F),
    ("Han", 0x4E00, 0x9FEF),
    ("Hangul", 0xAC00, 0xD7A3),
    ("signs", 0xFF01, 0xFF5E),
)
"""Writings by the numbers of their first and last letter."""

SIGNS: Final = frozenset("×÷±−≤≥≠√∞←↑→↓↔★☆♠♥♦♣♤♡♢♧✓●○■□▲△▼▽◆◇€¥¢™\u3000")
"""What else can be drawn and is no letter."""


@lru_cache(maxsize=4_096)
def drawn(letter: str) -> bool:
    """Whether a window has this letter or sign."""
    point = ord(letter)
    return letter in SIGNS or any(first <= point <= last for _, first, last in RANGES)
