"""What was laid is undone, doubled, laid again: acts of the rules, told as bets and chips taken."""

from typing import Final

import pytest

from game_server.rules.roulette import GAME
from game_server.rules.roulette.engine import MOST_KEPT, Carry, Roulette, newcomer
from game_server.table import journal
from protocol.events import Acted
from protocol.games.roulette import ALL_PLACES, bets_of
from protocol.words import Illegal, Option
from tests.rules.roulette.test_bets import ANN, BEN, HOUSE_ODDS, STANDARD, Table

RED, SEVENTEEN = ALL_PLACES.index("red"), ALL_PLACES.index("straight:17")
BEFORE: Final = Carry(4, {ANN: {RED: 300, SEVENTEEN: 100}})


def test_each_act_is_undone_and_the_last_one_first() -> None:
    table = Table(STANDARD, ann=5000)
    assert table.offers(ANN, "undo") == [], "nothing was done yet"
    table.do(ANN, "bet", 300, "red")
    table.do(ANN, "bet", 200, "red")
    table.do(ANN, "bet", 100, "straight:17")
    table.do(ANN, "take", 200, "red")
    table.do(ANN, "clear")
    lay: list[dict[str, int]] = []
    for _ in range(5):
        assert table.offers(ANN, "undo")
        table.do(ANN, "undo")
        lay.append(dict(table.state.bets[ANN]))
        assert bets_of(table.said).get(ANN, {}) == lay[-1], "who was told all of it knows the same"
    assert lay == [
        {"red": 300, "straight:17": 100},
        {"red": 500, "straight:17": 100},
        {"red": 500},
        {"red": 300},
        {},
    ]
    assert table.offers(ANN, "undo") == [], "all is undone"


def test_an_undo_is_told_as_chips_laid_or_taken_back() -> None:
    table = Table(STANDARD, ann=5000)
    table.do(ANN, "bet", 300, "red")
    table.do(ANN, "clear")
    assert table.do(ANN, "undo") == (Acted(ANN, "bet", 300, "red"),)
    assert table.do(ANN, "undo") == (Acted(ANN, "take", 300, "red"),)


def test_everything_is_doubled_as_long_as_there_are_chips_for_it() -> None:
    table = Table(STANDARD, ann=1000)
    assert table.offers(ANN, "double") == []
    table.do(ANN, "bet", 200, "red")
    table.do(ANN, "bet", 100, "straight:0")
    assert table.offers(ANN, "double") == [Option("double", 300, 300)]
    said = table.do(ANN, "double", 300)
    assert said == (Acted(ANN, "bet", 200, "red"), Acted(ANN, "bet", 100, "straight:0"))
    assert table.state.bets[ANN] == {"red": 400, "straight:0": 200}
    assert table.offers(ANN, "double") == [], "600 lie there, and 400 are left"
    table.do(ANN, "undo")
    assert table.state.bets[ANN] == {"red": 200, "straight:0": 100}


def test_the_bets_of_the_round_before_are_laid_again() -> None:
    table = Table(STANDARD, ann=5000, ben=5000)
    assert table.offers(ANN, "rebet") == [], "there was no round before"
    table.do(ANN, "bet", 300, "red")
    table.do(ANN, "bet", 100, "straight:17")
    table.do(ANN, "spin")
    table.do(BEN, "spin")
    table.ball(17)
    carry = STANDARD.carry(table.state)
    assert carry == Carry(1, {ANN: {RED: 300, SEVENTEEN: 100}})
    after = Table(STANDARD, carry, ann=5000, ben=5000)
    assert after.offers(ANN, "rebet") == [Option("rebet", 400, 400)]
    assert after.offers(BEN, "rebet") == [], "each seat has its own"
    after.do(ANN, "rebet", 400)
    assert after.state.bets[ANN] == {"red": 300, "straight:17": 100}
    assert bets_of(after.said)[ANN] == {"red": 300, "straight:17": 100}
    assert after.offers(ANN, "rebet") == [], "once they lie there they are doubled"


def test_bets_are_laid_again_in_one_order_whatever_order_a_disk_has_kept() -> None:
    said = []
    for kept in ({RED: 300, SEVENTEEN: 100}, {SEVENTEEN: 100, RED: 300}):
        table = Table(STANDARD, Carry(1, {ANN: kept}), ann=5000)
        said.append(table.do(ANN, "rebet", 400))
    assert said[0] == said[1]
    assert len(said[0]) == 2


def test_nothing_is_laid_again_that_there_are_no_chips_for() -> None:
    assert Table(STANDARD, BEFORE, ann=300).offers(ANN, "rebet") == []
    capped = Roulette(GAME.presets["house"])
    assert capped.open({ANN: 50_000}, BEFORE).state.limit == 10_000
    whole = Carry(1, {ANN: {RED: 10_100}})
    assert Table(HOUSE_ODDS, whole, ann=50_000).offers(ANN, "rebet") == [], "the table is capped"
    table = Table(STANDARD, BEFORE, ann=300)
    with pytest.raises(Illegal):
        table.do(ANN, "rebet", 400)
    assert table.state.bets == {}, "and nothing has changed"


def test_who_lets_a_spin_pass_may_still_lay_the_same_again() -> None:
    table = Table(STANDARD, BEFORE, ann=5000)
    table.do(ANN, "spin")
    table.ball(0)
    assert STANDARD.carry(table.state) == Carry(5, BEFORE.last)


def test_who_has_left_and_who_comes_instead_are_not_offered_those_bets() -> None:
    table = Table(STANDARD, BEFORE, ann=5000, ben=5000)
    table.leave(ANN)
    table.do(BEN, "bet", 100, "red")
    table.do(BEN, "spin")
    table.ball(1)
    assert STANDARD.carry(table.state).last == {BEN: {RED: 100}}
    assert newcomer(BEFORE, ANN) == Carry(4)
    assert newcomer(BEFORE, BEN) == BEFORE


def test_a_carry_stays_small_enough_to_be_written_and_an_old_one_is_read() -> None:
    most = dict.fromkeys(range(MOST_KEPT), 999900)
    seven = Carry(10**6, {type(ANN)(seat): most for seat in range(7)})
    assert journal.unpacked(Carry, journal.packed(Carry, seven)) == seven
    assert len(journal.packed(Carry, seven)) < 4_000
    table = Table(STANDARD, ann=500_000)
    for place in ALL_PLACES[: MOST_KEPT + 1]:
        table.do(ANN, "bet", 100, place)
    table.do(ANN, "spin")
    table.ball(0)
    assert STANDARD.carry(table.state).last == {}, "what is more is not kept"
    assert journal.unpacked(Carry, journal.packed(Carry, Carry(3))) == Carry(3)
