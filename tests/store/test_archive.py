"""Rounds that were over long ago are packed by month, and read as before."""

import lzma
import os
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred

from game_server.house.archivist import Archivist
from game_server.store import (
    accounts,
    archive,
    archive_moves,
    data_folder,
    deletions,
    hands,
    journal,
    month_files,
    packed_rows,
    rooms,
    shelf,
)
from game_server.store.archive import Pack
from game_server.store.archive_moves import Move, pack_next
from game_server.store.database import SETTINGS, SqliteDatabase, migrate, migrations, open_database
from game_server.store.direct import DirectStore
from game_server.store.long_reads import LongReads
from game_server.store.packed_rows import PackedRow
from game_server.store.ports import Store
from game_server.store.postgresql.opening import PostgresDatabase, open_postgresql
from game_server.store.sqlite import SqliteConnection, apply_settings, file_of
from game_server.store.transaction import Connection, Database, writing
from game_server.store.writer import WriterThread
from game_server.table.journal import (
    ActDone,
    RoundClosed,
    RoundOpened,
    Row,
    SeatSnapshot,
    SeatTaken,
    Snapshot,
    to_bytes,
)
from protocol.words import Act, Seat
from tests.store.hands import Reactor, refuses

DAY = 24 * 60 * 60 * 1000
MARCH = 1_772_323_200_000
"""The first of March 2026, in milliseconds."""
EVER = 2**50
ME = Seat(0)


class Known(NamedTuple):
    """What is to be read of a round, before and after."""

    rows: tuple[Row, ...]
    seats: Mapping[Seat, SeatSnapshot]
    at: int | None
    opened: int
    outcome: str


