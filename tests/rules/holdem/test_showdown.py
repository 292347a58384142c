"""Who wins what: uncalled bets, side pots, ties, odd chips, and who has to show."""

import pytest

from protocol import words
from protocol.events import Acted, Dealt, stacks_of
from protocol.games.holdem import Ranked
from protocol.words import POT, Act, Seat
from tests.rules.holdem.tables import Table

BOARD = "2c 7d 9h Jc 4s"
ACES, KINGS, QUEENS, TENS, LOW = "As Ah", "Ks Kh", "Qs Qh", "Ts Th", "3d 5h"


@pytest.mark.req("E-RF-GR-012", "E-RF-GR-013", "E-RF-HV-001", "H-FR8b", "C-2.12")
def test_the_best_hand_takes_the_whole_pot() -> None:
    table = Table("eps", [100] * 3, cards={0: KINGS, 1: ACES, 2: QUEENS}, board=BOARD)
    table.acts("raise 50", "call", "call", *["check"] * 9)
    assert table.shown() == [1, 2, 0]
    assert table.ranked() == {0: "pair of kings", 1: "pair of aces", 2: "pair of queens"}
    assert table.moved("pot") == [(1, 150)]
    assert table.stacks() == [50, 200, 50]


@pytest.mark.req("E-RF-HV-001")
def test_a_folded_hand_wins_nothing_however_good() -> None:
    table = Table("eps", [100] * 3, cards={0: ACES, 1: LOW, 2: QUEENS}, board=BOARD)
    table.acts("fold", "call", "check", *["check"] * 6)
    assert table.shown() == [1, 2]
    assert table.stacks() == [100, 90, 110]


@pytest.mark.req("E-RF-BR-011", "E-RF-BR-012", "C-2.10")
def test_three_all_ins_make_three_pots_each_for_its_best_hand() -> None:
    table = Table(
        "eps",
        [30, 60, 100, 200],
        cards={0: ACES, 1: KINGS, 2: QUEENS, 3: TENS},
        board=BOARD,
    )
    table.acts("all_in", "all_in", "all_in", "all_in")
    assert table.moved("uncalled") == [(3, 100)]
    assert table.moved("main_pot") == [(0, 120)]
    assert table.moved("side_pot") == [(1, 90), (2, 80)]
    assert table.stacks() == [120, 90, 80, 100]


@pytest.mark.req("E-RF-BR-012")
def test_betting_goes_on_beside_an_all_in_and_its_side_pot_goes_to_the_next_best() -> None:
    table = Table("eps", [30, 200, 200], cards={0: ACES, 1: QUEENS, 2: KINGS}, board=BOARD)
    table.acts("all_in", "call", "call")
    assert table.turn == 1
    table.acts("bet 100", "call", *["check"] * 4)
    assert table.moved("main_pot") == [(0, 90)]
    assert table.moved("side_pot") == [(2, 200)]
    assert table.stacks() == [90, 70, 270]


def test_each_pot_is_split_on_its_own() -> None:
    table = Table(
        "standard",
        [40, 100, 100],
        cards={0: "As Kh", 1: "Ad Kd", 2: "Ac Kc"},
        board="2h 7d 9h Js 4s",
    )
    table.acts("all_in", "all_in", "all_in")
    assert table.moved("main_pot") == [(1, 40), (2, 40), (0, 40)]
    assert table.moved("side_pot") == [(1, 60), (2, 60)]


@pytest.mark.req("H-FR5.C.b")
def test_what_nobody_called_goes_back_before_the_board_runs_out() -> None:
    table = Table("heads_up", [1000, 300], cards={0: LOW, 1: ACES}, board=BOARD)
    table.acts("all_in", "all_in")
    assert table.moved("uncalled") == [(0, 700)]
    assert table.stacks() == [700, 600]


@pytest.mark.req("H-FR8b")
def test_equal_hands_split_and_the_odd_chip_is_for_the_seat_left_of_the_button() -> None:
    for button in (0, 1, 2):
        table = Table(
            "standard",
            [100] * 3,
            button=button,
            cards={0: "As Kh", 1: "Ad Kd", 2: "Ac Kc"},
            board="2h 7d 9h Js 4s",
        )
        table.acts("raise 21", "call", "call", "bet 12", "call", "fold", *["check"] * 4)
        left, right = (button + 1) % 3, (button + 2) % 3
        assert table.moved("pot") == [(left, 44), (right, 43)]


def test_of_two_the_odd_chip_is_not_for_the_dealer() -> None:
    table = Table("heads_up", [100, 100], cards={0: "As Kh", 1: "Ad Kd"}, board="Ac Kc Qh Js Ts")
    assert table.rules.options.unit == 100
    table.acts("call", "check", *["check"] * 6)
    assert table.moved("pot") == [(1, 10), (0, 10)]
    short = Table("standard", [5, 100, 100], button=0, cards={0: "As Kh", 1: "Ad Kd", 2: LOW},
                  board="Ac Kc Qh Js 2s", losers_may_muck=False)  # fmt: skip
    short.acts("all_in", "call", "check", *["check"] * 6)
    assert short.moved("main_pot") == [(1, 8), (0, 7)]


def test_odd_chips_are_dealt_out_in_the_unit_of_the_room() -> None:
    for unit, shares in ((500, [(1, 10), (0, 5)]), (100, [(1, 8), (0, 7)])):
        table = Table(
            "eps",
            [5, 5, 5],
            cards={0: "As Kh", 1: "Ad Kd", 2: LOW},
            board="Ac Kc Qh Js 2s",
            unit=unit,
        )
        table.acts("all_in")
        assert table.moved("pot") == shares


