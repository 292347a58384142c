"""Settings of `21.toml`: every value with its bounds, and what is wrong in one sentence."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any, Final, Literal

from game_server.rules.blackjack import GAME
from game_server.rules.blackjack.options import Options
from protocol.plain import seen
from terminal_client.local.document import Document
from terminal_client.local.language import ENGLISH, Fact
from terminal_client.page.look import LEAST_WIDTH, MOST_WIDTH

CENTS: Final = 100
USUAL: Final = "0"
"""What stands for the usual value of any setting."""
PRESET: Final = "twenty_one"
SIDE_RULES: Final = (
    "double_down", "split", "insurance", "surrender", "five_hit_bonus", "swedish_pub",
    "natural_sweeps",
)  # fmt: skip
SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "game": ("language", "players", "decks", "balance", "winnings_limit", "min_bet", "max_bet",
             "shuffle_marker"),
    "rules": SIDE_RULES,
    "look": ("mode", "plain", "colours", "width"),
}  # fmt: skip
"""What can be set in which section."""
LONGEST_NAME: Final = 20
LONGEST_SHOWN: Final = 60
"""So much of a line that cannot be read is shown."""
MOST_MONEY: Final = 1_000_000_00
FAME: Final = 10
"""So many of those who busted the house are listed."""
Named = Callable[[int, str], str]
"""The usual name of the player of a number, in the language of that code."""
Mode = Literal["auto", "full", "lines"]
MODES: Final[tuple[Mode, ...]] = ("auto", "full", "lines")
_AMOUNT: Final = re.compile(r"\$?\s*(\d{1,9})(?:\.(\d{1,2}))?")
_ENDLESS: Final = re.compile(r"\d{1000}")
_WHOLE: Final = re.compile(r"\d{1,9}")
_MARKER: Final = re.compile(r"(\d{1,2})\s*%?(?:\s*-\s*(\d{1,2})\s*%?)?")


class WrongSetting(Exception):
    """The error in the settings, by the key of its text; `line` is 0 where it is in none."""

    def __init__(self, key: str, line: int = 0, **facts: Fact) -> None:
        super().__init__(f"{key} {facts}")
        self.key = key
        self.line = line
        self.facts = facts


@dataclass(frozen=True)
class Busted:
    """Somebody who busted the house."""

    name: str
    day: date
    amount: int

    @classmethod
    def at(cls, name: str, amount: int, now: float) -> "Busted":
        return cls(name, date.fromtimestamp(now), amount)


@dataclass(frozen=True)
class Player:
    """A player of the evening as the settings name one. No language is that of the game, no balance
    the usual one."""

    name: str
    language: str = ""
    balance: int = 0


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; money is in cents."""

    language: str = ENGLISH
    players: int = 1
    decks: int = 6
    balance: int = 5_000
    limit: int = 50_000
    least: int = 500
    most: int = 5_000
    marker: tuple[int, int] = (20, 30)
    rules: Mapping[str, bool] = field(default_factory=dict)
    mode: Mode = "auto"
    plain: bool = False
    colours: bool | None = None
    width: int = 0
    people: tuple[Player, ...] = ()
    busted: tuple[Busted, ...] = ()
    """The latest last, as they stand in the file."""

    @property
    def options(self) -> Options:
        """The rules of the house under these settings."""
        rules: Any = self.rules
        return replace(
            GAME.presets[PRESET],
            decks=self.decks,
            min_bet=self.least,
            max_bet=self.most,
            marker_least=self.marker[0],
            marker_most=self.marker[1],
            **rules,
        )


def usual_rule(name: str) -> bool:
    """Whether a side rule is on unless it is set otherwise."""
    return bool(getattr(GAME.presets[PRESET], name))


def in_english(number: int, _: str) -> str:
    """The usual name where nobody knows languages."""
    return f"Player {number}"


