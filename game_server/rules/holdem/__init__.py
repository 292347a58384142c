"""No-limit hold'em: one engine, four sets of rules."""

from typing import Final

from game_server.rules.core import Game
from game_server.rules.holdem.choices import CHOICES, FIXED
from game_server.rules.holdem.engine import Holdem
from game_server.rules.holdem.hand import Carry, Hand
from game_server.rules.holdem.options import PRESETS, Options
from protocol.words import Seat


def first(options: Options, seat: Seat) -> Carry | None:
    """The first button is given to that seat, where it is drawn among the seats."""
    return Carry(0, seat) if options.first_button == "random" else None


GAME: Final[Game[Options, Hand, Carry]] = Game(
    "holdem", Holdem, PRESETS, Carry, CHOICES, FIXED, first=first
)

__all__ = ["GAME", "Carry", "Hand", "Holdem", "Options"]
