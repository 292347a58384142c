"""The verbs of all games as clients know them: the keys of each, its sound, its tone at a seat.

A verb means the same wherever it is offered. The card of each game describes those that it has
(`client_core.folds.card`); what every table has besides is described here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

ALL_IN: Final = "all_in"
"""The verb of all games for everything one has."""
Tone = Literal["", "calm", "quiet", "out", "all_in"]
"""How an act stands beside a seat: lit, calm where it goes along, quiet where it does nothing, as
the end of a hand, or as all that one has."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb as every client shows it."""

    letters: str = ""
    """What it is pressed or typed with: its own letter, then those that mean it too where nobody
    else wants them."""
    typed: tuple[str, ...] = ()
    """What else players type for it, where that is not offered itself."""
    sound: str = ""
    """What is heard of it, by the name of the sound, where nothing that moves is heard."""
    tone: Tone = ""
    out: bool = False
    """Whether a seat can win nothing more in the round after it."""
    of_pot: bool = False
    """Whether it is offered where amounts go by parts of the pot."""


UNKNOWN: Final = Verb()
_COMMON: Final[Mapping[str, Verb]] = {
    "check_fold": Verb("f"),
    "call_any": Verb("y"),
    "hint": Verb("h"),
    "ready": Verb("g"),
    "sit_out": Verb("o", ("skip",), tone="quiet"),
    "back_in": Verb("b"),
    "queue": Verb("q"),
    "unqueue": Verb("q"),
    "sit": Verb("s"),
    "again": Verb("a"),
    "next": Verb("n"),
    "take_over": Verb("t"),
    ALL_IN: Verb("a", ("call", "c", "allin", "all-in"), tone="all_in"),
}
"""What can be chosen at the tables of every game."""
_described: Final[dict[str, Verb]] = {}


def describe(verbs: Mapping[str, Verb]) -> None:
    """Let the clients know the verbs of a game; ValueError for one that means something else
    elsewhere."""
    for name, verb in verbs.items():
        if every_verb().get(name, verb) != verb:
            raise ValueError(f"Another game describes {name!r} otherwise; say the same of it.")
    _described.update(verbs)


def every_verb() -> Mapping[str, Verb]:
    """All that is known: the verbs of the games in their order, then what all tables have."""
    return {**_described, **_COMMON}


def verb_of(name: str) -> Verb:
    """What is known of a verb; nothing, of one that no game has described."""
    return _described.get(name) or _COMMON.get(name, UNKNOWN)


def letters(verbs: Sequence[str]) -> Mapping[str, str]:
    """Which of these each letter means. Where two have the same letter, the first has it."""
    wanted = [verb_of(verb).letters for verb in verbs]
    taken: dict[str, str] = {}
    for at in range(max(map(len, wanted), default=0)):
        for verb, own in zip(verbs, wanted, strict=True):
            for letter in own[at : at + 1]:
                taken.setdefault(letter, verb)
    return taken
