"""A settings file as it is written: where each setting stands, and changes that keep the rest."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_HEAD: Final = re.compile(r"""\s*(\[\[|\[)\s*["']?([A-Za-z0-9_-]+)["']?\s*(\]\]|\])\s*(#.*)?$""")
_KEY: Final = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=\s*""")
_VALUE: Final = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^']*'|[^#"']*?)(\s*(?:#.*)?)$""")


class NotKept(Exception):
    """A change that this file, as it is written, cannot take."""


@dataclass(frozen=True)
class _Line:
    """Where a line stands: in which table, the how-manieth of that name, and its key."""

    table: str
    nth: int
    key: str
    head: bool = False


@dataclass(frozen=True)
class Document:
    """The text of a settings file, and where each setting stands in it."""

    text: str

    def line_of(self, table: str, key: str = "", nth: int = 0) -> int:
        """The line, from 1, of a key, or of the beginning of its table; 0 if there is neither."""
        head = 0
        for number, at in enumerate(self._places(), 1):
            if (at.table, at.nth) == (table, nth):
                head = head or number
                if key and at.key == key:
                    return number
        return head

    def count(self, table: str) -> int:
        """How many tables of that name begin with a line of their own."""
        return 1 + max((at.nth for at in self._places() if at.table == table), default=-1)

    def with_value(self, table: str, key: str, literal: str, nth: int = 0) -> "Document":
        """The document with that value; a key that is not there is put below the head of its
        table. What stands behind the value stays."""
        lines = self._lines()
        number = self.line_of(table, key, nth)
        if not number:
            raise NotKept(f"There is no [[{table}]] for {key}.")
        at = list(self._places())[number - 1]
        line, end = _without_end(lines[number - 1])
        found = _KEY.match(line)
        if at.key != key or found is None:
            last = max(n for n, one in enumerate(self._places()) if self._is_of(one, table, nth))
            line, end = _without_end(lines[last])
            lines[last] = line + (end or "\n") + f"{key} = {literal}{end}"
        else:
            value = _VALUE.fullmatch(line, found.end())
            if value is None:
                raise NotKept(f"Line {number} is written in more than one line.")
            lines[number - 1] = f"{line[: found.end()]}{literal}{value[2]}{end}"
        return Document("".join(lines))

    def with_table(self, table: str, values: dict[str, str]) -> "Document":
        """The document with one more [[table]] of these values at its end."""
        text = self.text.replace("\r\n", "\n")
        body = "".join(f"{key} = {literal}\n" for key, literal in values.items())
        gap = "" if not text or text.endswith("\n\n") else "\n"
        gap = gap if text.endswith("\n") or not text else f"\n{gap}"
        added = f"{gap}[[{table}]]\n{body}"
        end = "\r\n" if "\r\n" in self.text else "\n"
        return Document(self.text + added.replace("\n", end))

    def without_table(self, table: str, nth: int) -> "Document":
        """The document without that [[table]]; comments stay."""
        lines = self._lines()
        places = list(self._places())
        gone = {
            number
            for number, at in enumerate(places)
            if (at.table, at.nth) == (table, nth) and not _is_remark(lines[number], at.key)
        }
        kept = "".join(line for number, line in enumerate(lines) if number not in gone)
        return Document(re.sub(r"\n{3,}", "\n\n", kept))

    @staticmethod
    def _is_of(line: _Line, table: str, nth: int) -> bool:
        """Whether it is the head or a key of that table."""
        return (line.table, line.nth) == (table, nth) and bool(line.key or line.head)

    def _lines(self) -> list[str]:
        return self.text.splitlines(keepends=True)

    def _places(self) -> Iterator[_Line]:
        table, nth, seen = "", 0, dict[str, int]()
        for line in self._lines():
            bare, _ = _without_end(line)
            head = _HEAD.match(bare)
            if head is not None:
                table = head[2]
                nth = seen.get(table, -1) + 1 if head[1] == "[[" else 0
                seen[table] = nth
                yield _Line(table, nth, "", head=True)
                continue
            key = _KEY.match(bare)
            yield _Line(table, nth, (key[1] or key[2] or key[3] or "") if key else "")


def _without_end(line: str) -> tuple[str, str]:
    bare = line.rstrip("\r\n")
    return bare, line[len(bare) :]


def _is_remark(line: str, key: str) -> bool:
    return not key and not _HEAD.match(line.rstrip("\r\n"))


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'


def dollars(cents: int) -> str:
    """An amount as it stands in the file: `52.50`."""
    return f"{cents // 100}.{cents % 100:02}"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at any moment there is either the old one or the new, whole."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="") as file:
            os.fchmod(file.fileno(), mode)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
