"""The keys of a keyboard at a table: which letter chooses what, and what a sheet of keys lists."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from client_core.client import Client, letters
from client_core.felts.choices import Choice

Told = tuple[str, str]
"""What can be done, and what is pressed for it."""
HAND: Final[Sequence[Told]] = (("keys.card", "← →"), ("keys.pick", "Space"))
"""What the keyboard does to a hand to choose cards from, by the keys of its words."""
BOARD: Final[Sequence[Told]] = (
    ("keys.place", "0–36  ← ↑ ↓ →"),
    ("keys.lay", "Space"),
    ("keys.chip", "PgUp PgDn"),
)
"""What it does at a roulette board."""
EVERYWHERE: Final[Sequence[Told]] = (
    ("keys.next", "Tab  ← ↑ ↓ →"),
    ("keys.press", "Enter"),
    ("keys.back", "Esc"),
    ("keys.help", "?"),
)
"""What each screen knows, and on which keys."""
DIGITS: Final = re.compile(r"\d+–\d+$")
"""A row of keys with digits: there is one such row."""


def verb_of(choice: Choice) -> str:
    """`act.raise` is to raise, `act.bid=2` to bid, `pre.call` to call."""
    return choice.key.rpartition(".")[2].partition("=")[0]


def lettered(choices: Sequence[Choice]) -> dict[str, Choice]:
    """What each letter chooses."""
    by_verb = {verb_of(choice): choice for choice in reversed(choices)}
    verbs = [verb_of(choice) for choice in choices]
    return {letter: by_verb[verb] for letter, verb in letters(verbs).items()}


def of_choices(client: Client, choices: Sequence[Choice]) -> Iterator[Told]:
    """What can be chosen now; each choice with its first letter."""
    say, told = client.say, list[Choice]()
    for letter, choice in lettered(choices).items():
        if choice not in told:
            told.append(choice)
            yield choice.text, letter.upper()
    if any(choice.offer for choice in choices):
        yield say("keys.amount"), "0–9  ↑ ↓"
    elif choices:
        yield say("keys.number"), "1–9"
    if any(choice.kind == "primary" for choice in choices):
        yield say("keys.main"), "Enter"


def said(client: Client, keys: Iterable[Told]) -> tuple[Told, ...]:
    """These with their words said."""
    return tuple((client.say(what), pressed) for what, pressed in keys)


def each_once(keys: Iterable[Told]) -> list[Told]:
    """What each key does, each key once: what comes first has it."""
    found: list[Told] = []
    taken: set[str] = set()
    for text, pressed in keys:
        free = [key for key in pressed.split() if key not in taken]
        if any(DIGITS.match(key) for key in free) and any(map(DIGITS.match, taken)):
            continue
        if free:
            taken.update(free)
            found.append((text, "  ".join(free)))
    return found
