"""Replay of a table's rows: the state that they lead to, and what becomes of a broken round."""

from collections.abc import Sequence
from typing import Any

from game_server.rules.core import C, Opt, S
from game_server.table.journal import (
    ActDone,
    Broken,
    LeaveIntended,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Row,
    Snapshot,
)
from game_server.table.state import UNSEEN, TableState

OF_ROUND = RoundOpened | ActDone | LeaveIntended | RoundClosed


def replayed(
    before: TableState[Opt, S, C], rows: Sequence[Row]
) -> tuple[TableState[Opt, S, C], str]:
    """The state that these rows lead to, at a table like the one of `before`; and why its last
    round is void, or ""."""
    state = TableState(before.config, before.game, before.host.unplayed())
    return state, replay(state, rows)


def replay(state: TableState[Any, Any, Any], rows: Sequence[Row]) -> str:
    """Let these rows lead on from a state at which nothing has happened; why its last round is
    void, or "".

    A round that cannot be replayed any more does no harm once a Snapshot follows it.
    """
    broken = ""
    for row in rows:
        if broken and isinstance(row, OF_ROUND):
            state.skip(row)
            continue
        try:
            state.evolve(row)
        except Exception as wrong:
            # Whatever it is: the seats and chips of other rows are to be trusted, or nothing.
            if not isinstance(row, OF_ROUND):
                raise
            broken = _why(row, wrong)
            state.host.void()
            state.skip(row)
        if isinstance(row, Snapshot | RoundVoided):
            broken = ""
    return broken


def _why(row: Row, wrong: Exception) -> str:
    if isinstance(wrong, Broken):
        return str(wrong)
    return f"{type(row).__name__} cannot be replayed: {wrong!r}"


def ended_void(rows: Sequence[Row]) -> bool:
    """Whether the last round never was, and nothing was written of what follows from that."""
    last = next(
        (row for row in reversed(rows) if isinstance(row, RoundOpened | RoundVoided | Snapshot)),
        None,
    )
    return isinstance(last, RoundVoided)


def give_up(state: TableState[Any, Any, Any], why: str) -> str:
    """Let the round in play be void for that reason; "" if there is no reason, or no round."""
    playing = state.host.round
    if playing is None or not why:
        return ""
    state.host.void()
    state.host.turn = max(state.host.turn, playing.turn + UNSEEN)
    return why
