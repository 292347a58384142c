"""The call for the landlord at Dou Dizhu, and robbing the caller of it."""

from dataclasses import replace
from typing import Final

from game_server.rules.core import Step
from game_server.rules.doudizhu.options import Options
from game_server.rules.doudizhu.reckoning import each
from game_server.rules.doudizhu.state import State
from protocol.events import Acted, Event
from protocol.games.doudizhu import Multiplied
from protocol.words import Act, Ask, Option, Seat

CALLS: Final = (Option("call"), Option("no_call"))
ROBS: Final = (Option("rob"), Option("no_rob"))


def ask(state: State) -> Ask:
    """The next seat calls or not; once somebody has called, it robs or not."""
    offered = CALLS if state.caller is None else ROBS
    return Ask(state.turn, offered, Act(offered[1].verb))


def begun(state: State, first: Seat) -> State:
    """The seats are asked in playing order, this one first."""
    second = state.after(first)
    return replace(state, stage="call", turn=first, waiting=(first, second, state.after(second)))


def answered(options: Options, state: State, act: Act) -> Step[State]:
    """Who has not called may not rob; who has called may rob back once, after all others.

    Nobody is left `waiting` when it is settled.
    """
    seat, waiting = state.waiting[0], state.waiting[1:]
    after = replace(state, waiting=waiting)
    events: tuple[Event, ...] = (Acted(seat, act.verb),)
    match act.verb:
        case "call":
            after = replace(after, caller=seat, landlord=seat, bid=1)
        case "rob":
            last = state.caller
            back = (last,) if last is not None and last not in (seat, *waiting) else ()
            after = replace(after, landlord=seat, robs=state.robs + 1, waiting=waiting + back)
            events += (Multiplied("rob", 2, each(options, after)),)
    if after.waiting:
        after = replace(after, turn=after.waiting[0])
    return Step(after, events)
