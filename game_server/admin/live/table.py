"""The picture of a table: a function of what the house shows of it, and of a size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import localtime, strftime
from typing import Any, Final

from rich.cells import set_cell_size
from rich.text import Text

from game_server.admin.live import ink, seats
from game_server.admin.live.ink import ALARM, MONEY, PLAIN, QUIET, TITLE, TURN, fit, say, wide
from protocol.words import chips

Map = Mapping[str, Any]
KEYS: Final = (("Esc", "all rooms"), ("PgUp PgDn", "back in time"), ("?", "help"), ("q", "quit"))
NARROW: Final = 66
"""Below so many columns there is no chat beside what happened."""
LEAST_LOG: Final = 5
TINY_LOG: Final = 3
"""What happened takes so many lines at least; or so few, where there are no more."""
STATES: Final = {
    "paused": "paused: the disk does not write",
    "halted": "paused by the house",
    "closing": "closes after this round",
    "over": "closed",
}
WAITS: Final = {
    "deal": "the deal",
    "street": "next cards",
    "dealer": "the dealer",
    "button": "the button",
    "dice": "the dice roll",
    "wheel": "the wheel spins",
}
"""What the table waits for when it waits for nobody."""
INDENT: Final = " " * 6


@dataclass(frozen=True)
class View:
    """One look at a table: the house's time, how far back, and what there is to say of the line."""

    now_ms: float
    back: int = 0
    trouble: str = ""


def picture(table: Map, view: View, width: int, height: int) -> list[Text]:
    """The table in exactly that size: the seats before all else, what happened if there is room."""
    head, foot = fit(_head(table, view, width), width), _foot(view, width)
    middle = _middle(table, width)
    room = height - 2 - len(middle)
    if seats.lines(table, view.now_ms, width, room) > room:
        middle = _flat_middle(table, width)
        room = height - 2 - len(middle)
    both = seats.lines(table, view.now_ms, width, room - LEAST_LOG) <= room - LEAST_LOG
    seated = seats.framed(table, view.now_ms, width, room - LEAST_LOG if both else room)
    left = room - len(seated)
    talk = _talk(table, view, width, left) if left >= TINY_LOG else [fit(say(), width)] * left
    return [head, *middle, *seated, *talk, foot]


# -- the first and the last line -------------------------------------------------------------


def _head(table: Map, view: View, width: int) -> Text:
    name = say(f" {table['table']} ", ink.NAME_TAG)
    parts = [f"{table['game']}, {table['preset'].replace('_', ' ')}"]
    if table["stake_cents"]:
        parts.append(f"stake {chips(table['stake_cents'])}")
    parts += ["cash"] if table["purse"] == "cash" else []
    parts += ["test table"] if table["testing"] else []
    parts += [f"{table['late_s']:.0f} s late, by rounds"] if "late_s" in table else []
    parts.append(f"round {table['round']}" if table["round"] else "no round yet")
    left = name + say("  " + " · ".join(parts), PLAIN)
    if table["state"] in STATES:
        return ink.sides(left, say(STATES[table["state"]] + " ", ALARM), width)
    return ink.sides(left, _clock(table, view, width), width)


def _clock(table: Map, view: View, width: int) -> Text:
    clock = table.get("clock")
    if clock is None:
        return say("nobody plays " if table["state"] == "waiting" else "", QUIET)
    seconds = max(0.0, (clock["until_ms"] - view.now_ms) / 1000)
    names = [_name(table, seat) for seat in clock["who"]]
    who = (
        names[0]
        if len(names) == 1
        else f"{len(names)} seats"
        if names
        else WAITS.get(clock["what"], clock["what"])
    )
    whole = clock["of_ms"] / 1000
    size = 12 if width >= 100 else 8
    text = say(f"{who[:16]} ", TURN if names else QUIET)
    if whole:
        text += ink.bar(seconds / whole, size)
    return text + say(f" {ink.span(seconds):>4} ", PLAIN)


