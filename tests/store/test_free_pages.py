"""Free pages of the database go back to the system little by little, and nothing else goes."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from twisted.internet.defer import Deferred

from game_server.house.archivist import Archivist
from game_server.store import free_pages, security
from game_server.store.database import SETTINGS, SqliteDatabase, migrate, migrations, open_database
from game_server.store.direct import DirectStore
from game_server.store.free_pages import CannotCompact
from game_server.store.long_reads import LongReads
from game_server.store.security import SecurityRow
from game_server.store.sqlite import SqliteConnection, apply_settings
from tests.store.test_archive import House

LINES = 3_000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cardroom.sqlite"


@pytest.fixture
def conn(file: Path) -> Iterator[SqliteConnection]:
    with closing(open_database(file)) as made:
        made.execute("PRAGMA synchronous = 0").fetchall()
        _empty_most(made)
        yield made


@pytest.fixture
def old(file: Path) -> Iterator[SqliteConnection]:
    """Made by a program that did not know how to give pages back."""
    with closing(SqliteConnection.to(file)) as made:
        apply_settings(made, {**SETTINGS, "synchronous": 0})
        migrate(made, migrations())
        _empty_most(made)
        yield made


def _empty_most(conn: SqliteConnection) -> None:
    text = '{"name": "%s"}' % ("x" * 200)
    security.add(conn, [SecurityRow(n, "guest", "ok", n, "192.0.2.1", text) for n in range(LINES)])
    conn.execute("DELETE FROM security WHERE id % 10 <> 0")
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


class Rest(NamedTuple):
    """What must be as it was."""

    rows: list[str]
    damage: list[tuple[str]]


def rest(conn: SqliteConnection) -> Rest:
    damage = conn.execute("PRAGMA integrity_check").fetchall()
    return Rest(sorted(conn.iterdump()), damage)


def test_pages_beyond_the_reserve_go_a_few_in_a_commit_and_the_file_becomes_shorter(
    conn: SqliteConnection, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, known, size = free_pages.look(conn), rest(conn), file.stat().st_size
    assert before.free > 100
    assert free_pages.to_spare(conn) == 0, "so few are kept for what is written next"
    monkeypatch.setattr(free_pages, "RESERVE", 60)
    spare = free_pages.to_spare(conn)
    assert spare == before.free - 60
    reactor = House()
    store, aside = DirectStore(conn, reactor), LongReads(SqliteDatabase(file), reactor)
    archivist = Archivist(store, aside, reactor, lambda: 0, days=31)
    reactor.wait(Deferred.fromCoroutine(archivist.give_back()))
    assert store.commits >= spare // free_pages.AT_ONCE
    after = free_pages.look(conn)
    assert after.pages <= before.pages - spare
    assert 60 - free_pages.AT_ONCE <= after.free <= 60
    assert free_pages.to_spare(conn) == 0
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    assert file.stat().st_size <= size - spare * after.size
    assert rest(conn) == known


def test_a_tenth_of_a_large_file_is_kept_free(
    conn: SqliteConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(free_pages, "RESERVE", 1)
    now = free_pages.look(conn)
    assert free_pages.to_spare(conn) == now.free - now.pages // 10


def test_a_file_of_before_keeps_its_pages_until_it_is_written_anew(
    old: SqliteConnection, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(free_pages, "RESERVE", 10)
    before, known, size = free_pages.look(old), rest(old), file.stat().st_size
    assert (before.gives_back, free_pages.to_spare(old)) == (False, 0)
    free_pages.compact(old, file)
    after = free_pages.look(old)
    assert (after.gives_back, after.free) == (True, 0)
    assert file.stat().st_size == after.used_bytes < size - before.free_bytes // 2
    assert rest(old) == known
    old.execute("DELETE FROM security")
    assert free_pages.to_spare(old) > 0


def test_without_room_for_it_all_stays_as_it_is(
    old: SqliteConnection, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = rest(old)
    usage = shutil.disk_usage(file.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000))
    with pytest.raises(CannotCompact, match=r"has 1,000 bytes left.*Make room there"):
        free_pages.compact(old, file)
    assert rest(old) == known
    assert not free_pages.look(old).gives_back
