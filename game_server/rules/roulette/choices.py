"""Which options of roulette a room may choose."""

from typing import Final

from game_server.rules.choices import Choice, declared
from game_server.rules.roulette.options import MOST_SEATS, Options
from protocol.buy_ins import MOST_BROUGHT

CHOICES: Final = declared(
    Options,
    Choice("most", "table", "How many seats the table has.", 1, MOST_SEATS),
    Choice(
        "table_cap",
        "bets",
        "The most that lies on the board in one spin; 0 is no limit.",
        MOST_SEATS * 100,
        MOST_BROUGHT,
        100,
        money=True,
        picks=(10_000, 50_000, 100_000, 0),
        presets=("standard",),
    ),
    Choice("first_four", "bets", "0 1 2 3 is a bet, at 8 to 1.", presets=("standard",)),
)
_ODDS: Final = "odds that favour players go with the cap and the uncounted results of their preset"
FIXED: Final = {
    "unit": "the least bet is a chip",
    "least": "one can play alone",
    "corner_pays": _ODDS,
    "half_pays": _ODDS,
    "counts": _ODDS,
}
