"""The catalogue: every game of the house by its name. A new game is one line here; all that follows
finds it. A new game is one line here; all that follows finds it."""

from typing import Any, Final

from game_server.rules import blackjack, doudizhu, holdem, roulette, sabacc
from game_server.rules.core import Game

GAMES: Final[dict[str, Game[Any, Any, Any]]] = {}
"""By name. Each game has states and carries of its own, which only its own rules look into."""


def register(game: Game[Any, Any, Any]) -> None:
    """Put a game into the catalogue; ValueError for a name that another has."""
    if game.name in GAMES:
        raise ValueError(f"There is a game {game.name!r} already; take another name.")
    GAMES[game.name] = game


for _game in (holdem.GAME, doudizhu.GAME, blackjack.GAME, roulette.GAME, sabacc.GAME):
    register(_game)
