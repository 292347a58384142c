"""Dou Dizhu: three seats, one landlord; its entry in the catalogue."""

from typing import Final

from game_server.rules.core import Game
from game_server.rules.doudizhu.choices import CHOICES, FIXED
from game_server.rules.doudizhu.engine import DouDizhu
from game_server.rules.doudizhu.options import PRESETS, Options
from game_server.rules.doudizhu.state import Carry, State

GAME: Final[Game[Options, State, Carry]] = Game(
    "doudizhu",
    DouDizhu,
    PRESETS,
    Carry,
    CHOICES,
    FIXED,
    entry=lambda options: options.unit,
    depth=20,
    needs_all=True,
    manners={"standard": {"time_bank": 30.0}},
)

__all__ = ["GAME", "Carry", "DouDizhu", "Options", "State"]
