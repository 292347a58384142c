"""A place of the roulette board as a player types it: `17`, `16-17`, `red`, `dozen 2`."""

import re
from collections.abc import Collection, Mapping
from typing import Final

from protocol.games.roulette import FIRST_FOUR, NUMBERS, kind

NTH: Final[Mapping[str, str]] = {
    "1": "1", "1st": "1", "first": "1", "一": "1", "第一": "1",
    "2": "2", "2nd": "2", "second": "2", "二": "2", "第二": "2",
    "3": "3", "3rd": "3", "third": "3", "三": "3", "第三": "3",
}  # fmt: skip
NAMED: Final[Mapping[str, str]] = {
    "red": "red", "r": "red", "红": "red", "红色": "red",
    "black": "black", "黑": "black", "黑色": "black",
    "even": "even", "双": "even", "双数": "even", "偶数": "even",
    "odd": "odd", "单": "odd", "单数": "odd", "奇数": "odd",
    "low": "low", "小": "low", "1-18": "low",
    "high": "high", "大": "high", "19-36": "high",
    "zero": "straight:0", "零": "straight:0",
    "first four": FIRST_FOUR, "前四": FIRST_FOUR, "四数": FIRST_FOUR,
}  # fmt: skip
THIRDS: Final[Mapping[str, str]] = {
    "dozen": "dozen",
    "打": "dozen",
    "组": "dozen",
    "column": "column",
    "col": "column",
    "列": "column",
}
OUTSIDE: Final = frozenset({"red", "black", "even", "odd", "low", "high", "dozen", "column"})
COVERING: Final[Mapping[frozenset[int], str]] = {
    numbers: place for place, numbers in NUMBERS.items() if kind(place) not in OUTSIDE
}
"""The places inside the board by what they cover."""
STREETS: Final = frozenset({"street", "街", "街注"})
SIX_LINES: Final = frozenset({"six line", "sixline", "line", "线", "线注"})
_WORD: Final = re.compile(r"[^\W\d_]+|\d+(?:st|nd|rd)?")
_DIGITS: Final = re.compile(r"\d+")


def place(typed: str, offered: Collection[str]) -> str:
    """The place that is meant, if it is offered; "" if none is."""
    text = " ".join(typed.casefold().split()).removeprefix("the ")
    found = text if text in offered else _named(text) or _third(text) or _covering(text)
    return found if found in offered else ""


def _named(text: str) -> str:
    return NAMED.get(text.removesuffix(" numbers"), "")


def _third(text: str) -> str:
    """`dozen 2`, `2nd column`, `第二列`"""
    words = _WORD.findall(text.removeprefix("第"))
    if len(words) == 1 and text.startswith("第"):
        words = [text[:2], text[2:]]
    for one in THIRDS:
        if one in words:
            rest = [word for word in words if word != one]
            if len(rest) == 1 and rest[0] in NTH:
                return f"{THIRDS[one]}:{NTH[rest[0]]}"
    return ""


def _covering(text: str) -> str:
    """`16-17-19-20`, `split 16 17`; a street or a six line also by its ends: `street 16-18`."""
    digits = _DIGITS.findall(text)
    numbers = [int(one) for one in digits]
    # A wheel with 00 has another place there than 0.
    if not numbers or any(one > 36 for one in numbers) or any(one == "00" for one in digits):
        return ""
    word = " ".join(_WORD.findall(_DIGITS.sub(" ", text)))
    if word in STREETS or word in SIX_LINES:
        return _row(word, numbers)
    if word not in KINDS:
        return ""
    found = COVERING.get(frozenset(numbers), "")
    return found if not KINDS[word] or kind(found) == KINDS[word] else ""


KINDS: Final[Mapping[str, str]] = {
    "": "",
    "number": "straight",
    "straight": "straight",
    "split": "split",
    "trio": "trio",
    "corner": "corner",
    "号": "straight",
    "号码": "straight",
    "直注": "straight",
    "分注": "split",
    "三数": "trio",
    "角注": "corner",
}


def _row(word: str, numbers: list[int]) -> str:
    first = min(numbers)
    if word in STREETS:
        return f"street:{first}"
    return f"sixline:{first}-{first + 3}"
