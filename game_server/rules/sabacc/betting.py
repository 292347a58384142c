"""The betting lap of sabacc: everybody matches or raises once; after a raise one closing lap
without."""

from collections.abc import Mapping
from dataclasses import replace

from game_server.rules.sabacc.state import State
from protocol import pots
from protocol.events import Acted, Event, Moved
from protocol.words import POT, Act, Option, Seat


def opened(state: State) -> State:
    """The state in which the betting lap begins."""
    return replace(state, phase="bet", queue=state.order, put={}, closing=False)


def owes(state: State, seat: Seat) -> int:
    """What a seat lacks of the highest bet."""
    return state.highest - state.put.get(seat, 0)


def may_raise(state: State, seat: Seat) -> bool:
    """A raise is for somebody else to answer: no other chips, no raise."""
    could = [one for one in state.hands if _able(state, one) and _reach(state, one) > state.highest]
    return not state.closing and seat in could and len(could) > 1


def asked(state: State, seat: Seat) -> bool:
    """Whether there is anything left to decide for this seat."""
    return _able(state, seat) and (owes(state, seat) > 0 or may_raise(state, seat))


def offers(state: State, seat: Seat, unit: int) -> tuple[Option, ...]:
    """First what a silent seat does: match, or all it has if that is not enough."""
    stack, due = state.stacks[seat], owes(state, seat)
    all_in = Option("all_in", stack, stack)
    if due > stack:
        return (all_in,)
    match = Option("match", due, due) if due else Option("check")
    if not may_raise(state, seat):
        return (match,)
    low, short_of = state.highest + unit, _reach(state, seat) - 1
    if low > short_of:
        return (match, all_in)
    high = short_of - (short_of - low) % unit
    return (match, Option("raise", low, high, unit), all_in)


def bet(state: State, seat: Seat, act: Act, said: list[Event]) -> State:
    """`raise` names the bet that others must match then, all else what is paid now."""
    before = state.put.get(seat, 0)
    paid = act.amount - before if act.verb == "raise" else act.amount
    said.append(Acted(seat, act.verb, act.amount))
    if paid:
        said.append(Moved(seat, POT, paid, "stake"))
    return replace(
        state,
        stacks={**state.stacks, seat: state.stacks[seat] - paid},
        put={**state.put, seat: before + paid},
        paid={**state.paid, seat: state.paid.get(seat, 0) + paid},
        queue=state.queue[1:],
    )


def closed(state: State, said: list[Event]) -> State:
    """The lap is through: those whom a later raise overtook answer it, then the dice roll."""
    late = tuple(seat for seat in state.order if _able(state, seat) and owes(state, seat) > 0)
    if late and not state.closing:
        return replace(state, closing=True, queue=late)
    return replace(uncalled_back(state, said), phase="dice")


def uncalled_back(state: State, said: list[Event]) -> State:
    """What nobody could match goes back to whoever bet it, gone or not."""
    covers = pots.reach(state.paid, state.stacks, state.hands)
    state = _back(state, pots.unmatched(state.paid, covers), said)
    found = pots.uncalled(state.paid)
    if found is None or found[0] not in state.hands:
        return state
    return _back(state, dict([found]), said)


def _back(state: State, back: Mapping[Seat, int], said: list[Event]) -> State:
    said += (Moved(POT, seat, amount, "uncalled") for seat, amount in back.items())
    stacks, paid = pots.given_back(state.stacks, state.paid, back)
    return replace(state, stacks=stacks, paid=paid)


def _able(state: State, seat: Seat) -> bool:
    # Who is gone and still in is all-in; chips come back to it only when nobody else has any.
    return seat in state.hands and state.stacks[seat] > 0


def _reach(state: State, seat: Seat) -> int:
    return state.put.get(seat, 0) + state.stacks[seat]
