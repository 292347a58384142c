"""What commands do with alarms: show them, and close one that somebody has looked at."""

from typing import Final

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer, Json, may
from game_server.admin.player_lookup import read_reason
from game_server.admin.wire import NOT_ALLOWED
from game_server.alarms import RaisedAlarm
from protocol.words import Refusal

OF_THE_BOOKS: Final = ("ledger",)
"""Kinds that an owner closes: somebody may have written to the books."""


async def listed(call: Call) -> Answer:
    """The alarms of the last day that nobody has closed, the last first."""
    raised = call.desk.alarms.raised()
    order = sorted(raised, key=lambda kind: -raised[kind].last)
    return {"alarms": [_line(kind, raised[kind]) for kind in order]}


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
    if closed is None:
        raise Refusal("no_alarm", f"There is no alarm {kind!r}; look with `alarm list`.")
    times = "once" if closed.times == 1 else f"{closed.times} times"
    said = f"The alarm {kind} is closed; it was raised {times}. It comes again if it happens again."
    return {"said": said, **_line(kind, closed)}


DOES: Final[dict[str, Does]] = {"alarm list": listed, "alarm close": close}
