"""How the cards come: the order of the deal, the fresh pack, the shoe and its marker."""

from collections import Counter
from dataclasses import replace

import pytest

from game_server.rules.blackjack import GAME
from game_server.rules.blackjack.options import PRESETS
from game_server.rules.blackjack.state import Carry
from protocol.cards import parse, shoe
from protocol.events import Dealt, told
from protocol.games.blackjack import Busted, Marked, Shuffled
from protocol.words import CHANCE, HOUSE, Act, Hidden, Seat
from tests.rules.blackjack.dealt import Table, rules

DEAL = "2c 3c 4c 5c 6c 7c"


@pytest.mark.req("B-6.1", "B-6.1.1", "B-6.1.2", "B-6.1.3", "B-6.1.4")
def test_cards_go_round_twice_with_the_dealers_hole_card_before_the_up_card() -> None:
    table = Table(rules("twenty_one"), DEAL, bets={2: 500, 5: 500})
    seen = [told(one, None) for one in table.said(Dealt)]
    assert seen == [
        Dealt(Seat(2), parse("2c")),
        Dealt(Seat(5), parse("3c")),
        Dealt(HOUSE, Hidden(1)),
        Dealt(Seat(2), parse("5c")),
        Dealt(Seat(5), parse("6c")),
        Dealt(HOUSE, parse("7c")),
    ]


@pytest.mark.req("C-3.2", "C-3.3")
def test_in_the_casino_two_cards_each_come_from_one_pack_and_the_dealers_first_is_hidden() -> None:
    table = Table(rules("casino"), "2c 4c 5c 7c", bets={0: 500})
    for viewer in (None, Seat(0)):
        assert [told(one, viewer) for one in table.said(Dealt)] == [
            Dealt(Seat(0), parse("2c")),
            Dealt(HOUSE, Hidden(1)),
            Dealt(Seat(0), parse("5c")),
            Dealt(HOUSE, parse("7c")),
        ]
    assert [ask.source for ask in table.asked_chance] == ["round:1"]


def test_the_standard_dealer_hides_the_second_card() -> None:
    table = Table(rules("standard"), "2c 4c 5c 7c", bets={0: 500})
    seen = [told(one, None) for one in table.said(Dealt)]
    assert [seen[1], seen[3]] == [Dealt(HOUSE, parse("4c")), Dealt(HOUSE, Hidden(1))]


