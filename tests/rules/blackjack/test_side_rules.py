"""What the house may allow besides: double, split, surrender, the fifth hit, the Swedish pub."""

import pytest

from protocol.cards import parse
from protocol.events import Acted, Dealt, Moved
from protocol.games.blackjack import Playing, Split, hands_of, playing_hand
from protocol.words import HOUSE, POT, Illegal, Seat
from tests.rules.blackjack.dealt import Table, rules

STANDARD = rules("standard")
SIDE = {"double_down", "split", "insurance", "surrender"}


@pytest.mark.req("B-6.1.5")
def test_side_rules_are_open_on_the_first_two_cards_where_the_table_has_them() -> None:
    deal = "8c 5h 8d 9h"
    assert Table(STANDARD, deal, bets={0: 500}).verbs(0) == (
        "hit",
        "stand",
        "double",
        "split",
        "surrender",
    )
    for flag, verb in (("double_down", "double"), ("split", "split"), ("surrender", "surrender")):
        assert verb not in Table(rules("standard", **{flag: False}), deal, bets={0: 500}).verbs(0)
    assert Table(rules("casino"), deal, bets={0: 500}).verbs(0) == ("hit", "stand")
    table = Table(STANDARD, "8c 5h 8d 9h", bets={0: 500})
    table.cards = list(parse("2c"))
    table.do(0, "hit")
    assert table.verbs(0) == ("hit", "stand")


@pytest.mark.req("B-P2.1")
def test_doubling_doubles_the_bet_for_exactly_one_card() -> None:
    table = Table(STANDARD, "5c 5h 6c 9h 2c Kh", bets={0: 500})
    told = table.do(0, "double")
    assert told[:3] == (
        Acted(Seat(0), "double", 500),
        Moved(Seat(0), POT, 500, "double"),
        Dealt(Seat(0), parse("2c")),
    )
    assert table.over
    assert table.stacks == {0: 101_000}


@pytest.mark.req("B-P2.1")
def test_a_doubled_bet_is_lost_whole_and_not_open_without_the_chips() -> None:
    table = Table(STANDARD, "5c 9h 6c 9d 2c", bets={0: 500})
    table.do(0, "double")
    assert table.stacks == {0: 99_000}
    poor = Table(STANDARD, "5c 9h 6c 9d", bets={0: 500}, stacks={0: 900})
    assert poor.verbs(0) == ("hit", "stand", "surrender")


@pytest.mark.req("B-P2.2")
def test_a_pair_is_split_into_two_hands_with_equal_bets() -> None:
    table = Table(STANDARD, "8c Th 8d 7h 2c 3d", bets={0: 500})
    told = table.do(0, "split")
    assert told == (
        Acted(Seat(0), "split", 500),
        Moved(Seat(0), POT, 500, "split"),
        Split(Seat(0), 0, 1),
        Dealt(Seat(0), parse("2c"), 0),
        Dealt(Seat(0), parse("3d"), 1),
        Playing(Seat(0), 0, parse("8c 2c")),
    )
    assert hands_of(Seat(0), table.events) == {0: parse("8c 2c"), 1: parse("8d 3d")}
    assert [hand.bet for hand in table.state.hands] == [500, 500]
    table.cards = list(parse("Kc"))
    table.do(0, "hit")
    assert playing_hand(Seat(0), table.events) == 0
    assert table.do(0, "stand")[-1] == Playing(Seat(0), 1, parse("8d 3d"))
    assert playing_hand(Seat(0), table.events) == 1
    table.do(0, "stand")
    assert table.over
    assert table.stacks == {0: 100_000}
    assert table.paid()[2:] == [("stake", 500), ("win", 500), ("lose", 500)]


@pytest.mark.req("B-P2.2")
@pytest.mark.parametrize(("stack", "offered"), [(1000, True), (999, False)])
def test_a_split_is_offered_only_to_who_has_the_chips_for_it(stack: int, offered: bool) -> None:
    table = Table(STANDARD, "8c 5h 8d 9h", bets={0: 500}, stacks={0: stack})
    assert ("split" in table.verbs(0)) == offered


@pytest.mark.req("B-P2.2")
@pytest.mark.parametrize("pair", ["Tc Kd", "Jc Qd", "8c 9d", "Ac Kd"])
def test_only_equal_ranks_are_split(pair: str) -> None:
    first, second = pair.split()
    table = Table(STANDARD, f"{first} 5h {second} 9h", bets={0: 500})
    assert "split" not in table.verbs(0)


def test_split_aces_get_one_card_each_and_make_no_natural() -> None:
    table = Table(STANDARD, "Ac 5h Ad Kh Kc Ah Kd", bets={0: 500})
    table.do(0, "split")
    assert table.over
    assert table.said(Playing) == []
    assert [hand.cards for hand in table.state.hands] == [parse("Ac Kc"), parse("Ad Ah")]
    assert table.paid()[2:] == [("stake", 500), ("win", 500)] * 2


