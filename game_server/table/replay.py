"""Replay of a table's rows: the state that they lead to, and what becomes of a broken round."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

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
from game_server.table.orders import Alarm
from game_server.table.round_host import RoundHost
from game_server.table.state import UNSEEN, TableState

if TYPE_CHECKING:
    from game_server.table.table import Table

OF_ROUND = RoundOpened | ActDone | LeaveIntended | RoundClosed


def replayed(
    before: TableState[Opt, S, C], rows: Sequence[Row]
) -> tuple[TableState[Opt, S, C], str]:
    """The state that these rows lead to, at a table like the one of `before`; and why its last
    round is void, or "".

    A round that cannot be replayed any more does no harm once a Snapshot follows it.
    """
    old = before.host
    host = RoundHost(old.game, old.preset, old.manners, old.options)
    state = TableState(before.config, before.game, host)
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
            host.void()
            state.skip(row)
        if isinstance(row, Snapshot | RoundVoided):
            broken = ""
    return state, broken


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


def void(table: "Table[Opt, S, C]", why: str, now: float) -> None:
    """The round that broke never was: stakes go back, and who left is cashed out."""
    text = f"Round {table.host.rounds} of table {table.config.table!r} is void: {why}"
    table.record(RoundVoided(table.host.rounds))
    table.out.append(Alarm("round_void", text))
    table.notice(None, "round_void", "The round cannot go on; all stakes are back.")
    table.after_round(now)
