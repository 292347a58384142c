"""The end of a game of sabacc: hands shown, pots paid."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from game_server.rules.sabacc.betting import uncalled_back
from game_server.rules.sabacc.state import State
from protocol import pots
from protocol.events import Event, Moved, Shown
from protocol.games.sabacc import Best, Counted, merit, total
from protocol.words import JACKPOT, POT, Cards, Seat


def best(hands: Mapping[Seat, Cards], seats: Collection[Seat]) -> tuple[Seat, ...]:
    """Which of these seats hold the best hand, in playing order."""
    top = max(merit(hands[seat]) for seat in seats)
    return tuple(seat for seat in sorted(seats) if merit(hands[seat]) == top)


def settled(state: State, unit: int, said: list[Event]) -> State:
    """Compare all hands still in the game, pay every pot, and the sabacc pot for a total of 0."""
    state = uncalled_back(state, said)
    for seat in state.order:
        said += (Shown(seat, state.hands[seat]), Counted(seat, total(state.hands[seat])))
    winners = best(state.hands, state.order)
    hand = state.hands[winners[0]]
    said.append(Best(winners, total(hand), len(hand)))
    paid: list[Moved] = []
    why = "pot"
    for pot in pots.layers(state.paid, state.hands):
        able = best(state.hands, pot.seats)
        paid += _shares(pot.amount, able, unit, POT, why)
        why = "side_pot"
    jackpot = state.jackpot
    if total(hand) == 0:
        paid += _shares(jackpot, winners, unit, JACKPOT, "sabacc")
        jackpot = 0
    said += paid
    stacks = dict(state.stacks)
    for one in paid:
        stacks[one.dst] += one.amount
    return replace(state, phase="over", stacks=stacks, paid={}, jackpot=jackpot)


def _shares(amount: int, winners: tuple[Seat, ...], unit: int, src: Seat, why: str) -> list[Moved]:
    shares = pots.share(amount, winners, unit)
    return [Moved(src, seat, part, why) for seat, part in shares.items() if part]
