"""Ranking hands: exact counts, two other programs' order, ties, and what people call a hand."""

from collections import Counter
from itertools import combinations
from math import comb, prod
from random import Random

import pytest
from phevaluator import evaluate_cards

from protocol.cards import PACK, RANKS, labels, parse
from protocol.games.holdem import (
    CATEGORIES,
    best_five,
    category,
    name,
    ranks_of,
    strength,
    strength_of,
    weight,
)

FROM_THE_BEST = tuple(reversed(CATEGORIES))
FIVE_CARDS = (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540)
SEVEN_CARDS = (
    4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460,
)  # fmt: skip


def of(text: str) -> int:
    return strength(parse(text))


def in_order(counts: Counter[str]) -> tuple[int, ...]:
    return tuple(counts[kind] for kind in FROM_THE_BEST)


@pytest.mark.req("C-2.12", "H-FR8b", "E-RF-HV-002")
def test_all_five_card_hands_rank_as_in_phevaluator() -> None:
    ours_of: dict[int, int] = {}
    seen: Counter[str] = Counter()
    for cards in combinations(range(52), 5):
        mine = strength(cards)
        theirs = evaluate_cards(*cards)
        assert ours_of.setdefault(theirs, mine) == mine, cards
        seen[CATEGORIES[mine >> 20]] += 1
    falling = [ours_of[theirs] for theirs in sorted(ours_of)]
    assert falling == sorted(set(falling), reverse=True)
    assert len(falling) == 7462
    assert in_order(seen) == FIVE_CARDS


@pytest.mark.parametrize("count", [6, 7])
def test_many_hands_of_more_cards_rank_as_in_phevaluator(count: int) -> None:
    random = Random(f"{count} cards")
    ours_of: dict[int, int] = {}
    for _ in range(150_000):
        cards = random.sample(range(52), count)
        mine = strength(cards)
        assert ours_of.setdefault(evaluate_cards(*cards), mine) == mine
    falling = [ours_of[theirs] for theirs in sorted(ours_of)]
    assert falling == sorted(set(falling), reverse=True)


def patterns(cards: int, ranks: int = 13) -> list[tuple[int, ...]]:
    """How often each rank can be held among so many cards."""
    if ranks == 0:
        return [()] if cards == 0 else []
    return [
        (held, *rest)
        for held in range(min(4, cards) + 1)
        for rest in patterns(cards - held, ranks - 1)
    ]


def deals_with_a_flush(held: tuple[int, ...]) -> int:
    """In how many ways the suits can fall so that five or more are of one suit."""
    ways = {0: 1}
    for count in held:
        new: Counter[int] = Counter()
        for suited, before in ways.items():
            new[suited] += before * comb(3, count)
            new[suited + 1] += before * (comb(3, count - 1) if count else 0)
        ways = new
    return 4 * sum(many for suited, many in ways.items() if suited >= 5)


def without_a_flush(held: tuple[int, ...]) -> list[int]:
    """One hand of this pattern whose suits go round."""
    ranks = [rank for rank, count in enumerate(held) for _ in range(count)]
    return [rank * 4 + place % 4 for place, rank in enumerate(ranks)]


