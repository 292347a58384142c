"""Every play with wild cards, against a second writing that tries every rank for every one."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from protocol.cards import PACK_WITH_JOKERS
from protocol.games.doudizhu import (
    RANK_OF,
    Amiss,
    Kickers,
    Pattern,
    held,
    in_order,
    read,
    readings,
    thrifty,
)
from protocol.words import Cards
from tests.rules.doudizhu import standing
from tests.rules.doudizhu.dealing import of, ranks

STRICT, ONLINE = Kickers(), Kickers(equal=True)
PROFILES = {"strict": STRICT, "online": ONLINE, "both": Kickers(equal=True, both_jokers=True)}
SIX = 3
"""The rank of the sixes, which are wild in most of these."""
PACK = held(PACK_WITH_JOKERS).cards


def second(
    cards: Cards, wild: int, kickers: Kickers, before: Pattern | None = None
) -> set[Pattern]:
    own = tuple(RANK_OF[card] for card in cards if RANK_OF[card] != wild)
    return standing.stood(own, len(cards) - len(own), wild, kickers, before)


def checked(cards: Cards, wild: int, kickers: Kickers, before: Pattern | None = None) -> int:
    """Both say the same of these cards, and each reading is what it says."""
    found = readings(cards, wild, kickers, before)
    expected = second(cards, wild, kickers, before)
    assert {one.pattern for one in found} == expected, (ranks(cards), before)
    assert len(found) == len(expected)
    for one in found:
        assert read(cards, wild, one.stands, kickers, before) == one
    return len(found)


def handfuls(most: int) -> Iterator[Cards]:
    """Every choice of up to so many cards of the pack, each set of ranks once."""
    for size in range(1, most + 1):
        for chosen in combinations_with_replacement(range(15), size):
            count = Counter(chosen)
            if all(some <= len(PACK[rank]) for rank, some in count.items()):
                yield tuple(card for rank, some in count.items() for card in PACK[rank][:some])


def test_every_handful_of_up_to_four_cards_is_what_the_second_writing_says() -> None:
    plays: Counter[str] = Counter()
    for cards in handfuls(4):
        checked(cards, SIX, STRICT)
        plays.update({one.pattern.category for one in readings(cards, SIX)})
    # Sets of ranks that can be played as each: 12 x 3 soft bombs, trios with one, two or no six.
    assert plays == {
        "solo": 15,
        "pair": 13 + 12,
        "trio": 13 + 12 + 12,
        "trio_solo": plays["trio_solo"],
        "bomb": 12,
        "soft_bomb": 12 * 3,
        "wild_bomb": 1,
        "rocket": 1,
    }
    # Three of a rank and any other; two and a six; one and two sixes; three sixes.
    assert plays["trio_solo"] == 12 * 14 + 12 * (1 + 13) + 12 * 13 - 66 + 14 - 12 + 12


def structured(random: Random) -> Cards:
    """Cards of a few ranks beside each other, wild ones among them: plays are frequent there."""
    wide = random.randint(2, 6)
    low = random.randrange(0, 13 - wide)
    near = [card for card in PACK_WITH_JOKERS if low <= RANK_OF[card] < low + wide]
    sixes = list(PACK[SIX])[: random.choice((1, 1, 2, 2, 2, 3, 3, 4))]
    more = random.sample(PACK_WITH_JOKERS, random.choice((0, 0, 1, 3)))
    pool = [card for card in dict.fromkeys((*near, *more)) if card not in sixes]
    size = random.choice((3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20))
    taken = random.sample(pool, min(len(pool), max(0, size - len(sixes))))
    return in_order((*taken, *sixes))


@pytest.mark.parametrize("profile", PROFILES)
def test_larger_handfuls_are_what_the_second_writing_says(profile: str) -> None:
    random, kickers = Random(profile), PROFILES[profile]
    found: Counter[str] = Counter()
    several = 0
    for _ in range(60):
        cards = structured(random)
        several += checked(cards, SIX, kickers) > 1
        read = readings(cards, SIX, kickers)
        found.update(one.pattern.category for one in read)
        for one in read[-1:]:
            category, length, low = one.pattern
            if low:
                checked(cards, SIX, kickers, Pattern(category, length, random.randrange(low)))
    assert several > 10
    assert len(found) >= 8, found


@pytest.mark.parametrize("profile", PROFILES)
def test_a_hand_finds_every_pattern_that_some_of_its_cards_can_be(profile: str) -> None:
    random, kickers = Random(f"hands {profile}"), PROFILES[profile]
    for place in range(12):
        hand = structured(random)[:9]
        if place % 3 == 0:
            hand = in_order((*random.sample(PACK_WITH_JOKERS[:12], 5), *PACK[SIX][:3]))
            hand = tuple(dict.fromkeys(hand))
        before = Pattern(*random.choice(LAID)) if place % 2 else None
        could: set[Pattern] = set()
        for size in range(1, len(hand) + 1):
            seen: set[str] = set()
            for cards in combinations(hand, size):
                if ranks(cards) not in seen:
                    seen.add(ranks(cards))
                    could |= second(cards, SIX, kickers, before)
        # All four of a rank are a bomb: nobody lays a wild one for one of them.
        four = [rank for rank in range(13) if all(card in hand for card in PACK[rank])]
        could -= {Pattern("soft_bomb", 1, rank) for rank in four}
        listed = thrifty(hand, SIX, before, kickers)
        assert {one.pattern for one in listed} == could, (ranks(hand), before)
        for one in listed:
            assert set(one.cards) <= set(hand)
            assert len(set(one.cards)) == len(one.cards)
            assert one.pattern in second(one.cards, SIX, kickers, before), ranks(one.cards)


LAID = [
    ("solo", 1, 4),
    ("pair", 1, 1),
    ("trio_solo", 1, 2),
    ("chain", 5, 0),
    ("trio_pair", 1, 0),
    ("soft_bomb", 1, 1),
    ("bomb", 1, 0),
    ("airplane_solos", 2, 0),
]


def test_large_hands_list_only_what_can_be_played_with_every_choice_of_kickers() -> None:
    random = Random(4)
    for place in range(8):
        hand = in_order((*random.sample(PACK_WITH_JOKERS, 16), *PACK[SIX]))
        hand = in_order(dict.fromkeys(hand))[-20:]
        before = Pattern(*LAID[place % len(LAID)]) if place % 2 else None
        listed = thrifty(hand, SIX, before, ONLINE)
        for one in random.sample(listed, min(12, len(listed))):
            assert one.pattern in second(one.cards, SIX, ONLINE, before), ranks(one.cards)


def be(text: str, stands: str = "", before: Pattern | None = None) -> str:
    """What these cards are, where sixes are wild; why not, as a code."""
    letters = "3456789TJQKA2"
    what = read(of(text), SIX, tuple(letters.index(one) for one in stands), ONLINE, before)
    return what.code if isinstance(what, Amiss) else str(what.pattern)


def test_what_wild_cards_are_is_said_where_it_could_be_more_than_one_play() -> None:
    assert be("6") == "a solo 6"
    assert be("66") == "a pair of 6s"
    assert be("666") == "a trio of 6s"
    assert be("6666") == "the wild bomb"
    assert be("36") == "a pair of 3s"
    assert be("6", "9") == "wild_alone"
    assert be("4576") == "wild_none"
    assert be("45786") == "a chain from 4 to 8"
    assert be("34576") == "a chain from 3 to 7"
    assert be("789T6") == "which_play"
    assert be("789T6", "J") == "a chain from 7 to J"
    assert be("789T6", "6") == "a chain from 6 to 10"
    assert be("789T6", "Q") == "chain_gap"
    assert be("78946", "TJ") == "stands_count"
    assert be("33666", "333") == "fifth"
    assert be("x6", "A") == "mixed" or be("x6", "A") == "chain_short"
    assert be("4466") == "which_play"
    assert be("4466", "44") == "a soft bomb of 4s"
    assert be("4466", "45") == "a trio of 4s with a solo"


def test_what_lies_there_may_leave_one_play() -> None:
    trio = Pattern("trio_solo", 1, 0)
    assert be("4466", before=Pattern("pair", 1, 1)) == "a soft bomb of 4s"
    assert be("4466", before=trio) == "which_play"
    assert be("789T6", before=Pattern("chain", 5, 3)) == "a chain from 7 to J"
    assert be("4446", before=Pattern("bomb", 1, 0)) == "a soft bomb of 4s", "which is too low"


def test_bombs_beat_each_other_in_this_order() -> None:
    order = [
        Pattern("airplane", 6, 6),
        Pattern("soft_bomb", 1, 0),
        Pattern("soft_bomb", 1, 12),
        Pattern("bomb", 1, 0),
        Pattern("bomb", 1, 12),
        Pattern("wild_bomb", 1, 2),
        Pattern("rocket", 2, 13),
    ]
    for place, one in enumerate(order):
        for other, lower in enumerate(order):
            assert one.beats(lower) == (other < place), (one, lower)
