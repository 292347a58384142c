"""Settings of `21.toml`: what can be set, who plays, and how the file is read."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any, Final

from game_server.rules.blackjack import GAME
from game_server.rules.blackjack.options import Options
from protocol.plain import seen
from terminal_client.local.document import Document
from terminal_client.local.language import ENGLISH
from terminal_client.local.values import (
    CENTS,
    USUAL,
    Mode,
    SettingTable,
    WrongSetting,
    listed,
    shortened,
)
from terminal_client.page.look import LEAST_WIDTH, MOST_WIDTH

PRESET: Final = "twenty_one"
MOST_PLAYERS: Final = 8
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
FAME: Final = 10
"""So many of those who busted the house are listed."""
Named = Callable[[int, str], str]
"""The usual name of the player of a number, in the language of that code."""
_ENDLESS: Final = re.compile(r"\d{1000}")


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
            raise WrongSetting("refused.section", line, name=name, choices=listed(known))
    game = SettingTable(document, tables, "game", languages)
    rules = SettingTable(document, tables, "rules", languages)
    look = SettingTable(document, tables, "look", languages)
    for one in (game, rules, look):
        one.only(*SECTIONS[one.name])
    made = Settings(
        language=game.language() or ENGLISH,
        players=_players(game, tables.get("player")),
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


def _players(game: SettingTable, named: object) -> int:
    """How many play: as many as are named, where the file does not say it."""
    if "players" not in game.values and isinstance(named, list):
        return max(1, min(MOST_PLAYERS, len(named)))
    return game.number("players", 1, 1, MOST_PLAYERS)


def _unread(text: str, why: str) -> WrongSetting:
    """What stands in the line that cannot be read, and how values are written."""
    found = re.search(r"line (\d+)", why)
    lines = text.splitlines()
    endless = (at for at, one in enumerate(lines, 1) if _ENDLESS.search(one))
    number = int(found[1]) if found else next(endless, len(lines))
    line = seen(lines[number - 1]).strip() if 0 < number <= len(lines) else ""
    value = shortened(line)
    twice = "overwrite" in why or "twice" in why
    return WrongSetting("refused.twice" if twice else "refused.line", number, value=value)


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
        table = SettingTable(document, tables, "player", languages, nth)
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
        table = SettingTable(document, tables, "busted", {}, nth)
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
