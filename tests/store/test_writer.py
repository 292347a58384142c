"""The store on real threads: what shares a commit, what fails alone, what fails together."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from twisted.internet.defer import Deferred

from game_server.store.database import open_database
from game_server.store.database_thread import AT_ONCE, MOST
from game_server.store.ports import CommitFailed, StoreClosed
from game_server.store.transaction import Transaction
from game_server.store.writer import WriterThread
from tests.store.hands import LONG, Reactor, player, silent


class House:
    """A writer thread over a file, and every statement that it ran."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.reactor = Reactor()
        self.statements: list[str] = []
        conn = open_database(path)
        conn.set_trace_callback(self.statements.append)
        self.store = WriterThread(conn, self.reactor)
        self.gate = threading.Event()
        self.held = threading.Event()

    def hold(self) -> Deferred[None]:
        """Keep the writer busy until `gate` is set, so that what is asked now stays pending."""

        def wait(_: Transaction) -> None:
            self.held.set()
            assert self.gate.wait(LONG)

        deferred = self.store.write(wait)
        assert self.held.wait(LONG)
        return deferred

    def named(self, name: str) -> Deferred[int]:
        return self.store.write(lambda conn: player(conn, name))

    def names(self) -> list[str]:
        """What a stranger reads from the file."""
        conn = sqlite3.connect(self.path)
        found = [name for (name,) in conn.execute("SELECT name FROM players ORDER BY id")]
        conn.close()
        return found

    @property
    def commits(self) -> int:
        return self.statements.count("COMMIT")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    built = House(tmp_path / "house.db")
    yield built
    built.gate.set()
    built.store.close()


def fails(_: Transaction) -> None:
    raise ZeroDivisionError("planned")


def test_what_is_pending_when_a_commit_returns_shares_the_next(house: House) -> None:
    house.hold()
    deferreds = [house.named(f"Player {number}") for number in range(20)]
    house.gate.set()
    assert [house.reactor.wait(deferred) for deferred in deferreds] == list(range(1, 21))
    assert house.commits == 2
    assert len(house.names()) == 20


def test_a_crowd_shares_several_commits_in_the_order_in_which_it_came(house: House) -> None:
    house.hold()
    crowd = 2 * MOST + 1
    deferreds = [house.named(f"Player {number}") for number in range(crowd)]
    house.gate.set()
    assert [house.reactor.wait(one) for one in deferreds] == list(range(1, crowd + 1))
    assert house.commits == 1 + 3


def test_work_that_fails_fails_alone(house: House) -> None:
    house.hold()

    def half(conn: Transaction) -> None:
        player(conn, "Half")
        fails(conn)

    before, failing, after = house.named("Ann"), house.store.write(half), house.named("Ben")
    house.gate.set()
    assert house.reactor.wait(before) == 1
    with pytest.raises(ZeroDivisionError):
        house.reactor.wait(failing)
    assert house.reactor.wait(after) > 1
    assert house.names() == ["Ann", "Ben"]
    assert house.commits == 2


def test_deferreds_fire_in_order_in_the_reactors_thread_once_all_is_on_disk(house: House) -> None:
    order: list[tuple[int, list[str], threading.Thread]] = []

    def note(number: int) -> int:
        order.append((number, house.names(), threading.current_thread()))
        return number

    house.hold()
    deferreds = [house.named(f"Player {number}") for number in range(1, 6)]
    noted = [deferred.addCallback(note) for deferred in deferreds]
    house.gate.set()
    for deferred in noted:
        house.reactor.wait(deferred)
    assert [number for number, _, _ in order] == [1, 2, 3, 4, 5]
    assert all(len(names) == 5 for _, names, _ in order)
    assert {thread for _, _, thread in order} == {threading.main_thread()}


def test_a_crowd_is_told_in_several_turns_of_the_loop(house: House) -> None:
    told: list[int] = []
    house.hold()
    crowd = [house.named(f"Player {number}") for number in range(2 * AT_ONCE + 1)]
    for one in crowd:
        one.addCallback(told.append)
    house.gate.set()
    turns = []
    while len(told) < len(crowd):
        call, args = house.reactor.calls.get(timeout=LONG)
        before = len(told)
        call(*args)
        turns.append(len(told) - before)
    assert max(turns) <= AT_ONCE
    assert told == list(range(1, len(crowd) + 1))


