"""Open hands at Dou Dizhu: who opens cards before, in and after the deal, and for how much."""

from dataclasses import replace
from typing import Final

from game_server.rules.core import Step
from game_server.rules.doudizhu import dealing
from game_server.rules.doudizhu.options import Options
from game_server.rules.doudizhu.reckoning import each, staked
from game_server.rules.doudizhu.state import State
from protocol.events import Acted, Event, Shown
from protocol.games.doudizhu import OPENING, Multiplied
from protocol.words import Act, Ask, Option, Seat

AS_LANDLORD: Final = 2
"""What the landlord's cards multiply by who opens them before the first play."""
OPEN: Final = Option("open")
CLOSED: Final = Act("no_open")
OFFERED: Final = (OPEN, Option("no_open"))


def asks(state: State) -> tuple[Ask, ...]:
    """Chance deals on while whoever likes opens the cards; at once where nobody is left to ask.

    The question to the seats is one window over the whole deal: its time is longer than the deal.
    """
    asked = [seat for seat in state.order if seat not in state.openers + tuple(state.unopened)]
    before = not state.hands
    pace = ("ready" if before else "part") if asked else "deal"
    deals = dealing.ask(state, parts=True, pace=pace)
    if asked:
        # Else whoever answers would have the others wait anew.
        deals = replace(deals, window=f"{state.source}.{len(state.left)}")
    window = f"{state.source}.open"
    return (
        deals,
        *(Ask(seat, OFFERED, CLOSED, "opening", window, must=False) for seat in asked),
    )


def answered(options: Options, state: State, seat: Seat, act: Act) -> Step[State]:
    """A seat opens its cards while they are dealt, or says that it will not."""
    if act.verb != OPEN.verb:
        after = replace(state, unopened=state.unopened | {seat})
        return Step(after, (Acted(seat, act.verb),))
    return opened(options, state, seat, OPENING[len(state.left)])


def opened(options: Options, state: State, seat: Seat, times: int) -> Step[State]:
    """The cards of the seat lie open from now on; only the highest of all factors counts."""
    after = replace(state, opened=(*state.opened, (seat, times)))
    events: tuple[Event, ...] = (Acted(seat, OPEN.verb),)
    if state.hands.get(seat):
        events += (Shown(seat, state.hands[seat]),)
    if after.open_times > state.open_times:
        events += (Multiplied("open", after.open_times, each(options, after)),)
        events += staked(options, after)
    return Step(after, events)
