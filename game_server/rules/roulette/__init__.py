"""European roulette: one wheel, one betting window for all seats."""

from typing import Final

from game_server.rules.core import Game
from game_server.rules.roulette.choices import CHOICES, FIXED
from game_server.rules.roulette.engine import Carry, Roulette, State, newcomer, older
from game_server.rules.roulette.options import PRESETS, Options
from protocol.games.roulette import SLOTS

GAME: Final[Game[Options, State, Carry]] = Game(
    "roulette",
    Roulette,
    PRESETS,
    Carry,
    CHOICES,
    FIXED,
    entry=lambda options: options.unit,
    newcomer=newcomer,
    older=older,
    wheel=SLOTS,
    window_bets=True,
    manners={"standard": {"time_bank": 30.0}},
)
