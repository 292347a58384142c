"""Blackjack players: basic strategy, worked out for the rules of the room."""

from collections.abc import Mapping
from typing import Final

from game_server.bots import Bot
from game_server.bots.blackjack.book import by_the_book
from game_server.bots.blackjack.player import basic

BOTS: Final[Mapping[str, Bot]] = {"basic": basic}

QUICK: Final[Bot] = by_the_book
"""From a table, which takes no time."""
