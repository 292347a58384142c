"""The journal on disk: one writer a table, rows without a gap, rounds that can be found again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.store.database import open_database
from game_server.store.journal import LastRound, append, last_carry, take_epoch
from game_server.store.refusals import StaleEpoch, WrongRow
from game_server.store.transaction import Connection
from game_server.table.journal import LeaveIntended, RoundVoided, Row, from_bytes, to_bytes
from protocol.words import Seat
from tests.store.hands import closed, happened, opened, refuses
from tests.store.rounds_on_disk import open_rounds, rows_of


def read(rows: tuple[bytes, ...]) -> list[Row]:
    return [from_bytes(row) for row in rows]


def test_each_start_of_a_table_has_a_higher_epoch(conn: Connection) -> None:
    assert [take_epoch(conn, "eps") for _ in range(3)] == [1, 2, 3]
    assert take_epoch(conn, "21") == 1


def test_a_writer_whose_table_was_taken_writes_nothing_more(conn: Connection) -> None:
    old = take_epoch(conn, "eps")
    append(conn, "eps", old, 1, [opened(1)])
    new = take_epoch(conn, "eps")
    with pytest.raises(StaleEpoch, match="is written by epoch 2, not 1"):
        append(conn, "eps", old, 2, [happened(1)])
    with pytest.raises(StaleEpoch):
        append(conn, "eps", old, 2, [RoundVoided(1)])
    append(conn, "eps", new, 1, [happened(1)])
    (found,) = open_rounds(conn)
    assert read(found.rows) == [opened(1), happened(1)]


def test_a_table_that_was_never_taken_has_no_writer(conn: Connection) -> None:
    with pytest.raises(StaleEpoch, match="is written by epoch 0"):
        append(conn, "eps", 1, 1, [opened(1)])


def test_the_schema_itself_refuses_another_epoch_or_number(conn: Connection) -> None:
    epoch = take_epoch(conn, "eps")
    append(conn, "eps", epoch, 1, [opened(1), happened(1)])
    take_epoch(conn, "eps")
    add = "INSERT INTO journal (tbl, epoch, seq, data) VALUES (1, ?, ?, ?)"
    refuses(conn, add, "stale_epoch", 1, 3, b"")
    refuses(conn, add, "stale_epoch", 3, 1, b"")
    refuses(conn, add, "wrong_seq", 2, 2, b"")
    refuses(conn, add, "wrong_seq", 2, 0, b"")
    conn.execute(add, (2, 1, b""))
    refuses(conn, add, "wrong_seq", 2, 1, b"")
    refuses(conn, "UPDATE tables SET epoch = 1", "stale_epoch")


@pytest.mark.parametrize("seq", [0, 1, 2, 4])
def test_a_row_that_does_not_follow_is_refused(conn: Connection, seq: int) -> None:
    epoch = take_epoch(conn, "eps")
    assert append(conn, "eps", epoch, 1, [opened(1), happened(1)]) == 3
    with pytest.raises(WrongRow, match="the next is 3"):
        append(conn, "eps", epoch, seq, [happened(2)])
    assert append(conn, "eps", epoch, 3, [happened(2)]) == 4


def test_written_rows_can_be_neither_changed_nor_deleted(conn: Connection) -> None:
    append(conn, "eps", take_epoch(conn, "eps"), 1, [opened(1), happened(1), closed(1)])
    refuses(conn, "UPDATE journal SET data = ?", "append_only", b"")
    refuses(conn, "DELETE FROM journal", "append_only")
    refuses(conn, "UPDATE rounds SET carry = ?", "append_only", b"")
    refuses(conn, "DELETE FROM rounds", "append_only")
    refuses(conn, "DELETE FROM tables", "append_only")


def test_a_round_begins_once_and_ends_once(conn: Connection) -> None:
    epoch = take_epoch(conn, "eps")
    with pytest.raises(WrongRow, match="no open round"):
        append(conn, "eps", epoch, 1, [happened(1)])
    with pytest.raises(WrongRow, match="no open round"):
        append(conn, "eps", epoch, 1, [closed(1)])
    append(conn, "eps", epoch, 1, [opened(5)])
    with pytest.raises(WrongRow, match="5 is open"):
        append(conn, "eps", epoch, 2, [opened(6)])
    with pytest.raises(WrongRow, match="5 is open"):
        append(conn, "eps", epoch, 2, [closed(6)])
    append(conn, "eps", epoch, 2, [closed(5)])
    with pytest.raises(WrongRow, match="the last was 5"):
        append(conn, "eps", epoch, 3, [opened(5)])
    with pytest.raises(WrongRow, match="no open round"):
        append(conn, "eps", epoch, 3, [happened(2)])
    assert append(conn, "eps", epoch, 3, [opened(6)]) == 4


def test_rows_that_are_refused_together_leave_nothing(conn: Connection) -> None:
    epoch = take_epoch(conn, "eps")
    with pytest.raises(WrongRow):
        append(conn, "eps", epoch, 1, [opened(1), happened(1), closed(2)])
    assert open_rounds(conn) == ()
    assert append(conn, "eps", epoch, 1, [opened(1)]) == 2


def test_the_open_rounds_of_all_tables_are_found_with_all_their_rows(
    conn: Connection,
) -> None:
    epochs = {table: take_epoch(conn, table) for table in ("a", "b", "c", "d")}
    append(conn, "a", epochs["a"], 1, [opened(1), closed(1), opened(2)])
    append(conn, "b", epochs["b"], 1, [opened(7), happened(1), closed(7)])
    append(conn, "c", epochs["c"], 1, [opened(3)])
    append(conn, "a", epochs["a"], 4, [happened(1), LeaveIntended(Seat(0), 5)])
    append(conn, "c", take_epoch(conn, "c"), 1, [happened(1)])
    first, second = open_rounds(conn)
    assert (first.table, first.round) == ("a", 2)
    assert read(first.rows) == [opened(2), happened(1), LeaveIntended(Seat(0), 5)]
    assert (second.table, second.round) == ("c", 3)
    assert read(second.rows) == [opened(3), happened(1)]


def test_a_round_that_is_over_can_be_read_again(conn: Connection) -> None:
    a, b = take_epoch(conn, "a"), take_epoch(conn, "b")
    append(conn, "a", a, 1, [opened(1), happened(1)])
    append(conn, "b", b, 1, [opened(1)])
    append(conn, "a", a, 3, [closed(1), opened(2)])
    assert read(rows_of(conn, "a", 1)) == [opened(1), happened(1), closed(1)]
    assert read(rows_of(conn, "a", 2)) == [opened(2)]
    assert rows_of(conn, "a", 3) == ()


def test_a_table_goes_on_from_its_last_carry_and_counts_on(conn: Connection) -> None:
    assert last_carry(conn, "eps") == LastRound(0, None)
    epoch = take_epoch(conn, "eps")
    assert last_carry(conn, "eps") == LastRound(0, None)
    append(conn, "eps", epoch, 1, [opened(1), closed(1, b"one"), opened(2), closed(2, b"two")])
    assert last_carry(conn, "eps") == LastRound(2, b"two")
    append(conn, "eps", epoch, 5, [opened(3)])
    assert last_carry(conn, "eps") == LastRound(3, b"two")


def test_a_void_round_is_no_longer_open_and_leaves_no_carry(conn: Connection) -> None:
    epoch = take_epoch(conn, "eps")
    append(conn, "eps", epoch, 1, [opened(1), closed(1, b"one"), opened(2), happened(1)])
    append(conn, "eps", epoch, 5, [RoundVoided(2)])
    assert open_rounds(conn) == ()
    assert last_carry(conn, "eps") == LastRound(2, b"one")
    with pytest.raises(WrongRow, match="no open round"):
        append(conn, "eps", epoch, 6, [RoundVoided(2)])
    append(conn, "eps", epoch, 6, [opened(3)])
    assert [found.round for found in open_rounds(conn)] == [3]


LIVES = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["row", "end", "restart"])))


@given(LIVES)
def test_what_is_open_is_what_was_written_since_the_round_began(
    lives: list[tuple[str, str]],
) -> None:
    conn = open_database(":memory:")
    epoch = {table: take_epoch(conn, table) for table in "ab"}
    seq = dict.fromkeys("ab", 1)
    rounds = dict.fromkeys("ab", 0)
    playing: dict[str, list[Row]] = {"a": [], "b": []}
    for turn, (table, what) in enumerate(lives):
        if what == "restart":
            epoch[table], seq[table] = take_epoch(conn, table), 1
            continue
        rows: list[Row] = []
        if not playing[table]:
            rounds[table] += 1
            rows.append(opened(rounds[table]))
        rows.append(happened(turn) if what == "row" else closed(rounds[table]))
        seq[table] = append(conn, table, epoch[table], seq[table], rows)
        playing[table] = playing[table] + rows if what == "row" else []
    assert {found.table: found.rows for found in open_rounds(conn)} == {
        table: tuple(map(to_bytes, rows)) for table, rows in playing.items() if rows
    }
    assert {table: last_carry(conn, table).round for table in "ab"} == rounds
    conn.close()
