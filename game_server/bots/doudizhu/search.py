"""The search for a play: by the network, or every play in many imagined worlds to their end."""

from collections.abc import Callable
from math import sqrt
from typing import Final, TypeVar

from game_server.bots import Chance
from game_server.bots.doudizhu.moves import DoudizhuMove, every_lead
from game_server.bots.doudizhu.net import judged
from game_server.bots.doudizhu.sense import LANDLORD, Spot, plays_of, sensible
from game_server.bots.doudizhu.situation import Seen
from game_server.bots.doudizhu.worlds import (
    NOBODY,
    Beginners,
    ThreeHands,
    imagined,
    played_on,
)

Play = TypeVar("Play")

MOST: Final = 9
"""So many plays are tried at most: those whose rests are worth most, and the pass."""
MOST_JUDGED: Final = 14
"""The same where the network judges them: as many as in the games of its training."""
TRUST: Final = 5
"""How many worlds one of the logarithm of its odds counts for."""
ON_HABITS: Final = 2000
"""Imagined turns against beginners, whose hands and plays are known so well that it pays."""
FIRST: Final = 6
"""After so many worlds the worse half of the plays is given up, and again whenever they double."""
CLEAR: Final = 3.0
"""Standard errors, at the most, by which a play must lead to be taken at once."""


def searched(
    spot: Spot, known: ThreeHands, budget: int, chance: Chance, seen: Seen | None = None
) -> DoudizhuMove | None:
    """The play that wins most; None is a pass. `budget` is in imagined turns.

    That bounds the time, and the same chance finds the same play however fast the machine is.
    With what was `seen` the search begins with the opinion of the network, and those who pass for
    beginners are imagined as such.
    """
    usual = sensible(spot)
    tried = candidates(spot, usual, MOST if seen is None else MOST_JUDGED)
    if len(tried) == 1 or (usual is not None and usual.turns == 0):
        return usual
    odds = judged(spot, seen, tried, usual) if seen else [0.0] * len(tried)
    beginners = _beginners(spot, seen) if seen else NOBODY
    return most_won(
        {one: TRUST * odd for one, odd in zip(tried, odds, strict=True)},
        budget,
        lambda: imagined(spot, known, chance, beginners),
        lambda hands, one: _tried_out(spot, hands, one, beginners, chance),
    )


def most_won(
    won: dict[Play, float],
    budget: int,
    world: Callable[[], ThreeHands],
    tried_out: Callable[[ThreeHands, Play], tuple[int, int]],
) -> Play:
    """The play that wins most in imagined worlds; with what each has `won` beforehand.

    `tried_out` says 1 if a play wins in a world, else -1, and how many turns that took.
    """
    tried = list(won)
    # At a tie what is liked best stays in: in a game that is won anyway all plays win.
    liked = {one: place for place, one in enumerate(tried)}
    worlds, halving = 0, FIRST
    while budget > 0:
        hands = world()
        worlds += 1
        for one in tried:
            result, turns = tried_out(hands, one)
            won[one] += result
            budget -= turns
        if worlds == halving:
            halving *= 2
            tried.sort(key=lambda one: (-won[one], liked[one]))
            if won[tried[0]] - won[tried[1]] > CLEAR * sqrt(worlds):
                break
            tried = tried[: max(2, (len(tried) + 1) // 2)]
    return min(tried, key=lambda one: (-won[one], liked[one]))


def mastered(spot: Spot, known: ThreeHands, seen: Seen, chance: Chance) -> DoudizhuMove | None:
    """What the network alone likes best, or, where all enemies are beginners, a search."""
    enemies = {1, 2} if spot.place == LANDLORD else {LANDLORD}
    if enemies <= _beginners(spot, seen).keys():
        return searched(spot, known, ON_HABITS, chance, seen)
    usual = sensible(spot)
    tried = candidates(spot, usual, MOST_JUDGED)
    if len(tried) == 1 or (usual is not None and usual.turns == 0):
        return usual
    odds = judged(spot, seen, tried, usual)
    return max(zip(odds, tried, strict=True), key=lambda one: one[0])[1]


def _beginners(spot: Spot, seen: Seen) -> Beginners:
    """The others who have done nothing yet that a beginner would not."""
    return {
        place: habit
        for place, habit in enumerate(seen.habits)
        if place != spot.place and habit.is_believed(spot.unseen, spot.left[place])
    }


def candidates(spot: Spot, usual: DoudizhuMove | None, most: int) -> list[DoudizhuMove | None]:
    """The plays worth a thought, what sense likes best first, then so many by what they leave."""
    could = every_lead(spot.hand) if spot.table is None else plays_of(spot)
    plays = sorted(could, key=lambda one: one.value, reverse=True)
    tried = [usual, *(one for one in plays[:most] if one != usual)]
    if spot.table is not None and usual is not None:
        tried.append(None)
    return tried


def _tried_out(
    spot: Spot,
    hands: ThreeHands,
    move: DoudizhuMove | None,
    beginners: Beginners,
    chance: Chance,
) -> tuple[int, int]:
    """1 if the play wins in this world, else -1, and after how many turns."""
    table, owner = (spot.table, spot.owner) if move is None else (move, spot.place)
    if table is None:
        raise ValueError("Who leads may not pass.")
    if move is not None:
        rest = [hand - move.cards * (place == spot.place) for place, hand in enumerate(hands)]
        hands = (rest[0], rest[1], rest[2])
    out, turns = played_on(hands, (spot.place + 1) % 3, table, owner, beginners, chance)
    return (1 if (out == LANDLORD) == (spot.place == LANDLORD) else -1), turns
