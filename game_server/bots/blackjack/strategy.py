"""Basic strategy, solved: the best act for the cards of one hand against an up card, in the game
that a room plays. Nothing is copied from a book.

It knows what a book knows: the rules, the shoe as it is when it is new, the hand and the up card.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from game_server.bots.blackjack.dealer import Dealer
from game_server.bots.blackjack.hands import Hands
from game_server.bots.blackjack.house import BlackjackRules
from game_server.bots.blackjack.splitting import Pair

REMEMBERED: Final = 64
"""Up cards of houses: half a megabyte each once all hands were asked for."""
GIVEN_UP: Final = -0.5


class Strategy:
    """The best acts against one up card."""

    def __init__(self, house: BlackjackRules, up: int, face: bool = True) -> None:
        self._house, self._up = house, up
        self.dealer = Dealer(house, up, face)
        self._hands: dict[tuple[int, int], Hands] = {}
        self._split: dict[tuple[int, int], float] = {}

    def values(
        self, hand: tuple[int, ...], pairs: bool = False, hands: int = 1
    ) -> Mapping[str, float]:
        """What each act is worth that the rules may offer for these card values, for a bet of one.

        `hands` is how many the player has: with more than one, this hand was split and its first
        card lies in each. `pairs`: the two cards can be split.
        """
        split = hands > 1
        found = (self._without(hand[0], hands - 1) if split else self._without()).worth(*hand)
        values = {"stand": found.stand, "hit": found.hit}
        if len(hand) == 2:
            values["double"] = found.double
            if pairs:
                values["split"] = self._pair(hand[0], hands)
            if not split:
                values["surrender"] = GIVEN_UP * found.played
        return values

    def _pair(self, value: int, hands: int) -> float:
        key = (value, hands)
        if key not in self._split:
            self._split[key] = Pair(self._house, value, self._without).worth(hands)
        return self._split[key]

    def _without(self, value: int = 0, gone: int = 0) -> Hands:
        key = (value if gone else 0, gone)
        if key not in self._hands:
            self._hands[key] = Hands(self._house, self.dealer, self._up, (value,) * gone)
        return self._hands[key]


@lru_cache(maxsize=REMEMBERED)
def strategy(house: BlackjackRules, up: int, face: bool = True) -> Strategy:
    """What was worked out once is remembered; it depends on nothing else."""
    return Strategy(house, up, face or not house.natural_faces_only)
