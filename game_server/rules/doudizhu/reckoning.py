"""The reckoning of Dou Dizhu at the end: what each wins or pays."""

from collections.abc import Mapping
from dataclasses import replace

from game_server.rules.core import Step
from game_server.rules.doudizhu.options import Options
from game_server.rules.doudizhu.state import State
from protocol.events import Event, Moved, Shown
from protocol.games.doudizhu import Doubled, Reckoned, Staked
from protocol.words import Seat


def each(options: Options, state: State, spring: bool = False) -> int:
    """What a peasant wins or pays that has not doubled: the stake times what is common to both.

    That is the bid, open cards, robs, bombs, the rocket, spring, and the landlord's own double.
    """
    times = max(1, state.bid) * state.open_times
    if state.landlord is not None:
        times *= state.doubles.get(state.landlord, 1)
    return options.stake * times << (state.robs + state.bombs + spring)


def amounts(options: Options, state: State, spring: bool = False) -> dict[Seat, int]:
    """What each peasant plays for: a peasant's double is between it and the landlord."""
    common = each(options, state, spring)
    return {
        seat: common * state.doubles.get(seat, 1) for seat in state.order if seat != state.landlord
    }


def staked(options: Options, state: State) -> tuple[Event, ...]:
    """What each peasant plays for, where some have doubled."""
    if all(times == 1 for times in state.doubles.values()):
        return ()
    return (Staked(amounts(options, state)),)


def reckon(options: Options, state: State, out: Seat) -> Step[State]:
    """The seat `out` has no cards left: its side wins, and the chips move."""
    landlord = state.landlord
    if landlord is None:
        raise ValueError("Nobody plays before there is a landlord.")
    won = out == landlord
    spring = options.spring and (state.peasant_plays == 0 if won else state.landlord_plays == 1)
    amount, due = each(options, state, spring), amounts(options, state, spring)
    moves = _collected(state, landlord, due) if won else _paid(state, landlord, due, options.unit)
    results = dict.fromkeys(state.order, 0)
    for move in moves:
        results[move.src] -= move.amount
        results[move.dst] += move.amount
    doubles = {seat: times for seat, times in state.doubles.items() if times > 1}
    reckoned = Reckoned(
        landlord,
        winners=(landlord,) if won else tuple(due),
        stake=options.stake,
        bid=options.stake * state.bid,
        bombs=state.bombs,
        spring=spring,
        each=amount,
        results=results,
        robs=state.robs,
        opened=state.open_times,
        doubles=doubles,
        amounts=due if doubles else {},
    )
    doubled: tuple[Event, ...] = ()
    if spring:
        doubled = (Doubled("spring" if won else "anti-spring", amount),)
    return Step(replace(state, stage="over"), (*doubled, reckoned, *moves))


def shown(state: State) -> tuple[Event, ...]:
    """What is left in the hands that did not lie open."""
    return tuple(
        Shown(seat, state.hands[seat])
        for seat in state.order
        if state.hands[seat] and seat not in state.openers
    )


def _collected(state: State, landlord: Seat, due: Mapping[Seat, int]) -> tuple[Moved, ...]:
    """Each peasant pays, at most all it has."""
    paid = {seat: min(amount, state.stacks[seat]) for seat, amount in due.items()}
    return tuple(Moved(seat, landlord, amount, "game") for seat, amount in paid.items() if amount)


def _paid(state: State, landlord: Seat, due: Mapping[Seat, int], unit: int) -> tuple[Moved, ...]:
    """The landlord pays both; one who cannot pays each its share of all, in whole units."""
    purse, whole = state.stacks[landlord], sum(due.values())
    paid = {
        seat: amount if purse >= whole else purse * amount // (whole * unit) * unit
        for seat, amount in due.items()
    }
    return tuple(Moved(landlord, seat, amount, "game") for seat, amount in paid.items() if amount)
