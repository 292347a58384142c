"""Four Dou Dizhu players: easy slips, medium plays by sense, hard thinks each turn through, and
master does what its network says wins most often."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from game_server.bots import Bot, Chance
from game_server.bots.doudizhu import wild
from game_server.bots.doudizhu.calling import said
from game_server.bots.doudizhu.moves import DoudizhuMove
from game_server.bots.doudizhu.packed import unpack
from game_server.bots.doudizhu.search import mastered, searched
from game_server.bots.doudizhu.sense import Spot, plays_of, sensible
from game_server.bots.doudizhu.situation import DoudizhuSituation, read
from protocol.events import Event
from protocol.games import doudizhu
from protocol.words import Act, Ask


class DoudizhuLevel(NamedTuple):
    """A level of Dou Dizhu bots: how good a player is."""

    slips: int = 0
    """So often in a hundred turns it plays anything that comes to mind."""
    budget: int = 0
    """Imagined turns for each turn; none is a player by sense or by the network alone."""
    net: bool = False
    """It has the network's opinion."""
    opened: int = 4000
    """The budget of a player with a network where that has never seen the like: where hands lie
    open, and, if it does not think else, where a rank is wild."""


EASY: Final = DoudizhuLevel(slips=44)
MEDIUM: Final = DoudizhuLevel()
HARD: Final = DoudizhuLevel(budget=1000, net=True)
MASTER: Final = DoudizhuLevel(net=True)


def play(level: DoudizhuLevel, told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """What a player of this level does."""
    word = said(told, ask)
    if word is not None:
        return word
    rank = doudizhu.wild(told)
    if rank is not None:
        budget = level.opened if level.net and not level.budget else level.budget
        return wild.play(level.slips, budget, told, ask, rank, chance)
    now = read(told, ask)
    move = _move(level, now, chance)
    return Act("play", cards=unpack(move.cards, now.hand)) if move else Act("pass")


def _move(level: DoudizhuLevel, now: DoudizhuSituation, chance: Chance) -> DoudizhuMove | None:
    if level.net and now.opened:
        return searched(now.spot, now.known, level.opened, chance)
    if level.budget:
        return searched(now.spot, now.known, level.budget, chance, now.seen if level.net else None)
    if level.net:
        return mastered(now.spot, now.known, now.seen, chance)
    if level.slips and chance(100) < level.slips:
        return _anything(now.spot, chance)
    return sensible(now.spot)


def _anything(spot: Spot, chance: Chance) -> DoudizhuMove | None:
    tried = [*plays_of(spot), *([None] if spot.table else [])]
    return tried[chance(len(tried))]


LEVELS: Final[dict[str, Bot]] = {
    "medium": partial(play, MEDIUM),
    "easy": partial(play, EASY),
    "hard": partial(play, HARD),
    "master": partial(play, MASTER),
}
