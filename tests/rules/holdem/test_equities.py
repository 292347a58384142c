"""Two hands before the flop, over every board there is."""

from itertools import combinations

import pytest

from protocol.cards import PACK, parse
from protocol.games.holdem import strength_of, weight


def wins_losses_ties(first: str, second: str) -> tuple[int, int, int]:
    ours, theirs = parse(first), parse(second)
    mine, other = weight(ours), weight(theirs)
    deck = [weight((card,)) for card in PACK if card not in ours + theirs]
    won = lost = tied = 0
    places = range(len(deck))
    for a, b, c in combinations(places, 3):
        flop = deck[a] + deck[b] + deck[c]
        for d in places[c + 1 :]:
            turn = flop + deck[d]
            for river in deck[d + 1 :]:
                left, right = strength_of(turn + river + mine), strength_of(turn + river + other)
                if left > right:
                    won += 1
                elif left < right:
                    lost += 1
                else:
                    tied += 1
    return won, lost, tied


@pytest.mark.parametrize(
    ("first", "second", "exact"),
    [
        ("As Ah", "Ks Kh", (1410336, 292660, 9308)),
        ("As Ah", "Kc Kd", (1388072, 317694, 6538)),
        ("As Ks", "Qh Qd", (787966, 917606, 6732)),
    ],
)
def test_two_hands_meet_on_every_board(first: str, second: str, exact: tuple[int, ...]) -> None:
    assert wins_losses_ties(first, second) == exact
    assert sum(exact) == 1712304
