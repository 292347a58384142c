"""Which options of hold'em a room may choose."""

from typing import Final

from game_server.rules.choices import Choice, declared
from game_server.rules.holdem.options import MOST_SEATS, Options
from protocol.buy_ins import MOST_STAKE

MANY: Final = ("standard", "eps", "casino")
BLINDS: Final = ("standard", "eps", "heads_up")

CHOICES: Final = declared(
    Options,
    Choice("most", "table", "How many seats the table has.", 2, MOST_SEATS, presets=MANY),
    Choice("timeout", "table", "What happens when a player's time runs out."),
    Choice(
        "ante",
        "bets",
        "What is paid before the blinds; 0 is none.",
        1,
        MOST_STAKE,
        money=True,
        picks=(0, 10, 20, 100),
        presets=BLINDS,
    ),
    Choice(
        "ante_from",
        "bets",
        "Whether each seat pays the ante, or the big blind one for all.",
        needs="ante",
        presets=BLINDS,
    ),
    Choice("min_raise", "bets", "How much a raise must be at least.", presets=BLINDS),
    Choice("one_lap", "bets", "Each player acts once on a street."),
    Choice("check_is_always_free", "bets", "Who faces a bet may check and stay in for nothing."),
    Choice("fold_needs_bet", "bets", "Who can check for nothing cannot fold."),
    Choice("single_pot", "bets", "No side pots: all-in for less can win everything."),
    Choice("preflop_betting", "course", "There is a betting round before the flop."),
    Choice("button_moves", "course", "The button moves on after each hand."),
    Choice("first_button", "course", "How the first dealer is found."),
    Choice(
        "small_blind_left_of_dealer_heads_up",
        "course",
        "Of two players the one left of the dealer posts the small blind.",
        presets=BLINDS,
    ),
    Choice("all_in_shows", "end", "All-in hands lie open before the board runs out."),
    Choice("losers_may_muck", "end", "A beaten hand need not be shown."),
)
FIXED: Final = {
    "unit": "what odd chips are counted in follows the stake",
    "grid": "what bets are multiples of follows the stake",
    "least": "the engine plays from two seats on",
    "people_last": "in which order the document plays is no choice",
    "people": "who sits there says whether it is a person",
    "small_blind": "it is the room's stake",
    "big_blind": "it is the room's stake",
}
