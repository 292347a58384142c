"""What a pair is worth when it is split, and split again as often as the house allows.

Second cards are dealt before anything is played: each may make another pair, which is split again
while hands may be added and that is worth more. Each hand is then worth what it is with the paired
cards of the others gone and with their other cards known to be none of those. Only that the
cards drawn later to one hand lack for the next is left out, which no figure of ours shows.
"""

from collections.abc import Callable
from typing import Final

from game_server.bots.blackjack.dealer import ACE, PACK, TEN, VALUES
from game_server.bots.blackjack.hands import Hands
from game_server.bots.blackjack.house import BlackjackRules

OF_ONE_RANK: Final = 4
"""Cards of a value in a pack that pair: a ten and a king do not."""

WORKED_OUT: Final = 2
"""Cards of its value that are gone: what more of them change is as good as a straight line, to
some millionths of a bet from two packs on. One pack has no more."""

HandsWithout = Callable[[int, int], Hands]
"""The hands of a shoe from which so many cards of a value are gone."""


class Joint:
    """A hand of one card: by its second card, each value joint with how likely that card is."""

    __slots__ = ("chance", "paired", "unpaired")

    def __init__(self, chance: float, paired: float, unpaired: float) -> None:
        self.chance = chance
        """That the second card pairs."""
        self.paired, self.unpaired = paired, unpaired


class Pair:
    """A pair of one value against one up card, in the hands `first` and on."""

    def __init__(self, house: BlackjackRules, value: int, without: HandsWithout) -> None:
        self._house, self._value, self._without = house, value, without
        self._most = 2 if value == ACE else house.max_hands
        self._known: dict[tuple[int, int], Joint] = {}

    def worth(self, hands: int = 1) -> float:
        """One of so many hands is a pair that becomes two; the others are left out of account."""
        return self._second_cards(hands + 1, due=2, unpaired=0, paired=0)

    def _second_cards(self, hands: int, due: int, unpaired: int, paired: int) -> float:
        """So many hands, of which so many have no second card yet."""
        if not due:
            return self._played(hands, unpaired, paired)
        chance = self._hand(hands - 1 + paired, unpaired).chance
        other = self._second_cards(hands, due - 1, unpaired + 1, paired)
        if not chance:
            return other
        again = self._second_cards(hands, due - 1, unpaired, paired + 1)
        if hands < self._most:
            again = max(again, self._second_cards(hands + 1, due + 1, unpaired, paired))
        return (1 - chance) * other + chance * again

    def _played(self, hands: int, unpaired: int, paired: int) -> float:
        total = 0.0
        if unpaired:
            hand = self._hand(hands - 1 + paired, unpaired - 1)
            total += unpaired * hand.unpaired / (1 - hand.chance)
        if paired:
            hand = self._hand(hands - 2 + paired, unpaired)
            total += paired * hand.paired / hand.chance
        return total

    def _hand(self, gone: int, others: int) -> Joint:
        """With so many cards of its value gone, and so many more that are known to be others."""
        key = (gone, others)
        if key not in self._known:
            if others:
                self._known[key] = self._reduced(gone, others)
            elif gone > WORKED_OUT and self._house.decks > 1:
                self._known[key] = self._continued(gone)
            else:
                self._known[key] = self._one_card(gone)
        return self._known[key]

    def _reduced(self, gone: int, others: int) -> Joint:
        """What one more card changes that is none of the value: all cases but those where it is."""
        whole = self._hand(gone, others - 1)
        if not whole.chance:
            return whole
        equal, chance = self._hand(gone + 1, others - 1), whole.chance

        def less(all_cases: float, equal_cases: float) -> float:
            return (all_cases - chance * equal_cases) / (1 - chance)

        return Joint(
            less(whole.chance, equal.chance),
            less(whole.paired, equal.paired),
            less(whole.unpaired, equal.unpaired),
        )

    def _continued(self, gone: int) -> Joint:
        """In a straight line from the last two that were worked out."""
        one, two = self._hand(WORKED_OUT - 1, 0), self._hand(WORKED_OUT, 0)
        further = gone - WORKED_OUT

        def on(first: float, second: float) -> float:
            return second + further * (second - first)

        chance = max(0.0, on(one.chance, two.chance))
        paired = on(one.paired, two.paired) if chance else 0.0
        return Joint(chance, paired, on(one.unpaired, two.unpaired))

    def _one_card(self, gone: int) -> Joint:
        value, hands = self._value, self._without(self._value, gone)
        joint = [
            chance * self._of(hands, second) if (chance := hands.chance(second, value)) > 0 else 0.0
            for second in VALUES
        ]
        share = self._of_rank(gone)
        paired = share * joint[value]
        return Joint(share * hands.chance(value, value), paired, sum(joint) - paired)

    def _of_rank(self, gone: int) -> float:
        """Which share of the cards of its value pair with it: of tens only those of its rank."""
        if self._value != TEN:
            return 1.0
        decks = self._house.decks
        left = OF_ONE_RANK * decks - 1 - gone
        return max(0, left) / (PACK[TEN] * decks - 1 - gone)

    def _of(self, hands: Hands, second: int) -> float:
        """Of two cards; split aces stand."""
        if self._value == ACE:
            return hands.stands(self._value, second)
        found = hands.worth(self._value, second)
        return max(found.best, found.double) if self._house.double_after_split else found.best
