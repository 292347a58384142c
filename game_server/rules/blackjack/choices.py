"""Which options of blackjack a room may choose."""

from typing import Final

from game_server.rules.blackjack.options import MOST_SEATS, Options
from game_server.rules.choices import Choice, declared
from protocol.buy_ins import MOST_BROUGHT

CHOICES: Final = declared(
    Options,
    Choice("most", "table", "How many seats the table has.", 1, MOST_SEATS),
    Choice(
        "max_bet",
        "bets",
        "The largest bet; 0 is no limit but one's chips.",
        100,
        MOST_BROUGHT,
        100,
        money=True,
        picks=(1_000, 5_000, 10_000, 50_000, 0),
    ),
    Choice("decks", "shoe", "How many packs the shoe holds.", 1, 8),
    Choice("fresh_pack", "shoe", "Every round begins with fresh cards."),
    Choice("dealer", "dealer", "What the dealer does at 17."),
    Choice("ace_hardens", "dealer", "The dealer's ace counts 1 once a card is drawn upon it."),
    Choice("soft_on_two", "dealer", "The dealer's 17 is soft with two cards only."),
    Choice("hole_card", "dealer", "Which card of the dealer lies face down."),
    Choice("peek", "dealer", "The dealer looks for a natural before players act."),
    Choice("double_down", "hands", "The bet can be doubled on two cards."),
    Choice("split", "hands", "Two cards of equal rank can be split."),
    Choice("max_hands", "hands", "How many hands splitting can make.", 2, 4, needs="split"),
    Choice("double_after_split", "hands", "And doubled after a split.", needs="split"),
    Choice("insurance", "hands", "Insurance against the dealer's ace pays 2 to 1."),
    Choice("surrender", "hands", "A hand can be given up for half its bet."),
    Choice(
        "natural_pays",
        "payouts",
        "What a natural pays, in percent of the bet; 0: as any 21.",
        0,
        150,
        30,
        picks=(0, 120, 150),
    ),
    Choice("natural_faces_only", "payouts", "A natural is an ace and a face, not a ten."),
    Choice("natural_sweeps", "payouts", "When a player has a natural, all others lose."),
    Choice("five_hit_bonus", "payouts", "Five hits without a bust win twice the bet."),
    Choice("swedish_pub", "payouts", "Ties at 17, 18 and 19 lose."),
    Choice("tie", "payouts", "Whose a tie is."),
)
FIXED: Final = {
    "unit": "what odd chips are counted in follows the stake",
    "least": "one can play alone",
    "min_bet": "it is the room's stake",
    "chip": "what bets are multiples of follows the stake",
    "marker_least": "where the shuffle marker lies is the house's",
    "marker_most": "where the shuffle marker lies is the house's",
}
