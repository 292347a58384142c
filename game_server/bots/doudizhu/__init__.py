"""Dou Dizhu players: four levels that keep their hands in few plays and count the cards."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from game_server.bots import Bot
from game_server.bots.doudizhu.levels import LEVELS, MEDIUM, play

BOTS: Final[Mapping[str, Bot]] = LEVELS

QUICK: Final[Bot] = partial(play, MEDIUM)
"""By sense alone, which takes less time than slips do."""
