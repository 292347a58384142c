"""Blackjack by exact enumeration: every hand of a player against every line of the dealer.

What a hand counts, when the dealer draws, who wins and what is paid are asked of the engine;
here is only the arithmetic of drawing without replacement. Suits do not matter, and cards of ten
are alike: a hand is how many it holds of the values 1 to 10.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game_server.rules.blackjack.options import Options
from game_server.rules.blackjack.verdict import Made, dealer_hits, dealer_made, gain, made, verdict
from protocol.cards import Card, parse
from protocol.games.blackjack import score
from protocol.words import Cards

Floats = NDArray[np.float64]
Hand = tuple[int, ...]
"""How many aces, deuces, ... tens."""

VALUES: Final = range(10)
CARDS: Final[tuple[Card, ...]] = parse("As 2s 3s 4s 5s 6s 7s 8s 9s Ks")
PACK: Final[Hand] = (4,) * 9 + (16,)
NOTHING: Final[Hand] = (0,) * 10
DEEPEST: Final = 22
NEVER: Final = -1e6
"""The logarithm of a chance that is none."""
BET: Final = 100


@cache
def points_of(hand: Hand) -> int:
    return score(cards_of(hand))


def cards_of(hand: Hand) -> Cards:
    return tuple(card for card, number in zip(CARDS, hand, strict=True) for _ in range(number))


def plus(hand: Hand, value: int) -> Hand:
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])


@dataclass(frozen=True)
class Deck:
    """What is drawn from; `decks` of 0 is an infinite one, whose chances never change."""

    decks: int
    without: Hand = NOTHING

    def left(self, hand: Hand) -> Floats:
        pack = np.array(PACK, dtype=np.float64)
        if not self.decks:
            return pack
        left: Floats = pack * self.decks - np.array(self.without) - np.array(hand)
        return left

    def chances(self, hand: Hand) -> Floats:
        """How likely each value is to come next when these cards are gone."""
        left = self.left(hand)
        chances: Floats = left / left.sum()
        return chances

    @cached_property
    def _falling(self) -> Floats:
        """log(n (n-1) ... (n-k+1)) by n and k; for an infinite deck n to the power of k."""
        size = 16 * max(self.decks, 1) + 1
        table = np.zeros((size, DEEPEST))
        for number, drawn in product(range(size), range(1, DEEPEST)):
            factor = number - (drawn - 1 if self.decks else 0)
            step = np.log(factor) if factor > 0 else NEVER
            table[number, drawn] = table[number, drawn - 1] + step
        return table

    def lines(self, hands: list[Hand], lines: NDArray[np.int64]) -> Floats:
        """The chance of drawing each line in one given order, for each of the hands gone."""
        left = np.array([self.left(hand) for hand in hands]).astype(int)
        ways = np.zeros((len(hands), len(lines)))
        for value in VALUES:
            drawn = lines[:, value]
            marks = np.zeros((int(np.max(drawn)) + 1, len(lines)))
            marks[drawn, np.arange(len(lines))] = 1
            ways += self._falling[np.maximum(left[:, value], 0), : len(marks)] @ marks
        drawn = lines.sum(axis=1)
        total = left.sum(axis=1)[:, None]
        steps = np.arange(DEEPEST)[None, :] if self.decks else np.zeros((1, DEEPEST))
        gone = np.cumsum(np.log(np.maximum(total - steps, 1)), axis=1)
        chances: Floats = np.exp(ways - gone[:, drawn - 1])
        return chances


@dataclass(frozen=True)
class DealerLines:
    """All that the dealer may draw to an up card: the cards, in how many orders, what it makes."""

    cards: NDArray[np.int64]
    ways: Floats
    ends: NDArray[np.int64]
    made: tuple[Made, ...]


@cache
def dealer_lines(options: Options, up: int) -> DealerLines:
    """Lines are grouped by the cards drawn and what they make: their order changes no chance."""
    ends: dict[tuple[Hand, Made], int] = {}
    open_lines: dict[tuple[Hand, int], int] = {(NOTHING, value): 1 for value in VALUES}
    while open_lines:
        longer: dict[tuple[Hand, int], int] = {}
        for (before, last), ways in open_lines.items():
            # The last card is told apart: by some rules an ace counts 1 once one is drawn upon it.
            held = (*cards_of(plus(before, up)), CARDS[last])
            drawn = plus(before, last)
            end = dealer_made(options, held)
            if end.natural or not dealer_hits(options, held):
                line = (drawn, Made(min(end.points, 22), end.natural))
                ends[line] = ends.get(line, 0) + ways
                continue
            for value in VALUES:
                longer[drawn, value] = longer.get((drawn, value), 0) + ways
        open_lines = longer
    ended = [(drawn, ways, end) for (drawn, end), ways in ends.items()]
    kinds = tuple(sorted({end for _, _, end in ended}))
    return DealerLines(
        np.array([drawn for drawn, _, _ in ended]),
        np.array([ways for _, ways, _ in ended], dtype=np.float64),
        np.array([kinds.index(end) for _, _, end in ended]),
        kinds,
    )


def dealer_ends(options: Options, deck: Deck, up: int, hands: list[Hand]) -> Floats:
    """How likely the dealer makes what, for each of the hands gone; by the lines' `made`."""
    lines = dealer_lines(options, up)
    gone = [plus(hand, up) for hand in hands] if deck.decks else [NOTHING]
    chances = deck.lines(gone, lines.cards) * lines.ways
    sums = np.zeros((len(lines.ways), len(lines.made)))
    sums[np.arange(len(lines.ways)), lines.ends] = 1
    ends: Floats = np.broadcast_to(chances @ sums, (len(hands), len(lines.made)))
    return ends


