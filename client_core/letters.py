"""The letters of a keyboard by which acts are chosen, in every language and every client."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "fold": "f", "check": "c", "call": "cl", "bet": "br", "raise": "rb", "all_in": "a",
        "show": "w", "muck": "m", "match": "mc", "junk": "jf", "keep": "k", "release": "r",
        "draw": "d", "swap": "w", "hit": "h", "stand": "s", "double": "d", "split": "p",
        "surrender": "ru", "insure": "i", "decline": "n", "deal": "d", "spin": "g", "bid": "b",
        "play": "ly", "pass": "p", "take": "t", "twice": "t", "clear": "x", "undo": "u",
        "rebet": "re", "sit_out": "o", "hint": "h", "ready": "g", "check_fold": "f",
        "call_any": "y", "back_in": "b", "queue": "q", "unqueue": "q", "sit": "s",
        "rob": "r", "open": "o", "super_double": "s", "no_call": "n", "no_rob": "n",
        "no_double": "n", "no_open": "n",
        "again": "a", "next": "n", "take_over": "t",
    }
)  # fmt: skip
"""What each verb, and each choice beside the acts, is pressed or typed with: its own letter, then
those that mean it too where nobody else wants them."""


def letters(verbs: Sequence[str]) -> Mapping[str, str]:
    """Which of these each letter means. Where two have the same letter, the first has it."""
    wanted = [LETTERS.get(verb, "") for verb in verbs]
    taken: dict[str, str] = {}
    for at in range(max(map(len, wanted), default=0)):
        for verb, own in zip(verbs, wanted, strict=True):
            for letter in own[at : at + 1]:
                taken.setdefault(letter, verb)
    return taken
