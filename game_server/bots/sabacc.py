"""The sabacc opponent: plays what wins most often, by all cards that may come, and raises more
and higher the closer its hand is to zero.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from game_server.bots import Bot, Chance
from protocol.cards import SABACC_PACK, Card, sabacc_value
from protocol.events import Acted, Event, LeftGame, RoundBegan, hand_of, stacks_of
from protocol.games.sabacc import Rolled, face_up, merit, pile, sabacc_pot, total
from protocol.words import POT, Act, Ask, Cards, Seat

FAR: Final = 14
"""As far from zero as hands are told apart."""
CHANCES: Final[Mapping[int, Sequence[Sequence[float]]]] = {
    2: (
        (
            0.621,
            0.479,
            0.466,
            0.466,
            0.449,
            0.449,
            0.404,
            0.404,
            0.404,
            0.404,
            0.39,
            0.39,
            0.39,
            0.385,
            0.385,
        ),
        (
            0.667,
            0.436,
            0.373,
            0.351,
            0.351,
            0.318,
            0.318,
            0.318,
            0.318,
            0.318,
            0.275,
            0.275,
            0.275,
            0.275,
            0.275,
        ),
        (
            0.729,
            0.376,
            0.213,
            0.184,
            0.179,
            0.174,
            0.143,
            0.143,
            0.143,
            0.132,
            0.132,
            0.132,
            0.132,
            0.132,
            0.084,
        ),
    ),
    3: (
        (
            0.424,
            0.318,
            0.306,
            0.306,
            0.296,
            0.296,
            0.271,
            0.271,
            0.27,
            0.27,
            0.254,
            0.25,
            0.25,
            0.25,
            0.25,
        ),
        (
            0.477,
            0.266,
            0.233,
            0.22,
            0.22,
            0.206,
            0.187,
            0.187,
            0.187,
            0.187,
            0.181,
            0.181,
            0.178,
            0.178,
            0.178,
        ),
        (
            0.547,
            0.179,
            0.095,
            0.081,
            0.07,
            0.063,
            0.057,
            0.057,
            0.057,
            0.057,
            0.057,
            0.057,
            0.057,
            0.057,
            0.051,
        ),
    ),
    4: (
        (
            0.308,
            0.239,
            0.236,
            0.236,
            0.223,
            0.223,
            0.212,
            0.207,
            0.203,
            0.203,
            0.203,
            0.192,
            0.151,
            0.151,
            0.151,
        ),
        (
            0.361,
            0.192,
            0.176,
            0.174,
            0.158,
            0.153,
            0.147,
            0.138,
            0.138,
            0.138,
            0.138,
            0.124,
            0.124,
            0.086,
            0.086,
        ),
        (
            0.431,
            0.1,
            0.057,
            0.047,
            0.04,
            0.04,
            0.04,
            0.04,
            0.04,
            0.04,
            0.04,
            0.04,
            0.026,
            0.026,
            0.026,
        ),
    ),
}
"""How often a hand so far from zero wins, of so many that are in, after the play of each lap: laps
that come and shifts are in it. `python -m bench sabacc_table` makes it."""
BEHIND: Final = 20
"""One part in so many of its chips is what it reckons with having to match."""
LAPS: Final = 3
"""Of the usual game."""
MOST: Final = 95
"""Times in a hundred that the surest hand raises."""
BOLD: Final = 250
"""Times in a hundred that a hand raises which might risk all its chips."""
SIZE: Final = 40
"""Hundredths of its range that such a hand raises by: games are to last longer than one."""


class SabaccChoice(NamedTuple):
    """A play, the value of the card it gives away, and how often it wins."""

    verb: str
    value: int
    wins: float


def opponent(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Release, play or bet, whichever is asked."""
    hand = hand_of(ask.who, told)
    if ask.option("keep"):
        return _keep_best(hand)
    if ask.option("draw"):
        return _play(told, ask.who, hand)
    count = total(hand)
    return _bet(ask, edge(told, count), abs(count), chance)


def edge(told: Sequence[Event], count: int) -> float:
    """What part of its chips a hand of this total may well risk against all that are still in.

    Nobody can fold a bet, so each chip is matched by all of them: with the chance to win that is
    the share of Kelly, below zero where the others win more than theirs.
    """
    others = max(1, len(still_in(told)) - 1)
    wins = _wins(_chances(told), count)
    return wins - (1 - wins) / others


def raises_in_100(edge: float, distance: int) -> int:
    """How often in a hundred a hand so far from zero raises; the farthest now and then too."""
    return max(2, 22 - 2 * distance, min(MOST, round(BOLD * edge)))


