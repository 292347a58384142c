"""No-limit hold'em: one engine, four sets of rules."""

from typing import Final

from game_server.rules.core import Game, Span
from game_server.rules.holdem.choices import CHOICES, FIXED
from game_server.rules.holdem.engine import Holdem
from game_server.rules.holdem.hand import Carry, Hand
from game_server.rules.holdem.options import PRESETS, Options
from protocol.words import Seat


def first(options: Options, seat: Seat) -> Carry | None:
    """The first button is given to that seat, where it is drawn among the seats."""
    return Carry(0, seat) if options.first_button == "random" else None


GAME: Final[Game[Options, Hand, Carry]] = Game(
    "holdem",
    Holdem,
    PRESETS,
    Carry,
    CHOICES,
    FIXED,
    first=first,
    manners={
        "eps": {
            "silent_leave": True,
            "broke": "second_game",
            "chat_for_queue": False,
            "disconnect_grace": 0.0,
        },
        "standard": {"time_bank": 30.0},
    },
    balances={"casino": Span(100_000, 1_000_000, 100)},
)

__all__ = ["GAME", "Carry", "Hand", "Holdem", "Options"]
