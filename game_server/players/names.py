"""The names that players may have, and which two names are too much alike.

A name is what others read beside chips and chat, so it must be readable, and nobody may look like
somebody else: names are shown as typed, and unique by what they fold to and by all that they can
look like.
"""

import unicodedata
from dataclasses import dataclass
from typing import Final

from game_server.players.looks import (
    ACCENTED,
    BETWEEN,
    house_word,
    looks_of,
    script,
    without_accents,
)
from protocol.letters import drawn
from protocol.words import Refusal

LONGEST: Final = 24
MOST_MARKS: Final = 3
"""The most accents or vowel signs on one letter."""

HAN: Final = frozenset({"CJK", "IDEOGRAPHIC"})
EAST: Final = HAN | {"HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
TOGETHER: Final = (
    HAN | {"LATIN", "HIRAGANA", "KATAKANA"},
    HAN | {"LATIN", "BOPOMOFO"},
    HAN | {"LATIN", "HANGUL"},
)
"""Scripts that one name may mix: the level of UTS 39 that is called highly restrictive."""
SCRIPTS: Final = EAST | ACCENTED | frozenset({"ARMENIAN", "GEORGIAN"})
"""Scripts that every window can draw. Others run from the right or change their letters beside each
other, or they are dead or rare and mostly used for their looks."""

_NOT_DRAWN: Final = (
    "HEBREW ARABIC ETHIOPIC DEVANAGARI BENGALI GURMUKHI GUJARATI TAMIL TELUGU KANNADA MALAYALAM"
    " SINHALA THAI LAO KHMER MYANMAR TIBETAN"
)
UNDRAWN: Final = HAN | frozenset(_NOT_DRAWN.split())
"""Scripts in daily use with letters that not every window can draw."""

LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nl"})
MARKS: Final = frozenset({"Mn", "Mc"})
UNSEEN: Final = frozenset("\u034f\u17b4\u17b5")
"""Marks that leave no mark."""

# Cyrillic and Greek letters whose capital or small form is a Latin letter's; a letter whose forms
# look like two goes by its capital, because names are mostly faked in capitals.
ALIKE: Final = str.maketrans(
    {
        **dict(zip("авекмнорстухіјѕԁԛԝһзгьӏүѵ", "abekmhopctyxijsdqwh3rblyv", strict=True)),
        **dict(zip("αβεζηικμνορστυχγ", "abezhikmnopstyxy", strict=True)),
        **dict(zip("օսհոցզ", "ouhngq", strict=True)),
        **dict(zip("ıøłđħŧðƅƽ", "ioldhtdbs", strict=True)),
        **dict(zip("ロエニハカトタヘべペリー丨〇", "口工二八力卜夕へベぺり一lo", strict=True)),
        "æ": "ae",
        "œ": "oe",
        **dict.fromkeys(BETWEEN, ""),
    }
)
ALIKE_AT_LAST: Final = str.maketrans({"0": "o", "1": "l", "i": "l"})
PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Two letters that look like one."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it is shown, as one logs in by it, and all that it can look like. No two players
    have a fold in common, nor a look."""

    shown: str
    folded: str
    looks: frozenset[str]


def read_name(text: str) -> Name:
    """The name that was typed; Refusal says what is wrong with it."""
    shown = shown_name(text)
    if not shown:
        raise Refusal("name_empty", "You gave no name; type the name you want to play under.")
    if len(shown) > LONGEST:
        words = f"That name has {len(shown)} letters; use {LONGEST} at most."
        raise Refusal("name_long", words, letters=len(shown), most=LONGEST)
    _check_letters(shown)
    _check_scripts(shown)
    word = house_word(shown)
    if word:
        text = f"A name with {word!r} speaks for the house; choose another."
        raise Refusal("name_reserved", text, word=word)
    return Name(shown, fold(shown), looks_of(shown))


def shown_name(text: str) -> str:
    """A name in the one form of many in which it is shown."""
    return " ".join(part for part in unicodedata.normalize("NFKC", text).split(" ") if part)


def fold(name: str) -> str:
    """What all names have in common that look like this one; never empty for a name."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    bare = without_accents(plain).translate(ALIKE)
    for two, one in PAIRS:
        bare = bare.replace(two, one)
    ascii_digits = "".join(str(unicodedata.decimal(letter, letter)) for letter in bare)
    return unicodedata.normalize("NFC", ascii_digits.translate(ALIKE_AT_LAST))


def _check_letters(shown: str) -> None:
    marks = MOST_MARKS
    for letter in shown:
        kind = unicodedata.category(letter)
        if not drawn(letter):
            raise _not_in_names(letter, kind)
        if kind in MARKS and letter not in UNSEEN and script(letter) in SCRIPTS | {"COMBINING"}:
            marks += 1
            if marks > MOST_MARKS:
                words = f"A letter carries at most {MOST_MARKS} marks; take some away."
                raise Refusal("name_marks", words, most=MOST_MARKS)
        elif _is_letter(letter, kind) or kind == "Nd":
            marks = 0
        elif letter in BETWEEN:
            marks = MOST_MARKS
        else:
            raise _not_in_names(letter, kind)
    if not any(letter.isalnum() for letter in shown):
        raise Refusal("name_empty", "A name needs a letter or a digit; type one.")


def _is_letter(letter: str, kind: str) -> bool:
    if kind not in LETTERS or (of := script(letter)) not in SCRIPTS:
        return False
    if of == "HANGUL":
        # Whole syllables: among the parts of syllables are letters that cannot be seen.
        return "가" <= letter <= "힣"
    if of == "LATIN":
        # Beyond lie the signs of phonetics, which look like letters of the alphabet.
        return kind in ("Lu", "Ll", "Lt") and (letter <= "\u024f" or "\u1e00" <= letter <= "\u1eff")
    return True


def _check_scripts(shown: str) -> None:
    """A name is of one script, or of those that are written together."""
    found = {script(letter) for letter in shown if letter.isalpha()}
    if len(found) > 1 and not any(found <= together for together in TOGETHER):
        raise Refusal("name_mixed", "That name mixes alphabets; write it in one.")


def _not_in_names(letter: str, kind: str) -> Refusal:
    # By its number: sent back, it could be unseen or turn the line around.
    number = f"U+{ord(letter):04X}"
    if kind in LETTERS | MARKS and letter not in UNSEEN and script(letter) in UNDRAWN:
        words = (
            f"The letter {number} is of a writing that not every window can draw; use Latin,"
            " Greek, Cyrillic, Armenian, Georgian, Chinese, Japanese or Korean letters."
        )
        return Refusal("name_writing", words, letter=number)
    words = f"The sign {number} is no part of a name; use letters, digits, spaces, - _ . and '."
    return Refusal("name_letters", words, letter=number)
