"""Antes: of each seat, or of the big blind for all."""

import pytest

from protocol.events import LeftGame
from tests.rules.holdem.tables import Table

BOARD = "2c 7d 9h Jc 4s"
ACES, KINGS, QUEENS = "As Ah", "Ks Kh", "Qs Qh"
CARDS = {0: ACES, 1: KINGS, 2: QUEENS}


def test_every_seat_pays_the_ante_before_the_blinds_and_nobody_has_to_match_it() -> None:
    table = Table("standard", [100] * 3, ante=200)
    assert table.moved("ante") == [(1, 2), (2, 2), (0, 2)]
    assert table.moved("small_blind") == [(1, 5)]
    assert table.stacks() == [98, 93, 88]
    assert table.span("call") == (10, 10)
    assert table.option("raise").low == 2000
    table.acts("fold", "fold")
    assert table.stacks() == [98, 93, 109]


def test_the_ante_comes_first_and_who_has_no_more_is_all_in() -> None:
    table = Table(
        "standard", [100, 3, 100], cards={**CARDS, 1: ACES, 0: KINGS}, board=BOARD, ante=500
    )
    assert table.moved("ante") == [(1, 3), (2, 5), (0, 5)]
    assert table.moved("small_blind") == []
    table.acts("call", "check", *["check"] * 6)
    assert table.moved("main_pot") == [(1, 9)]
    assert table.moved("side_pot") == [(0, 24)]
    assert table.stacks() == [109, 9, 85]


def test_the_big_blind_pays_one_ante_for_all_which_anybody_wins_whole() -> None:
    table = Table(
        "standard", [4, 100, 100], cards=CARDS, board=BOARD, ante=1000, ante_from="big_blind"
    )
    assert table.moved("big_blind_ante") == [(2, 10)]
    table.acts("all_in", "call", "check", *["check"] * 6)
    assert table.moved("main_pot") == [(0, 22)]
    assert table.moved("side_pot") == [(1, 12)]
    assert table.stacks() == [22, 102, 80]


def test_an_ante_for_all_never_goes_back_and_is_won_without_a_showdown_too() -> None:
    table = Table("standard", [100] * 3, ante=1000, ante_from="big_blind").acts("fold", "fold")
    assert table.moved("uncalled") == [(2, 5)]
    assert table.moved("pot") == [(2, 20)]
    assert table.stacks() == [100, 95, 105]


def test_a_big_blind_that_has_no_more_than_the_ante_wins_no_more_than_it() -> None:
    cards = {0: KINGS, 1: QUEENS, 2: ACES}
    table = Table(
        "standard", [100, 100, 8], cards=cards, board=BOARD, ante=1000, ante_from="big_blind"
    )
    assert (table.moved("big_blind_ante"), table.moved("big_blind")) == ([(2, 8)], [])
    table.acts("call", "call", *["check"] * 6)
    assert table.moved("main_pot") == [(2, 8)]
    assert table.moved("side_pot") == [(0, 20)]
    assert table.stacks() == [110, 90, 8]


def test_antes_play_for_something_where_there_are_no_blinds() -> None:
    table = Table("casino", [100] * 3, button=None, cards=CARDS, board=BOARD, ante=100)
    table.acts(*["check"] * 9)
    assert table.moved("pot") == [(0, 3)]


def test_a_leaver_leaves_its_ante_in_the_pot() -> None:
    table = Table("standard", [100] * 3, ante=200, deal=False).leave(1)
    assert isinstance(table.events[-1], LeftGame) or table.turn is not None
    assert table.stacks()[1] == 93
    table.acts("fold")
    assert table.stacks() == [98, 93, 109]


@pytest.mark.req("E-RF-BR-011", "E-RF-GR-007")
def test_the_first_televised_pot_of_a_million_goes_as_it_went() -> None:
    """The antes were 500, the blinds 1,000 and 2,000; Ivey small blind, Dwan on the button."""
    ivey, _antonius, dwan = range(3)
    table = Table(
        "standard",
        [11_256, 20_000, 5_535],
        button=dwan,
        cards={ivey: "Ac 2d", dwan: "7h 6h"},
        board="Jc 3d 5c 4h Jh",
        unit=1,
        ante=500,
        small_blind=1_000,
        big_blind=2_000,
    )
    table.acts("raise 70", "raise 230", "fold", "call")
    table.acts("bet 350", "call", "bet 900", "raise 2326", "all_in", "all_in")
    assert table.moved("uncalled") == [(ivey, 5_721)]
    assert table.shown() == [ivey, dwan]
    assert table.cents("pot") == {dwan: 1_109_500}
    assert dict(table.hand.stacks) == {ivey: 572_100, 1: 1_997_500, dwan: 1_109_500}