def share_in_100(edge: float, distance: int) -> int:
    """The most of its range that it then raises by, in hundredths."""
    return max(1, 11 - distance, round(SIZE * edge))


def chosen(
    hand: Sequence[int], top: int, unseen: Sequence[int], chances: Sequence[float]
) -> SabaccChoice:
    """The play that wins most, by values: what may be drawn is any of the unseen."""
    count = sum(hand)
    if count == 0:
        return SabaccChoice("stand", 0, chances[0])
    given = min(hand, key=lambda value: (abs(count - value + top), -value))
    swap = SabaccChoice("swap", given, _wins(chances, count - given + top))
    draw = SabaccChoice("draw", 0, _after_a_draw(hand, unseen, chances))
    return swap if swap.wins > draw.wins else draw


def kept(hand: Sequence[int]) -> int | None:
    """The value to release after a draw, if the hand is better without one."""
    count = sum(hand)
    value = min(hand, key=lambda one: (abs(count - one), one - count))
    return value if abs(count - value) < abs(count) else None


def still_in(told: Sequence[Event]) -> set[Seat]:
    """Who was dealt in and has neither junked nor left."""
    seats: set[Seat] = set()
    for one in told:
        match one:
            case RoundBegan(stacks=stacks):
                seats = set(stacks)
            case Acted(seat=seat, verb="junk") | LeftGame(seat=seat):
                seats.discard(seat)
    return seats


def _chances(told: Sequence[Event]) -> Sequence[float]:
    """Of the lap that is played, counted from the last one, against all that are still in."""
    began = next((one for one in told if isinstance(one, RoundBegan)), None)
    laps = int(began.options.get("laps", LAPS)) if began is not None else LAPS
    to_come = laps - 1 - sum(isinstance(one, Rolled) for one in told)
    seats = min(max(CHANCES), max(min(CHANCES), len(still_in(told))))
    return CHANCES[seats][max(0, LAPS - 1 - max(0, to_come))]


def _wins(chances: Sequence[float], count: int) -> float:
    return chances[min(FAR, abs(count))]


def _after_a_draw(hand: Sequence[int], unseen: Sequence[int], chances: Sequence[float]) -> float:
    """How often a draw and the best release win; what was drawn may be released too."""
    count, releases = sum(hand), {0, *hand}
    likely = Counter(unseen)
    wins = 0.0
    for value, many in likely.items():
        nearest = min(abs(count), *(abs(count + value - less) for less in releases))
        wins += many * chances[min(FAR, nearest)]
    return wins / max(1, likely.total())


def _play(told: Sequence[Event], me: Seat, hand: Cards) -> Act:
    discards, chances = pile(told), _chances(told)
    others = still_in(told) - {me}
    seen = Counter([*hand, *discards, *(card for seat in others for card in face_up(seat, told))])
    unseen = [sabacc_value(card) for card in (Counter(SABACC_PACK) - seen).elements()]
    values = [sabacc_value(card) for card in hand]
    choice = chosen(values, sabacc_value(discards[-1]), unseen, chances)
    if _is_lost(told, me, choice.wins, len(others)):
        return Act("junk")
    if choice.verb == "swap":
        return Act("swap", cards=(hand[values.index(choice.value)],))
    return Act(choice.verb)


def _is_lost(told: Sequence[Event], me: Seat, wins: float, others: int) -> bool:
    """Whether what it will have to match costs more than what it may still win."""
    stacks = stacks_of(told)
    least = min(stacks[me], max((stacks[seat] for seat in still_in(told) - {me}), default=0))
    price = least / BEHIND
    pots = stacks.get(POT, 0) + sabacc_pot(told)
    return wins * (pots + others * price) < (1 - wins) * price


def _keep_best(hand: Cards) -> Act:
    worst = max(hand, key=lambda card: merit(_without(hand, card)))
    if merit(_without(hand, worst)) > merit(hand):
        return Act("release", cards=(worst,))
    return Act("keep")


def _bet(ask: Ask, edge: float, distance: int, chance: Chance) -> Act:
    more = ask.option("raise")
    if more is None or chance(100) >= raises_in_100(edge, distance):
        return ask.default
    steps = (more.high - more.low) // more.step * share_in_100(edge, distance) // 100
    return Act("raise", more.low + more.step * chance(steps + 1))


def _without(hand: Cards, card: Card) -> Cards:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


BOTS: Final[Mapping[str, Bot]] = {"opponent": opponent}