@pytest.mark.req("B-2.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_one_to_eight_play_against_the_dealer(preset: str) -> None:
    options = PRESETS[preset]
    assert (options.least, options.most) == (1, 8)
    deal = "2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5d 6d 7d 8d 9d 2h 3h"
    table = Table(options, deal, bets=dict.fromkeys(range(8), 500))
    assert [len(hand.cards) for hand in table.state.hands] == [2] * 8
    assert len(table.state.dealer) == 2
    assert table.ask(0) is not None


@pytest.mark.req("C-1.5")
def test_the_casino_restores_the_whole_pack_each_round() -> None:
    first = Table(rules("casino"), "2c 4c 5c 7c 8c 9c", bets={0: 500})
    first.do(0, "stand")
    again = Table(rules("casino"), "2c 4c 5c 7c", bets={0: 500}, carry=first.carry())
    assert again.asked_chance[0].left == shoe(1)
    assert again.asked_chance[0].source == "round:2"


@pytest.mark.req("B-3.1", "B-3.1.3")
def test_the_shoe_is_not_shuffled_between_hands() -> None:
    first = Table(rules("twenty_one"), "2c 4c 5c 7c 8c", bets={0: 500})
    first.do(0, "stand")
    assert first.over
    again = Table(rules("twenty_one"), "2c 4c 5c 7c", bets={0: 500}, carry=first.carry())
    gone = Counter(parse("2c 4c 5c 7c 8c"))
    (ask,) = again.asked_chance
    assert ask.source == "shoe:1"
    assert Counter(ask.left) == Counter(shoe(6)) - gone
    assert list(ask.left) == sorted(ask.left)
    assert again.said(Shuffled) == again.said(Marked) == []


@pytest.mark.req("B-3.1.4")
def test_the_marker_lies_between_20_and_30_percent_before_the_end() -> None:
    table = Table(rules("twenty_one"), bets={0: 500})
    marker = table.asked_chance[0]
    (bound,) = marker.options[0].bounds
    assert marker.source.startswith("round:1.marker")
    lies = [_marked(table, number) for number in (0, bound - 1)]
    assert lies == [63, 93]
    assert 0.20 <= lies[0] / 312 < 0.204
    assert 0.296 < lies[1] / 312 <= 0.30


def test_a_house_may_fix_where_the_marker_lies() -> None:
    table = Table(rules("standard", marker_least=50, marker_most=50), bets={0: 500})
    assert table.asked_chance[0].options[0].bounds == (1,)
    assert table.said(Marked) == [Marked(156)]


def _marked(table: Table, number: int) -> int:
    """The marker that chance's number would place in a new shoe."""
    state = Table(rules("twenty_one"), stacks={0: 5000})
    state.state = table.rules.apply(state.state, Seat(0), Act("bet", 500)).state
    state.state = table.rules.apply(state.state, Seat(0), Act("deal")).state
    return table.rules.apply(state.state, CHANCE, Act("draw", drawn=(number,))).state.marker


@pytest.mark.req("B-3.1.4")
def test_at_the_marker_all_cards_not_in_play_are_shuffled_and_the_marker_placed_again() -> None:
    full = list(shoe(6))
    near = tuple(full[-66:])
    carry = Carry(round=7, shoe=3, left=near, marker=63)
    table = Table(rules("twenty_one"), "Kd Ks Qs 2c 5h 9h", bets={0: 500}, carry=carry)
    assert [(ask.source, len(ask.left)) for ask in table.asked_chance] == [
        ("shoe:3", 66),
        ("round:8.marker.4", 0),
        ("shoe:4", 309),
    ]
    assert Counter(table.asked_chance[-1].left) == Counter(full) - Counter(parse("Kd Ks Qs"))
    assert table.said(Shuffled) == [Shuffled(309)]
    assert table.said(Marked) == [Marked(62)]
    table.do(0, "stand")
    assert (table.carry().shoe, table.carry().marker, table.carry().round) == (4, 62, 8)


@pytest.mark.req("B-3.1.4")
def test_cards_of_settled_hands_are_shuffled_in_and_cards_on_the_table_are_not() -> None:
    """One seat has busted, one has stood, and the third needs a card behind the marker."""
    carry = Carry(round=1, shoe=1, left=shoe(6)[-72:], marker=63)
    bets = {0: 500, 1: 500, 2: 500}
    table = Table(rules("twenty_one"), "Qd Qh Qs Qc Ks Kh Kd Kc", bets=bets, carry=carry)
    table.cards = list(parse("Ks 9c"))
    table.do(0, "hit")
    assert table.said(Busted) == [Busted(Seat(0), 0, 30)]
    table.do(1, "stand")
    assert table.said(Shuffled) == []
    table.do(2, "hit")
    assert table.asked_chance[-1].source == "shoe:2"
    left = Counter(table.asked_chance[-1].left)
    assert left == Counter(shoe(6)) - Counter(parse("Qh Kh Qs Kd Qc Kc"))


def test_a_pack_used_up_within_a_round_goes_on_under_a_new_source() -> None:
    table = Table(rules("casino"), "2c 3c 4c 5c", bets={0: 500})
    step = table.rules.apply(replace(table.state, left=()), Seat(0), Act("hit"))
    assert step.events[-1] == Shuffled(48)
    (ask,) = table.rules.asks(step.state)
    assert ask.source == "round:1.2"
    assert Counter(ask.left) == Counter(shoe(1)) - Counter(parse("2c 3c 4c 5c"))


def test_everybody_knows_how_far_a_shoe_is_dealt_when_a_round_begins() -> None:
    known = GAME.inherited
    options = rules("standard")
    assert known(options, None) == {"shoe": 312}, "a whole shoe, and no marker in it yet"
    table = Table(options, "Ts 9h 8s 8h", bets={0: 1_000})
    table.do(0, "stand")
    carry = table.carry()
    assert known(options, carry) == {"shoe": 308, "marker": carry.marker}
    assert known(rules("casino"), carry) == {"shoe": 52}, "a fresh pack each round"
