"""The blueprint: a strategy for heads-up hold'em that was trained beforehand over a small tree of
bets.

What was really bet is read as one of the nearest bets of the tree, by chance where it lies between
two; the chance is the hand's own cards, so that it is the same at every question. Where the tree
has nothing like it there is no answer, and the bot thinks for itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from struct import iter_unpack
from typing import Final
from zlib import decompress

from game_server.bots import Chance
from game_server.bots.holdem.buckets import STEPS, bucket
from game_server.bots.holdem.situation import HoldemMove, HoldemSituation
from game_server.bots.holdem.temper import call, quietly, raise_to, roll
from game_server.bots.holdem.tree import (
    ALL_IN,
    BLIND,
    CALL,
    FOLD,
    OPENING,
    RAISE,
    BettingState,
    TreeAct,
    choices,
    followers,
)
from protocol.words import Act, Cards

FOLDER: Final = files(__package__)
DEPTHS: Final = (20, 40, 100)
"""Big blinds that a strategy was trained for."""
DEEPEST: Final = 160
"""Big blinds beyond which none of them is of use."""
LIKE: Final = 1.7
"""A bet is like one of the tree that is no more than so many times as large or as small."""
QUARTERS: Final = 4 * 3 * STEPS


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A decision of the blueprint's tree."""

    state: BettingState
    first: int


def file_of(depth: int) -> str:
    return f"blueprint_{depth}.bin"


@cache
def table(depth: int) -> bytes:
    """Two numbers a byte, each how often a choice is taken, in fifteenths."""
    return decompress((FOLDER / file_of(depth)).read_bytes())


@cache
def flops() -> tuple[Sequence[Sequence[float]], bytes]:
    """The quarters of the turn, and the bucket of every two cards on every flop."""
    whole = decompress((FOLDER / "flops.bin").read_bytes())
    return list(iter_unpack("<3f", whole[:QUARTERS])), whole[QUARTERS:]


def part_of(hole: Cards, turn: float = 0.7548776662466927) -> float:
    """A number below 1 for these two cards, whatever comes: chance that nobody else can see."""
    low, high = sorted(hole)
    return (low * 52 + high) * turn % 1


def luck_of(hole: Cards) -> float:
    """Which of two sizes of the tree a bet between them is read as."""
    return part_of(hole, 0.6180339887498949)


def choose(now: HoldemSituation, chance: Chance) -> Act | None:
    """What the strategy does here; None where it knows nothing like this."""
    if not now.plain or len(now.stacks) != 2 or now.big_blind <= 0:
        return None
    blinds = (now.reach() + now.paid.get(now.me, 0)) / now.big_blind
    if blinds > DEEPEST:
        return None
    known = min(DEPTHS, key=lambda depth: max(depth / blinds, blinds / depth))
    place = _walk(now, known * BLIND)
    if place is None:
        return None
    wanted = _choice(place, known, now, chance)
    return None if wanted is None else _done(now, place.state, wanted)


def _choice(place: TreeNode, depth: int, now: HoldemSituation, chance: Chance) -> TreeAct | None:
    found = choices(place.state, depth * BLIND)
    first = place.first + bucket(now.hole, now.board, *flops()) * len(found)
    numbers = table(depth)
    shares = [numbers[at >> 1] >> 4 * (at & 1) & 15 for at in range(first, first + len(found))]
    luck = roll(chance) * sum(shares)
    for choice, share in zip(found, shares, strict=True):
        luck -= share
        if luck < 0:
            return choice
    return None


def _done(now: HoldemSituation, state: BettingState, wanted: TreeAct) -> Act:
    everything = now.ask.option("all_in")
    if wanted.kind == FOLD:
        return quietly(now)
    if wanted.kind == ALL_IN and everything:
        return Act("all_in", everything.low)
    if wanted.kind == RAISE:
        size = (wanted.total - state.theirs) / (2 * state.theirs)
        raised = raise_to(now, now.level + size * (now.pot + now.owed))
        if raised:
            return raised
    return call(now) or quietly(now)


def _walk(now: HoldemSituation, depth: int) -> TreeNode | None:
    """Where the hand stands in the tree; None where it has left it."""
    place: TreeNode | None = TreeNode(OPENING, 0)
    luck = luck_of(now.hole)
    for move in now.moves:
        if place is None or move.street != place.state.street:
            return None
        if (move.seat == now.button) != (place.state.player == 0):
            return None
        wanted = nearest(place.state, move, depth, luck, move.all_in)
        if wanted is None:
            return None
        place = following(place, choices(place.state, depth).index(wanted), depth)
    if place is None or place.state.street != now.street:
        return None
    return place if (now.me == now.button) == (place.state.player == 0) else None


def following(node: TreeNode, number: int, depth: int) -> TreeNode | None:
    """What follows the choice of this number; None when nothing is left to decide."""
    state, first = list(followers(node.state, node.first, depth))[number]
    return None if state is None else TreeNode(state, first)


def nearest(
    state: BettingState, move: HoldemMove, depth: int, luck: float, all_in: bool
) -> TreeAct | None:
    """The choice of the tree that the move is read as."""
    found = choices(state, depth)
    if not move.is_raise:
        return next(choice for choice in found if choice.kind == CALL)
    everything = next((choice for choice in found if choice.kind == ALL_IN), None)
    if all_in or everything is None:
        return everything
    sizes = {
        choice: (choice.total - state.theirs) / (2 * state.theirs)
        for choice in found
        if choice.kind == RAISE
    }
    return _between(sizes, move.share, luck)


def _between(sizes: Mapping[TreeAct, float], share: float, luck: float) -> TreeAct | None:
    """One of the two sizes on either side, the nearer one more often; None if none is like it."""
    below = max((one for one in sizes if sizes[one] <= share), key=sizes.__getitem__, default=None)
    above = min((one for one in sizes if sizes[one] > share), key=sizes.__getitem__, default=None)
    if below and above:
        low, high = sizes[below], sizes[above]
        # So that neither size gains by being bet as the other one.
        part = (high - share) * (1 + low) / ((high - low) * (1 + share))
        return below if luck < part else above
    only = below or above
    if only is None or not 1 / LIKE <= share / sizes[only] <= LIKE:
        return None
    return only
