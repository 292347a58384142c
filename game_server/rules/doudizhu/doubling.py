"""Doubling at Dou Dizhu: each seat doubles for itself, twice, or not, before the landlord leads."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from game_server.rules.core import Step
from game_server.rules.doudizhu.options import Options
from game_server.rules.doudizhu.reckoning import staked
from game_server.rules.doudizhu.state import State
from protocol.events import Acted, Event
from protocol.words import Act, Ask, Option, Seat

TIMES: Final[Mapping[str, int]] = {"no_double": 1, "double": 2, "super_double": 4}
"""What a seat multiplies its own stake by."""
OFFERED: Final = tuple(Option(verb) for verb in TIMES)
NOT: Final = Act("no_double")


def asks(state: State) -> tuple[Ask, ...]:
    """All who have not said it, in one window."""
    window = f"{state.source}.double"
    return tuple(
        Ask(seat, OFFERED, NOT, "doubling", window, must=False)
        for seat in state.order
        if seat not in state.doubles
    )


def answered(options: Options, state: State, seat: Seat, act: Act) -> Step[State]:
    """When all have said it, what each peasant plays for is told, and the landlord leads."""
    after = replace(state, doubles={**state.doubles, seat: TIMES[act.verb]})
    events: tuple[Event, ...] = (Acted(seat, act.verb),)
    if len(after.doubles) == len(state.order):
        after = replace(after, stage="play")
        events += staked(options, after)
    return Step(after, events)
