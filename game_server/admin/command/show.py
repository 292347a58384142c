"""Answers for people: sentences, lines of a name and a value, tables."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

SAID: Final = "said"
BOLD: Final = "\x1b[1m"
PLAIN: Final = "\x1b[0m"
GAP: Final = "  "


def shown(answer: Mapping[str, object], colours: bool = False) -> Iterator[str]:
    """The lines of an answer."""
    if SAID in answer:
        yield text_of(answer[SAID])
    single = {name: value for name, value in answer.items() if not _is_many(value)}
    single.pop(SAID, None)
    wide = max((len(title(name)) for name in single), default=0)
    # A sentence says it all; what it is made of is for programs.
    if SAID not in answer:
        for name, value in single.items():
            yield f"{title(name):<{wide}}{GAP}{value_of(name, value)}"
    for name, value in answer.items():
        if isinstance(value, Mapping):
            yield from ("", heading(title(name), colours))
            yield from (GAP + line for line in shown(value, colours))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            yield from _many(name, value, len(answer) > 1, colours)


def _many(name: str, value: Sequence[object], named: bool, colours: bool) -> Iterator[str]:
    rows = [one for one in value if isinstance(one, Mapping)]
    if named:
        yield from ("", heading(title(name), colours))
    if not value:
        # Below a heading its name stands already, and not every name is one of things.
        yield "None." if named else f"No {title(name)}."
    elif rows:
        yield from table(rows, colours)
    else:
        yield from (value_of(name, one) for one in value)


def table(rows: Sequence[Mapping[str, object]], colours: bool = False) -> Iterator[str]:
    """Rows under the names of their columns; numbers stand on the right."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [[value_of(name, row.get(name)) for name in names] for row in rows]
    heads = [title(name) for name in names]
    wide = [max(width(one) for one in column) for column in zip(heads, *cells, strict=True)]
    right = [
        all(isinstance(row.get(name), int | float | None) for row in rows)
        and not name.endswith("_at")
        for name in names
    ]

    def line(row: Sequence[str]) -> str:
        padded = [
            " " * (most - width(one)) + one if number else one + " " * (most - width(one))
            for one, most, number in zip(row, wide, right, strict=True)
        ]
        return GAP.join(padded).rstrip()

    yield heading(line(heads), colours)
    yield from (line(row) for row in cells)


def title(name: str) -> str:
    """The name of a value as people read it."""
    for end in ("_cents", "_at", "_s"):
        name = name.removesuffix(end)
    return name.replace("_", " ")


def value_of(name: str, value: object) -> str:
    """A value as people read it, by the end of its name."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name.endswith("_cents"):
        return money(value)
    if isinstance(value, int) and name.endswith("_at"):
        return datetime.fromtimestamp(value).astimezone().strftime("%Y-%m-%d %H:%M:%S %z")
    if isinstance(value, int | float) and name.endswith("_s"):
        return duration(value)
    if isinstance(value, Mapping):
        return " ".join(f"{key}={value_of(key, one)}" for key, one in value.items()) or "-"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(value_of(name, one) for one in value) or "-"
    return text_of(value)


def text_of(value: object) -> str:
    """Text without anything that would move the cursor or change the terminal."""
    return "".join(
        one if unicodedata.category(one)[0] != "C" else "\N{REPLACEMENT CHARACTER}"
        for one in str(value)
    )


def money(cents: int) -> str:
    """Cents as an amount: 12.50."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def duration(seconds: float) -> str:
    """Seconds as people count them: 1 d 2 h, 3 m 4 s, 0.012 s."""
    if not isinstance(seconds, int):
        return f"{seconds:.3f} s"
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3_600)
    minutes, left = divmod(rest, 60)
    parts = [(days, "d"), (hours, "h"), (minutes, "m"), (left, "s")]
    first = next((at for at, (count, _) in enumerate(parts) if count), 3)
    return " ".join(f"{count} {unit}" for count, unit in parts[first : first + 2])


def heading(text: str, colours: bool) -> str:
    return f"{BOLD}{text}{PLAIN}" if colours else text


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1
        for one in text
    )


def _is_many(value: object) -> bool:
    return isinstance(value, Mapping | Sequence) and not isinstance(value, str)
