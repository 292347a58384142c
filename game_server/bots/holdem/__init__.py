"""Hold'em players: four levels that play by equity against pot odds, and the casino's house."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from game_server.bots import Bot
from game_server.bots.holdem.house import house, third_of
from game_server.bots.holdem.levels import HASTY, LEVELS, play

__all__ = ["BOTS", "QUICK", "third_of"]

BOTS: Final[Mapping[str, Bot]] = {**LEVELS, "house": house}
QUICK: Final[Bot] = partial(play, HASTY)
