"""Every text that a player reads, by key, in each language, and how it writes numbers and money.

The texts of a language are the JSON files in its folder, all in one space of keys. A text has
named holes, `{name}`, which may say how they are written: `{amount:money}`. A text that differs
by a count is a map of "one" and "other" and counts the hole `count`. One that tells a range may
have "just" beside "other", for where its two ends are equal.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Final, cast

from client_core import emoji
from protocol.words import BOT_NAME

LANGUAGES: Final = ("en", "zh")
"""The first is the one that is spoken where a device asks for another."""
Text = str | Mapping[str, str]
Value = int | str | bool | tuple[int, ...] | tuple[str, ...]
COUNTS: Final = ("count", "left")
"""The facts that decide between one and many."""
ENDS_OF: Final = (("low", "high"), ("least", "most"))
"""The facts between which a range lies."""
CHIP: Final = 100
MINUTE, HOUR, DAY = 60, 3600, 86400
BEGINS, ENDS = "\ue000", "\ue001"
"""Marks about a value, of those that no writing has."""
READ: Final = re.compile("[\x21-\u017f\u2010-\u203a\u3001-\u30ff一-鿿\uff01-\uff5e]")
"""What can be read alone."""
HAN: Final = "[一-鿿，。：；！？、（）《》]"
"""Chinese and its stops, which bring gaps of their own."""
GAP: Final = re.compile(f"(?<={HAN}{ENDS}) (?={HAN})|(?<={HAN}) (?={BEGINS}{HAN})")
HAIR_S: Final = 1e-6
"""Less than any clock tells: what two moments that are subtracted leave over."""


class Cash(int):
    """An amount that is money, and is written as such."""


@dataclass(frozen=True, slots=True)
class Say:
    """A text that can be said in any language. `text` is a sentence of the house, in English, for
    a key that the catalogue does not have.
    """

    key: str
    holes: Mapping[str, Value] = field(default_factory=dict)
    text: str = ""


@cache
def catalogue(language: str) -> dict[str, Text]:
    """All texts of a language."""
    found: dict[str, Text] = {}
    for file in sorted((files(__package__) / language).iterdir(), key=lambda one: one.name):
        if file.name.endswith(".json"):
            texts = cast(Mapping[str, Text], json.loads(file.read_text(encoding="utf-8")))
            twice = found.keys() & texts.keys()
            if twice:
                raise ValueError(f"{file.name} repeats {', '.join(sorted(twice))}.")
            found.update(texts)
    return found


def register(language: str, texts: Mapping[str, Text]) -> None:
    """Add the texts of a game that stands elsewhere; ValueError for a key that is taken."""
    found = catalogue(language)
    twice = found.keys() & texts.keys()
    if twice:
        raise ValueError(f"There are texts for {', '.join(sorted(twice))} already.")
    found.update(texts)


def language_of(device: str) -> str:
    """The language to speak on a device that is set to `zh_CN` or `en-GB`."""
    first = device.replace("-", "_").partition("_")[0].lower()
    return first if first in LANGUAGES else LANGUAGES[0]


class Words:
    """One language: its texts, its numbers."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self._texts = catalogue(self.language)
        self._writer = _Writer(self)

    @property
    def keys(self) -> tuple[str, ...]:
        """In the order in which they are written down."""
        return tuple(self._texts)

    def has(self, key: str) -> bool:
        return key in self._texts

    def say(self, what: str | Say, /, **holes: Value) -> str:
        """The text of a key; of a key that is not there the sentence of the house, or the key."""
        said = what if isinstance(what, Say) else Say(what, holes)
        text = self._texts.get(said.key)
        if text is None:
            return said.text or said.key
        written = self._writer.vformat(self._form(text, said.holes), (), said.holes)
        return joined(written) if self.language == "zh" else written

    def _form(self, text: Text, holes: Mapping[str, Value]) -> str:
        if isinstance(text, str):
            return text
        if "just" in text and _is_one_value(holes):
            return text["just"]
        count = next((holes[name] for name in COUNTS if name in holes), 0)
        form = "one" if count == 1 else "other"
        return text.get(form, text["other"])

    def or_else(self, key: str, otherwise: str, /, **holes: Value) -> str:
        """The text of a key, or this if there is none."""
        return self.say(key, **holes) if key in self._texts else otherwise

    # -- how values are written ------------------------------------------------------------------

    def player(self, name: str) -> str:
        """A player's name; the house's own for a bot, `Bot Amber`, as bots are called here."""
        if not name.startswith(BOT_NAME):
            return name
        return self.or_else(f"bot_name.{name.removeprefix(BOT_NAME)}", name)

    def number(self, value: int) -> str:
        """`12,500`"""
        return f"{value:,}".replace("-", "−")

    def money(self, cents: int, short: bool = False, sign: bool = False, cash: bool = False) -> str:
        """Chips of 100 cents: `1,250`, `7.50`, short `12.5k` or `1.25万`; cash as `$1,250`."""
        cash = cash or isinstance(cents, Cash)
        plus = "−" if cents < 0 else "+" if sign and cents > 0 else ""
        amount = abs(cents)
        whole, part = divmod(amount, CHIP)
        text = self._short(amount) if short else ""
        text = text or f"{whole:,}" + (f".{part:02d}" if part else "")
        return plus + ("$" if cash else "") + text

    def _short(self, cents: int) -> str:
        """Four signs and a unit at most, rounded down: nobody has more than is shown."""
        units = ((100_000_000, "亿"), (10_000, "万")) if self.language == "zh" else (
            (1_000_000_000, "B"), (1_000_000, "M"), (10_000, "k"))  # fmt: skip
        for least, unit in units:
            size = 1_000 if unit == "k" else least
            if cents >= least * CHIP:
                tenths = cents // (size * CHIP // 10)
                whole, tenth = divmod(tenths, 10)
                return f"{whole:,}{f'.{tenth}' if tenth and whole < 100 else ''}{unit}"
        return ""

    def span(self, seconds: float) -> str:
        """`0:07`, `2:05`, `1:00:00`: what remains, rounded up."""
        left = max(0, -int((HAIR_S - seconds) // 1))
        hours, rest = divmod(left, HOUR)
        minutes, second = divmod(rest, MINUTE)
        return f"{hours}:{minutes:02d}:{second:02d}" if hours else f"{minutes}:{second:02d}"

    def time(self, unix: int, offset: int) -> str:
        """`17:05`: the time of day where the clock is so many seconds ahead of UTC."""
        second = (unix + offset) % DAY
        return f"{second // HOUR:02d}:{second % HOUR // MINUTE:02d}"

    def day(self, unix: int, now: float, offset: int) -> str:
        """`today, 17:05`; `3 days ago`"""
        days = int((now + offset) // DAY - (unix + offset) // DAY)
        if days > 1:
            return self.say("when.days", count=days)
        return self.say(
            "when.yesterday" if days == 1 else "when.today", time=self.time(unix, offset)
        )

    def until(self, unix: int, now: float, offset: int) -> str:
        """`today, 17:05`; `in 3 days`: when something will be."""
        days = int((unix + offset) // DAY - (now + offset) // DAY)
        if days > 1:
            return self.say("when.in_days", count=days)
        return self.say(
            "when.tomorrow" if days == 1 else "when.today", time=self.time(unix, offset)
        )

    def sentences(self, says: Iterable[Say]) -> str:
        """One after another."""
        # A Chinese stop brings its own gap.
        gap = "" if self.language == "zh" else " "
        return gap.join(self.say(one) for one in says)

    def listed(self, names: tuple[str, ...]) -> str:
        """`Ann, Bo and Cy`; `Ann、Bo 和 Cy`"""
        if len(names) < 2:
            return "".join(names)
        comma, last = self.say("list.comma"), self.say("list.and")
        before = comma.join(names[:-1])
        if self.language == "zh":
            return joined(f"{set_in(before)}{last}{set_in(names[-1])}")
        return before + last + names[-1]


def _is_one_value(holes: Mapping[str, Value]) -> bool:
    """Whether the range that is told has one value only."""
    return any(low in holes and holes[low] == holes.get(high) for low, high in ENDS_OF)


def set_in(value: str) -> str:
    """A value between marks, until the gaps about it are right."""
    return f"{BEGINS}{value}{ENDS}"


def joined(text: str) -> str:
    """No gap parts Chinese from Chinese; gaps inside a value and between two values stay."""
    return GAP.sub("", text).replace(BEGINS, "").replace(ENDS, "")


class _Writer(Formatter):
    """Fills holes; what stands in a value is never read as a hole."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def format_field(self, value: object, spec: str) -> str:
        text = self._written(value, spec)
        return set_in(text) if self.words.language == "zh" else text

    def _written(self, value: object, spec: str) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            match spec:
                case "money":
                    return self.words.money(value)
                case "short":
                    return self.words.money(value, short=True)
                case "cash":
                    return self.words.money(value, cash=True)
                case "signed":
                    return self.words.money(value, sign=True)
                case "span":
                    return self.words.span(value)
                case "ms":
                    # Rounded up, for nobody is to come too early.
                    return f"{-(-value // 100) / 10:g}"
                case "":
                    return self.words.number(value)
        if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
            return self.words.listed(tuple(map(self.words.player, value)))
        if spec == "letter" and isinstance(value, str):
            return _letter(value, self.words)
        if spec.endswith(":") and isinstance(value, str):
            # `{game:game.:}`: a code that is itself a key.
            return self.words.or_else(f"{spec[:-1]}{value}", value)
        if isinstance(value, str) and BOT_NAME in value:
            # The house says several names in one: `Bot Amber, Ann`.
            return ", ".join(map(self.words.player, value.split(", ")))
        return str(value)

    def get_value(self, key: int | str, args: object, kwargs: object) -> object:
        holes = cast(Mapping[str, object], kwargs)
        # A fact that the house left out leaves a gap, never an error on a screen.
        return holes.get(str(key), "…")


def _letter(number: str, words: Words) -> str:
    """A letter by its number, `U+005B`: itself where it can be read alone, else what it is."""
    try:
        letter = chr(int(number.removeprefix("U+"), 16))
    except (ValueError, OverflowError):
        return number
    if letter.isspace():
        return words.say("letter.space")
    if emoji.UNSEEN.match(letter) or emoji.MARKS.match(letter):
        return words.say("letter.emoji")
    if not letter.isprintable():
        return words.say("letter.unseen")
    if not emoji.drawn(letter):
        return number
    # Letters of other writings look like those of one's own: their number tells them apart.
    return letter if READ.match(letter) else f"{letter} ({number})"
