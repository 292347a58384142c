"""Play before the flop: a chart by position, raises and depth of stack."""

from typing import Final

from game_server.bots import Chance
from game_server.bots.holdem import push_fold
from game_server.bots.holdem.ranges import (
    AGAIN,
    NARROWEST,
    opening_width,
    raising_width,
)
from game_server.bots.holdem.situation import HoldemSituation
from game_server.bots.holdem.starting_hands import equity_in_company, worth
from game_server.bots.holdem.temper import HoldemLevel, call, quietly, raise_to, roll
from protocol.words import Act

COMMITTED: Final = 0.33
"""Who puts in this share of what it can lose puts in all."""

BEST: Final = 0.5
"""The part of the hands that a raise again stands for which does it every time."""


def choose(now: HoldemSituation, level: HoldemLevel, chance: Chance) -> Act:
    """The act before the flop."""
    if level.jams and push_fold.is_short(now):
        return push_fold.choose(now, chance)
    place = worth(now.hole).place + level.noise * (roll(chance) - 0.5)
    if now.raises == 0:
        return _first_in(now, level, place)
    return _against_a_raise(now, level, place, roll(chance))


def _first_in(now: HoldemSituation, level: HoldemLevel, place: float) -> Act:
    """Nobody has raised: open, follow cheaply, or keep out."""
    blind = max(now.big_blind, 1)
    acted = {move.seat for move in now.moves}
    limpers = sum(seat in acted for seat in now.opponents)
    behind = len(now.waiting - {now.me})
    width = opening_width(behind, len(now.stacks)) * level.width * 0.8**limpers
    if place < width:
        size = 2.5 if len(now.stacks) == 2 or behind <= 2 else 3.0
        opened = raise_to(now, blind * (size + limpers))
        if opened:
            return opened
    limps = level.calls > 1
    cheap = now.owed * 2 <= blind or (limps and limpers > 0)
    enters = level.calls * (width + (0.2 if cheap else 0.0))
    if now.owed and (cheap or limps) and place < enters:
        return call(now) or quietly(now)
    return quietly(now)


def _against_a_raise(now: HoldemSituation, level: HoldemLevel, place: float, luck: float) -> Act:
    """Raise again with the best part of the raiser's range, call where the price is right."""
    seats = len(now.stacks)
    width = raising_width(now.moves, seats)
    company = sum(now.bets.get(seat, 0) >= now.level for seat in now.opponents) - 1
    company = max(0, company)
    equity = (1 - level.doubt) * equity_in_company(now.hole, width, company)
    equity += level.doubt * equity_in_company(now.hole, 1.0, company)
    again = max(NARROWEST, width * AGAIN)
    committed = now.owed >= COMMITTED * now.reach()
    value = place < again * BEST
    bluff = luck < level.bluffs and width * 0.7 < place < width * 1.2 and not committed
    if value or bluff:
        factor = (3.0 if now.acts_last() else 3.6) if now.raises == 1 else 2.3
        raised = raise_to(now, factor * now.level + now.big_blind * company)
        if raised:
            return raised
    price = now.owed / max(1, now.winnable(now.owed))
    keeps = 1.0 if committed else 0.92 if now.acts_last() else 0.82
    if equity * keeps * level.calls > price + (0.0 if committed else 0.03):
        if committed and equity > 0.5 and now.ask.option("all_in"):
            return Act("all_in", now.stack)
        return call(now) or quietly(now)
    return quietly(now)
