"""Hold'em players: three levels that play by equity against pot odds, and the casino's house."""

from collections.abc import Mapping
from typing import Final

from game_server.bots import Bot
from game_server.bots.holdem.house import house, third_of
from game_server.bots.holdem.levels import LEVELS

__all__ = ["BOTS", "third_of"]

BOTS: Final[Mapping[str, Bot]] = {**LEVELS, "house": house}
