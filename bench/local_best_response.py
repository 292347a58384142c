"""A player that knows the blueprint and answers it as well as it can from one turn to the next.

After each act of its opponent it reckons how likely every two cards are by how often the blueprint
does that with them. Then it takes the act that is worth most if nobody bets again afterwards, all
folds that a bet gains counted (local best response, Lisy and Bowling 2017). What it wins is a lower
bound of what the best answer wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game_server.bots import Chance
from game_server.bots.holdem import blueprint
from game_server.bots.holdem.buckets import RIVER_EDGES, STEPS, bucket
from game_server.bots.holdem.situation import RIVER, HoldemMove, HoldemSituation, read
from game_server.bots.holdem.temper import call, quietly, raise_to
from game_server.bots.holdem.tree import BLIND, FOLD, OPENING, choices
from protocol.cards import PACK
from protocol.events import Event
from protocol.games.holdem import strength_of, weight
from protocol.words import Act, Ask, Cards

PAIRS: Final[list[Cards]] = [(low, high) for low, high in combinations(PACK, 2)]
WEIGHTS: Final = [weight(pair) for pair in PAIRS]
HOLDS: Final = np.zeros((52, len(PAIRS)), bool)
"""Which hands have each card."""
for _number, _pair in enumerate(PAIRS):
    HOLDS[list(_pair), _number] = True
SIZES: Final = (0.33, 0.75, 1.5, 3.0)
"""The bets that it thinks of, as shares of the pot; all-in besides."""
BOARDS: Final = 24
"""Run-outs that stand for all."""
Floats = NDArray[np.float64]
Nodes = dict[blueprint.TreeNode | None, NDArray[np.bool_]]
"""Where the opponent stands in its tree, by what it holds; None: it has left the tree."""


@dataclass(frozen=True)
class Tracked:
    """How likely the opponent holds every two cards, and where it then stands."""

    likely: Floats
    nodes: Nodes
    depth: int


def best_response(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """The act that is worth most against the blueprint."""
    if ask.option("show"):
        return ask.default
    now = read(told, ask)
    tracked = track(now)
    wins = _wins(now, chance)
    share = _share(wins, tracked.likely)
    matched = call(now)
    worth = 0.0 if not matched else share * now.winnable(now.owed) - now.owed
    best = quietly(now)
    if now.ask.option("check"):
        worth = share * now.pot
    elif matched and worth > 0:
        best = matched
    else:
        worth = 0.0
    for act in _bets(now):
        value = _bet_worth(now, tracked, wins, act)
        if value > worth:
            best, worth = act, value
    return best


def _bets(now: HoldemSituation) -> list[Act]:
    found = [raise_to(now, now.level + size * (now.pot + now.owed)) for size in SIZES]
    everything = now.ask.option("all_in")
    found.append(Act("all_in", everything.low) if everything else None)
    return [act for act in dict.fromkeys(found) if act is not None]


def _bet_worth(now: HoldemSituation, tracked: Tracked, wins: Floats, act: Act) -> float:
    """What it wins by folds, and by what the hands that stay leave it at the end."""
    mine = now.bets.get(now.me, 0)
    cost = min(act.amount if act.verb == "all_in" else act.amount - mine, now.reach())
    above = cost - now.owed
    if above <= 0:
        return -1.0
    pot = now.pot + now.owed
    deep = cost >= now.reach()
    move = HoldemMove(
        now.me, now.street, act.verb, above / pot, now.owed / pot, now.raises, 1, True, deep
    )
    folding = np.zeros(len(PAIRS))
    for node, there in _after(tracked.nodes, move, tracked.depth).items():
        if node is not None:
            acts = [one.kind for one in choices(node.state, tracked.depth * BLIND)]
            if FOLD in acts:
                shares = _shares(node, tracked.depth, now.board)
                folding[there] = shares[there, acts.index(FOLD)]
    total = tracked.likely.sum()
    folds = float((tracked.likely * folding).sum() / total)
    stay = tracked.likely * (1 - folding)
    share = _share(wins, stay)
    return folds * now.pot + (1 - folds) * (share * (now.pot + cost + above) - cost)


def track(now: HoldemSituation) -> Tracked:
    """Follow every hand of the opponent through the acts of this hand."""
    blinds = (now.reach() + now.paid.get(now.me, 0)) / now.big_blind
    depth = min(blueprint.DEPTHS, key=lambda one: max(one / blinds, blinds / one))
    likely = np.ones(len(PAIRS))
    for card in (*now.hole, *now.board):
        likely[HOLDS[card]] = 0
    nodes: Nodes = {blueprint.TreeNode(OPENING, 0): np.ones(len(PAIRS), bool)}
    for move in now.moves:
        board = now.board[: move.street + 2] if move.street else ()
        read_as = _read(nodes, move, depth)
        if move.seat != now.me:
            for (node, place), there in read_as.items():
                if node is not None and place >= 0:
                    likely[there] *= _shares(node, depth, board)[there, place]
        nodes = _followed(read_as, depth)
    if not likely.any():
        likely = np.where(HOLDS[[*now.hole, *now.board]].any(axis=0), 0.0, 1.0)
    return Tracked(likely, nodes, depth)


def _read(
    nodes: Nodes, move: HoldemMove, depth: int
) -> dict[tuple[blueprint.TreeNode | None, int], NDArray[np.bool_]]:
    """As which choice of its node every hand reads the move; -1 where it is like none."""
    found: dict[tuple[blueprint.TreeNode | None, int], NDArray[np.bool_]] = {}
    for node, there in nodes.items():
        for hand in np.flatnonzero(there):
            key: tuple[blueprint.TreeNode | None, int] = (None, -1)
            if node is not None and node.state.street == move.street:
                place = _place(node, move, depth, blueprint.luck_of(PAIRS[hand]))
                key = (node, place) if place >= 0 else key
            found.setdefault(key, np.zeros(len(PAIRS), bool))[hand] = True
    return found


@lru_cache(maxsize=1 << 16)
def _place(node: blueprint.TreeNode, move: HoldemMove, depth: int, luck: float) -> int:
    wanted = blueprint.nearest(node.state, move, depth * BLIND, luck, move.all_in)
    return -1 if wanted is None else choices(node.state, depth * BLIND).index(wanted)


def _followed(
    read_as: dict[tuple[blueprint.TreeNode | None, int], NDArray[np.bool_]], depth: int
) -> Nodes:
    nodes: Nodes = {}
    for (node, place), there in read_as.items():
        following = None if node is None else blueprint.following(node, place, depth * BLIND)
        before = nodes.get(following)
        nodes[following] = there if before is None else before | there
    return nodes


def _after(nodes: Nodes, move: HoldemMove, depth: int) -> Nodes:
    return _followed(_read(nodes, move, depth), depth)


@lru_cache(maxsize=64)
def _shares(node: blueprint.TreeNode, depth: int, board: Cards) -> Floats:
    """How often each choice is taken, by hand."""
    kinds = _buckets(board)
    acts = len(choices(node.state, depth * BLIND))
    table = _numbers(depth)
    at = node.first + kinds[:, None] * acts + np.arange(acts)
    parts = table[np.minimum(at, len(table) - 1)].astype(float)
    total = parts.sum(axis=1, keepdims=True)
    return np.where(total > 0, parts / np.maximum(total, 1), 1 / acts)


@lru_cache(maxsize=3)
def _numbers(depth: int) -> NDArray[np.uint8]:
    packed = np.frombuffer(blueprint.table(depth), np.uint8)
    return np.stack((packed & 15, packed >> 4), axis=1).ravel()


@lru_cache(maxsize=16)
def _buckets(board: Cards) -> NDArray[np.int64]:
    """The bucket of every two cards; 0 where they meet the board."""
    if len(board) == RIVER + 2:
        return np.searchsorted(RIVER_EDGES, _beaten(board), "right") - 1
    if len(board) == RIVER + 1:
        return _on_turn(board)
    free = _free(board)
    known = blueprint.flops()
    return np.array(
        [bucket(PAIRS[hand], board, *known) if free[hand] else 0 for hand in range(len(PAIRS))]
    )


def _on_turn(board: Cards) -> NDArray[np.int64]:
    """By the mean and the spread of what is beaten on each river."""
    quarters = blueprint.flops()[0]
    sums, squares, met = (np.zeros(len(PAIRS)) for _ in range(3))
    for card in PACK:
        if card not in board:
            free = _free((*board, card))
            beats = _beaten((*board, card))
            sums, squares, met = sums + beats, squares + beats**2, met + free
    mean = sums / np.maximum(met, 1)
    strays = np.sqrt(np.maximum(0, squares / np.maximum(met, 1) - mean**2))
    steps = np.minimum((mean * STEPS).astype(int), STEPS - 1)
    edges = np.array(quarters)[steps]
    return np.where(met > 0, 4 * steps + (edges <= strays[:, None]).sum(axis=1), 0)


@lru_cache(maxsize=256)
def _strengths(board: Cards) -> NDArray[np.int64]:
    """How strong every two cards are on a whole board; 0 where they meet it."""
    lies, free = weight(board), _free(board)
    return np.array(
        [strength_of(lies + one) if free[hand] else 0 for hand, one in enumerate(WEIGHTS)]
    )


def _beaten(board: Cards) -> Floats:
    """The share of all hands that each beats; 0 where it meets the board."""
    free, values = _free(board), _strengths(board)
    ordered = np.sort(values[free])
    below = np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right")
    return np.where(free, below / (2 * len(ordered)), 0.0)


def _free(board: Cards) -> NDArray[np.bool_]:
    return np.asarray(~HOLDS[list(board)].any(axis=0), bool)


def _wins(now: HoldemSituation, chance: Chance) -> Floats:
    """The share of run-outs on which our cards beat every two cards."""
    left = [card for card in PACK if card not in now.hole and card not in now.board]
    every = list(combinations(left, RIVER + 2 - len(now.board)))
    if len(every) > len(left):
        every = [every[chance(len(every))] for _ in range(BOARDS)]
    won, met = np.zeros(len(PAIRS)), np.zeros(len(PAIRS))
    for more in every:
        board: Cards = (*now.board, *more)
        ours = strength_of(weight(board) + weight(now.hole))
        theirs, free = _strengths(board), _free(board)
        won += free * ((theirs < ours) + 0.5 * (theirs == ours))
        met += free
    return won / np.maximum(met, 1)


def _share(wins: Floats, likely: Floats) -> float:
    total = likely.sum()
    return float((wins * likely).sum() / total) if total > 0 else 0.5
