"""Before the cards: the button, the blinds, and who begins."""

import pytest

from game_server.rules.holdem import Carry
from protocol.cards import PACK, parse
from protocol.events import Button, Dealt, Event, told
from protocol.games.holdem import HighCard
from protocol.words import CHANCE, Act, Hidden, Seat, Secret
from tests.rules.holdem.tables import Table, rules


def buttons(events: list[Event]) -> list[int]:
    return [event.seat for event in events if isinstance(event, Button)]


@pytest.mark.req("E-RF-BR-001", "E-RF-BR-002")
def test_the_two_seats_left_of_the_dealer_post_5_and_10() -> None:
    table = Table("eps", [100] * 4, button=1)
    assert table.moved("small_blind") == [(2, 5)]
    assert table.moved("big_blind") == [(3, 10)]


@pytest.mark.req("E-RF-GR-005", "H-FR5.A")
def test_the_first_round_begins_left_of_the_big_blind() -> None:
    assert Table("eps", [100] * 4, button=1).turn == 0
    assert Table("eps", [100] * 3, button=1).turn == 1
    assert Table("heads_up", [100] * 2, button=1).turn == 1


@pytest.mark.req("E-RF-GR-006", "H-FR6.A", "H-FR6.B")
def test_later_rounds_begin_with_the_first_active_seat_left_of_the_dealer() -> None:
    table = Table("eps", [100] * 4, button=1).acts("call", "call", "fold", "check")
    assert table.turn == 3
    heads_up = Table("heads_up", [100] * 2, button=1).acts("call", "check")
    assert heads_up.turn == 0


@pytest.mark.req("H-FR4", "H-FR5.B")
def test_of_two_the_dealer_posts_the_small_blind_and_begins_before_the_flop_only() -> None:
    for preset in ("heads_up", "eps", "standard"):
        table = Table(preset, [100, 100], button=0)
        assert table.moved("small_blind") == [(0, 5)]
        assert table.moved("big_blind") == [(1, 10)]
        assert table.turn == 0
        assert table.acts("call", "check").turn == 1


def test_of_two_the_letter_has_the_small_blind_left_of_the_dealer() -> None:
    table = Table("eps", [100, 100], button=0, small_blind_left_of_dealer_heads_up=True)
    assert table.moved("small_blind") == [(1, 5)]
    assert table.moved("big_blind") == [(0, 10)]
    assert table.turn == 1
    assert table.acts("call", "check").turn == 1


@pytest.mark.req("H-FR4")
def test_blinds_come_from_the_chosen_stakes() -> None:
    table = Table("heads_up", [100, 100], small_blind=100, big_blind=200)
    assert table.moved("small_blind") == [(0, 1)]
    assert table.moved("big_blind") == [(1, 2)]


def test_a_stack_below_its_blind_is_all_in_and_the_others_call_the_whole_blind() -> None:
    table = Table("standard", [100, 3, 7, 100], button=0)
    assert table.moved("small_blind") == [(1, 3)]
    assert table.moved("big_blind") == [(2, 7)]
    assert table.turn == 3
    assert table.span("call") == (10, 10)
    assert table.span("raise") == (20, 100)


def test_against_short_blinds_alone_nobody_puts_in_more_than_they_have() -> None:
    table = Table("standard", [100, 7], button=0)
    assert table.turn == 0
    assert table.verbs == ["fold", "call"]
    assert table.span("call") == (2, 2)
    done = Table("standard", [100, 3], button=0)
    assert done.turn is None
    assert done.moved("uncalled") == [(0, 2)]


@pytest.mark.req("E-RF-GR-014", "H-FR5.C.a")
def test_the_button_moves_to_the_next_seat_after_a_game() -> None:
    table = Table("eps", {0: 100, 3: 100, 5: 100}, button=3)
    assert buttons(table.events) == [3]
    table.acts("fold", "fold")
    assert table.turn is None
    carry = table.rules.carry(table.hand)
    following = table.rules.open(table.hand.stacks, carry)
    assert buttons(list(following.events)) == [5]
    assert following.state.round == table.hand.round + 1
    after_that = table.rules.open(table.hand.stacks, table.rules.carry(following.state))
    assert buttons(list(after_that.events)) == [0]


def test_the_button_passes_an_empty_seat_and_a_newcomer_posts_nothing_extra() -> None:
    opened = rules("eps").open({Seat(0): 10000, Seat(2): 10000, Seat(6): 10000}, Carry(7, Seat(1)))
    assert buttons(list(opened.events)) == [2]
    assert [opened.state.paid[Seat(seat)] for seat in (0, 2, 6)] == [1000, 0, 500]


def test_where_the_button_stays_it_stays() -> None:
    for moves, seat in ((True, 2), (False, 1)):
        opened = rules("standard", button_moves=moves).open(
            dict.fromkeys(map(Seat, range(3)), 10000), Carry(1, Seat(1))
        )
        assert buttons(list(opened.events)) == [seat]


