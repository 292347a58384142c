"""What a room is rebuilt from, and the rooms that players have opened."""

import pytest

from game_server.store import rooms
from game_server.store.journal import append, rows_since_stands, take_epoch
from game_server.store.refusals import WrongRow
from game_server.store.transaction import Connection
from game_server.table.journal import (
    ChipsBought,
    LeaveMarked,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Row,
    SatOut,
    SeatSnapshot,
    SeatTaken,
    SeatVacated,
    Snapshot,
    from_bytes,
)
from protocol.words import Seat
from tests.store.hands import refused
from tests.store.rounds_on_disk import open_rounds

SAT = SeatSnapshot("1", "Anna", coming=500)
BETWEEN: list[Row] = [
    SeatTaken(Seat(0), SAT, 1),
    ChipsBought(Seat(0), 100, 2),
    SatOut(Seat(0), True, 3),
    LeaveMarked(Seat(0), True, 4),
    SeatVacated(Seat(0), 5),
]


def opened(number: int) -> RoundOpened:
    return RoundOpened(number, "holdem", "eps", {}, {}, {}, {}, None)


def stands(number: int) -> Snapshot:
    return Snapshot(number, 0, b"", {}, {})


def since(conn: Connection, table: str) -> list[Row]:
    return [from_bytes(row) for row in rows_since_stands(conn, table)]


def test_rows_between_rounds_are_taken_and_read_again(conn: Connection) -> None:
    assert since(conn, "t") == []
    append(conn, "t", take_epoch(conn, "t"), 1, BETWEEN)
    append(conn, "other", take_epoch(conn, "other"), 1, [opened(1)])
    assert since(conn, "t") == BETWEEN
    append(conn, "t", take_epoch(conn, "t"), 1, [opened(1), *BETWEEN])
    assert since(conn, "t") == [*BETWEEN, opened(1), *BETWEEN]


def test_a_room_is_rebuilt_from_where_it_stood_the_last_time_but_one(
    conn: Connection,
) -> None:
    epoch, seq = take_epoch(conn, "t"), 1
    rounds: list[list[Row]] = [
        [opened(number), RoundClosed(number, b""), stands(number)] for number in range(1, 5)
    ]
    for number, rows in enumerate(rounds):
        seq = append(conn, "t", epoch, seq, rows)
        whole = [row for one in rounds[: number + 1] for row in one]
        kept = whole if number == 0 else [rounds[number - 1][-1], *rounds[number]]
        assert since(conn, "t") == kept
    append(conn, "t", epoch, seq, [opened(5)])
    assert since(conn, "t")[-1] == opened(5)


def test_a_void_round_is_over(conn: Connection) -> None:
    epoch = take_epoch(conn, "t")
    with pytest.raises(WrongRow, match="no open round"):
        append(conn, "t", epoch, 1, [RoundVoided(1)])
    append(conn, "t", epoch, 1, [opened(1), RoundVoided(1), stands(1)])
    assert open_rounds(conn) == ()
    append(conn, "t", epoch, 4, [opened(2)])
    assert [one.round for one in open_rounds(conn)] == [2]


def test_a_room_that_was_opened_is_found_until_it_is_over(conn: Connection) -> None:
    room = rooms.OpenedRoom("holdem-abc", "7", "{}")
    rooms.keep(conn, room, 1)
    with refused(conn, "rooms.name"):
        rooms.keep(conn, room, 2)
    other = rooms.OpenedRoom("holdem-def", "7", '{"stake": 3}')
    rooms.keep(conn, other, 2)
    assert rooms.still_open(conn) == (room, other)
    rooms.close(conn, "holdem-abc", 3)
    rooms.close(conn, "never", 3)
    assert rooms.still_open(conn) == (other,)
    assert rooms.was_opened(conn, "holdem-abc"), "its name comes once"
    kept = conn.execute("SELECT config, closed FROM rooms ORDER BY name").fetchall()
    assert kept == [("", 3), (other.config, None)]
