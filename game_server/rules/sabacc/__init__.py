"""Sabacc, Corellian Spike style: closest to zero wins."""

from typing import Final

from game_server.rules.core import Game, Span
from game_server.rules.sabacc.choices import CHOICES, FIXED
from game_server.rules.sabacc.engine import DICE, Sabacc
from game_server.rules.sabacc.options import PRESETS, Options
from game_server.rules.sabacc.state import Carry, State

GAME: Final[Game[Options, State, Carry]] = Game(
    "sabacc",
    Sabacc,
    PRESETS,
    Carry,
    CHOICES,
    FIXED,
    entry=lambda options: options.ante,
    dice=DICE[0],
    balances={"house": Span(50_000, 500_000, 5_000)},
)
