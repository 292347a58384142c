"""The letters of a keyboard by which acts are chosen, in every language and every client."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "fold": "f", "check": "c", "call": "c", "bet": "rb", "raise": "rb", "all_in": "a",
        "show": "w", "muck": "m", "match": "c", "junk": "f", "keep": "k", "release": "r",
        "draw": "d", "swap": "w", "hit": "h", "stand": "s", "double": "d", "split": "p",
        "surrender": "u", "insure": "i", "decline": "n", "deal": "d", "spin": "g", "bid": "b",
        "play": "y", "pass": "p", "take": "t", "twice": "t", "clear": "x", "undo": "u",
        "rebet": "r", "sit_out": "o", "hint": "h", "ready": "g", "check_fold": "f", "call_any": "y",
        "back_in": "b", "queue": "q", "unqueue": "q", "sit": "s",
    }
)  # fmt: skip
"""What each verb, and each choice beside the acts, is pressed with; the first is shown."""


def letters(verbs: Sequence[str]) -> Mapping[str, str]:
    """The letter of each of these that has one. Where two want the same, the first has it."""
    taken: dict[str, str] = {}
    for verb in verbs:
        for letter in LETTERS.get(verb, ""):
            taken.setdefault(letter, verb)
    return taken
