"""Names of poker hands in English; a translation builds its own from category and ranks."""

from functools import cache
from typing import Final

from protocol.games.holdem.ranks import CATEGORIES, category, ranks_of

_ONE: Final = (
    "two", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_MANY: Final = tuple("sixes" if one == "six" else one + "s" for one in _ONE)

_NAMES: Final = {
    "high_card": "{0} high",
    "pair": "pair of {0s}",
    "two_pair": "two pair, {0s} and {1s}",
    "three_of_a_kind": "three of a kind, {0s}",
    "straight": "{0}-high straight",
    "flush": "{0}-high flush",
    "full_house": "full house, {0s} full of {1s}",
    "four_of_a_kind": "four of a kind, {0s}",
    "straight_flush": "{0}-high straight flush",
    "royal_flush": "royal flush",
}


@cache
def name(strength: int) -> str:
    """`two pair, kings and fours`"""
    text = _NAMES[CATEGORIES[category(strength)]]
    for place, one in enumerate(ranks_of(strength)[:2]):
        text = text.replace(f"{{{place}}}", _ONE[one]).replace(f"{{{place}s}}", _MANY[one])
    return text
