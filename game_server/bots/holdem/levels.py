"""Four hold'em players by equity against pot odds: easy, medium, hard and master.

They are one player with different eyes and nerves. After the flop each act has a value in chips,
and the best is done; before it, a chart by position and raises. Short stacks follow a solved
table; of their hands for two hard plays two of three by the blueprint, and master all.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game_server.bots import Bot, Chance
from game_server.bots.holdem import after_flop, before_flop, blueprint, push_fold
from game_server.bots.holdem.situation import PREFLOP, read
from game_server.bots.holdem.temper import HoldemLevel
from protocol.events import Event
from protocol.words import Act, Ask

EASY: Final = HoldemLevel(
    hands=40, boards=12, belief=0.0, doubt=0.0, defends=0.0, noise=0.14, respect=0.0,
    loose=0.10, nerve=-0.12, width=0.55, calls=1.5, sizes=(0.5,), mixes=0.0,
    jams=False, book=0.0, bluffs=0.0,
)  # fmt: skip
MEDIUM: Final = HoldemLevel(
    hands=60, boards=16, belief=0.4, doubt=0.0, defends=0.0, noise=0.08, respect=0.35,
    loose=0.0, nerve=-0.02, width=0.8, calls=1.0, sizes=(0.6,), mixes=0.0,
    jams=True, book=0.0, bluffs=0.0,
)  # fmt: skip
HARD: Final = HoldemLevel(
    hands=120, boards=30, belief=1.0, doubt=0.25, defends=1.0, noise=0.0, respect=0.85,
    loose=0.0, nerve=-0.02, width=0.9, calls=1.0, sizes=(0.6, 1.0), mixes=0.03,
    jams=True, book=0.67, bluffs=0.12,
)  # fmt: skip

MASTER: Final = replace(HARD, hands=360, boards=60, book=1.0)
"""By the blueprint; where that has no answer, hard on six times as many imagined cards."""

HASTY: Final = replace(EASY, hands=12, boards=4)
"""For where there is no time: a third of a millisecond on any board."""


def play(level: HoldemLevel, told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """What a player of this level does."""
    if ask.option("show"):
        return ask.default
    now = read(told, ask)
    by_book = blueprint.part_of(now.hole) < level.book
    if by_book and not (now.street == PREFLOP and push_fold.is_short(now)):
        known = blueprint.choose(now, chance)
        if known:
            return known
    if now.street == PREFLOP:
        return before_flop.choose(now, level, chance)
    return after_flop.choose(now, level, chance)


LEVELS: Final[dict[str, Bot]] = {
    "medium": partial(play, MEDIUM),
    "easy": partial(play, EASY),
    "hard": partial(play, HARD),
    "master": partial(play, MASTER),
}
