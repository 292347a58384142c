"""What cards count, and which packs they come from."""

from collections import Counter

import pytest

from game_server.rules.blackjack.options import PRESETS
from game_server.rules.blackjack.verdict import made
from protocol.cards import RANKS, parse, rank, suit
from protocol.games.blackjack import Count, count, is_natural, score
from tests.rules.blackjack.dealt import Table, rules


@pytest.mark.req("C-3.6", "B-5.1")
@pytest.mark.parametrize(
    ("names", "value"), [*zip("23456789", range(2, 10), strict=True), ("TJQK", 10)]
)
def test_a_card_counts_its_number_and_a_picture_ten(names: str, value: int) -> None:
    assert {score(parse(name + suit)) for name in names for suit in "cdhs"} == {value}


@pytest.mark.req("C-3.6", "B-5.2")
@pytest.mark.parametrize(
    ("hand", "counted"),
    [
        ("As", Count(11, True)),
        ("As Kd", Count(21, True)),
        ("As Ad", Count(12, True)),
        ("As 9d Ac", Count(21, True)),
        ("As 9d Ac 5h", Count(16, False)),
        ("As Ah Ad Ac", Count(14, True)),
        ("As 5d Ks", Count(16, False)),
        ("As Ad Ks", Count(12, False)),
        ("As 5d 6s", Count(12, False)),
        ("Ks Qd As", Count(21, False)),
    ],
)
def test_an_ace_counts_eleven_unless_that_exceeds_21(hand: str, counted: Count) -> None:
    assert count(parse(hand)) == counted


@pytest.mark.req("C-3.7")
@pytest.mark.parametrize(
    ("hand", "points"),
    [("Ks Qd 2s", 22), ("Ks Qd As Ad", 22), ("Ks Qd As", 21), ("9s 9d 3s As", 22)],
)
def test_over_21_with_every_ace_as_one_is_over(hand: str, points: int) -> None:
    assert score(parse(hand)) == points


@pytest.mark.parametrize("ten", ["Td", "Jd", "Qd", "Kd"])
def test_a_natural_is_an_ace_and_any_ten_value_card(ten: str) -> None:
    assert is_natural(parse(f"As {ten}"))
    assert is_natural(parse(f"{ten} As"))
    assert is_natural(parse(f"As {ten}"), faces_only=True) == (ten != "Td")


@pytest.mark.parametrize("hand", ["As 9d", "As Ad", "Kd Qd", "5s 6s Ks", "As 5d 5s", "As"])
def test_nothing_else_is_a_natural(hand: str) -> None:
    assert not is_natural(parse(hand))


def test_a_natural_is_21_like_any_other_where_it_pays_nothing() -> None:
    assert not made(rules("casino"), parse("As Kd")).natural
    assert made(rules("standard"), parse("As Kd")).natural
    assert not made(rules("standard"), parse("As Kd"), from_split=True).natural


@pytest.mark.req("C-1.4", "B-3.1", "B-3.1.1", "B-3.1.2")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_first_draw_is_from_whole_packs_of_13_ranks_in_four_suits_without_jokers(
    preset: str,
) -> None:
    options = PRESETS[preset]
    pack = Table(options, "2c 3c 4c 5c", bets={0: 1000}).asked_chance[-1].left
    each = Counter((RANKS[rank(card)], "cdhs"[suit(card)]) for card in pack)
    assert each == {(name, sign): options.decks for name in RANKS for sign in "cdhs"}
    assert len(pack) == 52 * options.decks


@pytest.mark.req("C-1.4")
def test_a_card_drawn_is_gone_from_the_cards_that_are_left() -> None:
    table = Table(rules("casino"), "Ks 5d 7h 6c 2c", bets={0: 1000})
    table.do(0, "hit")
    last = table.asked_chance[-1].left
    assert len(last) == 48
    assert not set(parse("Ks 5d 7h 6c")) & set(last)


@pytest.mark.parametrize(
    "wrong",
    [
        {"unit": 0},
        {"chip": 0},
        {"decks": 0},
        {"decks": 9},
        {"most": 9},
        {"max_hands": 5},
        {"min_bet": 550},
        {"max_bet": 400},
        {"marker_least": 40},
        {"natural_pays": -1},
    ],
)
def test_rules_that_cannot_be_played_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="cannot be played"):
        rules("standard", **wrong)
