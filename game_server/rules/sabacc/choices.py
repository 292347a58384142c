"""Which options of sabacc a room may choose."""

from typing import Final

from game_server.rules.choices import Choice, declared
from game_server.rules.sabacc.options import MOST_SEATS, Options

CHOICES: Final = declared(
    Options,
    Choice("most", "table", "How many seats the table has.", 2, MOST_SEATS),
    Choice("laps", "course", "How many rounds of play, bets and dice a game has.", 1, 6),
)
FIXED: Final = {
    "unit": "what odd chips are counted in follows the stake",
    "least": "two play",
    "people": "who sits there says whether it is a person",
    "ante": "it is the room's stake",
    "pot_least": "what the sabacc pot begins with is the house's",
    "pot_most": "what the sabacc pot begins with is the house's",
    "pot_step": "what the sabacc pot begins with is the house's",
}
