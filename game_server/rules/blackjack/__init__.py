"""Blackjack against the house, for one to eight seats."""

from typing import Final

from game_server.rules.blackjack.choices import CHOICES, FIXED
from game_server.rules.blackjack.engine import Blackjack
from game_server.rules.blackjack.options import PRESETS, Options
from game_server.rules.blackjack.state import Carry, State, in_the_shoe
from game_server.rules.core import Game

GAME: Final[Game[Options, State, Carry]] = Game(
    "blackjack",
    Blackjack,
    PRESETS,
    Carry,
    CHOICES,
    FIXED,
    busts=frozenset({"twenty_one"}),
    inherited=in_the_shoe,
    window_bets=True,
    manners={"standard": {"time_bank": 30.0}},
)
