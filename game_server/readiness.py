"""Readiness of a house: whether players can come in and play, and if not, why not in one sentence.

`/ready`, the metrics, `status` and `doctor` all say what this says.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from game_server.house.hours import HouseState

LEAST_ROOM: Final = 2**20
"""Bytes: with less on its disk nothing that happens in a house lasts."""
STATES: Final = {
    "closed": "The house is closed; `on` opens it.",
    "closing": "The house closes when the last game is over.",
}


@dataclass(frozen=True)
class TableReadiness:
    """Whether a table is up, and whether the disk refused what it wrote last."""

    up: bool
    cannot_write: bool


def why_not_ready(
    state: HouseState,
    *,
    listens: bool,
    ends: bool,
    tables: Iterable[TableReadiness],
    free: int | None,
    drained: bool = False,
) -> str:
    """The reason; empty if players can come in and play. `free` are the bytes that are left on the
    disk, None if that is not known; `drained` is a front that is to become empty."""
    known = tuple(tables)
    if ends:
        return "The house ends."
    if state == "opening" or (not listens and state != "closing"):
        up = sum(one.up for one in known)
        return f"The house starts: {up} of {len(known)} tables are up."
    if state != "open":
        return STATES[state]
    if drained:
        return "The node is drained: players come in at another one."
    paused = sum(one.cannot_write for one in known)
    if paused:
        return f"{paused} of {len(known)} tables are paused: the disk takes nothing."
    if free is not None and free < LEAST_ROOM:
        return "The disk is full."
    return ""
