"""Dou Dizhu players: three levels that keep their hands in few plays and count the cards."""

from collections.abc import Mapping
from typing import Final

from game_server.bots import Bot
from game_server.bots.doudizhu.levels import LEVELS

BOTS: Final[Mapping[str, Bot]] = LEVELS
