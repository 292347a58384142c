"""What commands do with alarms: show them, and close one that somebody has looked at. Each node of
a house has its own."""

from collections.abc import Mapping
from typing import Any, Final

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer, Json, may
from game_server.admin.other_nodes import ask_others, is_shared
from game_server.admin.player_lookup import read_reason
from game_server.admin.wire import NOT_ALLOWED
from game_server.alarms import RaisedAlarm
from protocol.words import Refusal

OF_THE_BOOKS: Final = ("ledger",)
"""Kinds that an owner closes: somebody may have written to the books."""


async def listed(call: Call) -> Answer:
    """The alarms of the last day that nobody has closed, the last first, at whichever node."""
    raised = call.desk.alarms.raised()
    lines: list[Any] = [_line(kind, one) for kind, one in raised.items()]
    others = await ask_others(call, "alarm list")
    if is_shared(call):
        lines = [{"node": call.desk.node, **one} for one in lines]
        for node, said in others.said.items():
            lines += [{"node": node, **one} for one in said["alarms"]]
    lines.sort(key=_last, reverse=True)
    return {"alarms": lines, **others.facts}


def _last(line: Mapping[str, Any]) -> int:
    return int(line["last_at"])


def _line(kind: str, one: RaisedAlarm) -> dict[str, Json]:
    return {
        "kind": kind,
        "times": one.times,
        "first_at": one.first // 1000,
        "last_at": one.last // 1000,
        "text": one.text,
    }


async def close(call: Call, kind: str, reason: str) -> Answer:
    """Show an alarm no more."""
    read_reason(reason)
    if kind in OF_THE_BOOKS and not may(call.who.role, "owner"):
        raise Refusal(NOT_ALLOWED, f"An alarm {kind!r} is for an owner to close.")
    closed = call.desk.alarms.close(kind)
    others = await ask_others(call, "alarm close", {"kind": kind, "reason": reason}, once=True)
    lines: list[Any] = [_line(kind, closed)] if closed is not None else []
    lines += others.said.values()
    if not lines:
        text = f"There is no alarm {kind!r}; look with `alarm list`.{others.sentence}"
        raise Refusal("no_alarm", text)
    times = sum(one["times"] for one in lines)
    raised = "once" if times == 1 else f"{times} times"
    said = f"The alarm {kind} is closed; it was raised {raised}. It comes again if it happens again"
    last = max(lines, key=_last)
    first = min(one["first_at"] for one in lines)
    return {**last, "first_at": first, "times": times, "said": f"{said}.{others.sentence}"}


DOES: Final[dict[str, Does]] = {"alarm list": listed, "alarm close": close}
