"""Four Dou Dizhu players: easy slips, medium plays by sense, hard thinks each turn through, and
master thinks ten times as long."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from game_server.bots import Bot, Chance
from game_server.bots.doudizhu.calling import said
from game_server.bots.doudizhu.moves import Move
from game_server.bots.doudizhu.packed import unpack
from game_server.bots.doudizhu.search import searched
from game_server.bots.doudizhu.sense import Spot, plays_of, sensible
from game_server.bots.doudizhu.situation import read
from protocol.events import Event
from protocol.words import Act, Ask


class Level(NamedTuple):
    """How good a player is."""

    slips: int = 0
    """So often in a hundred turns it plays anything that comes to mind."""
    budget: int = 0
    """Imagined turns for each turn; none is a player by sense alone."""


EASY: Final = Level(slips=44)
MEDIUM: Final = Level()
HARD: Final = Level(budget=1000)
MASTER: Final = Level(budget=10_000)


def play(level: Level, told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """What a player of this level does."""
    word = said(told, ask)
    if word is not None:
        return word
    spot, hand, known = read(told, ask)
    if level.budget:
        move = searched(spot, known, level.budget, chance)
    elif level.slips and chance(100) < level.slips:
        move = _anything(spot, chance)
    else:
        move = sensible(spot)
    return Act("play", cards=unpack(move.cards, hand)) if move else Act("pass")


def _anything(spot: Spot, chance: Chance) -> Move | None:
    tried = [*plays_of(spot), *([None] if spot.table else [])]
    return tried[chance(len(tried))]


LEVELS: Final[dict[str, Bot]] = {
    "medium": partial(play, MEDIUM),
    "easy": partial(play, EASY),
    "hard": partial(play, HARD),
    "master": partial(play, MASTER),
}