def dealer_makes(options: Options, deck: Deck, up: int) -> dict[Made, float]:
    """What the dealer makes of an up card when no player holds cards."""
    ends = dealer_ends(options, deck, up, [NOTHING])[0].tolist()
    return dict(zip(dealer_lines(options, up).made, ends, strict=True))


@cache
def player_hands(decks: int) -> tuple[Hand, ...]:
    """Every hand of up to 21 points, those with more cards first."""

    def grow(hand: Hand, least: int, points: int) -> Iterator[Hand]:
        if any(hand):
            yield hand
        for value in range(least, 10):
            within = not decks or hand[value] < PACK[value] * decks
            if points + value + 1 <= 21 and within:
                yield from grow(plus(hand, value), value, points + value + 1)

    return tuple(sorted(grow(NOTHING, 0, 0), key=sum, reverse=True))


def worth(options: Options, mine: Made, dealer: Made) -> float:
    """What a bet of one wins by the engine's verdict and pay."""
    end = verdict(options, mine, dealer)
    if end in ("lose", "bust"):
        return -1.0
    return gain(options, end, BET) / BET


@dataclass(frozen=True)
class Values:
    """The value of each hand by the dealer's up card, joint with "the dealer has no natural"
    where the dealer peeks: cards are drawn to a hand only then.
    """

    stand: dict[Hand, Floats]
    best: dict[Hand, Floats]
    double: dict[Hand, Floats]
    """Hands of two cards only."""

    def of(self, hand: Hand, doubles: bool) -> Floats:
        """The value of a hand that may be doubled, or not."""
        if not doubles or hand not in self.double:
            return self.best[hand]
        return np.maximum(self.best[hand], self.double[hand])


def values(options: Options, deck: Deck, holding: int | None = None) -> Values:
    """The best that can be had of each hand by hitting and standing, and what doubling gives.

    With `holding` only of the hands that hold this value.
    """
    hands = [hand for hand in player_hands(deck.decks) if holding is None or hand[holding] > 0]
    stand_by_up, lost_by_up = zip(*(_stand(options, deck, up, hands) for up in VALUES), strict=True)
    stand = dict(zip(hands, np.array(stand_by_up).T, strict=True))
    played = dict(zip(hands, np.array(lost_by_up).T, strict=True))
    best: dict[Hand, Floats] = {}
    double: dict[Hand, Floats] = {}
    eye = np.eye(10)
    for hand in hands:
        best[hand] = stand[hand]
        if points_of(hand) == 21:
            continue
        left = np.maximum(deck.left(hand)[None, :] - (eye if deck.decks else 0), 0)
        chances = left / left.sum(axis=1, keepdims=True)
        hit, once, alive = np.zeros(10), np.zeros(10), np.zeros(10)
        for value in VALUES:
            longer = plus(hand, value)
            if longer in best:
                hit += chances[:, value] * best[longer]
                once += chances[:, value] * stand[longer]
                alive += chances[:, value] * played[longer]
        bust = played[hand] - alive
        best[hand] = np.maximum(stand[hand], hit - bust)
        if sum(hand) == 2:
            double[hand] = 2 * (once - bust)
    return Values(stand, best, double)


def _stand(options: Options, deck: Deck, up: int, hands: list[Hand]) -> tuple[Floats, Floats]:
    """For each hand, what standing is worth, and how likely it is played at all."""
    ends = dealer_ends(options, deck, up, hands)
    kinds = dealer_lines(options, up).made
    played = np.array([not (options.peek and kind.natural) for kind in kinds], dtype=np.float64)
    pays = [
        np.array([worth(options, Made(points, False), kind) for kind in kinds]) * played
        for points in range(22)
    ]
    stand = (ends * np.array([pays[points_of(hand)] for hand in hands])).sum(axis=1)
    return stand, ends @ played


def expectation(
    options: Options,
    deck: Deck,
    found: Values,
    doubles: bool = False,
    split: dict[int, Floats] | None = None,
) -> float:
    """What a bet of one is worth to a player who plays best, over every deal.

    `split` gives by value what splitting such a pair is worth against each up card.
    """
    deals: dict[Hand, list[tuple[int, int]]] = {}
    for one, two in product(VALUES, VALUES):
        deals.setdefault(plus(plus(NOTHING, one), two), []).append((one, two))
    total = 0.0
    for up in VALUES:
        gone = plus(NOTHING, up)
        kinds = dealer_lines(options, up).made
        ends = dealer_ends(options, deck, up, list(deals))
        for (hand, orders), dealer in zip(deals.items(), ends, strict=True):
            mine = made(options, cards_of(hand))
            worths = np.array([worth(options, mine, kind) for kind in kinds])
            naturals = np.array([float(kind.natural) for kind in kinds])
            if mine.natural:
                value = float(dealer @ worths)
            else:
                value = float(found.of(hand, doubles)[up])
                if split and max(hand) == 2:
                    value = max(value, float(split[hand.index(2)][up]))
                if options.peek:
                    value -= float(dealer @ naturals)
            for one, two in orders:
                after = plus(gone, one)
                total += value * float(
                    deck.chances(NOTHING)[up] * deck.chances(gone)[one] * deck.chances(after)[two]
                )
    return total
