"""Every game of the house. A new game is one line here; all that follows finds it."""

from collections.abc import Mapping
from typing import Any, Final

from game_server.rules import blackjack, doudizhu, holdem, roulette, sabacc
from game_server.rules.core import Game

GAMES: Final[Mapping[str, Game[Any, Any, Any]]] = {
    game.name: game
    for game in (holdem.GAME, doudizhu.GAME, blackjack.GAME, roulette.GAME, sabacc.GAME)
}
"""Each game has states and carries of its own, which only its own rules look into."""
