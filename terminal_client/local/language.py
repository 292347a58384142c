"""Texts of 21 in a terminal, in the language of whoever hears them.

Each language is one file of `languages/`, and of a folder of that name beside the settings.
"""

import string
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, TypeAlias, cast

from client_core.client import joined, set_in
from protocol.cards import rank, suit
from protocol.games.blackjack import Count
from protocol.words import Cards

ENGLISH: Final = "en"
SUFFIX: Final = ".toml"
RANKS: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")


class Cents(int):
    """An amount of money."""


class Word(str):
    """The key of a text that is said in the place of a word."""


@dataclass(frozen=True)
class HandOf:
    """A hand of somebody who has several."""

    name: str
    number: int


Fact: TypeAlias = "str | int | Cents | Word | Cards | Count | HandOf | date"
Texts = Mapping[str, str]


class BadLanguage(Exception):
    """A language file that cannot be used, and why."""


@dataclass(frozen=True)
class Language:
    """One language, and how cards are written in it: read out, or as signs."""

    code: str
    texts: Texts
    cards: Callable[[Cards], str] | None = None
    """None reads them out: for screen readers."""

    def say(self, key: str, **facts: Fact) -> str:
        """The text of that key with these facts in it."""
        written = {name: set_in(self.write(fact)) for name, fact in facts.items()}
        return joined(self.texts[key].format_map(written))

    def write(self, fact: Fact) -> str:
        if isinstance(fact, Count):
            soft = fact.soft and fact.points < 21
            return self.say("points.soft" if soft else "points.hard", points=fact.points)
        match fact:
            case Cents():
                return self.money(fact)
            case Word():
                return self.say(fact)
            case HandOf(name, number):
                return self.say("hand.of", name=name, number=number)
            case date():
                month, day = f"{fact.month:02}", f"{fact.day:02}"
                return self.texts["money.date"].format(year=fact.year, month=month, day=day)
            case tuple():
                cards = cast(Cards, fact)
                return self.cards(cards) if self.cards else self.read_out(cards)
        return str(fact)

    def money(self, cents: int) -> str:
        """`$7.50`, as this language writes it."""
        whole, part = divmod(abs(cents), 100)
        grouped = f"{whole:,}".replace(",", self.texts["money.thousands"])
        key = "money.cents" if part else "money.whole"
        return ("-" if cents < 0 else "") + self.texts[key].format(whole=grouped, part=f"{part:02}")

    def read_out(self, cards: Cards) -> str:
        """Cards in words: `the king of hearts and the ten of clubs`."""
        named = [
            self.say(
                "card.card",
                rank=Word(f"card.{RANKS[rank(c)]}"),
                suit=Word(f"card.{SUITS[suit(c)]}"),
            )
            for c in cards
        ]
        return self.listed(named, "card")

    def listed(self, parts: Sequence[str], kind: str) -> str:
        """Parts of a list, with the word before the last: `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        last = self.texts[f"{kind}.{'and' if kind == 'card' else 'or'}"]
        return self.texts[f"{kind}.comma"].join(parts[:-1]) + last + parts[-1]

    def typed(self, word: str) -> frozenset[str]:
        """What may be typed for it in this language."""
        return frozenset(self.texts[f"typed.{word}"].casefold().split())


def languages(folder: Path | None = None) -> Mapping[str, str]:
    """Every language by its code, with its own name; one whose file is wrong has no name but its
    code, and is in nobody's way who speaks another."""
    return {code: _own_name(code, path) for code, path in sorted(_files(folder).items())}


def _own_name(code: str, path: Path) -> str:
    try:
        return _texts(path)["about.language"]
    except BadLanguage:
        return code


def read_language(
    code: str, folder: Path | None = None, cards: Callable[[Cards], str] | None = None
) -> Language:
    """The language of that code; KeyError if there is none, BadLanguage if its file is wrong."""
    return Language(code, _texts(_files(folder)[code]), cards)


def _files(folder: Path | None) -> dict[str, Path]:
    with resources.as_file(resources.files(__package__) / "languages") as own:
        found = {path.stem: path for path in own.glob(f"*{SUFFIX}")}
    if folder is not None and folder.is_dir():
        found |= {path.stem: path for path in folder.glob(f"*{SUFFIX}")}
    return found


@cache
def _texts(path: Path) -> Texts:
    """The texts of a file; what it lacks is said in English."""
    try:
        mine = dict(_flat(tomllib.loads(path.read_text(encoding="utf-8"))))
    except (OSError, ValueError) as wrong:
        raise BadLanguage(f"{path}: {wrong}") from None
    own = Path(str(resources.files(__package__))) / "languages" / f"{ENGLISH}{SUFFIX}"
    if path == own:
        return mine
    english = _texts(own)
    for key, text in mine.items():
        strange = _fields(text, path) - _fields(english.get(key, text), own)
        if strange:
            there = ", ".join(f"{{{name}}}" for name in sorted(_fields(english[key], own)))
            raise BadLanguage(
                f"{path}: {key} has {{{min(strange)}}}; what can be filled in there: {there or '-'}"
            )
    return {**english, **mine}


def _flat(tables: Mapping[str, object], before: str = "") -> Iterable[tuple[str, str]]:
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        elif isinstance(value, str):
            yield f"{before}{name}", value


def _fields(text: str, path: Path) -> set[str]:
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError as wrong:
        raise BadLanguage(f"{path}: {text!r}: {wrong}") from None
