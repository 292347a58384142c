"""A player by sense where a rank is wild: what is left of the hand says what a play is worth."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from game_server.bots import Chance
from game_server.bots.doudizhu.packed import Packed, pack
from game_server.bots.doudizhu.sense import LANDLORD, Spot
from game_server.bots.doudizhu.situation import read
from game_server.bots.doudizhu.split import split
from game_server.bots.doudizhu.worths import WORTHS
from protocol.events import Event
from protocol.games import doudizhu
from protocol.games.doudizhu import BLASTS, RANK_OF, Pattern, readings, thrifty
from protocol.words import Act, Ask, Cards

WORTH: Final = 90
"""What a wild card is worth that is still held, in tenths of a rank as all that follows."""
BREAKS: Final = 200
"""What it costs to lead a bomb before the last but one play."""
POINTS: Final = 2
"""The same where the hand is reckoned in points, before it is played."""
KICKERS: Final = 3
"""So many choices of kickers are looked at for each pattern: the cheapest."""
GIVEN: Final = ((2, 400), (6, 110), (12, 30))
"""With so few cards at an enemy, so much of the own hand is given for a trick."""
LOW: Final = 7
"""The fellow's play is covered up to this rank, a ten."""
ALMOST_OUT: Final = 2


class WildPlay(NamedTuple):
    """A play, what the rest of the hand is worth, and in how many plays it goes out."""

    cards: Cards
    pattern: Pattern
    value: int
    turns: int


def of_wilds(told: Sequence[Event], hand: Cards) -> int:
    """Points for the wild cards of a hand."""
    rank = doudizhu.wild(told)
    return POINTS * sum(RANK_OF[card] == rank for card in hand)


def play(slips: int, told: Sequence[Event], ask: Ask, rank: int, chance: Chance) -> Act:
    """What is played, or a pass; `slips` is how often in a hundred it is anything at all."""
    now = read(told, ask)
    spot, hand = now.spot, now.hand
    before, kickers = doudizhu.to_beat(told, ask), doudizhu.kickers(told)
    found = thrifty(hand, rank, before, kickers)
    if found and slips and chance(100) < slips:
        one = found[chance(len(found))]
        chosen: WildPlay | None = WildPlay(one.cards, one.pattern, 0, 0)
    else:
        tries = _tries(found, hand, rank)
        chosen = _lead(tries, spot) if before is None else _follow(tries, spot, before, hand, rank)
    if chosen is None:
        return Act("pass")
    ways = readings(chosen.cards, rank, kickers, before)
    stands = next(one.stands for one in ways if one.pattern == chosen.pattern)
    return Act("play", cards=chosen.cards, stands=stands)


def _tries(found: Sequence[doudizhu.Found], hand: Cards, rank: int) -> list[WildPlay]:
    """Of each pattern those with the cheapest kickers."""
    cheapest: dict[Pattern, list[Cards]] = {}
    for one in sorted(found, key=lambda one: sum(RANK_OF[card] for card in one.cards)):
        cheapest.setdefault(one.pattern, []).append(one.cards)
    return [
        WildPlay(cards, pattern, *_rest(tuple(card for card in hand if card not in cards), rank))
        for pattern, several in cheapest.items()
        for cards in several[:KICKERS]
    ]


def _rest(rest: Cards, rank: int) -> tuple[int, int]:
    """What these cards are worth, and in how many plays they go out; wild ones go with others."""
    own: Packed = pack(card for card in rest if RANK_OF[card] != rank)
    wilds = sum(RANK_OF[card] == rank for card in rest)
    value, turns, _ = split(own)
    return value + WORTH * wilds, turns or int(wilds > 0)


def _lead(tries: Sequence[WildPlay], spot: Spot) -> WildPlay:
    """The play whose rest is worth most, unless it lets an enemy out who has as many cards."""
    out = [one for one in tries if one.turns == 0]
    if out:
        return out[0]

    def worth(one: WildPlay) -> tuple[int, int]:
        risk = (
            WORTHS.risk_low * one.pattern.low - WORTHS.risk
            if len(one.cards) == spot.danger <= ALMOST_OUT
            else 0
        )
        blast = -BREAKS if one.pattern.category in BLASTS and one.turns > 1 else 0
        return one.value + risk + blast, -one.pattern.low

    return max(tries, key=worth)


def _follow(
    tries: Sequence[WildPlay], spot: Spot, before: Pattern, hand: Cards, rank: int
) -> WildPlay | None:
    """Beat what lies there if what that costs is less than the trick is worth now."""
    if not tries:
        return None
    best = max(tries, key=lambda one: (one.turns == 0, one.value))
    if best.turns == 0:
        return best
    value, _ = _rest(hand, rank)
    blast = best.pattern.category in BLASTS
    if LANDLORD not in (spot.place, spot.owner):
        cheap = before.low <= LOW and best.value >= value and not blast
        return best if cheap and spot.left[spot.owner] > ALMOST_OUT and spot.place == 2 else None
    given = next((most for few, most in GIVEN if spot.danger <= few), 0)
    if blast and best.turns > 2 and spot.danger > ALMOST_OUT + 2:
        return None
    return best if best.value >= value - given else None
