"""What both sides know of hold'em: its events, how hands rank, and what they are called."""

from protocol.games.holdem.events import TEXT, HighCard, NoStakes, Ranked, street_bets
from protocol.games.holdem.names import name
from protocol.games.holdem.ranks import (
    CATEGORIES,
    best_five,
    category,
    plain_weight,
    ranks_of,
    strength,
    strength_of,
    weight,
)
from protocol.games.holdem.sight import SIGHT

__all__ = [
    "CATEGORIES",
    "SIGHT",
    "TEXT",
    "HighCard",
    "NoStakes",
    "Ranked",
    "best_five",
    "category",
    "name",
    "plain_weight",
    "ranks_of",
    "street_bets",
    "strength",
    "strength_of",
    "weight",
]
