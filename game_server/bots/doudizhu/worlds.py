"""Imagined worlds: the unseen cards dealt to the other two, and a game played to its end."""

from game_server.bots import Chance
from game_server.bots.doudizhu.moves import DoudizhuMove
from game_server.bots.doudizhu.packed import Packed, size
from game_server.bots.doudizhu.sense import Spot, sensible
from protocol.games.doudizhu import RANKS

ThreeHands = tuple[Packed, Packed, Packed]
"""What each place holds."""


def imagined(spot: Spot, known: ThreeHands, chance: Chance) -> ThreeHands:
    """A deal of the unseen cards to the other two; of some it is `known` who holds them."""
    one, other = ((spot.place + 1) % 3, (spot.place + 2) % 3)
    if spot.left[other] < spot.left[one]:
        one, other = other, one
    free = spot.unseen - known[one] - known[other]
    cards = [1 << 4 * rank for rank in RANKS for _ in range(free >> 4 * rank & 15)]
    drawn = 0
    for _ in range(spot.left[one] - size(known[one])):
        place = chance(len(cards))
        drawn += cards[place]
        cards[place] = cards[-1]
        cards.pop()
    hands = {
        spot.place: spot.hand,
        one: known[one] + drawn,
        other: known[other] + free - drawn,
    }
    return hands[0], hands[1], hands[2]


def played_on(hands: ThreeHands, place: int, table: DoudizhuMove, owner: int) -> tuple[int, int]:
    """Who goes out, and after how many turns, when all three play what is sensible.

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
        move = sensible(Spot(place, hand, left, to_beat, owner, others, others))
        if move is not None:
            holds[place] = hand - move.cards
            alive -= move.cards
            left[place] -= move.size
            if not left[place]:
                return place, turns
            to_beat, owner = move, place
        place = (place + 1) % 3