def seven_card_counts() -> Counter[str]:
    counts: Counter[str] = Counter()
    for held in patterns(7):
        kind = CATEGORIES[category(strength(without_a_flush(held)))]
        counts[kind] += prod(comb(4, count) for count in held) - deals_with_a_flush(held)
    for many in (5, 6, 7):
        others = range(4, 52, 4)
        for ranks in combinations(range(13), many):
            hearts = [rank * 4 + 2 for rank in ranks]
            clubs = [card for card in others if card // 4 not in ranks][: 7 - many]
            kind = CATEGORIES[category(strength(hearts + clubs))]
            counts[kind] += 4 * comb(39, 7 - many)
    return counts


@pytest.mark.req("C-2.7")
def test_seven_card_hands_fall_into_the_ten_categories_as_often_as_they_must() -> None:
    counts = in_order(seven_card_counts())
    assert counts == SEVEN_CARDS
    assert sum(counts) == 133784560
    thirds = (sum(counts[:3]), sum(counts[3:6]), sum(counts[6:]))
    assert [round(third / sum(counts), 6) for third in thirds] == [0.001992, 0.10241, 0.895599]


@pytest.mark.req("C-2.12", "E-RF-HV-002")
def test_the_ten_categories_stand_in_their_order() -> None:
    examples = (
        ("royal_flush", "As Ks Qs Js Ts"),
        ("straight_flush", "Ks Qs Js Ts 9s"),
        ("four_of_a_kind", "2s 2h 2d 2c 3s"),
        ("full_house", "2s 2h 2d 3c 3s"),
        ("flush", "2s 3s 4s 5s 7s"),
        ("straight", "As 2h 3d 4c 5s"),
        ("three_of_a_kind", "2s 2h 2d 3c 4s"),
        ("two_pair", "2s 2h 3d 3c 4s"),
        ("pair", "2s 2h 3d 4c 5s"),
        ("high_card", "2s 3h 4d 5c 7s"),
    )
    assert tuple(kind for kind, _ in examples) == FROM_THE_BEST
    values = [of(cards) for _, cards in examples]
    assert values == sorted(values, reverse=True)
    assert [CATEGORIES[category(value)] for value in values] == list(FROM_THE_BEST)


def assert_falling(*hands: str) -> None:
    """Each hand is of the category of the first, and better than the next."""
    values = [of(hand) for hand in hands]
    assert len({category(value) for value in values}) == 1
    assert values == sorted(set(values), reverse=True)


@pytest.mark.req("H-FR8b.A")
def test_high_cards_compare_card_by_card_with_the_ace_high() -> None:
    assert_falling("As 4h 3d 2c 6s", "Ks Qh Jd 9c 8s", "Ks Qh Jd 9c 7s", "Ks Th Jd 9c 8s")


@pytest.mark.req("H-FR8b.B")
def test_pairs_compare_by_the_pair_and_then_card_by_card() -> None:
    assert_falling("3s 3h 4d 5c 7s", "2s 2h Ad Kc Qs", "2s 2h Ad Kc Js", "2s 2h Ad 9c Qs")


@pytest.mark.req("H-FR8b.C")
def test_two_pairs_compare_by_the_higher_the_lower_and_the_fifth_card() -> None:
    assert_falling("As Ah 2d 2c 3s", "Ks Kh Qd Qc 2s", "Ks Kh 4d 4c 6s", "Ks Kh 4d 4c 5s")
    assert_falling("Ks Kh 4d 4c 2s", "Ks Kh 3d 3c As")


@pytest.mark.req("H-FR8b.D")
def test_threes_of_a_kind_compare_by_their_rank_and_then_card_by_card() -> None:
    assert_falling("3s 3h 3d 4c 5s", "2s 2h 2d Ac Ks", "2s 2h 2d Ac Qs", "2s 2h 2d Kc Qs")


@pytest.mark.req("H-FR8b.E")
def test_straights_compare_by_their_highest_card_which_is_the_five_above_an_ace() -> None:
    assert_falling("As Kh Qd Jc Ts", "Ks Qh Jd Tc 9s", "2s 3h 4d 5c 6s", "As 2h 3d 4c 5s")
    assert CATEGORIES[category(of("Qs Kh Ad 2c 3s"))] == "high_card"


@pytest.mark.req("H-FR8b.F")
def test_flushes_compare_card_by_card() -> None:
    assert_falling("As 6s 5s 4s 2s", "Kh Jh 9h 4h 3h", "Kd Jd 9d 4d 2d", "Kd Td 9d 8d 7d")


@pytest.mark.req("H-FR8b.G")
def test_full_houses_compare_by_the_three_and_then_by_the_pair() -> None:
    assert_falling("As Ah Ad 2c 2s", "Ks Kh Kd Qc Qs", "5s 5h 5d Ac As", "5s 5h 5d Kc Ks")


@pytest.mark.req("H-FR8b.H")
def test_fours_of_a_kind_compare_by_their_rank_and_then_by_the_fifth_card() -> None:
    assert_falling("3s 3h 3d 3c 2s", "2s 2h 2d 2c As", "2s 2h 2d 2c Ks")


@pytest.mark.req("H-FR8b.I")
def test_straight_flushes_compare_by_their_highest_card_and_the_ace_high_one_is_royal() -> None:
    assert_falling("Kh Qh Jh Th 9h", "2s 3s 4s 5s 6s", "Ah 2h 3h 4h 5h")
    assert of("As Ks Qs Js Ts") > of("Kh Qh Jh Th 9h")
    assert name(of("As Ks Qs Js Ts")) == "royal flush"


@pytest.mark.req("E-RF-HV-002")
def test_suits_are_equal() -> None:
    assert of("As Ks 9s 8s 2s") == of("Ad Kd 9d 8d 2d")
    assert of("As Kd 9s 8s 2s") == of("Ad Kc 9h 8d 2d")


NAMES = (
    ("As Kh 9d 4c 2s", "ace high", "As Kh 9d 4c 2s"),
    ("Ks Kh 9d 4c 2s 7h 8h", "pair of kings", "Ks Kh 9d 8h 7h"),
    ("Ks Kh 4d 4c 2s 2h 3c", "two pair, kings and fours", "Ks Kh 4d 4c 3c"),
    ("6s 6h 6d 4c 2s Kh Jc", "three of a kind, sixes", "6s 6h 6d Kh Jc"),
    ("Ah 2c 3d 4s 5h 9d Kd", "five-high straight", "5h 4s 3d 2c Ah"),
    ("9h Tc Jd Qs Kh 2d 2c", "king-high straight", "Kh Qs Jd Tc 9h"),
    ("As 9s 8s 4s 2s 3s Kh", "ace-high flush", "As 9s 8s 4s 3s"),
    ("As Ah Ad 2c 2s 2d Kh", "full house, aces full of twos", "As Ah Ad 2s 2d"),
    ("7s 7h 7d 7c 2s 2d Kh", "four of a kind, sevens", "7s 7h 7d 7c Kh"),
    ("5c 6c 7c 8c 9c Ac Kh", "nine-high straight flush", "9c 8c 7c 6c 5c"),
    ("Ac 2c 3c 4c 5c Kc Kh", "five-high straight flush", "5c 4c 3c 2c Ac"),
    ("Td Jd Qd Kd Ad Ac Ah", "royal flush", "Ad Kd Qd Jd Td"),
)


@pytest.mark.parametrize(("cards", "called", "five"), NAMES)
def test_a_hand_has_a_name_and_five_best_cards(cards: str, called: str, five: str) -> None:
    assert name(of(cards)) == called
    assert labels(best_five(parse(cards))) == five


def test_the_best_five_are_worth_as_much_as_all_seven() -> None:
    random = Random(7)
    for _ in range(5_000):
        cards = tuple(random.sample(PACK, 7))
        five = best_five(cards)
        assert len(set(five)) == 5
        assert set(five) <= set(cards)
        assert strength(five) == strength(cards)


def test_a_strength_names_its_ranks_for_a_translation() -> None:
    kings_and_fours = of("Ks Kh 4d 4c 2s 2h 3c")
    assert [RANKS[rank] for rank in ranks_of(kings_and_fours)] == ["K", "4", "3"]
    assert [RANKS[rank] for rank in ranks_of(of("Ah 2c 3d 4s 5h"))] == ["5"]


def test_weights_add_up() -> None:
    hole, board = parse("As Ks"), parse("Qs Js Ts 2d 2h")
    assert strength_of(weight(hole) + weight(board)) == strength(hole + board)
