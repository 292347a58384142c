"""Imagined worlds: the unseen cards dealt to the other two, and a game played to its end."""

from collections.abc import Mapping
from typing import Final

from game_server.bots import Chance
from game_server.bots.doudizhu.habits import Habit, by_habit
from game_server.bots.doudizhu.moves import DoudizhuMove
from game_server.bots.doudizhu.packed import Packed, size
from game_server.bots.doudizhu.sense import Spot, sensible
from protocol.games.doudizhu import RANKS

ThreeHands = tuple[Packed, Packed, Packed]
"""What each place holds."""
Beginners = Mapping[int, Habit]
"""Who plays by habit, by place."""
NOBODY: Final[Beginners] = {}


def imagined(
    spot: Spot, known: ThreeHands, chance: Chance, beginners: Beginners = NOBODY
) -> ThreeHands:
    """A deal of the unseen cards to the other two; of some it is `known` who holds them.

    Beginners are dealt no card that their habit rules out, where that can be.
    """
    one, other = ((spot.place + 1) % 3, (spot.place + 2) % 3)
    if spot.left[other] < spot.left[one]:
        one, other = other, one
    free = spot.unseen - known[one] - known[other]
    cards = [1 << 4 * rank for rank in RANKS for _ in range(free >> 4 * rank & 15)]
    wanted = spot.left[one] - size(known[one])
    if beginners:
        drawn = _fitting(cards, wanted, beginners.get(one), beginners.get(other), chance)
    else:
        drawn = 0
        for _ in range(wanted):
            drawn += _drawn(cards, chance)
    hands = {
        spot.place: spot.hand,
        one: known[one] + drawn,
        other: known[other] + free - drawn,
    }
    return hands[0], hands[1], hands[2]


def _drawn(cards: list[Packed], chance: Chance) -> Packed:
    """One of them by chance, which is taken away."""
    place = chance(len(cards))
    card = cards[place]
    cards[place] = cards[-1]
    cards.pop()
    return card


def _fitting(
    cards: list[Packed], wanted: int, one: Habit | None, other: Habit | None, chance: Chance
) -> Packed:
    """So many cards for the one place, while what is left goes to the other."""
    rest = len(cards) - wanted
    drawn = left = 0
    loose = []
    while cards:
        card = _drawn(cards, chance)
        barred, needed = _barred(one, card, 0), _barred(other, card, 0)
        if barred == needed:
            loose.append(card)
        elif rest and (barred or not wanted):
            left, rest = left + card, rest - 1
        else:
            drawn, wanted = drawn + card, wanted - 1
    # First the ranks of which somebody may hold one alone, while both still have room.
    alone = (one.single if one else 0) | (other.single if other else 0)
    for card in sorted(loose, key=lambda card: not alone & card):
        takes = chance(wanted + rest) < wanted
        if takes and rest and _barred(one, card, drawn) and not _barred(other, card, left):
            takes = False
        elif not takes and wanted and _barred(other, card, left) and not _barred(one, card, drawn):
            takes = True
        if takes:
            drawn, wanted = drawn + card, wanted - 1
        else:
            left, rest = left + card, rest - 1
    return drawn


def _barred(habit: Habit | None, card: Packed, held: Packed) -> bool:
    """Whether the habit of who holds these rules the card out."""
    if habit is None:
        return False
    return bool(habit.none & card or (habit.single & card and held & card * 15))


def played_on(
    hands: ThreeHands,
    place: int,
    table: DoudizhuMove,
    owner: int,
    beginners: Beginners,
    chance: Chance,
) -> tuple[int, int]:
    """Who goes out, and after how many turns, when beginners play by habit and others by sense.

    `place` is next, and the owner's play lies on the table.
    """
    holds = list(hands)
    left = [size(hand) for hand in hands]
    alive = sum(holds)
    to_beat: DoudizhuMove | None = table
    turns = 0
    while True:
        turns += 1
        if owner == place:
            to_beat = None
        hand = holds[place]
        others = alive - hand
        spot = Spot(place, hand, left, to_beat, owner, others, others)
        move = by_habit(spot, chance) if place in beginners else sensible(spot)
        if move is not None:
            holds[place] = hand - move.cards
            alive -= move.cards
            left[place] -= move.size
            if not left[place]:
                return place, turns
            to_beat, owner = move, place
        place = (place + 1) % 3
