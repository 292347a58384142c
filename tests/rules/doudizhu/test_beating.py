"""Which play beats which."""

import pytest

from protocol.cards import PACK_WITH_JOKERS
from protocol.games.doudizhu import RANK_NAMES, Pattern, classify, held
from tests.rules.doudizhu.dealing import LETTERS, pattern


@pytest.mark.req("D-R2")
def test_single_cards_rise_from_3_over_2_to_the_jokers_whatever_their_suit() -> None:
    rising = [pattern(letter) for letter in "3456789TJQKA2xX"]
    for place, low in enumerate(rising):
        assert [high for high in rising if high.beats(low)] == rising[place + 1 :]
    names = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
    for rank, cards in enumerate(held(PACK_WITH_JOKERS).cards):
        assert {classify((card,)) for card in cards} == {Pattern("solo", 1, rank)}
        assert rank > 12 or RANK_NAMES[rank].en == names[rank]


EXAMPLES = [
    "4",
    "34567",
    "44",
    "334455",
    "444",
    "333444",
    "4443",
    "33344456",
    "44433",
    "3334445566",
    "444456",
    "44445566",
]
"""One of every category but the bomb and the rocket."""


@pytest.mark.req("D-R3", "D-K14")
@pytest.mark.parametrize("other", [*EXAMPLES, "3333", "2222"])
def test_the_rocket_beats_everything_and_nothing_beats_it(other: str) -> None:
    assert pattern("xX").beats(pattern(other))
    assert not pattern(other).beats(pattern("xX"))
    assert not pattern("xX").beats(pattern("xX"))


@pytest.mark.req("D-R4", "D-K11")
@pytest.mark.parametrize("other", EXAMPLES)
def test_a_bomb_beats_all_that_is_neither_rocket_nor_bomb_and_is_beaten_by_none_of_it(
    other: str,
) -> None:
    assert pattern("3333").beats(pattern(other))
    assert not pattern(other).beats(pattern("3333"))


@pytest.mark.req("D-R4")
def test_bombs_rise_from_3333_to_2222_and_equal_ones_do_not_beat() -> None:
    bombs = [pattern(letter * 4) for letter in LETTERS[:13]]
    for place, low in enumerate(bombs):
        assert [high for high in bombs if high.beats(low)] == bombs[place + 1 :]


@pytest.mark.req("D-R5")
@pytest.mark.parametrize("low", EXAMPLES)
def test_no_other_category_beats_a_category(low: str) -> None:
    highest = "2 TJQKA 22 QQKKAA 222 KKKAAA 222A KKKAAAQ2 222AA KKKAAAQQ22 2222KA 2222KKAA"
    beating = [high for high in highest.split() if pattern(high).beats(pattern(low))]
    assert [pattern(high).category for high in beating] == [pattern(low).category]


@pytest.mark.req("D-K12", "D-K13")
def test_four_with_kickers_is_no_bomb() -> None:
    for four in ("2222AX", "2222KKAA"):
        assert not pattern(four).beats(pattern("3"))
        assert not pattern(four).beats(pattern("3333"))


@pytest.mark.req("D-R6")
def test_chains_of_different_lengths_do_not_beat_each_other() -> None:
    short, long = pattern("9TJQK"), pattern("3456789")
    assert not short.beats(long)
    assert not long.beats(short)
    assert pattern("9TJQK").beats(pattern("34567"))
    assert not pattern("334455").beats(pattern("33445566"))
    assert not pattern("QQQKKKAAA").beats(pattern("333444"))
    assert not pattern("QQQKKKAAA456").beats(pattern("33344456"))


@pytest.mark.req("D-R7")
def test_only_primal_cards_are_compared() -> None:
    assert pattern("4443").beats(pattern("333X"))
    assert not pattern("333X").beats(pattern("4445"))
    assert pattern("44433").beats(pattern("33322"))
    assert pattern("44455536").beats(pattern("3334442X"))
    assert pattern("444435").beats(pattern("3333AX"))
    assert not pattern("3333AX").beats(pattern("444435"))
