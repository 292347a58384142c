"""An endgame with open cards: the hands, whose turn it is, and what has to be beaten."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from protocol.games.doudizhu import RANK_OF, Amiss, Pattern, classify, in_order, plays
from protocol.words import Cards

LANDLORD: Final = 0
MOST_CARDS: Final = 20
"""So many cards a landlord begins with: nobody ever holds more."""
PASS: Final[Cards] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a puzzle: two or three hands in the order of their turns, the landlord's first;
    the others are farmers and win or lose together. What may be played is what the preset
    `standard` allows."""

    hands: tuple[Cards, ...]
    turn: int = LANDLORD
    to_beat: Pattern | None = None
    passes: int = 0
    """Passes in a row since the last play."""

    def __post_init__(self) -> None:
        if not 2 <= len(self.hands) <= 3:
            raise ValueError(f"There are {len(self.hands)} hands; two or three play.")
        if max(map(len, self.hands)) > MOST_CARDS:
            raise ValueError(f"Nobody holds more than {MOST_CARDS} cards.")
        held = Counter(card for hand in self.hands for card in hand)
        if held and max(held.values()) > 1:
            raise ValueError("A card is held twice.")

    @property
    def winner(self) -> bool | None:
        """Whether the landlord has won; None while all hold cards."""
        out = next((seat for seat, hand in enumerate(self.hands) if not hand), None)
        return None if out is None else out == LANDLORD

    @property
    def choices(self) -> tuple[Cards, ...]:
        """Every play that is legal now, each set of ranks once, and PASS where one may pass."""
        found = tuple(plays(self.hands[self.turn], self.to_beat))
        return found if self.to_beat is None else (*found, PASS)

    def after(self, cards: Cards) -> "Position":
        """What comes of these cards, or of PASS; ValueError with the reason if they are illegal."""
        turn = (self.turn + 1) % len(self.hands)
        if not cards:
            if self.to_beat is None:
                raise ValueError("Who leads does not pass.")
            if self.passes + 2 == len(self.hands):
                return replace(self, turn=turn, to_beat=None, passes=0)
            return replace(self, turn=turn, passes=self.passes + 1)
        hand = self.hands[self.turn]
        pattern = classify(cards)
        if isinstance(pattern, Amiss):
            raise ValueError(pattern.text)
        if self.to_beat is not None and not pattern.beats(self.to_beat):
            raise ValueError(f"{pattern} does not beat {self.to_beat}.")
        if not set(cards) <= set(hand):
            raise ValueError("Only cards that are held can be played.")
        rest = tuple(card for card in hand if card not in cards)
        hands = (*self.hands[: self.turn], rest, *self.hands[self.turn + 1 :])
        return Position(hands, turn, pattern)


def ranks(cards: Iterable[int]) -> tuple[int, ...]:
    """What makes two plays equal: their ranks, rising."""
    return tuple(sorted(RANK_OF[card] for card in cards))


def with_ranks(hand: Cards, wanted: Iterable[int]) -> Cards:
    """Cards of these ranks out of a hand, the lowest suits first."""
    left = Counter(wanted)
    found = []
    for card in in_order(hand):
        if left[RANK_OF[card]]:
            left[RANK_OF[card]] -= 1
            found.append(card)
    return tuple(found)
