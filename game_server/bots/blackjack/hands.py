"""The value of a hand against an up card by each act, exactly, from a shoe of which only the cards
of this hand, the up card and the named others are gone.

Where the dealer peeks, hands are played only when there is no natural: every value is joint with
that, so that the chance of a card is that of the whole shoe.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from game_server.bots.blackjack.dealer import ACE, PACK, VALUES, Dealer
from game_server.bots.blackjack.house import ENDS, NATURAL, BlackjackRules

BITS: Final = 5
"""Of a hand's number that say how many of one value it holds."""
FIVE_HITS: Final = 7
"""Two cards and five hits."""
BONUS: Final = 2


class HandValues(NamedTuple):
    """A hand's value by act, for a bet of one. `hit` and `double` are of no use at 21."""

    stand: float
    hit: float
    double: float
    played: float
    """How likely it is played at all."""

    @property
    def best(self) -> float:
        """Without doubling."""
        return max(self.stand, self.hit)


class Hands:
    """Every hand against one up card, worked out when it is asked for, and remembered."""

    def __init__(
        self, house: BlackjackRules, dealer: Dealer, up: int, gone: tuple[int, ...] = ()
    ) -> None:
        """`gone`: values of cards that are nowhere in play any more."""
        self._house, self._dealer = house, dealer
        self._left = [number * house.decks for number in PACK]
        for value in (up, *gone):
            self._left[value] -= 1
        self._total = sum(self._left)
        self._known: dict[int, HandValues] = {}
        self._pays = {
            points: [float(house.worth(points, end)) for end in ENDS] for points in range(22)
        }

    def worth(self, *hand: int) -> HandValues:
        """What a hand of these values is worth."""
        with self._held(hand):
            number = sum(1 << BITS * value for value in hand)
            return self._worth(number, sum(hand) + len(hand), ACE in hand, len(hand))

    def stands(self, *hand: int) -> float:
        """What it is worth if it stands, whatever else could be done."""
        hard = sum(hand) + len(hand)
        with self._held(hand):
            return self._stands(hard + 10 if ACE in hand and hard <= 11 else hard)[0]

    def chance(self, value: int, *hand: int) -> float:
        """That the next card after this hand is of this value."""
        return (self._left[value] - hand.count(value)) / (self._total - len(hand))

    @contextmanager
    def _held(self, hand: tuple[int, ...]) -> Iterator[None]:
        """These cards are not in the shoe meanwhile."""
        for change in (-1, 1):
            for value in hand:
                self._left[value] += change
            self._total += change * len(hand)
            if change < 0:
                yield

    def _worth(self, number: int, hard: int, ace: bool, cards: int) -> HandValues:
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = self._work_out(number, hard, ace, cards)
        return found

    def _work_out(self, number: int, hard: int, ace: bool, cards: int) -> HandValues:
        points = hard + 10 if ace and hard <= 11 else hard
        stand, played = self._stands(points)
        if self._house.five_hit_bonus and cards == FIVE_HITS:
            return HandValues(BONUS * played, -1.0, -1.0, played)
        if points == 21:
            return HandValues(stand, -1.0, -1.0, played)
        hit = once = alive = 0.0
        left, total = self._left, self._total
        self._total -= 1
        for value in VALUES[: 21 - hard]:
            if left[value]:
                chance = left[value] / total
                left[value] -= 1
                longer = self._worth(
                    number + (1 << BITS * value), hard + value + 1, ace or value == ACE, cards + 1
                )
                left[value] += 1
                hit += chance * longer.best
                once += chance * longer.stand
                alive += chance * longer.played
        self._total = total
        bust = played - alive
        return HandValues(stand, hit - bust, 2 * (once - bust), played)

    def _stands(self, points: int) -> tuple[float, float]:
        """What standing is worth, and how likely the hand is played."""
        ends = self._dealer.ends(self._left, self._total)
        pays = self._pays[points]
        if not self._house.peek:
            return sum(map(float.__mul__, ends, pays)), 1.0
        natural = ENDS.index(NATURAL)
        played = sum(ends) - ends[natural]
        return sum(map(float.__mul__, ends, pays)) + ends[natural], played