class Evening:
    """Writes rounds at tables, some of which are rooms that close."""

    def __init__(self, conn: Connection, seed: int = 1, tables: int = 4) -> None:
        self.conn, self.random = conn, Random(seed)
        self.at = MARCH
        self.tables = [f"t{number}" for number in range(tables)]
        self.epochs = {name: journal.take_epoch(conn, name) for name in self.tables}
        self.rounds = dict.fromkeys(self.tables, 0)
        self.todo: dict[str, list[Row]] = {}
        for name in self.tables:
            rooms.keep(conn, rooms.OpenedRoom(name, "ann", "{}"), self.at)
            player = str(self.tables.index(name) + 1)
            self._write(name, [SeatTaken(ME, SeatSnapshot(player, f"Name {player}"), self.at)])

    def _write(self, table: str, rows: list[Row]) -> None:
        head = journal.head(self.conn, table, self.epochs[table])
        journal.follow(self.conn, table, head, rows)

    def step(self) -> None:
        """A row of some table, as far as it is in its round."""
        name = self.random.choice(self.tables)
        if not self.todo.get(name):
            self.todo[name] = self._round(name)
        self._next(name)

    def _next(self, name: str) -> None:
        self.at += self.random.randrange(DAY // 8)
        row = self.todo[name].pop(0)
        if isinstance(row, ActDone):
            row = ActDone(row.turn, row.seat, row.by, self.at, row.act, row.digest)
        self._write(name, [row])

    def _round(self, name: str) -> list[Row]:
        self.rounds[name] = number = self.rounds[name] + 1
        player = str(self.tables.index(name) + 1)
        opened = RoundOpened(
            number, "holdem", "eps", {}, {ME: f"Name {player}"}, {ME: 500}, {ME: 0}, None
        )
        acts = [
            ActDone(turn, ME, "player", 0, Act("check"), self.random.randbytes(8))
            for turn in range(self.random.randrange(6))
        ]
        seats = {ME: SeatSnapshot(player, f"Name {player}", chips=500 + number)}
        stands = Snapshot(number, len(acts), b"carry", seats, {})
        return [opened, *acts, RoundClosed(number, b"carry %d" % number), stands]

    def close(self, name: str) -> None:
        """The room is over, with what is left of its round."""
        while self.todo.get(name):
            self._next(name)
        self.tables.remove(name)
        rooms.close(self.conn, name, self.at)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("empty") / "db"
    open_database(file).close()
    return file


@pytest.fixture
def conn(tmp_path: Path) -> Iterator[SqliteConnection]:
    """A database in a file."""
    with closing(open_database(tmp_path / data_folder.DATABASE)) as made:
        made.execute("PRAGMA synchronous = 0").fetchall()
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def each(request: pytest.FixtureRequest) -> Iterator[Connection]:
    """A database in a file, and one on a server."""
    if request.param == "sqlite":
        yield request.getfixturevalue("conn")
        return
    with closing(open_postgresql(request.getfixturevalue("dsn"))) as made:
        yield made


def known(conn: Connection) -> dict[tuple[str, int], Known]:
    """Every round that can be found, with all that is read of it."""
    found, before = dict[tuple[str, int], Known](), None
    while some := hands.opened_before(conn, "", before, 5):
        for one in some:
            assert (one.table, one.round) not in found
            again = hands.of_number(conn, one.table, one.round)
            assert again is not None
            assert (again.opened, again.row) == (one.opened, one.row)
            found[one.table, one.round] = Known(
                hands.rows_of(conn, one),
                hands.seats_at(conn, one),
                hands.last_act_at(conn, one),
                one.opened,
                one.outcome,
            )
        before = some[-1].opened
    return found


def kept(conn: Connection, tables: list[str]) -> list[object]:
    """What tables are rebuilt from."""
    return [(journal.rows_since_stands(conn, one), journal.last_carry(conn, one)) for one in tables]


def drop(conn: Connection, move: Move) -> None:
    for step in archive_moves.steps(move):
        with writing(conn):
            step(conn)


def pack(conn: Connection, older: int = EVER) -> int:
    """Pack all there is; how many packs that were."""
    count = 0
    while (move := pack_next(conn, older)) is not None:
        drop(conn, move)
        count += 1
        assert count < 1_000
    return count


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_every_round_is_read_as_before_and_tables_go_on(
    empty: Path, seed: int, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("house")
    shutil.copy(empty, folder / "db")
    with pytest.MonkeyPatch.context() as patch, closing(open_database(folder / "db")) as conn:
        conn.execute("PRAGMA synchronous = 0").fetchall()
        patch.setattr(archive_moves, "MOST_ROWS", 20)
        patch.setattr(archive_moves, "WINDOWS", (15, 60, 10_000))
        patch.setitem(month_files.SETTINGS, "synchronous", 0)
        evening = Evening(conn, seed)
        everybody = list(evening.tables)
        for _ in range(data.draw(st.integers(1, 3))):
            for _ in range(data.draw(st.integers(0, 80))):
                evening.step()
            if data.draw(st.booleans()) and len(evening.tables) > 1:
                evening.close(evening.tables[0])
            before, stands = known(conn), kept(conn, evening.tables)
            older = data.draw(st.sampled_from((EVER, evening.at, (evening.at + MARCH) // 2)))
            pack(conn, older)
            assert known(conn) == before
            assert kept(conn, evening.tables) == stands
            for name in everybody:
                numbers = [number for table, number in before if table == name]
                there = (min(numbers), max(numbers)) if numbers else None
                assert hands.last_rounds(conn, name) == there
        assert conn.execute("PRAGMA foreign_key_check").fetchall() == []


def test_what_stays_is_small_and_lies_in_the_file_of_its_month(
    conn: SqliteConnection, tmp_path: Path
) -> None:
    evening = Evening(conn, tables=2)
    while evening.at < MARCH + 75 * DAY:
        evening.step()
    evening.close("t0")
    evening.step()
    left = conn.execute("SELECT count(*) FROM journal").fetchone()[0]
    pack(conn, MARCH + 31 * DAY)
    files = [file.name for file in month_files.months(tmp_path / data_folder.ARCHIVE)]
    assert files == ["2026-03.sqlite"], "the last of it is of March"
    pack(conn)
    files = [file.name for file in month_files.months(tmp_path / data_folder.ARCHIVE)]
    assert files[0] > "2026-04"
    modes = {file.stat().st_mode & 0o777 for file in (tmp_path / data_folder.ARCHIVE).iterdir()}
    assert modes == {0o600}
    assert conn.execute("SELECT count(*) FROM journal WHERE tbl = 1").fetchone() == (0,)
    (open_rows,) = conn.execute("SELECT count(*) FROM journal WHERE tbl = 2").fetchone()
    assert open_rows == len(journal.rows_since_stands(conn, "t1")) < left
    assert conn.execute("SELECT count(*) FROM rounds WHERE tbl = 1").fetchone() == (0,)


def test_rounds_are_read_as_before_on_each_engine_and_nothing_is_packed_twice(
    each: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_moves, "MOST_ROWS", 40)
    evening = Evening(each)
    played(evening, 150)
    evening.close("t0")
    before, stands = known(each), kept(each, evening.tables)
    assert pack(each) > 2
    assert known(each) == before
    assert kept(each, evening.tables) == stands
    parts = archive.every_part(each)
    rows = [row.id for part in parts for rows in part.values() for row in rows]
    assert len(rows) == len(set(rows)) > 100
    assert pack(each) == 0


def test_what_was_packed_and_not_deleted_is_packed_again_and_told_once(each: Connection) -> None:
    evening = Evening(each)
    played(evening, 120)
    before = known(each)
    move = pack_next(each, EVER)
    assert move is not None
    assert known(each) == before, "both have it"
    steps = list(archive_moves.steps(move))
    for step in steps[: len(steps) // 2]:
        with writing(each):
            step(each)
        assert known(each) == before, "it is being moved"
    pack(each)
    assert known(each) == before


def played(evening: Evening, rows: int) -> None:
    """So many rows more, in one commit."""
    with writing(evening.conn):
        for _ in range(rows):
            evening.step()


def test_the_schema_lets_nothing_go_that_is_not_packed_or_that_a_table_needs(
    each: Connection,
) -> None:
    evening = Evening(each, tables=1)
    played(evening, 60)
    while len(evening.todo["t0"]) < 3:
        evening.step()
    refuses(each, "DELETE FROM journal WHERE id = 1", "append_only")
    each.execute("UPDATE archived SET upto = 1000000")
    (stood,) = each.execute("SELECT stood FROM tables").fetchone()
    refuses(each, f"DELETE FROM journal WHERE id = {stood}", "append_only")
    refuses(each, f"DELETE FROM journal WHERE id <= {stood}", "append_only")
    refuses(each, "DELETE FROM rounds WHERE round = 1", "append_only")
    refuses(each, "DELETE FROM rounds WHERE outcome = 'open'", "append_only")
    refuses(each, "DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)", "append_only")
    each.execute(f"DELETE FROM journal WHERE id < {stood}")
    each.execute("DELETE FROM rounds WHERE round = 1")
    (last,) = each.execute("SELECT max(round) FROM rounds WHERE outcome = 'played'").fetchone()
    refuses(each, f"DELETE FROM rounds WHERE round = {last}", "append_only")


def test_of_a_closed_room_all_rows_go_but_the_newest_of_all(each: Connection) -> None:
    evening = Evening(each, tables=1)
    played(evening, 30)
    evening.close("t0")
    each.execute("UPDATE archived SET upto = 1000000")
    refuses(each, "DELETE FROM journal", "append_only")
    each.execute("DELETE FROM journal WHERE id < (SELECT max(id) FROM journal)")


def test_names_of_deleted_players_are_taken_out_of_packs(each: Connection) -> None:
    for number in (1, 2, 3, 4):
        name = f"Name {number}"
        accounts.create(each, kind="guest", name=name, folded=name.lower(), at=1)
    evening = Evening(each)
    played(evening, 150)
    for name in list(evening.tables):
        evening.close(name)
    deletions.erase(each, 1, 5)
    move = pack_next(each, EVER)
    assert move is not None
    # While it was packed; that look did not see it.
    deletions.erase(each, 4, 5)
    drop(each, move)
    assert not named(each, 1), "who was deleted before is not packed by name"
    assert not named(each, 4), "nor who was deleted meanwhile"
    assert named(each, 2)
    (place,) = archive.packs_with(each, [2])
    assert archive.erase(each, place, [2])
    assert not named(each, 2)
    assert named(each, 3)
    assert not archive.erase(each, place, [2])
    for one in hands.opened_before(each, "", None, 99):
        assert hands.seats_at(each, one)[ME].player == str(int(one.table[1:]) + 1)


def named(conn: Connection, player: int) -> bool:
    wanted, parts = f"Name {player}".encode(), archive.every_part(conn)
    rows = [row.data for part in parts for rows in part.values() for row in rows]
    return any(wanted in one for one in (*rows, *all_words(conn)))


def all_words(conn: Connection) -> list[bytes]:
    """What parts refer to, of all months."""
    file = file_of(conn)
    if file is None:
        found = conn.execute("SELECT data FROM pack_words").fetchall()
        return [zlib.decompress(words) for (words,) in found]
    found = []
    for month in month_files.months(file.parent / data_folder.ARCHIVE):
        with closing(sqlite3.connect(month)) as there:
            found += there.execute("SELECT data FROM words").fetchall()
    return [zlib.decompress(words) for (words,) in found]


class House(Reactor):
    """A reactor that a test turns by hand, where no time passes."""

    def seconds(self) -> float:
        return 0.0

    def callLater(self, delay: float, callable: Callable[..., object], *args: object) -> object:
        self.callFromThread(callable, *args)
        return None


def test_a_house_packs_beside_its_commits(each: Connection, request: pytest.FixtureRequest) -> None:
    evening = Evening(each)
    played(evening, 200)
    before, stands = known(each), kept(each, evening.tables)
    reactor = House()
    store = store_over(each, reactor)
    aside = LongReads(database_of(each, request), reactor)
    moments = iter([MARCH - DAY, evening.at + 40 * DAY, evening.at + 40 * DAY])
    archivist = Archivist(store, aside, reactor, lambda: next(moments), days=31)
    for some in (False, True, False):
        assert reactor.wait(Deferred.fromCoroutine(archivist.pack_once())) is some
    archivist.stop()
    assert known(each) == before
    assert kept(each, evening.tables) == stands
    assert archive.every_part(each)


def store_over(conn: Connection, reactor: House) -> Store:
    """As a house has it: in the loop over a file, on a thread over a server."""
    if isinstance(conn, SqliteConnection):
        return DirectStore(conn, reactor)
    return WriterThread(conn, reactor)


def database_of(conn: Connection, request: pytest.FixtureRequest) -> Database:
    """Where that connection leads."""
    file = file_of(conn)
    return SqliteDatabase(file) if file else PostgresDatabase(request.getfixturevalue("dsn"))


def test_no_commit_that_deletes_what_is_packed_takes_many_rows(conn: SqliteConnection) -> None:
    evening = Evening(conn)
    for _ in range(300):
        evening.step()
    for name in list(evening.tables)[1:]:
        evening.close(name)
    move = pack_next(conn, EVER)
    assert move is not None
    assert len(move.rounds) > archive_moves.AT_ONCE
    for step in archive_moves.steps(move):
        before = conn.total_changes
        step(conn)
        assert conn.total_changes - before <= archive_moves.AT_ONCE


def test_a_database_of_before_is_packed_too(tmp_path: Path) -> None:
    steps = migrations()
    old = next(step.number for step in steps if step.name == "archive") - 1
    with closing(SqliteConnection.to(tmp_path / "old")) as conn:
        apply_settings(conn, {**SETTINGS, "synchronous": 0})
        migrate(conn, steps[:old])
        evening = Evening(conn)
        for _ in range(100):
            evening.step()
        refuses(conn, "DELETE FROM journal WHERE id = 1", "append_only")
        written = [conn.execute(f"SELECT * FROM {one}").fetchall() for one in ("journal", "rounds")]
        migrate(conn, steps)
        assert written == [
            conn.execute(f"SELECT * FROM {one}").fetchall() for one in ("journal", "rounds")
        ]
        before = known(conn)
        pack(conn)
        assert known(conn) == before
        assert conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert conn.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_month_is_copied_when_it_has_changed(tmp_path: Path) -> None:
    mine, copy = tmp_path / "mine", tmp_path / "copy"
    assert month_files.bring(mine, copy) == 0
    assert not copy.exists()
    part = packed_rows.PackedRow(1, to_bytes(RoundClosed(1, b"x")))
    for month in ("2026-01", "2026-02"):
        archive.keep_in_file(mine / f"{month}.sqlite", Pack({"t": [part]}, ()))
    assert month_files.bring(mine, copy) == 2
    assert month_files.bring(mine, copy) == 0, "a month that is over is copied once"
    assert month_files.bring(copy, mine) == 0, "what is newer here stays"
    before = (mine / "2026-02.sqlite").stat().st_mtime_ns
    archive.keep_in_file(mine / "2026-02.sqlite", Pack({"u": [part]}, ()))
    os.utime(mine / "2026-02.sqlite", ns=(before + 1, before + 1))
    assert month_files.bring(mine, copy) == 1
    assert {one.name for one in copy.iterdir()} == {"2026-01.sqlite", "2026-02.sqlite"}
    with closing(sqlite3.connect(copy / "2026-02.sqlite")) as there:
        assert there.execute("SELECT count(*) FROM packs").fetchone() == (2,)


def test_rows_are_written_as_steps_and_come_back() -> None:
    rows = [
        packed_rows.PackedRow(number, to_bytes(RoundClosed(number, b"x"))) for number in (5, 6, 90)
    ]
    words = packed_rows.words_of({"t": rows})
    for known_words in (b"", words):
        data = packed_rows.to_bytes({"t": rows}, known_words)
        assert packed_rows.from_bytes(data, known_words) == {"t": tuple(rows)}


def as_before(parts: Mapping[str, Sequence[PackedRow]], words: bytes = b"") -> bytes:
    """Parts as they were packed by LZMA."""
    said = []
    for table, rows in parts.items():
        numbers = [row.id for row in rows]
        steps = [one - last for last, one in pairwise((0, *numbers))]
        said.append([table, steps, [row.data for row in rows]])
    return lzma.compress(bytes(msgpack.packb(said)), preset=6)


def test_rounds_that_were_packed_before_are_read_and_their_names_taken_out(
    conn: SqliteConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(conn)
    for _ in range(200):
        evening.step()
    before = known(conn)
    with monkeypatch.context() as patch:
        patch.setattr(shelf, "to_bytes", as_before)
        move = pack_next(conn, evening.at)
        assert move is not None
        drop(conn, move)
    (file,) = month_files.months(tmp_path / data_folder.ARCHIVE)
    with closing(SqliteConnection.to(file)) as there:
        there.execute("DROP TABLE words")
    assert known(conn) == before
    (place,) = archive.packs_with(conn, [2])
    assert archive.erase(conn, place, [2])
    assert known(conn).keys() == before.keys()
    for _ in range(200):
        evening.step()
    assert pack(conn), "others come into the same file"
    rows = [row for part in archive.every_part(conn) for rows in part.values() for row in rows]
    assert any(b"Name 1" in row.data for row in rows)
    assert known(conn).keys() >= before.keys()
    assert hands.of_number(conn, "t1", 1) is not None