def read(text: str, languages: Mapping[str, str], named: Named = in_english) -> Settings:
    """The settings of a file; WrongSetting at the first that cannot be used."""
    document = Document(text)
    try:
        tables = tomllib.loads(text, parse_float=Decimal)
    except ValueError as wrong:
        # Not its own error alone: a number of thousands of digits is refused by Python itself.
        raise _unread(text, str(wrong)) from None
    known = ("game", "rules", "look", "player", "busted")
    for name in tables:
        if name not in known:
            line = document.line_of(name) or document.line_of("", name)
            home = next((one for one, names in SECTIONS.items() if name in names), "")
            if home:
                raise WrongSetting("refused.loose", line, name=name, section=home)
            raise WrongSetting("refused.section", line, name=name, choices=_list(known))
    game = _Table(document, tables, "game", languages)
    rules = _Table(document, tables, "rules", languages)
    look = _Table(document, tables, "look", languages)
    for one in (game, rules, look):
        one.only(*SECTIONS[one.name])
    made = Settings(
        language=game.language() or ENGLISH,
        players=game.number("players", 1, 1, 8),
        decks=game.number("decks", 6, 1, 8),
        balance=game.money("balance", 5_000),
        limit=game.money("winnings_limit", 50_000),
        least=game.money("min_bet", 500, whole=True),
        most=game.money("max_bet", 5_000, whole=True),
        marker=game.marker(),
        rules={name: rules.switch(name, usual_rule(name)) for name in SIDE_RULES},
        mode=look.mode(),
        plain=look.switch("plain", False),
        colours=look.colours(),
        width=look.number("width", 0, LEAST_WIDTH, MOST_WIDTH, "columns"),
    )
    if made.most < made.least:
        game.disagree("max_bet", "not_below", made.least, "min_bet", "not_above", made.most)
    if made.limit <= made.balance:
        game.disagree("winnings_limit", "above", made.balance, "balance", "below", made.limit)
    return replace(
        made,
        people=_people(document, tables, languages, made, named),
        busted=_busted(document, tables),
    )


def _unread(text: str, why: str) -> WrongSetting:
    """What stands in the line that cannot be read, and how values are written."""
    found = re.search(r"line (\d+)", why)
    lines = text.splitlines()
    endless = (at for at, one in enumerate(lines, 1) if _ENDLESS.search(one))
    number = int(found[1]) if found else next(endless, len(lines))
    line = seen(lines[number - 1]).strip() if 0 < number <= len(lines) else ""
    value = _shortened(line)
    twice = "overwrite" in why or "twice" in why
    return WrongSetting("refused.twice" if twice else "refused.line", number, value=value)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


