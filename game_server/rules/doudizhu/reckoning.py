"""Who wins and pays what at the end."""

from dataclasses import replace

from game_server.rules.core import Step
from game_server.rules.doudizhu.options import Options
from game_server.rules.doudizhu.state import State
from protocol.events import Event, Moved
from protocol.games.doudizhu import Doubled, Reckoned
from protocol.words import Seat


def each(options: Options, state: State, spring: bool = False) -> int:
    """What a peasant wins or pays: stake x bid, doubled for every bomb, the rocket and spring."""
    return options.stake * state.bid << (state.bombs + spring)


def reckon(options: Options, state: State, out: Seat) -> Step[State]:
    """The seat `out` has no cards left: its side wins, and the chips move."""
    landlord = state.landlord
    assert landlord is not None  # nobody plays before there is one
    peasants = tuple(seat for seat in state.order if seat != landlord)
    won = out == landlord
    spring = options.spring and (state.peasant_plays == 0 if won else state.landlord_plays == 1)
    amount = each(options, state, spring)
    moves = (
        _collected(state, landlord, peasants, amount)
        if won
        else _paid(state, landlord, peasants, amount, options.unit)
    )
    results = dict.fromkeys(state.order, 0)
    for move in moves:
        results[move.src] -= move.amount
        results[move.dst] += move.amount
    reckoned = Reckoned(
        landlord,
        winners=(landlord,) if won else peasants,
        stake=options.stake,
        bid=options.stake * state.bid,
        bombs=state.bombs,
        spring=spring,
        each=amount,
        results=results,
    )
    doubled: tuple[Event, ...] = ()
    if spring:
        doubled = (Doubled("spring" if won else "anti-spring", amount),)
    return Step(replace(state, stage="over"), (*doubled, reckoned, *moves))


def _collected(
    state: State, landlord: Seat, peasants: tuple[Seat, ...], amount: int
) -> tuple[Moved, ...]:
    """Each peasant pays, at most all it has."""
    due = [(seat, min(amount, state.stacks[seat])) for seat in peasants]
    return tuple(Moved(seat, landlord, paid, "game") for seat, paid in due if paid)


def _paid(
    state: State, landlord: Seat, peasants: tuple[Seat, ...], amount: int, unit: int
) -> tuple[Moved, ...]:
    """The landlord pays both; one who cannot pays both equally, in whole units."""
    purse = state.stacks[landlord]
    paid = amount if purse >= 2 * amount else purse // (2 * unit) * unit
    return tuple(Moved(landlord, seat, paid, "game") for seat in peasants if paid)
