"""The picture of all rooms: a function of what the house shows of them, and of a size."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rich.text import Text

from game_server.admin.live import ink
from game_server.admin.live.ink import ALARM, CURSOR, MONEY, PLAIN, QUIET, TITLE, fit, say
from protocol.words import chips

Map = Mapping[str, Any]
KEYS: Final = (("↑ ↓", "choose"), ("Enter", "open"), ("?", "help"), ("q", "quit"))
STATES: Final = {
    "open": "open",
    "opening": "it opens",
    "closing": "it closes after the current games",
    "closed": "closed",
}
CLOSED: Final = "The house is closed; `cardroom admin on` opens it."
NO_ROOMS: Final = "There are no rooms yet."


class Column(NamedTuple):
    """A column of the list: what it says of a room, how wide, and from which width on."""

    title: str
    says: Callable[[str, Map], str]
    width: int
    right: bool = False
    least: int = 0


COLUMNS: Final = (
    Column("room", lambda name, _: name, 17),
    Column("game", lambda _, one: one["game"], 9),
    Column("rules", lambda _, one: one["preset"].replace("_", " "), 10, least=80),
    Column("stake", lambda _, one: _chips(one["stake_cents"]), 6, True, 88),
    Column("seats", lambda _, one: f"{one['people'] + one['bots']}/{one['seats']}", 6, True),
    Column("bots", lambda _, one: str(one["bots"] or ""), 4, True, 62),
    Column("wait", lambda _, one: str(one["waiting"] or ""), 4, True, 68),
    Column("pot", lambda _, one: _chips(one["pot_cents"]), 7, True, 50),
    Column("state", lambda _, one: one["state"], 7, least=58),
    Column("kind", lambda _, one: _kind(one), 22, least=114),
)
NODE: Final = Column("node", lambda _, one: one.get("node", ""), 12, least=128)
"""Which node has a room, where several share the house."""
ALARMS: Final = frozenset({"paused", "halted", "closing"})


def names(house: Map) -> list[str]:
    """The rooms in the order in which they are listed."""
    return list(house["rooms"])


def picture(house: Map, chosen: str, trouble: str, width: int, height: int) -> list[Text]:
    """The rooms in exactly that size, the chosen one among them."""
    state = house["state"]
    left = say(f" {house['name']} ", ink.NAME_TAG)
    left += say(f"  {STATES.get(state, state)}", MONEY if state == "open" else ALARM)
    rooms = house["rooms"]
    people = sum(one["people"] for one in rooms.values())
    said = f"{len(rooms)} rooms · {people} players seated "
    head = ink.sides(left, say(said, QUIET), width)
    shared = any("node" in one for one in rooms.values())
    columns = [one for one in (*COLUMNS, *([NODE] if shared else [])) if width >= one.least]
    rows = height - 5
    listed = names(house)
    first = _first(listed, chosen, rows)
    lines = [_titles(columns)]
    lines += [
        _row(n, rooms[n], columns, n == chosen, width - 4) for n in listed[first : first + rows]
    ]
    if not listed:
        lines.append(say(CLOSED if state == "closed" else NO_ROOMS, QUIET))
    title = say("rooms", TITLE)
    if len(listed) > rows:
        last = min(len(listed), first + rows)
        title += say(f"  {first + 1} to {last} of {len(listed)}", QUIET)
    foot = fit(say(f" {trouble}", ALARM), width) if trouble else ink.keys(KEYS, width)
    return [head, *ink.framed(title, lines, width, height - 2), foot]


def _first(listed: Sequence[str], chosen: str, rows: int) -> int:
    """The first room that is shown: the chosen one is in the middle where it can be."""
    at = listed.index(chosen) if chosen in listed else 0
    return max(0, min(at - rows // 2, len(listed) - rows))


def _titles(columns: Sequence[Column]) -> Text:
    parts = [fit(say(one.title, QUIET), one.width, one.right) for one in columns]
    return say("  ") + say(" ").join(parts)


def _row(name: str, one: Map, columns: Sequence[Column], chosen: bool, width: int) -> Text:
    text = say("▶ " if chosen else "  ")
    for place, column in enumerate(columns):
        style = MONEY if column.title == "pot" else QUIET if place else PLAIN
        if column.says(name, one) in ALARMS:
            style = ALARM
        text += fit(say(column.says(name, one), style), column.width, column.right) + say(" ")
    if not chosen:
        return text
    return fit(say(text.plain.rstrip(), CURSOR), width)


def _chips(cents: int) -> str:
    return chips(cents) if cents else ""


def _kind(one: Map) -> str:
    kinds = [said for said in ("private", "testing") if one[said]]
    return ", ".join((["cash"] if one["purse"] == "cash" else []) + kinds)
