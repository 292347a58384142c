"""What a player may be called, and which two names are too much alike.

A name is what others read beside chips and chat, so it must be readable, and nobody may look like
somebody else: names are shown as typed and unique by what they fold to.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from protocol.words import Illegal

LONGEST: Final = 24
MOST_MARKS: Final = 3
"""So many accents or vowel signs may stand on one letter."""

BETWEEN: Final = " -_.'’"
"""What may stand between letters; it tells no two names apart."""

EAST: Final = frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Written together, and with any other script."""
ACCENTED: Final = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""Here a mark is an accent; elsewhere it is a vowel and tells words apart."""
_OTHERS: Final = (
    "ARMENIAN GEORGIAN HEBREW ARABIC ETHIOPIC DEVANAGARI BENGALI GURMUKHI GUJARATI TAMIL"
    " TELUGU KANNADA MALAYALAM SINHALA THAI LAO KHMER MYANMAR TIBETAN"
)
SCRIPTS: Final = EAST | ACCENTED | frozenset(_OTHERS.split())
"""Scripts in daily use. Others are dead or rare, and are mostly used for their looks."""

LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nl"})
MARKS: Final = frozenset({"Mn", "Mc"})
UNSEEN: Final = frozenset("\u034f\u17b4\u17b5")
"""Marks that leave no mark."""
STRETCH: Final = "\u0640"
"""An Arabic letter that only makes a word longer: two names would read the same."""

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
    """A name as it is shown, and as it must be unique."""

    shown: str
    folded: str


def read_name(text: str) -> Name:
    """The name that was typed; Illegal says what is wrong with it."""
    shown = " ".join(part for part in unicodedata.normalize("NFKC", text).split(" ") if part)
    if not shown:
        raise Illegal("name_empty", "You gave no name; type the name you want to play under.")
    if len(shown) > LONGEST:
        words = f"That name has {len(shown)} letters; use {LONGEST} at most."
        raise Illegal("name_long", words, letters=len(shown), most=LONGEST)
    _check_letters(shown)
    _check_scripts(shown)
    folded = fold(shown)
    if folded in RESERVED:
        raise Illegal("name_reserved", "That name belongs to the house; choose another.")
    return Name(shown, folded)


def fold(name: str) -> str:
    """What all names have in common that look like this one; never empty for a name."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    bare = _without_accents(plain).translate(ALIKE)
    for two, one in PAIRS:
        bare = bare.replace(two, one)
    ascii_digits = "".join(str(unicodedata.decimal(letter, letter)) for letter in bare)
    return unicodedata.normalize("NFC", ascii_digits.translate(ALIKE_AT_LAST))


def _check_letters(shown: str) -> None:
    marks = MOST_MARKS
    for letter in shown:
        kind = unicodedata.category(letter)
        if kind in MARKS and letter not in UNSEEN and _script(letter) in SCRIPTS | {"COMBINING"}:
            marks += 1
            if marks > MOST_MARKS:
                words = f"A letter carries at most {MOST_MARKS} marks; take some away."
                raise Illegal("name_marks", words, most=MOST_MARKS)
        elif _is_letter(letter, kind) or kind == "Nd":
            marks = 0
        elif letter in BETWEEN:
            marks = MOST_MARKS
        else:
            raise _not_in_names(letter)
    if not any(letter.isalnum() for letter in shown):
        raise Illegal("name_empty", "A name needs a letter or a digit; type one.")


def _is_letter(letter: str, kind: str) -> bool:
    if kind not in LETTERS or letter == STRETCH or (script := _script(letter)) not in SCRIPTS:
        return False
    if script == "HANGUL":
        # Whole syllables: among the parts of syllables are letters that cannot be seen.
        return "가" <= letter <= "힣"
    if script == "LATIN":
        # Beyond lie the signs of phonetics, which look like letters of the alphabet.
        return kind in ("Lu", "Ll", "Lt") and (letter <= "\u024f" or "\u1e00" <= letter <= "\u1eff")
    return True


def _check_scripts(shown: str) -> None:
    """A word is of one script, and a name runs in one direction."""
    words = re.split(f"[{re.escape(BETWEEN)}]", shown)
    mixed = any(len({_script(one) for one in word if one.isalpha()} - EAST) > 1 for word in words)
    runs = {unicodedata.bidirectional(letter) for letter in shown}
    if mixed or ("L" in runs and runs & {"R", "AL"}):
        raise Illegal("name_mixed", "That name mixes alphabets; write it in one.")


def _script(letter: str) -> str:
    """The script that a letter, mark or digit belongs to, which its name begins with."""
    return re.split("[ -]", unicodedata.name(letter, ""), maxsplit=1)[0]


def _without_accents(plain: str) -> str:
    kept = []
    accented = False
    for letter in unicodedata.normalize("NFD", plain):
        mark = unicodedata.category(letter) == "Mn"
        if not mark:
            accented = _script(letter) in ACCENTED
        if not (mark and accented):
            kept.append(letter)
    return unicodedata.normalize("NFC", "".join(kept))


def _not_in_names(letter: str) -> Illegal:
    # By its number: sent back, it could be unseen or turn the line around.
    number = f"U+{ord(letter):04X}"
    words = f"The sign {number} is no part of a name; use letters, digits, spaces, - _ . and '."
    return Illegal("name_letters", words, letter=number)


_HOUSE: Final = (
    "Admin Administrator Bank Bot Cardroom Cashier Casino Croupier Dealer House Moderator"
    " Operator Owner Root Server Staff Support System TheHouse"
)
RESERVED: Final = frozenset(fold(name) for name in _HOUSE.split())
"""Who speaks under such a name would be taken for the house."""
