"""Equity after the flop: sampled hands against sampled boards, weighed by what opponents did.

Chance is asked once, for where sampling begins; from there every n-th hand and every n-th board
are taken. That covers suits and ranks more evenly than independent draws would, costs nothing, and
is fair: bots learn nothing about the real deck, they only choose which imagined cards to look at.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import prod
from operator import mul
from typing import Final

from game_server.bots.holdem.ranges import UNREAD, likely_after_flop, range_after
from game_server.bots.holdem.situation import FLOP, PREFLOP, HoldemMove, HoldemSituation
from game_server.bots.holdem.starting_hands import PLACES
from protocol.cards import PACK
from protocol.games.holdem import strength_of, weight
from protocol.words import Cards, Seat

OFFSETS: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a hand can hope for, against a sample of the hands that the others may hold."""

    equity: float
    """The share of the pot that is due to it if everybody stays."""
    weights: Mapping[Seat, Sequence[float]]
    """How likely each opponent holds each sampled hand; they sum to 1."""
    versus: Sequence[float]
    """Equity against each sampled hand alone."""
    by_force: Sequence[int]
    """The sampled hands from the strongest to the weakest."""
    better: float
    """The share of the hands that it could hold itself, after its own acts, that are stronger."""

    def called(self, seat: Seat, folds: float) -> float:
        """Equity against an opponent that gives up this share of its hands, the weakest."""
        stays = 1 - folds
        mass = won = 0.0
        weights, versus = self.weights[seat], self.versus
        for hand in self.by_force:
            mine = min(weights[hand], stays - mass)
            if mine <= 0:
                break
            mass += mine
            won += mine * versus[hand]
        return won / mass if mass else self.equity


def look(
    now: HoldemSituation,
    hands: int,
    boards: int,
    belief: float,
    chance: Callable[[int], int],
    doubt: float = 0.0,
) -> Outlook:
    """Judge the asked seat's hand. `belief` is how far acts are believed, from 0 to 1, and `doubt`
    the part of their players who would have acted so with any cards."""
    offset = chance(OFFSETS) / OFFSETS
    unseen = [card for card in PACK if card not in now.hole and card not in now.board]
    sample, weights = _sample(now, unseen, hands, belief, offset)
    own = weights.pop(now.me)
    forces: dict[int, Sequence[float]] = {
        street: _force_on(now.board[: street + 2], sample)
        for street in range(FLOP, now.street)
        if any(move.street == street for move in now.moves)
    }
    grid = _play_out(now, sample, _boards(unseen, 5 - len(now.board), boards, offset))
    forces[now.street] = grid.forces
    judged: dict[Seat, Sequence[float]] = {
        seat: _doubted(_judge(now.moves, seat, likely, forces, belief), likely, doubt)
        for seat, likely in weights.items()
    }
    by_force = sorted(range(len(sample)), key=grid.forces.__getitem__, reverse=True)
    mine = _doubted(_judge(now.moves, now.me, own, forces, belief), own, doubt)
    return Outlook(grid.equity(judged), judged, grid.versus, by_force, _better(grid, mine))


@dataclass(frozen=True, slots=True)
class Grid:
    """Every sampled hand against ours on every sampled board."""

    rows: Sequence[tuple[Sequence[float], Sequence[int]]]
    """For each board what we win against each hand, and the hands that it makes impossible."""
    versus: Sequence[float]
    forces: Sequence[float]
    """The share of the other sampled hands that each beats."""

    def equity(self, weights: Mapping[Seat, Sequence[float]]) -> float:
        """The mean over the boards of the chance to beat everybody there."""
        total = 0.0
        for wins, blocked in self.rows:
            total += prod(
                sum(map(mul, likely, wins)) / max(1e-9, 1 - sum([likely[one] for one in blocked]))
                for likely in weights.values()
            )
        return total / len(self.rows)


