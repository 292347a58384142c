"""The dealer rule of blackjack (hit or stand on soft 17), how two hands compare, what is paid."""

from typing import Final, Literal, NamedTuple

from game_server.rules.blackjack.options import Options
from protocol.games.blackjack import dealer_count, is_natural, score
from protocol.words import Cards

Verdict = Literal["win", "natural", "five_hits", "push", "lose", "bust", "swept", "surrender"]

LOSING: Final = frozenset({"lose", "bust", "swept"})
SWEDISH_TIES: Final = (17, 18, 19)
FIVE_HITS: Final = 5


class Made(NamedTuple):
    """What a finished hand is worth: its points, and whether the rules call it a natural."""

    points: int
    natural: bool


def made(options: Options, cards: Cards, from_split: bool = False) -> Made:
    """An ace and a ten on a split hand are 21 and no natural."""
    natural = (
        options.natural_pays > 0
        and not from_split
        and is_natural(cards, options.natural_faces_only)
    )
    return Made(score(cards), natural)


def dealer_made(options: Options, cards: Cards) -> Made:
    """The same of the dealer's cards, in the order they came."""
    return made(options, cards)._replace(points=dealer_count(cards, options.ace_hardens).points)


def dealer_hits(options: Options, cards: Cards) -> bool:
    """The dealer rule: hits up to 16 always; on 17 as `Options.dealer` says; above never."""
    points, soft = dealer_count(cards, options.ace_hardens)
    if points != 17:
        return points < 17
    soft = soft and (len(cards) == 2 or not options.soft_on_two)
    return options.dealer == "hit_all_17" or (options.dealer == "h17" and soft)


def verdict(options: Options, mine: Made, dealer: Made) -> Verdict:
    """What becomes of a hand when the dealer has finished."""
    if mine.points > 21:
        return "bust"
    if mine.natural != dealer.natural:
        return "natural" if mine.natural else "lose"
    if dealer.points > 21 or mine.points > dealer.points:
        return "win"
    if mine.points < dealer.points or options.tie == "dealer":
        return "lose"
    return "lose" if options.swedish_pub and mine.points in SWEDISH_TIES else "push"


def gain(options: Options, verdict: Verdict, bet: int) -> int:
    """What the house adds to a bet that is given back; parts of a cent stay with the house."""
    percent = {"win": 100, "natural": options.natural_pays, "five_hits": 200}
    return bet * percent.get(verdict, 0) // 100
