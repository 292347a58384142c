"""Which options of Dou Dizhu a room may choose."""

from typing import Final

from game_server.rules.choices import Choice, declared
from game_server.rules.doudizhu.options import Options

CHOICES: Final = declared(
    Options,
    Choice("landlord", "course", "How the landlord is found."),
    Choice("no_shuffle", "cards", "The cards of the last game are cut and not shuffled."),
    Choice("deals", "course", "How often the cards are dealt while all pass.", 1, 5),
    Choice("doubles", "course", "Each player may double for the own stake."),
    Choice("open_hands", "course", "Players may play with open cards, for more."),
    Choice("online", "cards", "Kickers may be of equal ranks."),
    Choice("jokers_as_kickers", "cards", "Both jokers may go together as kickers."),
    Choice("wild", "cards", "One rank is wild: its cards stand for any other."),
    Choice("spring", "payouts", "A side that never played pays double."),
)
FIXED: Final = {
    "rocket_wins": "nothing beats it",
    "shows_rest": "the game is over",
    "stake": "it is the room's stake",
    "unit": "what odd chips are counted in follows the stake",
    "least": "three play",
    "most": "three play",
}
