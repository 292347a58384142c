"""`cardroom.toml` and the environment over it: read, validated, written out with explanations."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from pathlib import Path
from typing import Any, Final, TypeVar, get_type_hints

from game_server.config import DEFAULT_ROOMS, SECTIONS, Config, RoomSettings
from protocol.choices import Chosen

T = TypeVar("T")
PREFIX: Final = "CARDROOM_"
KINDS: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: 'a text in quotes, "like this"',
    tuple[str, ...]: 'a list of texts, ["like", "this"]',
    Chosen: "options with their values, { decks = 2, swedish_pub = true }",
}


class BadConfig(Exception):
    """What is wrong in the file or the environment, where, and what would be right."""


def load(path: Path | None, environment: Mapping[str, str]) -> Config:
    """The settings of a file, or the usual ones; what the environment says goes before both."""
    text = "" if path is None else _read(path)
    where = str(path) if path else "the usual settings"
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise BadConfig(f"{where} cannot be read: {wrong}.") from None
    place = _Place(where, text)
    known = {*SECTIONS, "room"}
    for name in found:
        if name not in known:
            raise BadConfig(
                f"{place.of(name)}: there is no [{name}]; there are {', '.join(sorted(known))}."
            )
    parts: dict[str, Any] = {
        name: _section(kind, found.get(name, {}), place, name, environment)
        for name, kind in SECTIONS.items()
    }
    rooms = found.get("room")
    if rooms is not None:
        parts["rooms"] = tuple(_rooms(rooms, place))
    return Config(**parts)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        why = (wrong.strerror if isinstance(wrong, OSError) else "") or wrong
        raise BadConfig(f"{path} cannot be read: {why}.") from None


def _rooms(rooms: object, place: "_Place") -> Iterator[RoomSettings]:
    if not isinstance(rooms, list) or not all(isinstance(room, dict) for room in rooms):
        raise BadConfig(f"{place.of('room')}: rooms are written as [[room]], one for each.")
    names: set[str] = set()
    for number, room in enumerate(rooms):
        made = _section(RoomSettings, room, place.nth(number), "room", {})
        if not made.table or made.table in names:
            raise BadConfig(
                f"{place.nth(number).of('room', 'table')}: a room needs a name of its own,"
                f' table = "..."; {made.table!r} is none.'
            )
        names.add(made.table)
        yield made


def _section(
    kind: type[T],
    found: Mapping[str, object],
    place: "_Place",
    section: str,
    environment: Mapping[str, str],
) -> T:
    types = get_type_hints(kind)
    declared = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    values: dict[str, object] = {}
    for given, value in found.items():
        at = place.of(section, given)
        name = _renamed(kind).get(given, given)
        if name != given and name in found:
            raise BadConfig(f"{at}: {given} is called {name} now, which is set too; take it out.")
        if name not in declared:
            raise BadConfig(f"{at}: [{section}] has no {name!r}; it has {', '.join(declared)}.")
        values[name] = _checked(value, types[name], declared[name], f"{at}: {name}")
    for name, one in declared.items():
        variables = [_variable(section, it) for it in (name, one.metadata["was"]) if it]
        variable = next((it for it in variables if it in environment), "")
        if variable:
            value = _from_text(environment[variable], types[name])
            values[name] = _checked(value, types[name], one, variable)
    return kind(**values)


def old_names(path: Path | None, environment: Mapping[str, str]) -> Sequence[str]:
    """A sentence for each setting that is called by the name that it had before."""
    found: Mapping[str, Any] = tomllib.loads("" if path is None else _read(path))
    said = []
    for section, kind in {**SECTIONS, "room": RoomSettings}.items():
        tables = found.get("room", []) if section == "room" else [found.get(section, {})]
        for old, new in _renamed(kind).items():
            if any(old in table for table in tables):
                said.append(f"[{section}] {old} is called {new} now; it is still read.")
            if section in SECTIONS and _variable(section, old) in environment:
                now = _variable(section, new)
                said.append(f"{_variable(section, old)} is called {now} now; it is still read.")
    return said


def _renamed(kind: type) -> Mapping[str, str]:
    """The settings of a section that were called otherwise, by the old name."""
    return {one.metadata["was"]: one.name for one in fields(kind) if one.metadata["was"]}


def _variable(section: str, name: str) -> str:
    return f"{PREFIX}{section}_{name}".upper()


def _checked(value: object, kind: Any, one: Field[Any], at: str) -> object:
    if kind == tuple[str, ...] and isinstance(value, list):
        value = tuple(value)
    if kind is float and type(value) is int:
        value = float(value)
    if kind == tuple[str, ...]:
        fits = isinstance(value, tuple) and all(isinstance(part, str) for part in value)
    elif kind == Chosen:
        parts = value.values() if isinstance(value, Mapping) else (None,)
        fits = all(type(part) in (bool, int, str) for part in parts)
    else:
        fits = type(value) is kind
    if not fits:
        raise BadConfig(f"{at} is {value!r}; it is {KINDS[kind]}.")
    least, most = one.metadata["least"], one.metadata["most"]
    if isinstance(value, int | float) and least is not None and value < least:
        raise BadConfig(f"{at} is {value}; the least is {least}.")
    if isinstance(value, int | float) and most is not None and value > most:
        raise BadConfig(f"{at} is {value}; the most is {most}.")
    return value


def _from_text(text: str, kind: Any) -> object:
    """What a variable of the environment says, which has no types of its own."""
    if kind is str:
        return text
    if kind == tuple[str, ...]:
        return tuple(text.split())
    if kind is bool:
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    try:
        return kind(text)
    except ValueError:
        return text


@dataclass(frozen=True)
class _Place:
    """Where a setting stands in the file, for a sentence that sends somebody there."""

    where: str
    text: str
    room: int | None = None

    def nth(self, number: int) -> "_Place":
        return _Place(self.where, self.text, number)

    def of(self, section: str, name: str = "") -> str:
        heads = (f"[{section}]", f"[[{section}]]")
        seen, inside, at = -1, False, 0
        for number, line in enumerate(self.text.splitlines(), 1):
            bare = line.split("#")[0].strip()
            if bare.startswith("["):
                seen += bare == heads[1]
                inside = bare in heads and (self.room is None or seen == self.room)
                at = number if inside else at
            elif inside and name and bare.split("=")[0].strip() == name:
                return f"{self.where}, line {number}"
        return f"{self.where}, line {at}" if at else self.where


def commented(of_rooms: Sequence[str] = ()) -> str:
    """The whole file with the usual settings, each explained; `cardroom config` prints it.
    `of_rooms` tells which options rooms have."""
    lines = [
        "# Settings of a card room. What stands here is what goes without saying.",
        f"# The environment goes before this file: {PREFIX}LISTEN_PORT=9000",
    ]
    for name, kind in SECTIONS.items():
        lines += ["", f"# {kind.__doc__}", f"[{name}]"]
        lines += _lines(kind, kind())
    lines += ["", f"# {RoomSettings.__doc__}", "# One [[room]] and all the usual ones are gone."]
    for number, room in enumerate(DEFAULT_ROOMS):
        lines += ["", "[[room]]", *_lines(RoomSettings, room, explain=number == 0)]
    lines += [f"# {line}".rstrip() for line in of_rooms]
    return "\n".join(lines) + "\n"


def _lines(kind: type, made: object, explain: bool = True) -> Sequence[str]:
    lines = []
    for one in fields(kind):
        value = getattr(made, one.name)
        if explain:
            lines.append(f"# {one.metadata['says']}")
        elif value == (one.default if one.default is not MISSING else {}):
            continue
        lines.append(f"{one.name} = {_toml(value)}")
    return lines


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    if isinstance(value, Mapping):
        parts = ", ".join(f"{name} = {_toml(part)}" for name, part in value.items())
        return f"{{ {parts} }}" if parts else "{}"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