def _sample(
    now: HoldemSituation, unseen: Sequence[int], count: int, belief: float, offset: float
) -> tuple[list[Cards], dict[Seat, Sequence[float]]]:
    """Hands that the opponents may hold after their acts before the flop, and how likely each is.

    Hands are taken in proportion to how likely they are for the opponents together. How likely
    each would be for the asked seat, for all that the others know, is found too.
    """
    pairs: list[Cards] = list(combinations(unseen, 2))  # type: ignore[arg-type]
    before = tuple(move for move in now.moves if move.street == PREFLOP)
    places = [PLACES[pair] for pair in pairs]
    tables: dict[Seat, dict[float, float]] = {}
    for seat in now.live:
        table = range_after(before, seat, len(now.stacks)) if belief else UNREAD
        total = sum([table[place] for place in places])
        tables[seat] = {place: value / total for place, value in table.items()}
    together = {place: sum(tables[seat][place] for seat in now.opponents) for place in UNREAD}
    mass = list(accumulate([together[place] for place in places]))
    step = mass[-1] / count
    taken = [
        min(len(pairs) - 1, bisect_left(mass, (number + offset) * step)) for number in range(count)
    ]
    weights: dict[Seat, Sequence[float]] = {
        seat: [table[places[one]] / together[places[one]] for one in taken]
        for seat, table in tables.items()
    }
    return [pairs[one] for one in taken], weights


def _boards(unseen: Sequence[int], missing: int, count: int, offset: float) -> list[Cards]:
    """About so many ways to complete the board, evenly spread."""
    every: list[Cards] = list(combinations(unseen, missing))  # type: ignore[arg-type]
    if len(every) <= count:
        return every
    step = len(every) / count
    return [every[int((number + offset) * step)] for number in range(count)]


def _force_on(board: Cards, sample: Sequence[Cards]) -> list[float]:
    """The share of the sampled hands that each beats on this board as it lies."""
    base = weight(board)
    return _ranks([strength_of(base + weight(hand)) for hand in sample])


def _play_out(now: HoldemSituation, sample: Sequence[Cards], boards: Sequence[Cards]) -> Grid:
    mine = weight(now.hole)
    theirs = [weight(hand) for hand in sample]
    holding: dict[int, list[int]] = {}
    for place, hand in enumerate(sample):
        for card in hand:
            holding.setdefault(card, []).append(place)
    count = len(sample)
    met = [len(boards)] * count
    rows, ranks = [], []
    for board in boards:
        base = weight(now.board + board)
        ours = strength_of(base + mine)
        blocked = sorted({place for card in board for place in holding.get(card, ())})
        held = list(theirs)
        for place in blocked:
            held[place] = 0
            met[place] -= 1
        values = [strength_of(base + one) for one in held]
        wins = [1.0 if ours > one else 0.5 if ours == one else 0.0 for one in values]
        ranked = _ranks(values)
        for place in blocked:
            wins[place] = ranked[place] = 0.0
        rows.append((wins, blocked))
        ranks.append(ranked)
    won = map(sum, zip(*(wins for wins, _ in rows), strict=True))
    versus = [one / many if many else 0.5 for one, many in zip(won, met, strict=True)]
    better = map(sum, zip(*ranks, strict=True))
    forces = [one / many if many else 0.5 for one, many in zip(better, met, strict=True)]
    return Grid(rows, versus, forces)


def _ranks(values: Sequence[int]) -> list[float]:
    """The share of the others that each beats; equals share their places."""
    ordered = sorted(values)
    count = len(values)
    last = dict(zip(ordered, range(count), strict=True))
    first = dict(zip(reversed(ordered), range(count - 1, -1, -1), strict=True))
    return [(first[one] + last[one] + 1) / (2 * count) for one in values]


def _judge(
    moves: Sequence[HoldemMove],
    seat: Seat,
    likely: Sequence[float],
    forces: Mapping[int, Sequence[float]],
    belief: float,
) -> list[float]:
    """How likely the opponent holds each sampled hand, after what it did on the board."""
    judged = list(likely)
    for move in moves:
        if belief and move.seat == seat and move.street != PREFLOP:
            force = forces[move.street]
            judged = [
                one * likely_after_flop(move, force[place]) ** belief
                for place, one in enumerate(judged)
            ]
    total = sum(judged)
    return [one / total for one in judged]


def _doubted(judged: Sequence[float], likely: Sequence[float], doubt: float) -> Sequence[float]:
    """What was judged, and with a part of doubt what was likely before the flop."""
    share = doubt / sum(likely)
    return [(1 - doubt) * one + share * before for one, before in zip(judged, likely, strict=True)]


def _better(grid: Grid, mine: Sequence[float]) -> float:
    """The share of our own range that is stronger than what we hold."""
    force = sum(grid.versus) / len(grid.versus)
    return sum([likely for likely, one in zip(mine, grid.forces, strict=True) if one > force])
