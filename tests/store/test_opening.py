"""Which store a disk gets, and that the one without a thread leaves its log to its reader."""

import threading
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from game_server.store import direct, opening
from game_server.store.database import open_database, open_to_look
from game_server.store.direct import GAP_S, DirectStore
from game_server.store.transaction import Transaction
from game_server.store.writer import WriterThread
from tests.store.hands import LONG, Reactor, fired, player, silent


class Loop(Clock):
    """A reactor with a clock that the test moves."""

    def __init__(self) -> None:
        super().__init__()
        self.threads = Reactor()
        self.callFromThread = self.threads.callFromThread


@pytest.mark.parametrize(
    ("seconds", "kind"), [(0.0001, DirectStore), (0.0005, WriterThread), (0.02, WriterThread)]
)
def test_only_a_disk_that_syncs_fast_is_written_in_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, kind: type
) -> None:
    monkeypatch.setattr(opening, "sync_seconds", lambda folder: seconds)
    conn = open_database(tmp_path / "house.db")
    store = opening.open_store(conn, Loop(), str(tmp_path))
    assert type(store) is kind
    store.close()


def test_a_disk_is_measured_without_a_trace(tmp_path: Path) -> None:
    assert opening.sync_seconds(str(tmp_path)) > 0
    assert list(tmp_path.iterdir()) == []


def test_the_log_is_copied_by_the_reader_and_what_was_written_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "sync_seconds", lambda folder: 0.0)
    monkeypatch.setattr(direct, "CHECKPOINT", 2)
    loop, file = Loop(), tmp_path / "house.db"
    store = opening.open_store(open_database(file), loop, str(tmp_path))
    for number in range(40):
        store.write(lambda conn, number=number: player(conn, f"Player {number}"))  # type: ignore[misc]  # bound now
        loop.advance(GAP_S)

    def count(conn: Transaction) -> int:
        return int(conn.execute("SELECT count(*) FROM players").fetchone()[0])

    # The reader does one thing after another: the log was copied before this is answered.
    assert loop.threads.wait(store.read(count)) == 40
    assert b"Player 30" in file.read_bytes()
    store.close()


@pytest.mark.parametrize("later", [0, direct.NEAR + 1], ids=["little", "much"])
def test_a_log_that_is_written_to_while_it_is_copied_begins_again_at_its_front(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: int
) -> None:
    monkeypatch.setattr(opening, "sync_seconds", lambda folder: 0.0)
    monkeypatch.setattr(direct, "CHECKPOINT", 20)
    loop, file = Loop(), tmp_path / "house.db"
    store = opening.open_store(open_database(file), loop, str(tmp_path))

    def write(times: int) -> int:
        for _ in range(times):
            done = store.write(lambda conn: player(conn, f"Player at {loop.seconds()}"))
            loop.advance(GAP_S)
            assert fired(done)
        return (tmp_path / "house.db-wal").stat().st_size

    write(19)
    # Who looks at what is there now keeps the lane from copying more.
    looker = open_to_look(file)
    looker.execute("BEGIN")
    looker.execute("SELECT count(*) FROM players").fetchone()
    write(1)
    told, _ = loop.threads.calls.get(timeout=LONG)
    looker.close()
    size = write(later)
    told()
    # Where it was much, the lane has gone after it before this is answered.
    loop.threads.wait(store.read(lambda conn: None))
    assert write(10) == size
    store.close()


def test_a_glance_is_answered_in_the_loop_and_a_look_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "sync_seconds", lambda folder: 0.0)
    loop = Loop()
    store = opening.open_store(open_database(tmp_path / "house.db"), loop, str(tmp_path))
    here = threading.get_ident()
    glance = store.glance(lambda conn: threading.get_ident())
    assert silent(glance)
    loop.advance(0)
    assert fired(glance) == here
    assert loop.threads.wait(store.read(lambda conn: threading.get_ident())) != here
    store.close()
