"""Values of `21.toml`: each with its bounds, and what is wrong with one in a sentence."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Literal

from protocol.plain import seen
from terminal_client.local.document import Document
from terminal_client.local.language import Fact

CENTS: Final = 100
USUAL: Final = "0"
"""What stands for the usual value of any setting."""
LONGEST_SHOWN: Final = 60
"""So much of a line that cannot be read is shown."""
MOST_MONEY: Final = 1_000_000_00
Mode = Literal["auto", "full", "lines"]
MODES: Final[tuple[Mode, ...]] = ("auto", "full", "lines")
_AMOUNT: Final = re.compile(r"\$?\s*(\d{1,9})(?:\.(\d{1,2}))?")
_WHOLE: Final = re.compile(r"\d{1,9}")
_MARKER: Final = re.compile(r"(\d{1,2})\s*%?(?:\s*-\s*(\d{1,2})\s*%?)?")


class WrongSetting(Exception):
    """The error in the settings, by the key of its text; `line` is 0 where it is in none."""

    def __init__(self, key: str, line: int = 0, **facts: Fact) -> None:
        super().__init__(f"{key} {facts}")
        self.key = key
        self.line = line
        self.facts = facts


def shortened(text: str) -> str:
    """The text as far as a sentence has room for it."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


@dataclass(frozen=True)
class SettingTable:
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
                raise WrongSetting(
                    "refused.unknown", self.line(key), name=key, choices=listed(keys)
                )

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
            facts: dict[str, Fact] = {
                "usual": (usual or said) // CENTS,
                "most": MOST_MONEY // CENTS,
            }
            raise self.wrong("dollars" if whole else "money", key, **facts)
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
        raise self.wrong("choice", "mode", choices=listed(f'"{mode}"' for mode in MODES))

    def language(self) -> str:
        """A language by its code or its own name; empty for the usual one."""
        value = self.values.get("language", USUAL)
        code = chosen(value, self.languages) if isinstance(value, str) else None
        if code is None:
            raise self.wrong("choice", "language", choices=listed(f'"{c}"' for c in self.languages))
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
        text = shortened(seen(str(shown)))
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


def _cents(value: object) -> int | None:
    """An amount of dollars in cents; None if it is none, or nothing."""
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        return None
    found = _AMOUNT.fullmatch(str(value).strip())
    cents = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0")) if found else 0
    return cents if 0 < cents <= MOST_MONEY else None


def listed(parts: Iterable[str]) -> str:
    """`decks, players`"""
    return ", ".join(parts)