def test_chance_gives_the_first_button() -> None:
    table = Table("standard", [100] * 3, button=None, deal=False)
    ask = table.ask
    assert ask is not None
    assert (ask.who, ask.source, ask.pace, ask.left) == (CHANCE, "round:1.button", "button", ())
    assert ask.options[0].bounds == (3,)
    step = table.rules.apply(table.hand, CHANCE, Act("draw", drawn=(2,)))
    assert buttons(list(step.events)) == [2]


@pytest.mark.req("H-FR3")
def test_the_highest_card_has_the_first_button_and_suits_decide_between_equals() -> None:
    for cards, first in (("Kh As", 1), ("2s 2h", 0), ("9c 9d", 1), ("Jh Jd", 0)):
        table = Table("heads_up", [100, 100], button=None, deal=False)
        ask = table.ask
        assert ask is not None
        assert (ask.source, ask.left) == ("round:1.button", PACK)
        mine, other = parse(cards)
        second = other - (1 if other > mine else 0)
        step = table.rules.apply(table.hand, CHANCE, Act("draw", drawn=(mine, second)))
        drawn = [event for event in step.events if isinstance(event, HighCard)]
        assert drawn == [HighCard(Seat(0), (mine,)), HighCard(Seat(1), (other,))]
        assert buttons(list(step.events)) == [first]
        assert step.state.left == PACK


@pytest.mark.req("C-1.4", "C-1.5", "E-RF-GR-001", "E-RF-GR-015")
def test_every_game_draws_from_a_fresh_pack_of_52() -> None:
    table = Table("eps", [100] * 3, button=0)
    (first,) = table.asks
    assert first.left == PACK
    assert len(set(PACK)) == 52
    assert first.source == "round:2"
    table.acts("call", "call", "check")
    flop = table.asks[-1]
    assert len(flop.left) == 46
    assert not set(flop.left) & {card for cards in table.hand.holes.values() for card in cards}
    assert flop.source == "round:2"
    table.acts("fold", "fold")
    following = table.rules.open(table.hand.stacks, table.rules.carry(table.hand)).state
    (again,) = table.rules.asks(following)
    assert (again.left, again.source) == (PACK, "round:3")


@pytest.mark.req("E-RF-GR-003", "H-FR5")
def test_two_cards_each_follow_the_blinds_one_at_a_time_from_the_left_of_the_button() -> None:
    table = Table("eps", [100] * 3, button=1, deal=False)
    assert table.moved("big_blind") == [(0, 10)]
    assert not table.hand.holes
    table.deal()
    assert table.asks[0].options[0].bounds == (52, 51, 50, 49, 48, 47)
    dealt = [event for event in table.events if isinstance(event, Dealt)]
    assert [event.to for event in dealt] == [2, 0, 1, 2, 0, 1]
    assert all(len(cards) == 2 for cards in table.hand.holes.values())


@pytest.mark.req("E-RF-GR-017", "H-FR5")
def test_nobody_sees_the_cards_of_another_seat() -> None:
    table = Table("eps", [100] * 3, button=0)
    for viewer in (0, 1, 2, None):
        for event in table.events:
            seen = told(event, None if viewer is None else Seat(viewer))
            if isinstance(event, Dealt) and isinstance(seen, Dealt):
                mine = event.to == viewer
                assert isinstance(event.cards, Secret)
                assert seen.cards == (event.cards.cards if mine else Hidden(1))


@pytest.mark.parametrize("seats", [range(1), range(8)])
def test_two_to_seven_can_play(seats: range) -> None:
    with pytest.raises(ValueError, match=f"{len(seats)} seats cannot play; it takes 2 to 7"):
        rules("eps").open({Seat(seat): 10000 for seat in seats}, None)
    with pytest.raises(ValueError, match=r"3 seats cannot play; it takes 2\."):
        rules("heads_up").open({Seat(seat): 10000 for seat in range(3)}, None)


def test_a_seat_without_chips_is_not_dealt_in() -> None:
    with pytest.raises(ValueError, match=r"Seats \[1\] hold too little"):
        rules("eps").open({Seat(0): 10000, Seat(1): 0}, None)


@pytest.mark.parametrize(
    "wrong",
    [{"small_blind": 2000}, {"unit": 0}, {"grid": 0}, {"most": 11}, {"least": 1}, {"ante": -1}],
)
def test_options_that_cannot_be_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"cannot be|must be"):
        rules("standard", **wrong)


@pytest.mark.req("H-FR3")
def test_the_cards_that_were_drawn_are_looked_at_before_a_hand_is_dealt() -> None:
    table = Table("heads_up", [100, 100], button=None, deal=False)
    step = table.rules.apply(table.hand, CHANCE, Act("draw", drawn=(50, 3)))
    (ask,) = table.rules.asks(step.state)
    assert (ask.who, ask.pace, len(ask.options[0].bounds)) == (CHANCE, "drawn", 4)
    dealt = table.rules.apply(step.state, CHANCE, Act("draw", drawn=(0, 1, 2, 3))).state
    carried = table.rules.open({Seat(0): 100, Seat(1): 100}, table.rules.carry(dealt)).state
    (again,) = table.rules.asks(carried)
    assert again.pace == "deal", "later hands are dealt at once"
