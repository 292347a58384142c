"""Odds of open hands in an all-in, counted over every board that can still come.

Whoever asks hands in open hands, the board and what else is known; nothing here knows more. The
count is a generator: it pauses again and again, so that a screen goes on meanwhile.
"""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Final

from client_core.folds.holdem import HoldemFacts
from client_core.round import known
from client_core.views import TableView
from protocol.cards import PACK, Card, rank, suit
from protocol.games.holdem import plain_weight, strength_of, weight
from protocol.words import Cards, Seat

WHOLE: Final = 420
"""A board in parts: two to seven hands that are equally good share it evenly."""
PERMILLE: Final = 1000
PAUSE: Final = 200
"""So many boards, or kinds of boards, are counted before the next pause."""
BOARD: Final = 5
HELD: Final = 2
BETTORS: Final = 2
"""So many with chips left can bet against each other."""
FLUSH: Final = 5
SUITS: Final = range(4)
RANKS: Final = range(13)

Odds = Mapping[Seat, int]
"""What each seat wins on average, in permille of the pot."""
Counting = Generator[None, None, Odds]


def odds(hands: Mapping[Seat, Cards], board: Cards, dead: Iterable[Card] = ()) -> Counting:
    """Of two to seven hands of two cards each. `dead` are cards that are known to be elsewhere."""
    known = {*board, *dead, *(card for hand in hands.values() for card in hand)}
    left = tuple(card for card in PACK if card not in known)
    seats = tuple(hands)
    held = tuple(hands[seat] for seat in seats)
    if len(board) == 0:
        parts = yield from _from_the_start(held, left)
    else:
        parts = yield from _board_by_board(held, board, left)
    whole = sum(parts)
    return {
        seat: (part * PERMILLE + whole // 2) // whole
        for seat, part in zip(seats, parts, strict=True)
    }


def _share(strengths: list[int], times: int, parts: list[int]) -> None:
    best = max(strengths)
    winners = [place for place, one in enumerate(strengths) if one == best]
    for place in winners:
        parts[place] += times * WHOLE // len(winners)


def _board_by_board(
    held: tuple[Cards, ...], board: Cards, left: Cards
) -> Generator[None, None, list[int]]:
    parts = [0] * len(held)
    weights = [weight(hand) + weight(board) for hand in held]
    for nth, more in enumerate(combinations(left, BOARD - len(board))):
        if nth % PAUSE == PAUSE - 1:
            yield
        added = weight(more)
        _share([strength_of(one + added) for one in weights], 1, parts)
    return parts


# Before the flop 1.7 million boards can come. Where nobody has five of a suit only their ranks
# count: 6175 kinds of boards, each as often as its cards can be chosen. Then every kind of board
# that gives somebody a flush is taken away from there and counted with its suit.


def _from_the_start(held: tuple[Cards, ...], left: Cards) -> Generator[None, None, list[int]]:
    parts = [0] * len(held)
    plain = [plain_weight(map(rank, hand)) for hand in held]
    counts = [sum(rank(card) == one for card in left) for one in RANKS]
    for nth, kind in enumerate(_kinds(counts, BOARD)):
        if nth % PAUSE == PAUSE - 1:
            yield
        ranks, times = kind
        added = plain_weight(ranks)
        _share([strength_of(one + added) for one in plain], times, parts)
    for of in SUITS:
        yield from _with_suit(of, held, left, plain, parts)
    return parts


def _kinds(counts: list[int], size: int) -> Iterable[tuple[tuple[int, ...], int]]:
    """Every way to take so many ranks, and how often it can be taken of so many cards of each."""
    for ranks in combinations_with_replacement(RANKS, size):
        times = prod(comb(counts[one], ranks.count(one)) for one in set(ranks))
        if times:
            yield ranks, times


def _with_suit(
    of: int, held: tuple[Cards, ...], left: Cards, plain: list[int], parts: list[int]
) -> Generator[None, None, None]:
    """Boards on which somebody has five of this suit, counted as what they are."""
    suited = [card for card in left if suit(card) == of]
    others = [card for card in left if suit(card) != of]
    counts = [sum(rank(card) == one for card in others) for one in RANKS]
    have = [sum(suit(card) == of for card in hand) for hand in held]
    whole = [weight(hand) for hand in held]
    done = 0
    for size in range(FLUSH - max(have), BOARD + 1):
        rest = [(plain_weight(ranks), times) for ranks, times in _kinds(counts, BOARD - size)]
        for cards in combinations(suited, size):
            flush, ranks = weight(cards), plain_weight(map(rank, cards))
            # With five of a suit nothing else counts: no full house has room beside them.
            fixed = [
                strength_of(one + flush) if mine + size >= FLUSH else 0
                for one, mine in zip(whole, have, strict=True)
            ]
            for added, times in rest:
                done += 1
                if done % PAUSE == 0:
                    yield
                ranked = [strength_of(one + ranks + added) for one in plain]
                _share(ranked, -times, parts)
                best = [fix or by for fix, by in zip(fixed, ranked, strict=True)]
                _share(best, times, parts)


@dataclass(frozen=True, slots=True)
class Race:
    """Hands that nobody can bet on any more and that all have seen, with cards still to come."""

    hands: Mapping[Seat, Cards]
    board: Cards
    dead: Cards

    def counting(self) -> Counting:
        """The odds, counted bit by bit."""
        return odds(self.hands, self.board, self.dead)


def race(view: TableView) -> Race | None:
    """What is to be watched at a table of hold'em; None where a hand that can still win is not
    known, or somebody can still bet. My own cards alone are no race."""
    if not isinstance(view.facts, HoldemFacts) or not view.live:
        return None
    hands: dict[Seat, Cards] = {}
    dead: list[Card] = []
    open_ = able = 0
    for seat in view.seats:
        if not seat.in_round or not seat.hands:
            continue
        cards = known(seat.hands[0].cards)
        if seat.folded:
            dead += cards
            continue
        if len(cards) != HELD:
            return None
        hands[seat.seat] = cards
        open_ += seat.hands[0].open
        able += seat.stack > 0
    on = len(hands) > 1 and open_ and able < len(hands) and able < BETTORS
    return Race(hands, view.board, tuple(dead)) if on else None
