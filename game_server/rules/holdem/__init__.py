"""No-limit hold'em: one engine, four sets of rules."""

from typing import Final

from game_server.rules.core import Game
from game_server.rules.holdem.engine import Holdem
from game_server.rules.holdem.hand import Carry, Hand
from game_server.rules.holdem.options import PRESETS, Options

GAME: Final[Game[Options, Hand, Carry]] = Game("holdem", Holdem, PRESETS, Carry)

__all__ = ["GAME", "Carry", "Hand", "Holdem", "Options"]
