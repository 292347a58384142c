"""High card for a house: its rules, its words and its bots."""

from game_server import bots
from game_server.rules import catalogue
from protocol import games
from tests.toy_game import NAME, bot, words
from tests.toy_game.rules import GAME

SHIPPED = {name: game for name, game in catalogue.GAMES.items() if name != NAME}
"""The games of a house that is a process of its own, and knows nothing of the tests."""


def register() -> None:
    """Let the house of this process know the game; once."""
    if NAME not in games.NAMES:
        games.register(NAME, words)
    if NAME not in catalogue.GAMES:
        catalogue.register(GAME)
        bots.register(NAME, bot)
