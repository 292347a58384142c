"""The replies to acts that a snapshot keeps, and the seats that all words go to."""

from game_server.table.orders import Accept, Refuse
from game_server.table.replies import REMEMBERED_IN_SNAPSHOT, Replies
from game_server.table.seats import Occupant, SeatMap
from protocol.words import Refusal, Seat


def seated(*players: str) -> SeatMap:
    seats = SeatMap()
    for seat, player in enumerate(players):
        seats[Seat(seat)] = Occupant(player, player)
    return seats


def test_a_snapshot_keeps_the_last_acts_of_who_sits_in_their_order() -> None:
    replies = Replies()
    for request in range(1, 41):
        replies.remember(Accept("1", request), None)
        replies.remember(Accept("gone", request), None)
        if request == 10:
            replies.remember(Accept("2", 7), None)
            replies.remember(Refuse("2", 8, Refusal("stale", "Too late.")), None)
            replies.remember(Accept("2", 9), None)
    kept = replies.answered(seated("1", "2", "silent"))
    assert kept == {"1": tuple(range(41 - REMEMBERED_IN_SNAPSHOT, 41)), "2": (7, 9)}


def test_everybody_is_all_seats_and_who_watches_as_they_come_and_go() -> None:
    seats = seated("1", "2")
    everybody = seats.everybody()
    assert everybody == (0, 1, None)
    assert seats.everybody() is everybody
    seats.free(Seat(0))
    assert seats.everybody() == (1, None)
    seats[Seat(0)] = Occupant("3", "3")
    assert seats.everybody() == (0, 1, None)
