"""The looks of a name: the skeletons of UTS 39, and the words that speak for the house."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

BETWEEN: Final = " -_.'’"
"""What may stand between letters; it tells no two names apart."""
ACCENTED: Final = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""Here a mark is an accent; elsewhere it is a vowel and tells words apart."""

_GAP: Final = re.compile(f"[{re.escape(BETWEEN)}]+")
_BARE: Final = str.maketrans(dict.fromkeys(BETWEEN, ""))
_STROKES: Final = str.maketrans({"i": "l", "1": "l", "0": "o", "O": "o"})
_LEET: Final = str.maketrans({"4": "a", "3": "e", "5": "s", "7": "t", "8": "b", "9": "g"})
"""Digits that are read as letters inside a word."""
_AT_A_GLANCE: Final = {
    **dict(zip("авгдекмопрстухшщяіјѕџԁԛԝһӏѵґ", "abraekmonpctyxwwrijsudqwhlvr", strict=True)),
    **dict(zip("αβγεηικμνοπρστυχω", "abyenikmnonpstuxw", strict=True)),
}
"""Letters of Cyrillic and Greek as those of Latin that one of their forms is read for. UTS 39 lacks
those that are alike only as capitals, in slanted print or at a glance."""
_AS_LATIN: Final = (
    str.maketrans({**_AT_A_GLANCE, "н": "h", "и": "u"}),
    str.maketrans({**_AT_A_GLANCE, "н": "n", "и": "n"}),
)
_CUT: Final = "\0"


def skeleton(text: str) -> str:
    """What a text has in common with all that look like it: UTS 39, without accents."""
    table = _prototypes()
    mapped = "".join(table.get(letter, letter) for letter in unicodedata.normalize("NFD", text))
    return without_accents(mapped)


def looks_of(name: str) -> frozenset[str]:
    """How a name can look, as it was typed and in small and capital letters. Two names that have
    one of these in common are not told apart."""
    bare = unicodedata.normalize("NFKC", name).translate(_BARE)
    return frozenset(skeleton(one) for one in (bare, bare.casefold(), bare.upper()))


def house_word(name: str) -> str:
    """The word of the house that a name has; empty if it has none."""
    words = _house_words()
    parts = [part for part in _GAP.split(unicodedata.normalize("NFKC", name)) if part]
    for split in _readings([[part, *_pieces(part)] for part in parts]):
        for leet in (False, True):
            found = _found(words, split, leet)
            if found:
                return found
    return ""


def without_accents(text: str) -> str:
    """The text without accents; where a mark is a vowel it stays."""
    kept = []
    accented = False
    for letter in unicodedata.normalize("NFD", text):
        mark = unicodedata.category(letter) == "Mn"
        if not mark:
            accented = script(letter) in ACCENTED
        if not (mark and accented):
            kept.append(letter)
    return unicodedata.normalize("NFC", "".join(kept))


@lru_cache(maxsize=4096)
def script(letter: str) -> str:
    """The script that a letter, mark or digit belongs to, which its name begins with."""
    return re.split("[ -]", unicodedata.name(letter, ""), maxsplit=1)[0]


def _readings(parts: list[list[str]]) -> Iterator[list[list[str]]]:
    """The parts and the words inside each, as they are and as they look to who reads Latin."""
    yield parts
    if any(script(letter) in ("CYRILLIC", "GREEK") for part, *_ in parts for letter in part):
        for table in _AS_LATIN:
            yield [
                [without_accents(one.casefold()).translate(table) for one in part] for part in parts
            ]


def _found(words: Mapping[str, Mapping[str, str]], parts: list[list[str]], leet: bool) -> str:
    keys = [_without(words["never"], _key(part, leet)) for part, *_ in parts]
    whole = "".join(keys)
    if whole in words["name"]:
        return words["name"][whole]
    for key, word in words["anywhere"].items():
        if key in whole and (any(key in one for one in keys) or _made_up(key, keys)):
            return word
    pieces = {*keys, *(_key(piece, leet) for _, *inside in parts for piece in inside)}
    for key, word in words["word"].items():
        if key in pieces or (key in whole and _made_up(key, keys)):
            return word
    return ""


def _made_up(key: str, parts: list[str]) -> bool:
    """Whether whole parts in a row make up the word: `card room`, but not `Chad Minor`."""
    starts = {sum(map(len, parts[:at])) for at in range(len(parts) + 1)}
    whole = "".join(parts)
    at = whole.find(key)
    while at >= 0:
        if at in starts and at + len(key) in starts:
            return True
        at = whole.find(key, at + 1)
    return False


def _pieces(part: str) -> Iterator[str]:
    """The words inside a word: `HouseBank42` has two and a number."""
    spaced = re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])", " ", part)
    spaced = re.sub(r"(?<=\D)(?=\d)|(?<=\d)(?=\D)", " ", spaced)
    runs = ""
    for letter in spaced:
        if runs and letter.isalpha() and runs[-1].isalpha() and _apart(runs[-1], letter):
            runs += " "
        runs += letter
    yield from runs.split()


def _apart(one: str, other: str) -> bool:
    """Whether two letters are of two scripts: no word goes on from one to the other."""
    return (script(one) == "LATIN") != (script(other) == "LATIN")


def _key(text: str, leet: bool = False) -> str:
    """What house words are compared by, which takes more for alike than a name must."""
    # A number alone is one: 807 is no bot.
    read = text.casefold().translate(_LEET) if leet and not text.isdecimal() else text
    small = skeleton(skeleton(read).casefold()).translate(_STROKES)
    return re.sub(r"(.)\1{2,}", r"\1\1", small)


def _without(words: Iterable[str], key: str) -> str:
    for word in words:
        key = key.replace(word, _CUT)
    return key


@cache
def _prototypes() -> Mapping[str, str]:
    found = {}
    for line in lines_of("confusables.txt"):
        letter, *prototype = (chr(int(number, 16)) for number in line.split())
        found[letter] = "".join(prototype)
    return found


@cache
def _house_words() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for line in lines_of("house_words.txt"):
        if line.startswith("["):
            words = found.setdefault(line.strip("[]"), {})
        else:
            words[_key(line.translate(_BARE))] = line
    return found


def lines_of(name: str) -> Iterator[str]:
    """The lines of a list that comes with the program, without comments."""
    text = files("game_server.players").joinpath("data", name).read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            yield line