def test_all_hands_are_shown_where_losers_may_not_muck() -> None:
    table = Table("eps", [100] * 3, cards={0: ACES, 1: KINGS, 2: QUEENS}, board=BOARD)
    table.acts("call", "call", "check", *["check"] * 9)
    assert table.turn is None
    assert table.shown() == [1, 2, 0]


def river(cards: dict[int, str], *last: str, **changes: bool) -> Table:
    """Three seats in the standard room, checked to the river."""
    table = Table("standard", [100] * 3, button=0, cards=cards, board=BOARD, **changes)
    return table.acts("call", "call", "check", *["check"] * 6, *last)


def test_the_last_aggressor_shows_first_and_who_is_beaten_may_muck() -> None:
    table = river({0: KINGS, 1: QUEENS, 2: ACES}, "check", "bet 10", "call", "call")
    assert table.shown() == [2]
    assert table.turn == 0
    assert table.ask is not None
    assert (table.ask.pace, table.ask.must, table.ask.default) == ("short", False, Act("muck"))
    assert table.rules.announced(table.hand, Seat(1)) == (0,)
    table.act("muck")
    assert table.turn == 1
    table.act("show")
    assert table.turn is None
    assert table.shown() == [2, 1]
    assert table.rules.announced(table.hand, None) == (0, 1)
    assert table.moved("pot") == [(2, 60)]


def test_without_a_bet_the_first_left_of_the_button_shows_first() -> None:
    table = river({0: KINGS, 1: QUEENS, 2: TENS}, "check", "check", "check")
    assert table.shown() == [1]
    assert table.turn == 2
    table.act("muck")
    assert table.turn is None
    assert table.shown() == [1, 0], "the winner has to show"
    assert table.moved("pot") == [(0, 30)]


def test_a_tied_hand_has_to_show() -> None:
    table = river({0: "As Kh", 1: "Ad Kd", 2: LOW}, "check", "check", "check")
    assert table.turn == 2
    table.act("muck")
    assert table.shown() == [1, 0]
    assert table.moved("pot") == [(1, 15), (0, 15)]


def test_nobody_mucks_when_somebody_is_all_in() -> None:
    table = Table("standard", [20, 100, 100], cards={0: LOW, 1: ACES, 2: KINGS}, board=BOARD)
    table.acts("all_in", "call", "call", *["check"] * 6)
    assert table.turn is None
    assert sorted(table.shown()) == [0, 1, 2]


def test_nobody_mucks_where_all_have_to_show() -> None:
    table = river({0: KINGS, 1: ACES, 2: QUEENS}, "check", "check", "check", losers_may_muck=False)
    assert table.turn is None
    assert table.shown() == [1, 2, 0]


def test_the_worth_of_a_hand_is_told_with_its_best_five() -> None:
    table = river({0: KINGS, 1: ACES, 2: QUEENS}, "check", "check", "check")
    (ranked, *_) = [event for event in table.events if isinstance(event, Ranked)]
    assert (ranked.seat, ranked.category, ranked.ranks) == (1, "pair", (12, 9, 7, 5))
    assert len(ranked.cards) == 5
    mucked = [event for event in table.act("muck").events if isinstance(event, Acted)]
    assert mucked[-1] == Acted(Seat(2), "muck")


def test_the_pot_is_empty_when_the_hand_is_over() -> None:
    table = Table("eps", [30, 60, 100, 200]).acts("all_in", "all_in", "all_in", "all_in")
    assert stacks_of(table.events)[POT] == 0
    assert sum(table.stacks()) == 390


@pytest.mark.parametrize("preset", ["standard", "heads_up"])
def test_all_in_hands_lie_open_before_the_board_runs_out(preset: str) -> None:
    table = Table(preset, [1000, 300], cards={0: LOW, 1: ACES}, board=BOARD)
    table.acts("call", "check", "all_in", "call")
    told = [type(event).__name__ for event in table.events]
    assert table.on_board() == [3, 1, 1]
    assert sorted(table.shown()) == [0, 1], "each hand is turned up once"
    last_shown = max(place for place, one in enumerate(told) if one == "Shown")
    boards = [
        place
        for place, one in enumerate(table.events)
        if isinstance(one, Dealt) and one.to == words.BOARD
    ]
    assert boards[0] < last_shown < boards[1]
    assert table.ranked()[1] == "pair of aces"


def test_hands_stay_down_while_two_can_bet_and_where_the_room_wants_them_down() -> None:
    cards = {0: ACES, 1: KINGS, 2: QUEENS}
    beside = Table("standard", [30, 200, 200], cards=cards, board=BOARD)
    beside.acts("all_in", "call", "call", "check", "check")
    assert beside.shown() == []
    beside.acts("all_in", "all_in")
    assert sorted(beside.shown()) == [0, 1, 2]
    assert beside.on_board() == [3, 1, 1]
    for table in (
        Table("eps", [100] * 2, cards=cards, board=BOARD),
        Table("standard", [100] * 2, cards=cards, board=BOARD, all_in_shows=False),
    ):
        table.acts("all_in", "all_in")
        names = [type(one).__name__ for one in table.events]
        last_board = max(
            place
            for place, one in enumerate(table.events)
            if isinstance(one, Dealt) and one.to == words.BOARD
        )
        assert names.index("Shown") > last_board
