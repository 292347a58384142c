"""What makes one hold'em player better than another, and how its wishes become offered acts."""

from dataclasses import dataclass
from typing import Final

from game_server.bots import Chance
from game_server.bots.holdem.situation import HoldemSituation
from protocol.words import Act

FINE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class HoldemLevel:
    """A level of hold'em bots: what it sees, and what it dares. Shares are of the pot unless they
    say otherwise."""

    hands: int
    boards: int
    """How many hands of the others and how many boards it imagines."""
    belief: float
    """How far it reads hands from acts: 0 not at all, 1 all the way."""
    doubt: float
    """How far it reckons with players who do the same with any two cards."""
    defends: float
    """How much of its own range it keeps against a bet; at 1 no bluff pays by itself."""
    noise: float
    """How wrong it may be about its equity, either way."""
    respect: float
    """How much of the folding that a bet's price suggests it counts on."""
    loose: float
    """What it adds to the value of a call, because it likes to see."""
    nerve: float
    """What it adds to the value of a bet or raise."""
    width: float
    """How many hands it opens with, 1 being the chart."""
    calls: float
    """How many it calls a raise with, 1 being what the price allows."""
    sizes: tuple[float, ...]
    """The bets it thinks of."""
    mixes: float
    """Acts whose values differ by less are done in turn by chance."""
    jams: bool
    """Whether it plays a short stack by the solved table."""
    book: float
    """The share of its hands for two that it plays by the blueprint."""
    bluffs: float
    """How often it raises again before the flop with a hand too weak for it."""


def roll(chance: Chance) -> float:
    """A number from 0 up to 1."""
    return chance(FINE) / FINE


def raise_to(now: HoldemSituation, total: float) -> Act | None:
    """The offered bet or raise nearest to this street total; all-in if little would be left."""
    everything = now.ask.option("all_in")
    after = now.bets.get(now.me, 0) + now.stack - total
    if everything and after < (now.pot + total) * 0.3:
        return Act("all_in", everything.low)
    option = now.ask.option("raise") or now.ask.option("bet")
    if option is None:
        return Act("all_in", everything.low) if everything else None
    steps = round((min(max(total, option.low), option.high) - option.low) / option.step)
    return Act(option.verb, option.low + option.step * steps)


def quietly(now: HoldemSituation) -> Act:
    """Check if it costs nothing, else fold."""
    check = now.ask.option("check")
    return Act("check") if check else Act("fold")


def call(now: HoldemSituation) -> Act | None:
    """Match the bet, with everything if it takes that."""
    offered = now.ask.option("call")
    if offered:
        return Act("call", offered.low)
    everything = now.ask.option("all_in")
    if everything and now.owed >= everything.low:
        return Act("all_in", everything.low)
    return None
