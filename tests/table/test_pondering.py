"""What makes a decision look hard: the price, the pot, and who is nearly out of cards."""

from game_server.table.difficulty import difficulty
from protocol.cards import PACK
from protocol.events import Dealt, Event, Laid, Moved, RoundBegan
from protocol.words import BOARD, POT, Hidden, Seat

A, B = Seat(0), Seat(1)
BEGAN = RoundBegan("holdem", "standard", 1, {}, {A: 10_000, B: 10_000}, {})


def bets(seat: Seat, amount: int) -> Event:
    return Moved(seat, POT, amount, "bet")


def test_a_decision_is_the_harder_the_more_it_costs_and_the_more_lies_there() -> None:
    small, large = [bets(A, 100), bets(B, 200)], [bets(A, 100), bets(B, 5_000)]
    after = [bets(A, 3_000), bets(B, 3_000)]
    looks = [difficulty([BEGAN, *acts], A) for acts in ([], small, after, large)]
    assert looks[0] == 0
    assert looks == sorted(looks)
    assert len(set(looks)) == 4
    # What comes back was not bet.
    back = [*small, Moved(POT, B, 100, "uncalled")]
    assert difficulty([BEGAN, *back], A) == difficulty([BEGAN, bets(A, 100), bets(B, 100)], A)


def test_who_has_nothing_left_to_lose_does_not_stall() -> None:
    lost = [bets(A, 10_000), bets(B, 10_000)]
    assert difficulty([BEGAN, *lost], A) == 0


def test_it_is_harder_when_another_is_nearly_out_of_cards() -> None:
    dealt: list[Event] = [BEGAN, Dealt(A, Hidden(17)), Dealt(B, Hidden(17))]
    mine = [*dealt, Laid(A, BOARD, PACK[:15])]
    theirs = [*dealt, Laid(B, BOARD, PACK[:15])]
    assert difficulty(mine, A) == 0
    assert difficulty(theirs, A) == 15 / 17
    # Two covered cards are no hand that is played out.
    two = [BEGAN, Dealt(A, Hidden(2)), Dealt(B, Hidden(2)), Laid(B, BOARD, PACK[:2])]
    assert difficulty(two, A) == 0
