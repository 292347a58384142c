"""Cards and the names that people type for them."""

import pytest

from protocol.cards import (
    BIG_JOKER,
    LABELS,
    PACK,
    PACK_WITH_JOKERS,
    SABACC_PACK,
    SMALL_JOKER,
    label,
    labels,
    parse,
    rank,
    sabacc_value,
    shoe,
    suit,
)


@pytest.mark.req("C-1.4", "B-3.1.1")
def test_the_pack_has_thirteen_ranks_in_four_suits() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    assert {(rank(card), suit(card)) for card in PACK} == {
        (one, other) for one in range(13) for other in range(4)
    }


@pytest.mark.req("B-3.1.2")
def test_jokers_are_in_no_pack_but_their_own() -> None:
    assert not {SMALL_JOKER, BIG_JOKER} & set(PACK)
    assert not {SMALL_JOKER, BIG_JOKER} & set(shoe(8))
    assert len(set(PACK_WITH_JOKERS)) == 54


@pytest.mark.req("B-3.1")
def test_a_shoe_holds_each_card_once_a_deck() -> None:
    assert len(shoe(6)) == 312
    assert all(shoe(6).count(card) == 6 for card in PACK)


def test_every_card_has_a_name_of_its_own_that_reads_back() -> None:
    assert len(set(LABELS.values())) == len(LABELS)
    for card in LABELS:
        assert parse(label(card)) == (card,)
        assert parse(label(card).upper()) == (card,)


def test_a_hand_reads_as_people_write_it() -> None:
    assert labels(parse("as 10h Td xb XC -7c +10s 0")) == "As Th Td Xb Xc -7c +10s 0"


@pytest.mark.parametrize("word", ["1s", "Ax", "11h", "+11c", "-0", "joker", "10", "Asd"])
def test_a_word_that_is_no_card_is_named(word: str) -> None:
    with pytest.raises(ValueError, match=r"is no card; write As") as wrong:
        parse(f"As {word}")
    assert word in str(wrong.value)


@pytest.mark.req("C-5.4")
def test_the_sabacc_pack_is_three_suits_of_twenty_and_two_zeros() -> None:
    values = sorted(sabacc_value(card) for card in SABACC_PACK)
    assert values == sorted([0, 0, *(v for v in range(-10, 11) if v for _ in range(3))])
    assert len({label(card)[-1] for card in SABACC_PACK if sabacc_value(card)}) == 3
