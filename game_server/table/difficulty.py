"""How hard a decision looks to everybody at the table: what a bot's pace goes by.

Whoever watches a bot's pace must learn nothing about its cards, nor about those of others. So it
is told what a spectator was told and nothing else: chips that lie in the pot, the price to stay,
how few cards somebody has left. How good a hand is, whether it can beat what lies there, or that
its game is lost, changes nothing.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from protocol.events import Dealt, Event, Laid, Moved, RoundBegan
from protocol.words import POT, Hidden, Seat

MANY: Final = 5
"""Who was dealt so many covered cards plays them out; fewer are a hand that is compared."""


def difficulty(public: Iterable[Event], seat: Seat) -> float:
    """From 0 (nothing is at stake) to 1, by what everybody was told of the round."""
    stacks: Counter[Seat] = Counter()
    put: Counter[Seat] = Counter()
    held: Counter[Seat] = Counter()
    dealt: Counter[Seat] = Counter()
    for one in public:
        match one:
            case RoundBegan(stacks=began):
                stacks.update(began)
            case Moved(src=src, dst=dst, amount=amount):
                stacks[src] -= amount
                stacks[dst] += amount
                put[src] += amount if dst == POT else 0
                put[dst] -= amount if src == POT else 0
            case Dealt(to=to, cards=Hidden(count=count)):
                held[to] += count
                dealt[to] += count
            case Laid(src=src, cards=cards):
                held[src] -= len(cards)
    at_stake = _at_stake(put, stacks[seat], seat)
    return max(at_stake, _nearly_out(held, dealt, seat))


def _at_stake(put: Counter[Seat], stack: int, seat: Seat) -> float:
    """The price to stay and half of what lies there already, beside the chips that are left."""
    if stack <= 0:
        # All that could be lost is in: there is nothing to ponder.
        return 0.0
    price = max(put.values(), default=0) - put[seat]
    pot = sum(amount for amount in put.values() if amount > 0)
    at_stake = min(max(price, 0), stack) + pot / 2
    return at_stake / (at_stake + stack)


def _nearly_out(held: Counter[Seat], dealt: Counter[Seat], seat: Seat) -> float:
    """How far the other who has the fewest cards left has come."""
    gone = [
        1 - max(0, held[other]) / count
        for other, count in dealt.items()
        if other >= 0 and other != seat and count >= MANY
    ]
    return max(gone, default=0.0)