def test_twenty_one_splits_once_and_standard_up_to_four_hands() -> None:
    once = Table(rules("twenty_one"), "8c 5h 8d 9h 8h 8s", bets={0: 500})
    once.do(0, "split")
    assert once.verbs(0) == ("hit", "stand")
    often = Table(STANDARD, "8c 5h 8d 9h 8h 8s 8c 2d 2h 3h", bets={0: 500})
    for _ in range(3):
        often.do(0, "split")
    assert [(hand.number, len(hand.cards)) for hand in often.state.hands] == [
        (0, 2),
        (1, 2),
        (2, 2),
        (3, 2),
    ]
    assert "split" not in often.verbs(0)
    assert often.stacks == {0: 98_000}
    assert sorted(hands_of(Seat(0), often.events).values()) == sorted(
        hand.cards for hand in often.state.hands
    )


def test_doubling_after_a_split_is_a_rule_of_the_table() -> None:
    for offered in (True, False):
        options = rules("standard", double_after_split=offered)
        table = Table(options, "8c 5h 8d 9h 2c 3d", bets={0: 500})
        table.do(0, "split")
        assert ("double" in table.verbs(0)) == offered
        assert "surrender" not in table.verbs(0)


def test_a_pack_is_not_split_into_more_hands_than_it_has_cards_for() -> None:
    options = rules("standard", decks=1, fresh_pack=True, max_hands=4)
    deal = "2c 3c 4c 5c 6c 7c 8c 9c Th 2d 3d 4d 5d 6d 7d 8d 9d Kh"
    table = Table(options, deal, bets=dict.fromkeys(range(8), 500))
    for seat in range(8):
        while "split" in table.verbs(seat):
            if not table.cards:
                table.cards = list(table.state.left[:2])
            table.do(seat, "split")
        while table.ask(seat):
            table.do(seat, "stand")
    assert len(table.state.hands) == 15


@pytest.mark.req("B-P2.4")
def test_surrender_gives_half_the_bet_up_and_ends_the_hand() -> None:
    table = Table(STANDARD, "Kc 5h 6d 9h", bets={0: 500})
    told = table.do(0, "surrender")
    assert told == (
        Acted(Seat(0), "surrender"),
        Moved(POT, HOUSE, 250, "surrender"),
        Moved(POT, Seat(0), 250, "surrender_back"),
    )
    assert table.over
    assert table.stacks == {0: 99_750}


@pytest.mark.req("B-P2.4")
def test_the_odd_cent_of_a_surrendered_bet_stays_with_the_house() -> None:
    table = Table(STANDARD, "Kc 5h 6d 9h", bets={0: 251}, stacks={0: 251})
    told = table.do(0, "surrender")
    assert told[1:] == (
        Moved(POT, HOUSE, 126, "surrender"),
        Moved(POT, Seat(0), 125, "surrender_back"),
    )
    assert table.stacks == {0: 125}


@pytest.mark.req("B-P2.4")
def test_surrender_comes_before_any_other_card() -> None:
    table = Table(STANDARD, "2c 5h 3d 9h", bets={0: 500})
    table.cards = list(parse("2d"))
    table.do(0, "hit")
    with pytest.raises(Illegal):
        table.do(0, "surrender")


@pytest.mark.req("B-P2.5")
@pytest.mark.parametrize(("bonus", "stack"), [(True, 101_000), (False, None)])
def test_the_fifth_hit_without_a_bust_wins_twice_the_bet_at_once(
    bonus: bool, stack: int | None
) -> None:
    table = Table(rules("twenty_one", five_hit_bonus=bonus), "2c 9h 2d 8h", bets={0: 500})
    for card in ["2h", "2s", "3c", "3d", "3h"]:
        assert table.ask(0) is not None
        table.cards = list(parse(card))
        table.do(0, "hit")
    assert table.over == bonus
    assert (table.stacks[0] if bonus else None) == stack


@pytest.mark.req("B-P2.5")
def test_a_bust_on_the_fifth_hit_is_a_bust() -> None:
    table = Table(rules("twenty_one", five_hit_bonus=True), "2c 9h 2d 8h", bets={0: 500})
    for card in ["2h", "2s", "3c", "3d", "Kh"]:
        table.cards = list(parse(card))
        table.do(0, "hit")
    assert table.paid()[-1] == ("bust", 500)


@pytest.mark.req("B-P2.6")
@pytest.mark.parametrize(
    ("player", "dealer", "pub"),
    [
        ("Kc 7c", "Kd 7d", ("lose", 500)),
        ("Kc 8c", "Kd 8d", ("lose", 500)),
        ("Kc 9c", "Kd 9d", ("lose", 500)),
        ("Kc Qc", "Kd Qd", ("push", 500)),
    ],
)
def test_in_the_swedish_pub_a_tie_at_17_18_or_19_is_the_dealers(
    player: str, dealer: str, pub: tuple[str, int]
) -> None:
    (one, two), (up, hole) = player.split(), dealer.split()
    for swedish, paid in ((True, pub), (False, ("push", 500))):
        options = rules("standard", swedish_pub=swedish)
        table = Table(options, f"{one} {up} {two} {hole}", bets={0: 500})
        table.do(0, "stand")
        assert table.paid()[-1] == paid
