"""Equities of two cards against any other two, exact: each of 2,097,572,400 deals is counted.

Deals are counted by class. Where no suit has three cards on the board nobody has a flush, and
ranks alone decide. Else one suit has three or more: which cards of it lie there is enumerated,
and all other cards are told apart by rank alone, since they can make no flush.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from time import process_time
from typing import NamedTuple

from bench.measure import table
from protocol.cards import PACK, RANKS, Card, parse, rank, suit
from protocol.games.holdem import strength_of, weight
from protocol.words import Cards

KNOWN = {
    "As Ah": 0.852037,
    "As Ks": 0.670446,
    "Js Ts": 0.575279,
    "2s 2h": 0.503340,
    "7s 2h": 0.345836,
    "3s 2h": 0.323032,
}
WHOLE = range(len(RANKS))
SUITS = range(4)


class Tally(NamedTuple):
    """How many deals are won, tied and lost."""

    won: int = 0
    tied: int = 0
    lost: int = 0

    @property
    def equity(self) -> float:
        return (self.won + self.tied / 2) / sum(self)

    def plus(self, other: "Tally", times: int = 1) -> "Tally":
        return Tally(*(mine + its * times for mine, its in zip(self, other, strict=True)))


class Choice(NamedTuple):
    """Cards that are told apart by rank alone."""

    weight: int
    ways: int
    """How many choices of cards have these ranks."""


class Beside(NamedTuple):
    """Cards of other suits than the flush suit: on the board, and then left for a hand."""

    board: Choice
    ones: Sequence[Choice]
    pairs: Sequence[Choice]


def against_any(hole: Cards, ranks: Sequence[int] = WHOLE) -> Tally:
    """The hole cards against any other two over every board, in a pack of these ranks."""
    total = without_flush(hole, ranks)
    # Suits of which the same ranks are held are alike: one of them stands for all.
    held = [tuple(sorted(rank(card) for card in hole if suit(card) == one)) for one in SUITS]
    for same, count in Counter(held).items():
        total = total.plus(with_flush_suit(hole, held.index(same), ranks), count)
    return total


def without_flush(hole: Cards, ranks: Sequence[int]) -> Tally:
    """Over the boards with at most two cards of any suit."""
    suits = {one: tuple(s for s in SUITS if 4 * one + s not in hole) for one in ranks}
    pairs = list(combinations_with_replacement(ranks, 2))
    mine, total = weight(hole), Tally()
    for board in combinations_with_replacement(ranks, 5):
        on_board = Counter(board)
        left = {one: len(suits[one]) - on_board[one] for one in ranks}
        if min(left.values()) < 0:
            continue
        # Any cards of these ranks will do, as long as there are not three of a suit.
        lies = weight(4 * one + place % 4 for place, one in enumerate(board))
        theirs = [
            Choice(weight((4 * a, 4 * b + 1)), ways)
            for a, b in pairs
            if (ways := comb(left[a], 2) if a == b else left[a] * left[b])
        ]
        mixed = _mixed(tuple(sorted((suits[one], count) for one, count in on_board.items())))
        total = total.plus(_compare(strength_of(lies + mine), lies, theirs), mixed)
    return total


@cache
def _mixed(held: tuple[tuple[tuple[int, ...], int], ...]) -> int:
    """In how many ways so many cards of these suits each lie there, no three of one suit."""
    ways = 0
    for some in product(*(combinations(suits, count) for suits, count in held)):
        lying = [one for group in some for one in group]
        ways += max(lying.count(one) for one in SUITS) < 3
    return ways


def with_flush_suit(hole: Cards, flush: int, ranks: Sequence[int]) -> Tally:
    """Over the boards with at least three cards of this suit."""
    pack = [card for card in PACK if rank(card) in ranks and card not in hole]
    suited = [card for card in pack if suit(card) == flush]
    others = {one: [c for c in pack if rank(c) == one and suit(c) != flush] for one in ranks}
    mine, total = weight(hole), Tally()
    for count in (3, 4, 5):
        beside = list(_beside(others, 5 - count))
        for of_suit in combinations(suited, count):
            rest = [weight([card]) for card in suited if card not in of_suit]
            twos = [Choice(a + b, 1) for a, b in combinations(rest, 2)]
            lying = weight(of_suit)
            for board, ones, pairs in beside:
                lies = lying + board.weight
                best = strength_of(lies + mine)
                found = _compare(best, lies, twos).plus(_compare(best, lies, pairs))
                for card in rest:
                    found = found.plus(_compare(best, lies + card, ones))
                total = total.plus(found, board.ways)
    return total


def _beside(others: Mapping[int, Sequence[Card]], count: int) -> Iterator[Beside]:
    """Every choice of ranks for so many cards on the board, and what is left then."""
    for ranks in combinations_with_replacement(others, count):
        taken = Counter(ranks)
        if any(len(others[one]) < number for one, number in taken.items()):
            continue
        board = weight(card for one, number in taken.items() for card in others[one][:number])
        ways = prod(comb(len(others[one]), number) for one, number in taken.items())
        left = [others[one][taken[one] :] for one in others]
        ones = [Choice(weight(cards[:1]), len(cards)) for cards in left if cards]
        same = [Choice(weight(cards[:2]), comb(len(cards), 2)) for cards in left if cards[1:]]
        apart = [Choice(a.weight + b.weight, a.ways * b.ways) for a, b in combinations(ones, 2)]
        yield Beside(Choice(board, ways), ones, same + apart)


def _compare(best: int, lies: int, theirs: Iterable[Choice]) -> Tally:
    """A hand of this strength against each choice, with what lies there."""
    won = tied = lost = 0
    for more, ways in theirs:
        value = strength_of(lies + more)
        if value < best:
            won += ways
        elif value > best:
            lost += ways
        else:
            tied += ways
    return Tally(won, tied, lost)


def main() -> int:
    rows, off = [], 0
    for name, known in KNOWN.items():
        begun = process_time()
        found = against_any(parse(name))
        off += round(found.equity, 6) != known
        spent = f"{process_time() - begun:.0f} s"
        deals = (f"{number:,}" for number in found)
        rows.append((name, f"{found.equity:.6f}", f"{known:.6f}", *deals, spent))
    print(table(("hand", "equity", "known", "won", "tied", "lost", "took"), rows))
    return 1 if off else 0
