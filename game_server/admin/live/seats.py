"""The seats as they are drawn: who sits there, with which cards and chips, and does what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.text import Text

from game_server.admin.live import ink
from game_server.admin.live.ink import ALARM, MONEY, PLAIN, QUIET, TITLE, TURN, fit, say, wide
from protocol.words import chips

Map = Mapping[str, Any]
LEAD: Final = 8
"""The columns before a name."""
INDENT: Final = " " * 5
SHORT_HAND: Final = 10
"""So wide, and a hand stands beside the name however little is left for other words."""
HERE, AWAY, BOT, LEAVES = "●", "○", "◆", "✕"


@dataclass(frozen=True)
class _Columns:
    """How wide the columns of the seats are; `hand` is 0 where hands stand in lines of their
    own."""

    name: int
    hand: int
    bet: int
    stack: int
    rest: int


def framed(table: Map, now_ms: float, width: int, most: int) -> list[Text]:
    """The seats in a frame, in so many lines at most."""
    rows = _rows(table, now_ms, width - 4, most - 2)
    if len(rows) + 2 > most:
        rows = [*rows[: most - 3], say("Make the terminal larger to see the rest.", ALARM)]
    return ink.framed(_title(table), rows, width, len(rows) + 2)


def lines(table: Map, now_ms: float, width: int, most: int) -> int:
    """In how many lines all seats stand, if they try to stand in so many."""
    return len(_rows(table, now_ms, width - 4, most - 2)) + 2


def _rows(table: Map, now_ms: float, inner: int, most: int) -> list[Text]:
    """A line for each seat, two where there is more to show; hands are left out nowhere."""
    seated = sorted((int(seat), one) for seat, one in table["seats"].items())
    columns = _columns([one for _, one in seated], inner)
    below = {seat: _below(one, columns, inner - len(INDENT)) for seat, one in seated}
    whole = 1 + len(seated) + sum(len(one) for one in below.values())
    brief = whole > most and not any(one.get("hands") for _, one in seated)
    rows = [_titles(columns)]
    for seat, one in seated:
        more = [] if brief else below[seat]
        rows.append(_seat(seat, one, columns, now_ms, alone=not more))
        rows += [say(INDENT) + line for line in more]
    return rows


def _title(table: Map) -> Text:
    seated = len(table["seats"])
    free = table["most"] - seated
    more = [f"{free} free"] if free else []
    more += [f"queue: {', '.join(table['queue'])}"] if table["queue"] else []
    more += [f"{table['watching']} watch"] if table["watching"] else []
    title = say("seats ", TITLE) + say(f"{seated} of {table['most']}", PLAIN)
    return title + say("".join(f" · {one}" for one in more), QUIET)


def _columns(seated: Sequence[Map], inner: int) -> _Columns:
    bet = max([4, *(len(chips(one["bet_cents"])) for one in seated)]) + 1
    stack = max([6, *(len(_stack(one)) for one in seated)]) + 1
    name = max([8, *(len(one["name"]) for one in seated)])
    name = min(name, 16 if inner >= 90 else 12 if inner >= 60 else 8)
    widest = max([0, *(wide(ink.hands(one.get("hands", []))) for one in seated)])
    left = inner - LEAD - name - bet - stack - 2
    hand = max(7, widest + 2) if widest and widest + 2 <= max(left // 2, SHORT_HAND) else 0
    hand = 0 if hand > left else hand
    return _Columns(name, hand, bet, stack, left - hand)


def _titles(columns: _Columns) -> Text:
    text = say(" " * LEAD) + fit(say("player"), columns.name) + say("  ")
    if columns.hand:
        text += fit(say("cards"), columns.hand)
    text += fit(say("bet"), columns.bet, right=True) + fit(say("chips"), columns.stack, True)
    text += say("  ") + fit(say("last act, what the hand is"), columns.rest - 2)
    text.stylize(QUIET)
    return text


def _seat(seat: int, one: Map, columns: _Columns, now_ms: float, alone: bool) -> Text:
    out = one["out"] or not one["dealt"]
    plain = QUIET if out else PLAIN
    text = say("▶" if one["asked"] else " ", TURN) + say(f"{seat + 1:>2} ", plain)
    text += say("D", TURN) if one["button"] else say(" ")
    text += say(" ") + _mark(one) + say(" ")
    text += fit(say(one["name"], TURN if one["asked"] else plain), columns.name) + say("  ")
    if columns.hand:
        text += fit(ink.hands(one.get("hands", []), one["out"]), columns.hand)
    bet = say(chips(one["bet_cents"]), MONEY) if one["bet_cents"] else say("·", QUIET)
    text += fit(bet, columns.bet, right=True)
    text += fit(say(_stack(one), plain), columns.stack, right=True)
    says = _marks(one) if alone else []
    return text + fit(say("  ") + _rest(one, now_ms, says), columns.rest)


def _stack(one: Map) -> str:
    coming = f"+{chips(one['coming_cents'])}" if one["coming_cents"] else ""
    return chips(one["stack_cents"]) + coming


def _mark(one: Map) -> Text:
    if one["leaving"]:
        return say(LEAVES, ALARM)
    if one["bot"]:
        return say(BOT, "#7fb0d8")
    return say(HERE, MONEY) if one["here"] else say(AWAY, ALARM)


def _rest(one: Map, now_ms: float, marks: Sequence[Text]) -> Text:
    return say(" · ", QUIET).join([*_status(one, now_ms), *marks])


def _status(one: Map, now_ms: float) -> list[Text]:
    found: list[Text] = []
    result = one.get("result_cents")
    if result is not None and one["dealt"]:
        sign = "+" if result > 0 else ""
        found.append(say(f"{sign}{chips(result)}", MONEY if result > 0 else QUIET))
    if one["leaving"]:
        found.append(say("leaves", ALARM))
    elif not one["here"]:
        since = one.get("away_since_ms", now_ms)
        found.append(say(f"away {ink.span((now_ms - since) / 1000)}", ALARM))
    if one["sits_out"]:
        found.append(say("sits out", ALARM))
    if one["dealt"] and one.get("did"):
        found.append(say(one["did"], PLAIN))
    elif not one["dealt"]:
        found.append(say("ready" if one["ready"] else "not dealt in", QUIET))
    return found


def _marks(one: Map) -> list[Text]:
    return [say(mark, QUIET if one["out"] else TITLE) for mark in one.get("marks", [])]


def _below(one: Map, columns: _Columns, width: int) -> list[Text]:
    """Further lines of a seat: a hand that is long, or what does not fit behind the chips."""
    if columns.hand:
        return []
    lines = ink.in_lines(one.get("hands", []), width, one["out"])
    marks = say(" · ", QUIET).join(_marks(one))
    if not marks.plain:
        return lines
    if lines and wide(lines[-1]) + 3 + wide(marks) <= width:
        return [*lines[:-1], lines[-1] + say("   ") + marks]
    return [*lines, marks]