def test_nobody_is_told_before_the_commit(house: House) -> None:
    house.hold()
    deferred = house.named("Ann")
    assert silent(deferred)
    assert house.reactor.calls.empty()
    house.gate.set()
    house.reactor.wait(deferred)


def test_a_full_database_fails_the_whole_group_and_keeps_what_was_told(house: House) -> None:
    acknowledged = [house.reactor.wait(house.named(f"Player {number}")) for number in range(5)]

    def shrink(conn: Transaction) -> None:
        conn.execute("PRAGMA max_page_count = 1")

    def flood(conn: Transaction) -> None:
        for number in range(2000):
            player(conn, f"Flood {number} {'x' * 200}")

    house.reactor.wait(house.store.write(shrink))
    house.hold()
    small, large = house.named("Ann"), house.store.write(flood)
    house.gate.set()
    with pytest.raises(CommitFailed, match="full"):
        house.reactor.wait(small)
    with pytest.raises(CommitFailed, match="full"):
        house.reactor.wait(large)
    assert len(house.names()) == len(acknowledged)
    house.reactor.wait(house.store.write(lambda conn: grow(conn)))
    house.reactor.wait(house.named("Zoe"))
    assert house.names()[-1] == "Zoe"


def test_an_error_of_the_file_in_one_work_fails_the_whole_commit(house: House) -> None:
    def broken_disk(_: Transaction) -> None:
        wrong = sqlite3.OperationalError("disk I/O error")
        wrong.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
        raise wrong

    house.hold()
    good, bad = house.named("Ann"), house.store.write(broken_disk)
    house.gate.set()
    with pytest.raises(CommitFailed, match="disk I/O error"):
        house.reactor.wait(good)
    with pytest.raises(CommitFailed, match="disk I/O error"):
        house.reactor.wait(bad)
    assert house.names() == []
    assert house.reactor.wait(house.named("Ben")) == 1


def grow(conn: Transaction) -> None:
    conn.execute("PRAGMA max_page_count = 1000000")


def test_work_that_ends_the_transaction_fails_the_group_and_the_thread_goes_on(
    house: House,
) -> None:
    rude = house.store.write(lambda conn: conn.execute("ROLLBACK") and None)
    with pytest.raises(CommitFailed):
        house.reactor.wait(rude)
    assert house.reactor.wait(house.named("Ann")) == 1


def test_even_an_exit_within_work_leaves_the_thread_running(house: House) -> None:
    def leave(_: Transaction) -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        house.reactor.wait(house.store.write(leave))
    assert house.reactor.wait(house.named("Ann")) == 1


def count(conn: Transaction) -> int:
    return int(conn.execute("SELECT count(*) FROM players").fetchone()[0])


def test_reading_does_not_wait_for_writing_and_sees_what_was_told(house: House) -> None:
    house.reactor.wait(house.named("Ann"))
    house.hold()
    house.named("Ben")
    assert house.reactor.wait(house.store.read(count)) == 1
    assert house.reactor.wait(house.store.glance(count)) == 1
    house.gate.set()


def test_reading_work_cannot_write(house: House) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        house.reactor.wait(house.store.read(lambda conn: player(conn, "Ann")))
    assert house.names() == []


def test_closing_writes_what_was_taken_and_takes_no_more(house: House) -> None:
    house.hold()
    last = house.named("Ann")
    closing = threading.Thread(target=house.store.close)
    closing.start()
    house.gate.set()
    closing.join(LONG)
    assert house.names() == ["Ann"]
    assert house.reactor.wait(last) == 1
    with pytest.raises(StoreClosed):
        house.reactor.wait(house.named("Ben"))
    with pytest.raises(StoreClosed):
        house.reactor.wait(house.store.read(count))
    house.store.close()


def test_a_database_in_memory_reads_what_was_written() -> None:
    reactor = Reactor()
    store = WriterThread(open_database(":memory:"), reactor)
    reactor.wait(store.write(lambda conn: player(conn, "Ann")))
    assert reactor.wait(store.read(count)) == 1
    store.close()
