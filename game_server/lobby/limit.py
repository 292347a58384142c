"""From how many chips on a player has busted the house."""

from dataclasses import asdict

from game_server.rules.catalogue import GAMES
from game_server.table.config import RoomConfig
from protocol import stakes


def winnings_limit(config: RoomConfig) -> int:
    """What a player's chips must exceed at this table; it goes with the stake. 0: nobody can."""
    game = GAMES[config.game]
    if config.preset not in game.busts:
        return 0
    usual = stakes.stake(asdict(game.presets[config.preset]))
    return config.winnings_limit * (config.stake or usual) // usual