def _foot(view: View, width: int) -> Text:
    if view.trouble:
        return fit(say(f" {view.trouble}", ALARM), width)
    return ink.keys(KEYS, width)


def _name(table: Map, seat: int) -> str:
    one = table["seats"].get(str(seat))
    return one["name"] if one else f"seat {seat + 1}"


# -- the middle of the table -----------------------------------------------------------------


def _middle(table: Map, width: int) -> list[Text]:
    inner = width - 4
    rows = ink.wrapped(_piles(table), inner)
    facts = [say(f"{name} ", QUIET) + say(said, PLAIN) for name, said in table["facts"].items()]
    rows += ink.wrapped([*_pots(table), *facts], inner)
    rows = rows or [say("Nothing lies in the middle.", QUIET)]
    return ink.framed(_pot(table), rows, width, len(rows) + 2)


def _flat_middle(table: Map, width: int) -> list[Text]:
    """The middle of the table in one line."""
    return [fit(say(" ") + say("   ").join([_pot(table), *_piles(table)]), width)]


def _pot(table: Map) -> Text:
    bets = sum(one["bet_cents"] for one in table["seats"].values())
    # Where the house holds the bank the bets lie before the seats.
    name, amount = (
        ("bets", bets) if bets and not table["pot_cents"] else ("pot", table["pot_cents"])
    )
    return say(f"{name} ", TITLE) + say(chips(amount), MONEY)


def _piles(table: Map) -> list[Text]:
    return [say(f"{name}  ", QUIET) + ink.cards(cards) for name, cards in table["places"].items()]


def _pots(table: Map) -> list[Text]:
    found = []
    for number, pot in enumerate(table["pots"]):
        name = "main pot" if not number else "side pot"
        names = ", ".join(_name(table, seat) for seat in pot["seats"])
        amount = say(chips(pot["amount_cents"]), MONEY)
        found.append(say(f"{name} ", QUIET) + amount + say(f" {names}", QUIET))
    return found


# -- what happened, and what was said ----------------------------------------------------------


def _talk(table: Map, view: View, width: int, height: int) -> list[Text]:
    acts = [_act(line) for line in _numbered(table["acts"])]
    chat = [_line(line) for line in _numbered(table["chat"])]
    title = "what happened" if not view.back else f"what happened, {view.back} lines back"
    if width < NARROW:
        return ink.framed(say(title, TITLE), _last(acts, height, view.back), width, height)
    half = width * 3 // 5 if chat else width * 2 // 3
    left = ink.framed(say(title, TITLE), _last(acts, height, view.back), half, height)
    talk = _last(_torn(chat, width - half - 4), height, 0) or [
        say("Nobody has said a word.", QUIET)
    ]
    right = ink.framed(say("chat", TITLE), talk, width - half, height)
    return ink.beside(left, right)


def _numbered(lines: Map) -> list[Map]:
    return [lines[n] for n in sorted(lines, key=int)]


def _last(lines: Sequence[Text], height: int, back: int) -> list[Text]:
    rows = height - 2
    end = max(min(rows, len(lines)), len(lines) - back)
    return list(lines[max(0, end - rows) : end])


def _act(line: Map) -> Text:
    text = line["text"]
    return say(f"── {text}", QUIET) if line["begins"] else ink.sentence(text)


def _line(line: Map) -> Text:
    at = strftime("%H:%M", localtime(line["at"]))
    return say(f"{at} ", QUIET) + say(line["name"], TITLE) + say(f" {line['text']}", PLAIN)


def _torn(lines: Sequence[Text], width: int) -> list[Text]:
    """Lines that are too wide go on below, between two words if they can."""
    found: list[Text] = []
    for line in lines:
        rest = line
        while wide(rest) > width > len(INDENT):
            at = rest.plain.rfind(" ", len(INDENT) + 1, width + 1)
            at = at if at > 0 else len(set_cell_size(rest.plain, width).rstrip())
            found.append(rest[:at])
            rest = say(INDENT) + rest[at:].plain.lstrip()
        found.append(rest)
    return found
