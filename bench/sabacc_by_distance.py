"""A plain sabacc player for ours to be measured against: it draws towards zero, and raises more and
higher the closer it is, whoever is in and whichever lap it is.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from game_server.bots import Chance
from protocol.cards import SABACC_PACK, Card, sabacc_value
from protocol.events import Event, hand_of
from protocol.games.sabacc import Rolled, merit, pile, total
from protocol.words import Act, Ask, Cards

HOPELESS: Final = 10
"""A total this far from zero may be junked before the last bets."""


def by_distance(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Release, play or bet, whichever is asked."""
    hand = hand_of(ask.who, told)
    if ask.option("keep"):
        return _keep_best(hand)
    if ask.option("draw"):
        return _play(told, hand, chance)
    return _bet(ask, abs(total(hand)), chance)


def raises_in_100(distance: int) -> int:
    """How often in a hundred a hand so far from zero raises."""
    return max(2, 60 - 6 * distance)


def share_in_100(distance: int) -> int:
    """The most of its range that it then raises by, in hundredths."""
    return max(1, 20 - 2 * distance)


def _keep_best(hand: Cards) -> Act:
    worst = max(hand, key=lambda card: merit(_without(hand, card)))
    if merit(_without(hand, worst)) > merit(hand):
        return Act("release", cards=(worst,))
    return Act("keep")


def _play(told: Sequence[Event], hand: Cards, chance: Chance) -> Act:
    if total(hand) == 0:
        return Act("stand")
    discards = pile(told)
    swapped = max(hand, key=lambda card: merit((*_without(hand, card), discards[-1])))
    by_swap = abs(total((*_without(hand, swapped), discards[-1])))
    by_draw = _after_a_draw(hand, discards)
    last_lap = sum(isinstance(one, Rolled) for one in told) == 2
    if last_lap and min(by_swap, by_draw) > HOPELESS and chance(2):
        return Act("junk")
    return Act("swap", cards=(swapped,)) if by_swap <= by_draw else Act("draw")


def _after_a_draw(hand: Cards, discards: Cards) -> float:
    """How far from zero a draw and the best release leave this hand on average."""
    count = total(hand)
    unseen = Counter(map(sabacc_value, SABACC_PACK))
    unseen.subtract(map(sabacc_value, (*hand, *discards)))
    releases = {0, *map(sabacc_value, hand)}
    distance = sum(
        many * min(abs(count), *(abs(count + value - less) for less in releases))
        for value, many in unseen.items()
    )
    return distance / unseen.total()


def _bet(ask: Ask, distance: int, chance: Chance) -> Act:
    more = ask.option("raise")
    if more is None or chance(100) >= raises_in_100(distance):
        return ask.default
    steps = (more.high - more.low) // more.step * share_in_100(distance) // 100
    return Act("raise", more.low + more.step * chance(steps + 1))


def _without(hand: Cards, card: Card) -> Cards:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
