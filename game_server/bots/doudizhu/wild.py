"""Players where a rank is wild: by sense, by what is left of the hand, and by search.

The search gives every wild card of an imagined hand the rank that makes the hand worth most, and
has it played on like a hand without wild cards.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game_server.bots import Chance
from game_server.bots.doudizhu.moves import DoudizhuMove
from game_server.bots.doudizhu.packed import SMALL, Packed, pack
from game_server.bots.doudizhu.search import most_won
from game_server.bots.doudizhu.sense import LANDLORD, Spot
from game_server.bots.doudizhu.situation import read
from game_server.bots.doudizhu.split import split
from game_server.bots.doudizhu.worlds import NOBODY, ThreeHands, imagined, played_on
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
MOST: Final = 9
"""So many plays are thought through at most, and the pass."""
PLAIN: Final = {"soft_bomb": "bomb", "wild_bomb": "bomb"}
"""What such a play is to who imagines that no card is wild."""
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


def play(
    slips: int, budget: int, told: Sequence[Event], ask: Ask, rank: int, chance: Chance
) -> Act:
    """What is played, or a pass; `slips` is how often in a hundred it is anything at all, `budget`
    how many turns are imagined."""
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
        if budget and not (chosen and chosen.turns == 0):
            liked = _liked(tries, chosen, before is not None)
            chosen = _searched(liked, now.spot, now.known, rank, budget, chance)
    if chosen is None:
        return Act("pass")
    ways = readings(chosen.cards, rank, kickers, before)
    stands = next(one.stands for one in ways if one.pattern == chosen.pattern)
    return Act("play", cards=chosen.cards, stands=stands)


def _liked(
    tries: Sequence[WildPlay], usual: WildPlay | None, may_pass: bool
) -> list[WildPlay | None]:
    """The plays worth a thought: what sense does first, then those that leave most."""
    best = sorted(tries, key=lambda one: one.value, reverse=True)[:MOST]
    liked = [usual, *(one for one in best if one != usual)]
    return [*liked, None] if may_pass and usual is not None else liked


def _searched(
    liked: Sequence[WildPlay | None],
    spot: Spot,
    known: ThreeHands,
    rank: int,
    budget: int,
    chance: Chance,
) -> WildPlay | None:
    """The play that wins most; None is a pass."""
    if len(liked) == 1:
        return liked[0]
    following = (spot.place + 1) % 3

    def world() -> ThreeHands:
        hands = [
            hand if place == spot.place else settled(hand, rank)
            for place, hand in enumerate(imagined(spot, known, chance))
        ]
        return hands[0], hands[1], hands[2]

    def tried_out(hands: ThreeHands, one: WildPlay | None) -> tuple[int, int]:
        table = spot.table if one is None else _as_move(one.pattern)
        if table is None:
            raise ValueError("Who leads may not pass.")
        rests = list(hands)
        rests[spot.place] = settled(spot.hand - pack(one.cards if one else ()), rank)
        owner = spot.owner if one is None else spot.place
        plain = table._replace(category=PLAIN.get(table.category, table.category))
        out, turns = played_on(
            (rests[0], rests[1], rests[2]), following, plain, owner, NOBODY, chance
        )
        return (1 if (out == LANDLORD) == (spot.place == LANDLORD) else -1), turns

    return most_won(dict.fromkeys(liked, 0.0), budget, world, tried_out)


def _as_move(pattern: Pattern) -> DoudizhuMove:
    return DoudizhuMove(*pattern, cards=0, size=0, value=0, turns=0, blast=False)


@lru_cache(maxsize=1 << 12)
def settled(hand: Packed, rank: int) -> Packed:
    """The hand with each wild card as a card of that rank with which it is worth most."""
    wilds = hand >> 4 * rank & 15
    hand -= wilds << 4 * rank
    for _ in range(wilds):
        able = [one for one in range(SMALL) if hand >> 4 * one & 15 < 4]
        hand += max((1 << 4 * one for one in able), key=lambda card: split(hand + card)[0])
    return hand


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
