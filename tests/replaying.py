"""What the rows of a table determine, field by field: play and replay must come to the same."""

from dataclasses import replace
from typing import Any

from game_server.table.journal import Row
from game_server.table.replay import replayed
from game_server.table.round import Round
from game_server.table.state import TableState

AnyState = TableState[Any, Any, Any]


def fields(state: AnyState) -> dict[str, object]:
    """All that outlives the process, by name."""
    playing = state.host.round
    return {
        "snapshot": replace(state.snapshot(), answered={}),
        "left": {seat: one.left for seat, one in state.seats.items()},
        "dealt": {} if playing is None else state.dealt,
        "bots": set() if playing is None else state.host.bots,
        **({} if playing is None else of_round(playing)),
    }


def of_round(playing: Round[Any, Any]) -> dict[str, object]:
    """A round in play, without the time that its questions have left."""
    return {
        "number": playing.number,
        "state": playing.state,
        "said": playing.said,
        "open": {seat: (one.turn, one.ask) for seat, one in playing.open.items()},
        "turn": playing.turn,
        "gone": playing.gone,
        "leaving": playing.leaving,
        "stacks": playing.stacks,
        "dealt in": playing.dealt,
        "names": playing.names,
        "out": playing.out,
        "drew": playing.drew,
    }


def differences(state: AnyState, rows: list[Row]) -> list[str]:
    """Where the state that play has reached is not the one that its rows lead to."""
    again, broken = replayed(state, rows)
    if broken:
        return [f"the round cannot be replayed: {broken}"]
    lived, replays = fields(state), fields(again)
    # Play remembers too what somebody asked at a seat that was left since.
    asked, remembered = state.snapshot().answered, again.snapshot().answered
    forgotten = [
        f"answered: play has {asked.get(player)}, replay has {numbers}"
        for player, numbers in remembered.items()
        if not {*numbers} <= {*asked.get(player, ())}
    ]
    return forgotten + [
        f"{name}: play has {lived.get(name)!r}, replay has {replays.get(name)!r}"
        for name in sorted(lived.keys() | replays.keys())
        if lived.get(name) != replays.get(name)
    ]
