"""From how many chips on a player has busted the house."""

from dataclasses import asdict
from typing import Any

from game_server.rules.core import Game
from game_server.table.config import TableConfig
from protocol import stakes


def winnings_limit(config: TableConfig, game: Game[Any, Any, Any]) -> int:
    """What a player's chips must exceed at this table; it goes with the stake. 0: nobody can."""
    if config.preset not in game.busts:
        return 0
    usual = stakes.stake(asdict(game.presets[config.preset]))
    return config.winnings_limit * (config.stake or usual) // usual
