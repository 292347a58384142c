"""The rules of a house that a blackjack player must know: when the dealer draws, and who wins."""

from collections.abc import Mapping
from typing import Final, NamedTuple

NATURAL: Final = 0
BUST: Final = 22
ENDS: Final = (NATURAL, 17, 18, 19, 20, 21, BUST)
"""What a dealer may end with: a natural, points, or more than 21."""
SWEDISH_TIES: Final = (17, 18, 19)


class BlackjackRules(NamedTuple):
    """The options of a room that change how a hand is best played."""

    decks: int = 6
    dealer: str = "s17"
    ace_hardens: bool = False
    soft_on_two: bool = False
    peek: bool = True
    tie: str = "push"
    swedish_pub: bool = False
    natural_pays: int = 150
    natural_faces_only: bool = False
    double_down: bool = True
    double_after_split: bool = True
    split: bool = True
    max_hands: int = 4
    surrender: bool = True
    five_hit_bonus: bool = False

    def draws(self, points: int, soft: bool, cards: int) -> bool:
        """Whether the dealer takes one more."""
        if points != 17:
            return points < 17
        soft = soft and (cards == 2 or not self.soft_on_two)
        return self.dealer == "hit_all_17" or (self.dealer == "h17" and soft)

    def worth(self, points: int, end: int) -> int:
        """What a bet of one that stands at so many points, and is no natural, wins."""
        if end == NATURAL:
            return -1
        if end == BUST or points > end:
            return 1
        if points < end or self.tie == "dealer":
            return -1
        return -1 if self.swedish_pub and points in SWEDISH_TIES else 0


def house_of(options: Mapping[str, int | str | bool]) -> BlackjackRules:
    """The rules as a round announces them."""
    named = {name: options[name] for name in BlackjackRules._fields if name in options}
    house = BlackjackRules(**named)  # type: ignore[arg-type]  # each has the type of its default
    return house._replace(peek=house.peek and house.natural_pays > 0)