@dataclass(frozen=True)
class _Table:
    """One table of the file, and where its values stand."""

    document: Document
    tables: Mapping[str, Any]
    name: str
    languages: Mapping[str, str]
    nth: int = 0

    @property
    def values(self) -> Mapping[str, Any]:
        found = self.tables.get(self.name, {})
        if isinstance(found, list) and len(found) > self.nth:
            found = found[self.nth]
        if not isinstance(found, Mapping):
            raise WrongSetting("refused.table", self.line(""), name=self.name)
        return found

    def line(self, key: str) -> int:
        """The line of a key; of its table, where the whole of it stands in one."""
        at = self.document.line_of(self.name, key, self.nth)
        return at or self.document.line_of("", self.name)

    def only(self, *keys: str) -> None:
        for key in self.values:
            if key not in keys:
                raise WrongSetting("refused.unknown", self.line(key), name=key, choices=_list(keys))

    def number(self, key: str, usual: int, least: int, most: int, wrong: str = "number") -> int:
        value = self.values.get(key, USUAL)
        if value == USUAL and isinstance(value, str):
            return usual
        if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
            value = int(value)
        if type(value) is not int or not least <= value <= most:
            facts: dict[str, Fact] = {"least": least, "most": most, "usual": usual}
            raise self.wrong(wrong, key, **facts)
        return value

    def money(self, key: str, usual: int, said: int = 0, whole: bool = False) -> int:
        """An amount in cents; where the usual depends on another setting, `said` is what it is."""
        value = self.values.get(key, USUAL)
        if value == USUAL and isinstance(value, str):
            return usual
        cents = _cents(value)
        if cents is None or (whole and cents % CENTS):
            raise self.wrong("dollars" if whole else "money", key, usual=(usual or said) // CENTS)
        return cents

    def switch(self, key: str, usual: bool) -> bool:
        value = self.values.get(key, USUAL)
        if value == USUAL and isinstance(value, str):
            return usual
        if not isinstance(value, bool):
            raise self.wrong("choice", key, choices='true, false, "0"')
        return value

    def colours(self) -> bool | None:
        value = self.values.get("colours", USUAL)
        return None if value == USUAL else self.switch("colours", False)

    def mode(self) -> Mode:
        value = self.values.get("mode", USUAL)
        for mode in MODES:
            if value in (mode, USUAL) and isinstance(value, str):
                return mode
        raise self.wrong("choice", "mode", choices=_list(f'"{mode}"' for mode in MODES))

    def language(self) -> str:
        """A language by its code or its own name; empty for the usual one."""
        value = self.values.get("language", USUAL)
        code = chosen(value, self.languages) if isinstance(value, str) else None
        if code is None:
            raise self.wrong("choice", "language", choices=_list(f'"{c}"' for c in self.languages))
        return code

    def marker(self) -> tuple[int, int]:
        value = self.values.get("shuffle_marker", USUAL)
        if value == USUAL and isinstance(value, str):
            return (20, 30)
        found = _MARKER.fullmatch(str(value).strip()) if not isinstance(value, bool) else None
        low = int(found[1]) if found else 0
        high = int(found[2] or low) if found else 0
        if not 1 <= low <= high <= 90:
            raise self.wrong("marker", "shuffle_marker")
        return (low, high)

    def disagree(
        self, first: str, wrong: str, least: int, second: str, else_wrong: str, most: int
    ) -> None:
        """Two values do not go together: the one is wrong that is in the file."""
        if self.values.get(first, USUAL) == USUAL:
            raise self.wrong(else_wrong, second, most=most // CENTS)
        raise self.wrong(wrong, first, least=least // CENTS)

    def wrong(self, key: str, name: str, **facts: Fact) -> WrongSetting:
        shown = self.values.get(name, USUAL)
        text = _shortened(seen(str(shown)))
        value = f'"{text}"' if isinstance(shown, str) else text.lower()
        return WrongSetting(f"refused.{key}", self.line(name), name=name, value=value, **facts)


def chosen(typed: str, languages: Mapping[str, str]) -> str | None:
    """The code of a language that was named; empty for the usual, None if there is no such."""
    wanted = typed.strip().casefold()
    if wanted in (USUAL, ""):
        return ""
    for code, name in languages.items():
        if wanted in (code.casefold(), name.casefold()):
            return code
    # zh-CN and de_AT.UTF-8 are zh and de.
    short = re.split(r"[-_.]", wanted)[0]
    return short if short in languages else None


def is_name(name: str, others: Sequence[str]) -> bool:
    """Whether somebody can play under it."""
    fits = 1 <= len(name) <= LONGEST_NAME and seen(name) == name == name.strip()
    return fits and name.casefold() not in {other.casefold() for other in others}


def _people(
    document: Document,
    tables: Mapping[str, Any],
    languages: Mapping[str, str],
    made: Settings,
    named: Named,
) -> tuple[Player, ...]:
    people: list[Player] = []
    for nth in range(_count(document, tables, "player")):
        table = _Table(document, tables, "player", languages, nth)
        table.only("name", "language", "balance")
        name = table.values.get("name", USUAL)
        if name == USUAL:
            name = named(nth + 1, table.language() or made.language)
        if not isinstance(name, str):
            raise table.wrong("text", "name")
        if not is_name(name, [one.name for one in people]):
            raise table.wrong("who", "name")
        balance = table.money("balance", 0, made.balance)
        if balance > made.limit:
            raise table.wrong("not_above", "balance", most=made.limit // CENTS)
        people.append(Player(name, table.language(), balance))
    return tuple(people)


def _busted(document: Document, tables: Mapping[str, Any]) -> tuple[Busted, ...]:
    busted = []
    for nth in range(_count(document, tables, "busted")):
        table = _Table(document, tables, "busted", {}, nth)
        table.only("name", "day", "amount")
        name, day = table.values.get("name"), table.values.get("day")
        if not isinstance(name, str):
            raise table.wrong("text", "name")
        if not is_name(name, ()):
            raise table.wrong("who", "name")
        if type(day) is not date:
            raise table.wrong("day", "day")
        busted.append(Busted(name, day, table.money("amount", 0)))
    return tuple(busted)


def _count(document: Document, tables: Mapping[str, Any], name: str) -> int:
    found = tables.get(name, [])
    if not isinstance(found, list) or len(found) != document.count(name):
        line = document.line_of(name) or document.line_of("", name)
        raise WrongSetting("refused.array", line, name=name)
    return len(found)


def _cents(value: object) -> int | None:
    """An amount of dollars in cents; None if it is none, or nothing."""
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        return None
    found = _AMOUNT.fullmatch(str(value).strip())
    cents = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0")) if found else 0
    return cents if 0 < cents <= MOST_MONEY else None


def _list(parts: Iterable[str]) -> str:
    return ", ".join(parts)
