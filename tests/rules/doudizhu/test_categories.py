"""What is a play, what beats what, and why cards are no play."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb
from random import Random

import pytest

from protocol.cards import PACK_WITH_JOKERS
from protocol.games.doudizhu import (
    CATEGORIES,
    RANK_NAMES,
    Amiss,
    Kickers,
    Pattern,
    classify,
    held,
    plays,
)
from tests.rules.doudizhu.dealing import amiss, of, pattern, ranks

HOUSE = Kickers()
LETTER = Kickers(both_jokers=True)
ONLINE = Kickers(equal=True)
PROFILES = {"house": HOUSE, "letter": LETTER, "online": ONLINE, "both": Kickers(True, True)}


@cache
def counts(kickers: Kickers, most: int = 20) -> Mapping[str, int]:
    """How many patterns of each category the whole pack has, in plays of at most so many cards."""
    found: Counter[str] = Counter()
    for cards in plays(PACK_WITH_JOKERS, None, kickers):
        if len(cards) <= most:
            kind = classify(cards, kickers)
            assert isinstance(kind, Pattern)
            found[kind.category] += 1
    return found


@cache
def house_patterns() -> Mapping[str, list[Pattern]]:
    """What the plays of each category are, one for each play of at most 20 cards."""
    found: dict[str, list[Pattern]] = {category: [] for category in CATEGORIES}
    for cards in plays(PACK_WITH_JOKERS):
        if len(cards) <= 20:
            kind = pattern(ranks(cards))
            found[kind.category].append(kind)
    return found


@pytest.mark.parametrize(
    ("category", "first", "last", "house"),
    [
        pytest.param("solo", "3", "X", 15, marks=pytest.mark.req("D-K1")),
        pytest.param("chain", "34567", "3456789TJQKA", 36, marks=pytest.mark.req("D-K2")),
        pytest.param("pair", "33", "22", 13, marks=pytest.mark.req("D-K3")),
        pytest.param(
            "pair_chain", "334455", "5566778899TTJJQQKKAA", 52, marks=pytest.mark.req("D-K4")
        ),
        pytest.param("trio", "333", "222", 13, marks=pytest.mark.req("D-K5")),
        pytest.param("airplane", "333444", "999TTTJJJQQQKKKAAA", 45, marks=pytest.mark.req("D-K6")),
        pytest.param("trio_solo", "3334", "222X", 182, marks=pytest.mark.req("D-K7")),
        pytest.param(
            "airplane_solos",
            "33344456",
            "TTTJJJQQQKKKAAA7892X",
            7161,
            marks=pytest.mark.req("D-K8"),
        ),
        pytest.param("trio_pair", "33344", "222AA", 156, marks=pytest.mark.req("D-K9")),
        pytest.param(
            "airplane_pairs",
            "3334445566",
            "JJJQQQKKKAAA8899TT22",
            2939,
            marks=pytest.mark.req("D-K10"),
        ),
        pytest.param("bomb", "3333", "2222", 13, marks=pytest.mark.req("D-K11")),
        pytest.param("four_solos", "333345", "2222AX", 1170, marks=pytest.mark.req("D-K12")),
        pytest.param("four_pairs", "33334455", "2222KKAA", 858, marks=pytest.mark.req("D-K13")),
        pytest.param("rocket", "xX", "xX", 1, marks=pytest.mark.req("D-K14")),
    ],
)
def test_each_row_of_the_table_is_a_category_from_first_to_last_with_so_many_patterns(
    category: str, first: str, last: str, house: int
) -> None:
    found = house_patterns()[category]
    assert len(found) == house
    assert pattern(first) == min(found, key=lambda kind: (kind.length, kind.low))
    assert pattern(last) == max(found, key=lambda kind: (kind.length, kind.low))


@pytest.mark.req("D-S2.1")
def test_the_house_knows_the_fourteen_categories_and_12654_patterns() -> None:
    assert set(counts(HOUSE)) == set(CATEGORIES)
    assert len(CATEGORIES) == 14
    assert sum(counts(HOUSE).values()) == 12_654


@pytest.mark.req("D-K8", "D-K12")
def test_with_both_jokers_as_kickers_the_letter_has_13550_patterns() -> None:
    assert sum(counts(LETTER).values()) == 13_550
    assert counts(LETTER)["airplane_solos"] == 8_044
    assert counts(LETTER)["four_solos"] == 1_183
    assert pattern("3333xX", LETTER).category == "four_solos"
    assert pattern("333444xX", LETTER).category == "airplane_solos"


def test_online_has_28502_patterns() -> None:
    order = [
        "solo",
        "pair",
        "trio",
        "bomb",
        "rocket",
        "chain",
        "pair_chain",
        "airplane",
        "trio_solo",
        "trio_pair",
        "airplane_solos",
        "airplane_pairs",
        "four_solos",
        "four_pairs",
    ]
    by_type = [counts(ONLINE)[category] for category in order]
    assert by_type == [15, 13, 13, 13, 1, 36, 52, 45, 182, 156, 22_853, 2_939, 1_326, 858]
    assert sum(by_type) == 28_502
    assert sum(counts(Kickers(True, True)).values()) == 29_984


def test_without_the_cap_of_twenty_cards_there_are_7516_airplanes_with_solos() -> None:
    assert counts(HOUSE, most=54)["airplane_solos"] == 7_516


def test_the_pack_makes_rockets_and_fours_as_often_as_it_should() -> None:
    sizes = [len(cards) for cards in held(PACK_WITH_JOKERS).cards]
    assert sizes == [4] * 13 + [1, 1]

    def without_four(cards: int) -> Fraction:
        ways = [1] + [0] * cards
        for size in sizes:
            ways = [
                sum(comb(size, k) * ways[n - k] for k in range(min(3, size, n) + 1))
                for n in range(cards + 1)
            ]
        return Fraction(ways[cards], comb(54, cards))

    def rocket(cards: int) -> Fraction:
        return Fraction(comb(52, cards - 2), comb(54, cards))

    assert [round(float(rocket(n)), 7) for n in (17, 20)] == [0.0950384, 0.1327743]
    assert [round(float(without_four(n)), 7) for n in (17, 20)] == [0.9039836, 0.8101772]


@pytest.mark.parametrize("profile", PROFILES)
def test_whatever_is_classified_is_among_all_patterns_and_nothing_else_is(profile: str) -> None:
    kickers = PROFILES[profile]
    everything = {ranks(cards) for cards in plays(PACK_WITH_JOKERS, None, kickers)}
    known = sorted(some for some in everything if len(some) <= 20)
    random = Random(7)
    legal = 0
    for _ in range(8_000):
        cards = list(of(random.choice(known)))
        for _ in range(random.randrange(3)):  # a card more, a card less, another card
            if random.randrange(2) and len(cards) > 1:
                cards.pop(random.randrange(len(cards)))
            else:
                cards.append(random.choice([c for c in PACK_WITH_JOKERS if c not in cards]))
        found = classify(tuple(cards), kickers)
        legal += isinstance(found, Pattern)
        assert isinstance(found, Pattern) == (ranks(cards) in everything), ranks(cards)
    assert 2_000 < legal < 6_000


@pytest.mark.req("D-R8")
@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("23456", "chain_high"),
        ("22233377AA", "chain_high"),
        ("KA2xX", "chain_high"),
        ("KKAA22", "chain_high"),
        ("AAA222", "chain_high"),
        ("JQKA2", "chain_high"),
        ("QKA2x", "chain_high"),
    ],
)
def test_twos_and_jokers_are_never_primals_of_a_chain(cards: str, code: str) -> None:
    for kickers in PROFILES.values():
        assert amiss(cards, kickers).code == code
    assert "from 3 to A" in amiss(cards).text


@pytest.mark.req("D-U5", "D-S2.2")
@pytest.mark.parametrize(
    ("cards", "code", "text"),
    [
        ("", "no_cards", "You chose no card; choose at least one."),
        ("34", "chain_short", "A chain has at least 5 ranks; these are 2."),
        ("3344", "chain_short", "A pair chain has at least 3 ranks; these are 2."),
        ("34578", "chain_gap", "The ranks of a chain follow each other; 6 is missing."),
        ("333555", "chain_gap", "The ranks of a chain follow each other; 4 is missing."),
        (
            "33345",
            "kickers_count",
            "The kickers here are a solo or a pair; you named 2 solos.",
        ),
        (
            "3334445",
            "kickers_count",
            "The kickers here are 2 solos or 2 pairs; you named 1 solo.",
        ),
        (
            "333344",
            "kickers_equal",
            "4 is a kicker twice; the kickers are 2 solos or 2 pairs of different ranks.",
        ),
        (
            "33344455",
            "kickers_equal",
            "5 is a kicker twice; the kickers are 2 solos or 2 pairs of different ranks.",
        ),
        (
            "3333xX",
            "both_jokers",
            "Both jokers together are the rocket, never two kickers; take one at most.",
        ),
        (
            "333xX",
            "kickers_count",
            "The kickers here are a solo or a pair; you named 2 solos.",
        ),
        (
            "344",
            "mixed",
            "Solos and pairs are no play together; play one solo, one pair, or a chain of either.",
        ),
        (
            "33334444",
            "four_joined",
            "Four of a rank go alone as a bomb, or with two solos or two pairs of other ranks.",
        ),
        ("4567x", "chain_high", "A joker is never part of a chain; the chain goes from 3 to A."),
    ],
)
def test_cards_that_are_no_play_say_why_and_what_would_be_right(
    cards: str, code: str, text: str
) -> None:
    assert amiss(cards) == Amiss(code, text)


def test_a_card_cannot_be_named_twice() -> None:
    (card,) = of("3")
    found = classify((card, card))
    assert found == Amiss("card_twice", "You named 3c twice; there is one of every card.")


@pytest.mark.parametrize(
    ("cards", "online"),
    [
        ("333344", "four_solos"),
        ("33344455", "airplane_solos"),
        ("333444555777", "airplane_solos"),
        ("QQQKKKAAA222", "airplane_solos"),
        ("333444555789", "airplane_solos"),
        ("3334445556667777", "airplane_solos"),
        ("3334445556667778", "airplane_solos"),
        ("33344455566677789999", "airplane_solos"),
    ],
)
def test_online_takes_equal_kickers(cards: str, online: str) -> None:
    assert pattern(cards, ONLINE).category == online


@pytest.mark.parametrize("cards", ["33344455566678", "333444555777xX8", "3333444455556666"])
def test_online_takes_no_other_number_of_kickers(cards: str) -> None:
    assert isinstance(classify(of(cards), ONLINE), Amiss)


def test_four_trios_in_a_row_are_an_airplane_of_four_or_answer_one_of_three_with_solos() -> None:
    cards = of("444555666777")
    assert classify(cards, ONLINE) == Pattern("airplane", 4, 1)
    laid = pattern("333444555789", ONLINE)
    assert classify(cards, ONLINE, laid) == Pattern("airplane_solos", 3, 2)
    assert classify(cards, HOUSE, laid) == Pattern("airplane", 4, 1)
    higher = pattern("666777888345", ONLINE)
    assert classify(cards, ONLINE, higher) == Pattern("airplane", 4, 1)


def test_an_airplane_is_the_highest_that_its_cards_make() -> None:
    assert pattern("3334445556667778", ONLINE) == Pattern("airplane_solos", 4, 1)


@pytest.mark.parametrize("cards", ["33344435", "44443335", "333344445566"])
def test_no_kicker_has_the_rank_of_a_primal(cards: str) -> None:
    for kickers in PROFILES.values():
        amiss(cards, kickers)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("9", "a solo 9"),
        ("X", "the coloured joker"),
        ("TT", "a pair of 10s"),
        ("34567", "a chain from 3 to 7"),
        ("3334", "a trio of 3s with a solo"),
        ("33344456", "an airplane with solos from 3 to 4"),
        ("2222AX", "a four of 2s with two solos"),
        ("2222", "a bomb of 2s"),
        ("xX", "the rocket"),
    ],
)
def test_a_play_has_a_name_that_reads_well(cards: str, says: str) -> None:
    assert str(pattern(cards)) == says


def test_every_category_has_an_english_and_a_chinese_name() -> None:
    assert len({kind.name.en for kind in CATEGORIES.values()}) == 14
    chinese = [kind.name.zh for kind in CATEGORIES.values()]
    assert chinese == [
        "单牌",
        "顺子",
        "一对",
        "连对",
        "三张",
        "飞机",
        "三带一",
        "飞机带小翼",
        "三带二",
        "飞机带大翼",
        "炸弹",
        "四带二",
        "四带两对",
        "王炸",
    ]
    assert [RANK_NAMES[rank].zh for rank in (8, 9, 11)] == ["钩", "圈", "尖"]
    assert all("王" in RANK_NAMES[rank].zh for rank in (13, 14))
