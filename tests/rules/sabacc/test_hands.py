"""The pack and what hands are worth."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from game_server.rules.sabacc.settling import best
from protocol.cards import SABACC_PACK, SABACC_ZERO, Card, label, parse, sabacc_value
from protocol.games.sabacc import merit, total
from protocol.words import Seat


def zero_sums(size: int) -> int:
    """Hands of so many cards with a total of 0, counted by adding card after card."""
    ways = Counter({(0, 0): 1})
    for card in SABACC_PACK:
        for (cards, count), many in list(ways.items()):
            if cards < size:
                ways[cards + 1, count + total([card])] += many
    return ways[size, 0]


@pytest.mark.req("C-5.4")
def test_the_pack_is_three_suits_of_ten_positive_and_ten_negative_cards_and_two_zeros() -> None:
    values = Counter(map(sabacc_value, SABACC_PACK))
    assert len(SABACC_PACK) == 62
    assert values == Counter({value: 3 for value in range(-10, 11) if value} | {0: 2})
    assert sum(map(sabacc_value, SABACC_PACK)) == 0
    greens = sum(value > 0 for value in values.elements())
    reds = sum(value < 0 for value in values.elements())
    assert (greens, reds, values[0]) == (30, 30, 2)
    names = Counter(map(label, SABACC_PACK))
    suits = Counter(name[-1] for name in names if name != "0")
    assert suits == {"c": 20, "s": 20, "t": 20}
    assert len(names) == 61


@pytest.mark.req("C-5.21")
def test_hands_are_worth_zero_as_often_as_counting_says() -> None:
    hands = [(zero_sums(size), comb(62, size)) for size in (2, 3, 4, 5)]
    assert hands == [(91, 1891), (1350, 37820), (18063, 557845), (189396, 6471002)]
    assert sum(not total(hand) for hand in combinations(SABACC_PACK, 3)) == 1350


@pytest.mark.req("C-5.21")
@pytest.mark.parametrize(
    ("hand", "count"),
    [("+7c -3t", 4), ("-10c -10s 0", -20), ("0 0", 0), ("+1c +2s -3t", 0), ("+10t +9c", 19)],
)
def test_a_hand_is_worth_the_sum_of_its_cards(hand: str, count: int) -> None:
    assert total(parse(hand)) == count


RANKED = [
    ["+1c +4s -5t 0", "-1c -2s +1t +2c"],
    ["+3c -3s 0", "+1c +2s -3t"],
    ["+10c -10s", "0 0"],
    ["+1c +4s -4t"],
    ["+1c 0", "+10s -9t"],
    ["-3c +2s 0", "-3c +1s +1t"],
    ["-1c 0"],
    ["+1c +1s +1t"],
    ["+3c 0"],
    ["-3t 0"],
    ["+10c +10s"],
    ["-10c -10s"],
    ["+10c +10s +10t"],
]


@pytest.mark.req("C-5.22", "C-5.23")
def test_closest_to_zero_then_positive_then_more_cards_is_better() -> None:
    merits = [[merit(parse(hand)) for hand in rank] for rank in RANKED]
    assert all(len(set(rank)) == 1 for rank in merits)
    assert [rank[0] for rank in merits] == sorted((rank[0] for rank in merits), reverse=True)
    assert len({rank[0] for rank in merits}) == len(RANKED)


def beats(one: tuple[Card, ...], other: tuple[Card, ...]) -> bool:
    """The rulings in their own order, for comparison."""
    first, second = total(one), total(other)
    if abs(first) != abs(second):
        return abs(first) < abs(second)
    if first != second:
        return first > second
    return len(one) > len(other)


@pytest.mark.req("C-5.22", "C-5.23")
def test_any_two_hands_compare_as_the_rulings_say() -> None:
    small = [*parse("-3c -2c -2s -1c +1c +2c +2s +3c"), SABACC_ZERO]
    hands = [hand for size in (2, 3) for hand in combinations(small, size)]
    for one in hands:
        for other in hands:
            assert (merit(one) > merit(other)) == beats(one, other)
            tied = not beats(one, other) and not beats(other, one)
            held = {Seat(0): one, Seat(3): other}
            expected = [0, 3] if tied else [0] if beats(one, other) else [3]
            assert list(best(held, [Seat(3), Seat(0)])) == expected
